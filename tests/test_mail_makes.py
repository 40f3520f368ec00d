"""Mails of many makes: every order is understood, no prose is taken for one, and a slip is a problem."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from mail_makes import ORDERS, TEXT, makes, parts, plain, raw
from seeds import sampled
from test_mail_in import DESK, desk
from test_reacting import combat

from referee import games
from referee.core import documents
from referee.core.game.state_reading import read_state
from referee.desk.mail.letter import Desk, Letter, Member
from referee.desk.mail.matching import Matcher
from referee.desk.mail.reading import read_letter

MAKES = {name: (content, prose) for name, content, prose in makes()}
EXAMPLES = Path(__file__).parent.parent / "examples"


def read(content: bytes, at: Desk = DESK) -> Letter:
    return read_letter(content, "mail.eml", at)


@pytest.mark.parametrize("name", sampled(MAKES, 5))
def test_every_order_is_understood(name: str) -> None:
    content, prose = MAKES[name]
    found = read(content)
    expected = list(prose[1:]) if prose and prose[0] == "!" else ORDERS
    assert (found.reason, found.problems, found.understood) == ("", [], expected)
    if prose is not None and prose[:1] != ["!"]:
        assert found.set_aside == list(prose)


def table(name: str) -> Desk:
    """Return a game by mail of one of the three games."""
    if name == "Titan, Masterboard":
        return DESK
    paths = {"Titan, battle": "titan/battle/000.state.yaml", "Hordes": "hordes/ford/000.state.yaml"}
    value = documents.parse((EXAMPLES / paths[name]).read_bytes(), name).value if name in paths else combat()
    game, ruleset = games.load(value["ruleset"])
    state = read_state(game, ruleset, documents.make_document(value, "state"), value, playing=True)
    return Desk("duel", {"ann": Member("ann@x.org"), "ben": Member("ben@x.org")}, game, ruleset, state)


TABLES = {name: table(name) for name in ("Titan, Masterboard", "Titan, battle", "Hordes", "Battalions")}

PROSE = [
    "Move over, Ben!",
    "I strike at dawn",
    "Help me understand the combat rules.",
    "Add me to the list",
    "End of the week I am away",
    "End of story.",
    "Endlich wieder Zeit für ein Spiel!",
    "Moving house next week, so please be patient.",
    "Moves attached below.",
    "Striking weather today!",
    "Strike 1, strike 2, you are out!",
    "Enter at your own risk.",
    "Enter the dragon :-)",
    "Hold on a minute, I have a question.",
    "Hold the line!",
    "Hold your horses.",
    "Fight on, brave lions!",
    "Shoot me a mail if something is wrong.",
    "Attack is the best defence.",
    "Command and conquer!",
    "Command of the game is yours.",
    "Advance notice: I am on holiday from Friday.",
    "Pass me the salt, please.",
    "Clear skies here in Berlin.",
    "Clear as mud!",
    "Show must go on.",
    "Legal advice is expensive.",
    "Status: tired.",
    "Rules are rules.",
    "Word of honour, this is my last turn today.",
    "Press coverage was great.",
    "Always look on the bright side of life.",
    "Always strike first, ask questions later.",
    "If only I had rolled better.",
    "If you roll a 6 again I quit!",
    "Else we meet on Sunday: same place, same time.",
    "Try again, Ben.",
    "Try to beat that: 5 hits!",
    "Roll the dice!",
    "Roll for me, will you?",
    "Stand and deliver!",
    "Agree to disagree.",
    "Flee while you can, Ben.",
    "Concede already?",
    "Muster your courage, Ben.",
    "Split screen would be nice.",
    "Engage!",
    "Stop the clock, I need a coffee.",
    "Draw a card, any card.",
    "Cast your vote.",
    "Give me a break.",
    "Trade you my sandwich for a lion.",
    "Path of glory!",
    "Arrange a call on Sunday?",
    "Choose wisely.",
    "Charge!",
    "Use the force, Luke.",
    "Summon the angels of heaven!",
    "Exit light, enter night.",
    "Move 38 was brilliant, by the way.",
    "bk01 looks strong to me.",
    "See you on 12 December at 20:00.",
    "1. I am on holiday next week",
    "- my daughter says hello",
    "https://example.org/move/bk01",
    "Turn 5 was fun, thanks!",
    "Order a pizza, I will be there at 8.",
    "PS: end of month is bad for me.",
    "By the way: I will move to Berlin in May.",
    "then I will end the game with a laugh.",
    "Ich ziehe nach Hamburg um.",
    "Je suis en vacances jusqu'au 3 janvier.",
    "Mañana estoy fuera.",
]


# what may be meant as an order is asked back, so that no order is lost beside others that are carried out
UNCLEAR = [
    "bk02 moves to 124",
    "bk01 to 36",
    "I move bk01 to 36",
    "1. bk01 to 36",
    "I'd like bk01 to go to 38",
    "I want bk01 to recruit an ogre",
    "What happened to bk02 in 100?",
    "moev bk01 to 38",
    "start: angel, ogre, ogre, gargoyle",
]


@pytest.mark.parametrize(
    ("line", "understood"),
    [
        ("bk01: 38", "move bk01 to 38"),
        ("then bk01 38", "move bk01 to 38"),
        ("Move my bk01 to the 38", "move bk01 to 38"),
        ("bk01 goes to Brush 38", "move bk01 to 38"),
        ("bk01 from 37 to 38", "move bk01 to 38"),
        ("Well, bk01 to 38.", "move bk01 to 38"),
    ],
)
def test_a_line_that_says_one_legal_order_is_that_order(line: str, understood: str) -> None:
    found = read(f"From: ann@x.org\nSubject: Re: [duel 3]\n\n{line}\nend movement\n".encode())
    assert (found.understood, found.problems) == ([understood, "end movement"], [])


@pytest.mark.parametrize(
    "line",
    [
        "thats all, end movement",
        "Pass, nobody moves. End of my movement phase.",
        "end",
        "That's all: end movement.",
        "That is all, end movement.",
        "And that ends my movement.",
        "Done with movement.",
    ],
)
def test_a_clause_that_is_an_order_is_that_order(line: str) -> None:
    found = read(plain(f"{line}\n"), TABLES["Titan, Masterboard"])
    assert (found.understood, found.problems) == (["end movement"], [])


@pytest.mark.parametrize(
    "line", ["When he has moved, end movement", "no wait, end movement", "bk01 to 38, or bk02 to 41"]
)
def test_a_clause_that_hangs_on_another_is_no_order(line: str) -> None:
    found = read(plain(f"move bk01 to 38\n{line}\n"), TABLES["Titan, Masterboard"])
    assert found.understood == ["move bk01 to 38"] or found.problems


@pytest.mark.parametrize(
    "line",
    [
        *("bk02 stays in the tower.", "I keep bk02 together.", "bk02 does not move", "no split for bk02"),
        *("bk02 stays too", "leave bk02 alone", "bk02 stays put for now"),
    ],
)
def test_a_piece_that_stays_needs_no_order(line: str) -> None:
    found = read(f"From: ann@x.org\nSubject: Re: [duel 3]\n\nmove bk01 to 38\nend movement\n{line}\n".encode())
    assert (found.set_aside, found.problems) == ([line], [])
    found = read(f"From: ann@x.org\nSubject: Re: [duel 3]\n\nmove bk02 to 38\nend movement\n{line}\n".encode())
    assert [problem.line for problem in found.problems] == [line]


@pytest.mark.parametrize("line", UNCLEAR)
def test_a_line_that_may_be_an_order_holds_the_mail_and_is_shown(line: str) -> None:
    found = read(f"From: ann@x.org\nSubject: Re: [duel 3]\n\n{line}\nend movement\n".encode())
    assert [line.partition(". ")[2] or line] == [problem.line for problem in found.problems]
    assert found.set_aside == []


@pytest.mark.parametrize(
    ("line", "understood"),
    [
        ("r2 attacks b1", "attack r2 target b1"),
        ("r2 advance 120, wheel left 30", "group r2 steps advance 120, wheel left degrees 30"),
        (
            "r7 and r8 wheel right 20 degrees, then advance 80 paces",
            "group r7 r8 steps wheel right degrees 20, advance 80",
        ),
        ("group r3 r4 r5 advance 200", "group r3 r4 r5 steps advance 200"),
        ("r3 r4 r5 advance 200", "group r3 r4 r5 steps advance 200"),
        ("move r2 path x 860 y 900 facing 0", "move r2 path x 860 y 900 facing 0"),
        ("activate r3 at x 920 y 160 facing 0", "activate r3 at x 920 y 160 facing 0"),
        ("r7 shoots at b3", "shoot r7 target b3"),
    ],
)
def test_orders_of_hordes_are_lines_that_people_write(line: str, understood: str) -> None:
    found = read(plain(f"Hello,\n\n{line}\n\nAnn\n"), TABLES["Hordes"])
    assert (found.understood, found.problems) == ([understood], [])


@pytest.mark.parametrize("line", ["r7 advance 100; r8 advance 100", "r7 and r8 advance 100, r7 advance 50"])
def test_what_several_do_each_is_no_order_of_them_as_one(line: str) -> None:
    found = read(plain(f"{line}\nend movement\n"), TABLES["Hordes"])
    assert not any(one.startswith("group") for one in found.understood)
    assert found.problems


@pytest.mark.parametrize(
    "line", ["r2 attacks b1, I think", "r2 will advance 100 next turn", "r2 does not attack b1", 'r7 advance 12"']
)
def test_a_sentence_about_elements_is_no_order_of_them(line: str) -> None:
    found = read(plain(f"{line}\nend movement\n"), TABLES["Hordes"])
    assert [problem.line for problem in found.problems] == [line]


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("line", sampled(PROSE, 4))
def test_prose_is_no_order(game: str, line: str) -> None:
    found = read(plain(f"{line}\n"), TABLES[game])
    assert (found.understood, found.problems, found.requests, found.press) == ([], [], [], [])
    assert len(found.set_aside) == 1


SLIPS = {
    "Titan, Masterboard": [
        "move bk01 too 38",
        "moev bk01 to 38",
        "move bk01 to",
        "teleprot bk02 to 100",
        "split bk01 of ogre ogre",
        "end comencement",
        "End movment.",
        "musster ogre in bk01",
        "if rol 5: move bk01 to 38",
        "if roll 5 move bk01 to 38",
        "always: end movment",
        "esle: move bk01 to 38",
    ],
    "Titan, battle": ["enter ogre-1 at B1 C2", "strke ogre-1 at lion-1", "strike ogre-1 on lion-1", "end manoeuver"],
    "Hordes": ["pips rol", "end movemnt", "shot r7 target b3", "fight r2 agianst b1"],
    "Battalions": ["comand hold battalion R", "command hold batalion R"],
}


@pytest.mark.parametrize(("game", "line"), [(game, line) for game, lines in SLIPS.items() for line in lines])
def test_an_order_with_a_slip_is_a_problem_and_no_prose(game: str, line: str) -> None:
    found = read(plain(f"Hello,\n\n{line}\n\nAnn\n"), TABLES[game])
    assert (found.understood, [problem.line for problem in found.problems]) == ([], [line])
    assert len(found.problems[0].message) > 10


def test_what_cannot_be_read_is_set_aside_with_its_reason() -> None:
    armour = "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----"
    assert "encrypted" in read(plain(armour)).reason
    inner = (
        ("Content-Type: application/pgp-encrypted", "Version: 1"),
        ("Content-Type: application/octet-stream", armour),
    )
    assert "encrypted" in read(parts("multipart/encrypted", *inner)).reason
    body = base64.encodebytes(b"MIIB")
    head = "Content-Transfer-Encoding: base64"
    opaque = raw(body, "Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m", head)
    assert "clear text" in read(opaque).reason
    assert (
        "encrypted" in read(raw(body, "Content-Type: application/pkcs7-mime; smime-type=enveloped-data", head)).reason
    )


@pytest.mark.parametrize("said", ["Cancel my orders.", "clear", "salt green willow", "move bk01 to 38"])
def test_what_only_the_html_of_a_mail_says_counts(said: str) -> None:
    plain_text = ("Content-Type: text/plain", "This mail is in HTML.")
    content = parts("multipart/alternative", plain_text, ("Content-Type: text/html", f"<p>{said}</p>"))
    found = read(content)
    assert (found.problems, bool(found.understood) or found.salt == "green willow") == ([], True)


@pytest.mark.parametrize("name", ["orders.zip", "my orders.docx", "Orders.pdf", "orders.gz"])
def test_a_file_of_orders_that_is_no_text_is_a_problem(name: str) -> None:
    content = parts(
        "multipart/mixed",
        ("Content-Type: text/plain", TEXT),
        (f'Content-Type: application/octet-stream; name="{name}"\nContent-Disposition: attachment', b"PK"),
    )
    found = read(content)
    assert [problem.line for problem in found.problems] == [name]
    assert "orders.txt" in found.problems[0].message


@pytest.mark.parametrize(
    ("line", "roll"),
    [
        ("on a 3: move bk01 to 38", "3"),
        ("On 2 or 3: move bk01 to 38", "2 3"),
        ("on 3 or more: move bk01 to 38", "3 or more"),
        ("If the roll is a 1: move bk01 to 38", "1"),
    ],
)
def test_a_condition_on_the_roll_is_read_as_it_is_said(line: str, roll: str) -> None:
    assert read(plain(f"{line}\n")).understood == [f"if roll {roll}: move bk01 to 38"]


@pytest.mark.parametrize("line", ["On 28 November I am away.", "On 12:30 trains I answer no mail."])
def test_on_a_day_is_no_condition(line: str) -> None:
    found = read(plain(f"{line}\n\nmove bk01 to 38\n"))
    assert (found.understood, found.problems) == (["move bk01 to 38"], [])


def test_names_are_read_in_any_letters() -> None:
    found = read(plain("MOVE BK01 TO 38\nEnd Movement"), desk())
    assert (found.understood, found.problems) == (["move bk01 to 38", "end movement"], [])


@pytest.mark.parametrize("game", TABLES)
def test_the_verb_of_another_order_is_never_passed_over(game: str) -> None:
    desk = TABLES[game]
    player = next(iter(desk.members))
    vocabulary, legal = desk.words(player), list(desk.legal(player))
    matcher = Matcher(vocabulary, legal)
    for line in legal:
        verb, _, rest = line.partition(" ")
        for other in vocabulary.verbs - {verb}:
            if not vocabulary.means(other, verb):
                found = matcher.order(f"{other} {rest}")
                assert found is None or not found.startswith(f"{verb} "), (line, other)


def test_a_heading_that_is_given_twice_is_asked_back() -> None:
    lines = ["combat: k1", "turn: 2", "command hold battalion R", "turn: 3", "command hold battalion R"]
    found = read(plain("\n".join(lines)), TABLES["Battalions"])
    assert [problem.line for problem in found.problems] == ["turn: 3"]
