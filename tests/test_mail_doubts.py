"""Mails whose orders may not be meant, or not all of them: each is held up, and a harmless word holds up none."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pytest
from mail_makes import plain
from msgspec import structs
from seeds import sampled
from situations import ALL, after

from referee import games
from referee.core import documents
from referee.core.adjudication.legal import rows_of
from referee.core.game.reading import mapping_of
from referee.core.game.state_reading import read_state
from referee.core.notation import line_writer
from referee.desk.mail.letter import Desk, Member
from referee.desk.mail.matching import Matcher
from referee.desk.mail.reading import read_letter
from referee.desk.offered import LATER, offered
from referee.report.legal_text import row_text


@dataclass
class Table:
    """A game by mail, the player who writes, and orders that are legal together."""

    desk: Desk
    player: str
    orders: str


@cache
def table(name: str) -> Table:
    player, orders = PLAYERS[name]
    value = after(ALL[name])
    game, ruleset = games.load(value["ruleset"])
    state = read_state(game, ruleset, documents.make_document(value, "state"), value, playing=True)
    position = game.open(game.view(state, player), game.compile(ruleset, state.options))
    rows = offered(game, position, player)
    lines = [line_writer.line(mapping_of(row.order), type(row.order)) for row in rows]
    remarks = [row_text(row, type(one.order)) for row, one in zip(rows_of(rows), rows, strict=True)]
    remarks.append(f"end  # {LATER}")
    members = {player: Member("ann@x.org")}
    desk = Desk("duel", members, game, ruleset, state, lambda _: lines, lambda _: remarks)
    return Table(desk, player, orders)


# the players who write, and orders of theirs that are legal together, by situation
PLAYERS = {
    "strike": ("black", "strike ogre-1 at lion-1\nend strike"),
    "maneuver": ("red", "move lion-1 to D4\nend maneuver"),
    "masterboard": ("red", "move rd01 to 115\nend movement"),
    "hordes-movement": ("red", "attack r2 target b1\nend movement"),
    "battalions": ("red", "command hold battalion oak"),
}


def held(name: str, text: str) -> bool:
    at = table(name)
    found = read_letter(plain(text), "mail.eml", at.desk)
    assert found.player == at.player
    return bool(found.problems)


REMARKS = [
    *(
        "(or D3)",
        "(or D3 if that is too far)",
        "(maybe D3)",
        "(D3 if occupied)",
        "(or stay)",
        "(either that or E3)",
        "(optional)",
    ),
    *(
        "(cancelled)",
        "(no!)",
        "(later)",
        "(your call)",
        "(centaur-1 too)",
        "(carry over to ogre-1)",
        "(wait for Ann first)",
    ),
    *(
        "# or D3",
        "# if that is not possible then E3",
        "# cancelled",
        "(6s)",
        "(level)",
        "(E2)",
        "(tree)",
        "(centaur)",
        "(with the ogres)",
        "(bluff)",
        "- or E3",
        "(and fight if he offers nothing)",
        "(left)",
    ),
]
HARMLESS = [
    "(finally!)",
    "(behind the front)",
    "# here we go",
    "# with some luck",
    "# as discussed",
    "(wish me luck)",
    "(the long way round)",
    "(sorry for the delay)",
    "(next to the ogre)",
    "(high ground)",
    "- attacking the ogre.",
]


@pytest.mark.parametrize("remark", REMARKS)
def test_a_remark_that_may_change_its_order_is_asked_back(remark: str) -> None:
    assert held("maneuver", f"move lion-1 to D4 {remark}\nend maneuver\n")


@pytest.mark.parametrize("remark", HARMLESS)
def test_a_remark_that_changes_nothing_is_left_out(remark: str) -> None:
    assert not held("maneuver", f"move lion-1 to D4 {remark}\nend maneuver\n")


@pytest.mark.parametrize("name", PLAYERS)
def test_a_line_that_is_offered_is_taken_with_its_remark_however_it_is_wrapped(name: str) -> None:
    at = table(name)
    told = [line for line in at.desk.remarks(at.player) if "  # " in line and not line.startswith("end ")]
    for line in told[:5]:
        order, _, remark = line.partition("  # ")
        words = remark.split()
        half = len(words) // 2
        wrapped = f"{order}\n    # {' '.join(words[:half])}\n    # {' '.join(words[half:])}\n" if half else f"{line}\n"
        for text in (f"{line}\n", f"{order}\n    # {remark}\n", wrapped):
            found = read_letter(plain(text), "mail.eml", at.desk)
            assert (found.understood, found.problems) == ([order], []), text


BESIDE = {
    "battalions": [
        "oak advance E S",
        "battalion kite number 2",
        "ansel's battalion goes east",
        "fall back 1",
        "My oak falls back some way.",
    ],
    "strike": [
        "Strike!",
        "strike with everything",
        "strike the weakest one",
        "striking him with all",
        "a D5-D3",
        "leftover hits go to him",
        "The lion hits your ranger, I hope for sixes!",
    ],
    "maneuver": [
        *(
            "move everybody forward",
            "move the lot forward",
            "Lion 1 D5-D3",
            "L1 D5-D3",
            "d5d3",
            "the lion too",
            "ditto for the other two",
        ),
        *(
            "Forget it, I will send new ones later.",
            "Never mind.",
            "Scratch that.",
            "don't move lion-2 yet",
            "yes, this one.",
            "Yes please.",
            "I changed my mind.",
            "I take it all back.",
        ),
        *(
            "Sorry, wrong game.",
            "Oops, that was for the other game.",
            "This is only a test mail.",
            "skip the first line",
        ),
        *("If Ann has already conceded then nothing.", "Swap the two if that is better.", "Just thinking aloud here:"),
        *(
            "What I am considering:\nTell me if that is legal.",
            "Would this be legal?",
            "Same for the horse.",
            "And the rest follows.",
        ),
        *(
            "Everyone else too.",
            "After that everybody strikes the nearest enemy.",
            "In the strike phase always choose the ranger first.",
        ),
        *(
            "On turn 2 do the same.",
            "Next turn: split it off again.",
            "I accept whatever he offers.",
            "mutual destruction is fine with me",
        ),
    ],
    "masterboard": [
        *(
            "move all of them!",
            "titans to 138",
            "My angel legion to 8",
            "My Titan's legion to 40",
            "The gargoyles' stack goes to 142",
            "Jungle 104 goes to 101",
            "the last one to 101",
            "two ogres leave",
            "Please reroll.",
            "undo the last move",
        ),
        *(
            "take back the last move",
            "revert the attack",
            "rewind to the beginning of my turn",
            "with a 5 go to 26",
            "when a 6 comes up we teleport",
        ),
    ],
    "hordes-movement": [
        "charge the knight",
        "attack everything!",
        "Charge!",
        "Hero into the blade!",
        "the shooters as well",
        "afterwards fall back",
    ],
}
TALK = [
    *(
        "Your dragon scares me, Ben.",
        "Nice move last time!",
        "I will wait for your answer.",
        "Do not forget the meeting on Friday.",
    ),
    *(
        "Have a nice weekend everyone!",
        "Sorry for the delay, I was ill.",
        "What a game.",
        "See you on Sunday.",
        "Let me know if anything is wrong.",
    ),
    *(
        "End of the week I am away.",
        "If you have any questions, call me at home.",
        "I thought about this for a long time.",
    ),
]


@pytest.mark.parametrize(("name", "line"), [(name, line) for name, lines in BESIDE.items() for line in lines])
def test_what_may_be_an_order_or_take_one_back_holds_the_mail(name: str, line: str) -> None:
    assert held(name, f"{line}\n{table(name).orders}\n")
    assert held(name, f"{table(name).orders}\n\n{line}\n")


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("line", sampled(TALK, 6))
def test_talk_beside_orders_holds_nothing(name: str, line: str) -> None:
    assert not held(name, f"{line}\n\n{table(name).orders}\n")


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("lion-1 -> D4", "move lion-1 to D4"),
        ("Lion-1 to D4.", "move lion-1 to D4"),
        ("move lion-1 → D4", "move lion-1 to D4"),
        ("lion-1 moves to D4", "move lion-1 to D4"),
    ],
)
def test_a_piece_and_its_place_are_the_one_legal_order_of_them(line: str, order: str) -> None:
    assert read_letter(plain(f"{line}\n"), "mail.eml", table("maneuver").desk).understood == [order]


@pytest.mark.parametrize("line", ["lion-1 at E9", "mvoe lion-1 to E4", "lion-2 E5 please"])
def test_a_suggestion_names_what_the_line_names(line: str) -> None:
    (problem,) = read_letter(plain(f"{line}\n"), "mail.eml", table("maneuver").desk).problems
    said = problem.message.partition("did you mean ")[2]
    assert all(word in said for word in line.split() if "-" in word) or not said


ATTRIBUTIONS = [
    "On Sat, 28 Nov 2026 at 16:00, <desk@localhost> wrote:",
    "On Sat, 28 Nov 2026 at 16:00,\n<desk@localhost> wrote:",
    "On 28/11/2026 16:00, desk@localhost wrote:",
    "Am 28.11.2026 um 16:00 schrieb desk@localhost:",
    "Le 28 nov. 2026 à 16:00, desk@localhost a écrit :",
    "desk@localhost wrote:",
]


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
@pytest.mark.parametrize("above", ["\n", "\nAnn\n", "\n\n"])
def test_no_line_above_an_attribution_is_lost(attribution: str, above: str) -> None:
    text = f"move lion-1 to D4\nmove lion-2 to C3\nend maneuver{above}{attribution}\n> Awaiting red: maneuver\n"
    found = read_letter(plain(text), "mail.eml", table("maneuver").desk)
    assert (found.understood, found.problems) == (["move lion-1 to D4", "move lion-2 to C3", "end maneuver"], [])


def test_an_order_below_quoted_lines_is_the_players() -> None:
    at = table("maneuver")
    offer = "You may order, as lines to copy:\n  move lion-1 to D4\n  move lion-1 to D5\n  move lion-2 to C3\nOr open"
    desk = structs.replace(at.desk, sent=lambda _: [offer], written={})
    quoted = "> You may order, as lines to copy:\n>   move lion-1 to D4\n"
    text = f"{quoted}move lion-1 to D5\nmove lion-2 to C3\nend maneuver\n"
    found = read_letter(plain(text), "mail.eml", desk)
    assert found.understood == ["move lion-1 to D5", "move lion-2 to C3", "end maneuver"]


@pytest.mark.parametrize(
    "line", ["No wait, D5", "Oops, I mean lion-2.", "hmm, rather north", "make that 2", "Hmm, no. I'd rather stay."]
)
def test_a_correction_below_an_order_holds_the_mail(line: str) -> None:
    assert held("maneuver", f"move lion-1 to D4\n{line}\n")


@pytest.mark.parametrize(
    ("name", "line", "order"),
    [
        ("maneuver", "centaur -> E1", "move centaur-1 to E1"),
        ("maneuver", "Hi! Move lion-1 to D4, please.", "move lion-1 to D4"),
        ("hordes-movement", "end movement  # later, once what must be done is done", "end movement"),
    ],
)
def test_near_forms_of_what_is_offered_are_taken(name: str, line: str, order: str) -> None:
    found = read_letter(plain(f"{line}\n"), "mail.eml", table(name).desk)
    assert (found.understood, found.problems) == ([order], [])


@pytest.mark.parametrize(
    "line", ["my lion moves a bit:", "(the rider is far away)", "Greetings, the desert looks lonely."]
)
def test_talk_that_names_pieces_or_grounds_holds_nothing(line: str) -> None:
    assert not held("maneuver", f"{line}\nmove lion-1 to D4\nend maneuver\n")


@pytest.mark.parametrize(
    ("line", "understood"),
    [
        ("oak advances 1", "command advance battalion oak number 1 relative_to kite"),
        ("oak: flank left 2", "command flank_left battalion oak number 2 relative_to kite"),
        ("my oak falls back by two", "command fall_back battalion oak number 2 relative_to kite"),
        ("oak holds", "command hold battalion oak"),
    ],
)
def test_orders_of_battalions_are_lines_that_people_write(line: str, understood: str) -> None:
    """The number is the one that the line says, and an enemy that is the only one is left out."""
    found = read_letter(plain(f"Hello,\n\n{line}\n\nAnn\n"), "mail.eml", table("battalions").desk)
    assert (found.understood, found.problems) == ([understood], [])


def test_no_number_of_an_order_is_guessed() -> None:
    found = read_letter(plain("oak advances\n"), "mail.eml", table("battalions").desk)
    assert found.understood == ["command advance battalion oak relative_to kite"]


def test_which_of_two_enemies_is_meant_is_not_guessed() -> None:
    desk = table("battalions").desk
    legal = list(desk.legal(table("battalions").player))
    advance = next(line for line in legal if line.startswith("command advance battalion oak"))
    matcher = Matcher(desk.words(table("battalions").player), [advance, advance.replace("kite", "ash")])
    assert matcher.order("oak advances 1") is None
    assert matcher.order("oak advances 1 relative to kite") == advance


# beside an order on its line
LABELS = [
    *("either", "maybe", "fallback", "worst case", "only when wounded", "1-2", "low (1-3)", "3 to 6", "option 1"),
    *("depending on Ben", "odd", "in case of a miss", "joke", "tbd", "my threat", "tomorrow"),
]
TAILS = ["no", "maybe", "later", "just kidding", "to be confirmed", "optional", "in round 3", "west", "if he agrees"]
# below or above orders, without an empty line between
AMONG = [
    *("scratch the first one", "strike that", "delete line 2", "minus the second", "except the last", "if legal"),
    *("hypothetically", "kidding", "would that work?", "to be confirmed", "will confirm tomorrow", "both reversed"),
    *("the second is a joke", "On reflection I prefer to stay.", "Do you agree?", "Hold everything!", "odd: or even"),
    *("TODO", "e.g.", "Mulled over", "In the chess game:", "(lion-2 to E4)", '"lion-2 to E4" - Ann'),
]
CHATTY = [
    *("Left wing:", "Front:", "Turn 3:", "My orders:", "Always a pleasure.", "The clock is ticking.", "For the king!"),
    *("Cheers, Ann", "That's all.", "Thanks for the quick turn!", "Over to you", "no rush", "No split this time."),
]


@pytest.mark.parametrize("label", LABELS)
def test_a_label_that_is_not_known_to_be_one_holds_the_mail(label: str) -> None:
    assert held("maneuver", f"move lion-2 to C3\n{label}: move lion-1 to D4\n")


@pytest.mark.parametrize("tail", TAILS)
def test_what_follows_an_order_on_its_line_holds_the_mail(tail: str) -> None:
    assert held("maneuver", f"lion-1 to D4, {tail}\nend maneuver\n")


@pytest.mark.parametrize("line", AMONG)
def test_what_is_among_orders_and_may_concern_them_holds_the_mail(line: str) -> None:
    assert held("maneuver", f"lion-1 to D4\n{line}\nend maneuver\n")


@pytest.mark.parametrize("line", CHATTY)
def test_labels_manners_and_chat_among_orders_hold_nothing(line: str) -> None:
    assert not held("maneuver", f"{line}\nlion-1 to D4\nend maneuver\n")
    assert not held("maneuver", f"lion-1 to D4\nend maneuver\n{line}\n")


def test_nothing_is_offered_that_leaves_out_a_condition() -> None:
    found = read_letter(plain("strike ogre-2 at lion-1 only if it lives\n"), "mail.eml", table("strike").desk)
    assert found.problems
    assert "did you mean" not in found.problems[0].message


ENDED = [
    "Done.",
    "end of my maneuver phase",
    "I'm finished.",
    "I'm done moving.",
    "That ends my movement.",
    "I am done",
]
ENDED += [
    "phase over",
    "my maneuver is over",
    "That completes my maneuver.",
    "End turn",
    "end of my turn",
    "finished moving",
]


@pytest.mark.parametrize("line", ["Your turn ends", "your maneuver is done", "Done for!", "To the end!", "all ends"])
def test_what_others_end_or_talk_of_an_end_ends_no_phase(line: str) -> None:
    found = read_letter(plain(f"move lion-1 to D4\n\n{line}\n"), "mail.eml", table("maneuver").desk)
    assert found.understood == ["move lion-1 to D4"]


@pytest.mark.parametrize("line", ["ogre-1 hits lion-1 on 6s", "your ogre hits lion-1", "the lion hits ogre-1"])
def test_a_strike_that_says_more_or_is_another_players_is_not_taken(line: str) -> None:
    assert read_letter(plain(f"{line}\n"), "mail.eml", table("strike").desk).understood == []


@pytest.mark.parametrize("line", ["lion1 to D4", "lion01 d4", "lion-1 to hex D4", "lion-1 to D4 # as discussed"])
def test_an_id_is_read_however_its_number_is_written(line: str) -> None:
    assert read_letter(plain(f"{line}\n"), "mail.eml", table("maneuver").desk).understood == ["move lion-1 to D4"]
    assert (
        read_letter(plain("rd1 to 115\n"), "mail.eml", table("masterboard").desk).understood[0].startswith("move rd01")
    )


@pytest.mark.parametrize("number", ["on 6", "with 6", "6", "-6"])
def test_a_number_of_a_strike_is_not_passed_over(number: str) -> None:
    # the Power-factor of an Ogre is 6
    legal = structs.replace(table("strike").desk, legal=lambda _: ["strike ogre-1 at lion-1"])
    assert read_letter(plain(f"ogre-1 strikes lion-1 {number}\n"), "mail.eml", legal).understood != [
        "strike ogre-1 at lion-1"
    ]


def test_a_row_of_a_table_is_an_order_and_no_quotation() -> None:
    text = "+----+----+\n| lion-1 | D4 |\n|---|---|\nend maneuver\n"
    found = read_letter(plain(text), "mail.eml", table("maneuver").desk)
    assert (found.understood, found.problems) == (["move lion-1 to D4", "end maneuver"], [])


@pytest.mark.parametrize("line", ["Sent from my phone, lion-2 to E4 too", "-- \nIgnore the above"])
def test_what_is_said_in_a_signature_holds_the_mail(line: str) -> None:
    assert held("maneuver", f"lion-1 to D4\n\n{line}\n")


def test_two_that_go_to_one_place_are_not_one() -> None:
    at = table("masterboard")
    legal = structs.replace(at.desk, legal=lambda _: ["move rd02 to 8 side left"])
    assert read_letter(plain("rd01 and rd02 to 8\n"), "mail.eml", legal).understood == []


@pytest.mark.parametrize("line", ENDED)
def test_what_says_that_a_player_is_done_ends_the_phase(line: str) -> None:
    found = read_letter(plain(f"move lion-1 to D4\n{line}\n"), "mail.eml", table("maneuver").desk)
    assert found.understood == ["move lion-1 to D4", "end maneuver"]


def test_an_order_under_a_condition_is_read_in_the_players_words() -> None:
    found = read_letter(plain("if lion-1 dead: ogre-1 hits centaur-1\n"), "mail.eml", table("strike").desk)
    assert found.understood == ["if lion-1 dead: strike ogre-1 at centaur-1"]


@pytest.mark.parametrize(
    "line",
    [
        *(
            "on a 1: bk01 to 38",
            "If I roll a 1: bk01 to 38",
            "if the roll is 1 then bk01 goes to 38",
            "If I get a 1: bk01 -> 38",
        ),
        *("if roll 1, then move bk01 to 38", "on 1: move bk01 to 38"),
    ],
)
def test_a_move_for_later_needs_no_verb_under_a_condition(line: str) -> None:
    at = table("masterboard")
    later = structs.replace(at.desk, legal=lambda _: ["end commencement"])
    line = line.replace("bk01", "rd01")
    assert read_letter(plain(f"{line}\n"), "mail.eml", later).understood == ["if roll 1: move rd01 to 38"]
    both = read_letter(plain(f"{line}, rd02 to 35\n"), "mail.eml", later).understood
    assert both == ["if roll 1: move rd01 to 38", "if roll 1: move rd02 to 35"]


@pytest.mark.parametrize(
    "line",
    [
        *("both ogres strike the lion", "all ogres hit lion-1", "ogre-1 and ogre-2 both strike lion-1"),
        *("ogre-1 hits lion-1, ogre-2 too.", "ogre-1 strikes lion-1 and ogre-2 as well"),
        "ogre-1 strikes lion-1\nogre-2 strikes lion-1 too",
        "Both ogres hit the lion at D6.",
    ],
)
def test_several_that_do_the_same_have_an_order_each(line: str) -> None:
    legal = ["strike ogre-1 at lion-1", "strike ogre-2 at lion-1", "end strike"]
    at = structs.replace(table("strike").desk, legal=lambda _: legal)
    found = read_letter(plain(f"{line}\n"), "mail.eml", at)
    assert (found.understood, found.problems) == (legal[:2], [])


def test_numbers_that_may_be_rolls_hold_the_mail() -> None:
    at = table("masterboard")
    lines = at.desk.legal(at.player)
    one, other = next(line for line in lines if line.startswith("move rd01")), "move rd01 to 8"
    numbered = f"end commencement\n1: {one}\n2: {other}\n"
    later = structs.replace(at.desk, legal=lambda _: ["end commencement"])
    assert read_letter(plain(numbered), "mail.eml", later).problems
    listed = f"1: {one}\n2: end movement\n"
    assert read_letter(plain(listed), "mail.eml", at.desk).understood == [one, "end movement"]


# above or below orders, in a paragraph of its own
FRAMES = [
    *("Last time I played this:", "My brother suggests:", "What I would do in your place:", "I will NOT play:"),
    *(
        "When I roll a six next time:",
        "Subject to my wife's approval.",
        "I'm joking of course.",
        "Orders follow tonight.",
    ),
    *("Hm, the lion had better stay home.", "Say the word and I'll send it for real.", "Option two"),
]
FRAMES += [
    *(
        "Here's my plan, tell me what you think before I commit to it.",
        "I haven't decided yet.",
        "It will probably be this.",
    ),
    *("This is what I'd do if I were sure of the slope rule.", "Tom wants me to do this.", "I have my doubts."),
    *("His brother does the same.", "Excess damage carries over."),
]
FRAMES += [
    *("What if", "I considered", "Plan B", "Not this", "The following is wrong.", "My old orders", "Tom's orders"),
    *("This is a test", "Provisional.", "Vice versa", "Actually not.", "Do it tomorrow.", "Sorry, 13.", "I concede."),
    *("nobody moves", "everybody stays", "lion-1 stays", "no moves", "lion-1 cannot stay there"),
]
FRAMES += [
    *("Nope.", "Void.", "As if!", "In your dreams.", "Said no one ever.", "test", "Rejected", "Dream on.", "versus"),
    *("I need to sleep on it.", "For Monday.", "Assuming Ann agrees.", "Ann's words, not mine.", "D5*"),
    *("Yesterday I sent", "The worst move would be", "was my plan until yesterday.", "Vielleicht.", "Sent by mistake."),
]
# any word or two in a paragraph of their own
FRAMES += ["Abandoned", "Second-rate.", "bluffs", "Poppycock.", "J/k", "Not!"]
LEADS = ["OK, here are my orders for this turn:", "As threatened, the lions move:", "And now my turn:"]


@pytest.mark.parametrize("line", FRAMES)
def test_a_paragraph_that_says_of_orders_that_they_are_none_holds_the_mail(line: str) -> None:
    assert held("maneuver", f"{line}\n\nlion-1 to D4\nend maneuver\n")


@pytest.mark.parametrize("line", LEADS)
def test_a_paragraph_that_announces_orders_holds_nothing(line: str) -> None:
    assert not held("maneuver", f"{line}\n\nlion-1 to D4\nend maneuver\n")


@pytest.mark.parametrize(
    "line",
    [
        *("lion-1 would move to D4", "lion-1 could move to D4", "lion-1 moved to D4"),
        *(
            "~~lion-1 to D4~~",
            "// lion-1 to D4",
            "; lion-1 to D4",
            "<!-- lion-1 to D4 -->",
            "/* lion-1 to D4 */",
            "( ) lion-1 to D4",
            "❌ lion-1 to D4",
            "AN> lion-1 to D4",
            "I almost moved lion-1 to D4.",
        ),
    ],
)
def test_what_is_thought_or_struck_out_is_no_order(line: str) -> None:
    found = read_letter(plain(f"{line}\n"), "mail.eml", table("maneuver").desk)
    assert found.understood == []
    assert read_letter(plain("lion-1 from D4\n"), "mail.eml", table("maneuver").desk).understood == []
    assert not any("did you mean" in problem.message for problem in found.problems)


def test_a_box_of_a_page_that_is_not_ticked_holds_the_mail() -> None:
    boxes = '<p><input type="checkbox" checked>lion-1 to D4</p><p><input type="checkbox">lion-2 to E4</p>'
    mail = plain(boxes).replace(b"text/plain", b"text/html")
    found = read_letter(mail, "mail.eml", table("maneuver").desk)
    assert found.understood == ["move lion-1 to D4"]
    assert "not ticked" in found.problems[0].message


def test_what_a_style_sheet_strikes_through_or_hides_is_no_order() -> None:
    style = "<style>p.old, .gone {text-decoration: line-through} @media all {#aside {display: none}}</style>"
    rows = '<p class="x old">lion-2 to E4</p><div class=gone>concede battle</div><p id=aside>lion-2 to C3</p>'
    mail = plain(f"<html><head>{style}</head><body><p>lion-1 to D4</p>{rows}</body></html>")
    found = read_letter(mail.replace(b"text/plain", b"text/html"), "mail.eml", table("maneuver").desk)
    assert (found.understood, found.problems) == (["move lion-1 to D4"], [])


@pytest.mark.parametrize("line", ["Ben", "-Ben", "*Ben", "B.", "Cheers,", "Hooray!", "www.avast.com", "Good luck."])
def test_a_name_a_wish_and_an_address_below_orders_hold_nothing(line: str) -> None:
    assert not held("maneuver", f"lion-1 to D4\nend maneuver\n\n{line}\n")
