"""No order that nobody gave, none lost: asked back, of passed steps, beside files, by lists, in halves, of seats."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import Any

import pytest
from running import referee as run_referee
from seeds import sampled
from test_desk import ATTACK, NOW, Game, at_commencement

import referee
from referee.desk.bounded import TooLong
from referee.desk.verifying import verify

ENTER = ["enter lion-2 to C5", "enter troll-1 to D5", "end maneuver"]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return Game(tmp_path / "duel")


def words(text: str) -> str:
    return " ".join(text.split())


def put(game: Game, name: str, text: str) -> None:
    (game.folder / "inbox" / name).write_bytes(text.encode())


def proved(game: Game) -> bool:
    found = verify(game.folder)
    return not (found.differences or found.unproved)


SAID = ["concede battle", "always: hold the line\nconcede battle", "try concede battle"]


@pytest.mark.parametrize("said", sampled(SAID, 3))
def test_what_cannot_be_taken_back_is_asked_back(game: Game, said: str) -> None:
    game.mail("red", *said.split("\n"))
    found = game.run()
    assert (found["adjudicated"], found["waiting"]) == ([], [])
    told = words(game.letters("red")[-1])
    word = re.search(r"with a line 'confirm (\w+)'", told)
    assert word is not None, told
    game.mail("red", *said.split("\n"), "confirm wrong")
    assert game.run()["adjudicated"] == []
    # the word is of these orders, and of this player
    game.mail("black", "concede battle", f"confirm {word[1]}")
    assert game.run()["adjudicated"] == []
    game.mail("red", *said.split("\n"), f"Confirm {word[1].upper()}")
    assert game.run()["adjudicated"] != []
    assert game.state()["battle"]["result"]["winner"] == "attacker"
    assert proved(game)


def test_who_writes_is_answered_though_the_text_takes_too_long_and_told_where_press_goes(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.mail("red", "press to black: a truce?", "status")
    game.run()
    assert "your press goes to black." in words(game.letters("red")[-1])

    def slow(letter: Any, text: str, *given: Any) -> None:
        if text.strip():
            raise TooLong

    monkeypatch.setattr("referee.desk.mail.reading.read_text", slow)
    game.mail("red", "end maneuver")
    found = game.run()
    assert (found["adjudicated"], [one["player"] for one in found["taken"]]) == ([], [None])
    assert "nothing of it counts: to read it takes more than 1.5 seconds" in words(game.letters("red")[-1])


def test_what_cannot_be_taken_back_is_never_offered(game: Game) -> None:
    game.mail("red", "legal", "help", "concede batle", "concede")
    game.run()
    for letter in (game.folder / "out").glob("*.eml"):
        text = letter.read_bytes().decode()
        assert not re.search(r"^ +concede|did you mean 'concede", text, re.MULTILINE), letter


def test_orders_for_a_step_that_has_passed_are_void(game: Game) -> None:
    game.mail("red", *ENTER, subject="Re: [duel 0]")
    game.run()
    # black orders for the phase of red, and red for its own that is over
    for player, lines in (("black", ["enter ogre-1 to D1"]), ("red", ["end maneuver"])):
        game.mail(player, *lines, subject="Re: [duel 0] orders")
        found = game.run()
        assert (found["adjudicated"], found["waiting"]) == ([], []), player
        assert "step 0, round 1, defender's Maneuver Phase, has passed" in words(game.letters(player)[-1])
    game.mail("black", "status", subject="Re: [duel 0] orders")
    assert game.run()["taken"][0]["problems"] == []
    game.mail("black", *ATTACK[:3], subject="Re: [duel 1] orders")
    assert game.run()["adjudicated"]
    assert proved(game)


def test_who_orders_ahead_is_told_that_it_waits_and_the_master_can_throw_it_away(game: Game) -> None:
    game.mail("black", "end maneuver")
    game.run()
    assert "These orders of yours wait; a line 'clear' withdraws them: end maneuver" in words(game.letters("black")[-1])
    said = run_referee("desk", "drop-waiting", str(game.folder), "black", "--because", "you rang", "--now", NOW)
    assert said.code == 0, said.all
    assert game.status()["waiting"] == []
    assert "thrown away, because: you rang" in words(game.letters("black")[-1])
    assert len(game.letters("red")) == 1
    assert run_referee("desk", "drop-waiting", str(game.folder), "--because", "again").code == 2
    assert run_referee("desk", "drop-waiting", str(game.folder), "zoe", "--because", "again").code == 2
    assert proved(game)


RETRACTIONS = [
    *("Cancel my orders.", "I withdraw my orders", "Please do not carry out my last mail.", "clear please"),
    *("I'd like to take that back.", "Sorry, wrong game! Please ignore my mail.", "Ich ziehe meine Befehle zurück."),
]
KEPT = [
    *("Please do not cancel my orders.", "Don't forget that the deadline is Friday", "Shall I cancel my orders?"),
    *("I had to cancel my holiday.", "he took back his queen", "I will withdraw from the tower next turn"),
    # which of several orders that is, nobody knows
    *("undo my last order", "cancel the first move"),
]


@pytest.mark.parametrize("said", [*sampled(RETRACTIONS, 2), *sampled(KEPT[:-2], 2), *KEPT[-2:]])
def test_who_takes_back_in_words_what_waits_is_understood(game: Game, said: str) -> None:
    game.mail("black", "end maneuver")
    game.run()
    game.mail("black", said)
    found = game.run()
    assert len(game.status()["waiting"]) == (said in KEPT)
    assert ("clear" in found["taken"][0]["understood"]) == (said in RETRACTIONS)


def test_a_retraction_below_a_signature_holds_the_mail(game: Game) -> None:
    game.mail("red", "end maneuver", "", "Ann", "--", "PS: on reflection please do not carry out my last orders")
    assert game.run()["adjudicated"] == []


@pytest.mark.slow
def test_a_standing_order_that_has_done_its_task_ends_no_later_phase(game: Game) -> None:
    game.mail("red", "always: enter in order C5 D5 E5")
    found = game.run()
    assert [row["by"] for row in found["adjudicated"]] == [["red"]]
    game.mail("black", *ATTACK[:3])
    game.run()
    for player in ("red", "black"):
        state = game.state()["battle"]
        if state["phase"] == "strike":
            game.mail(player, "end strike")
            game.run()
    while game.status()["awaiting"][0]["player"] == "black":
        game.mail("black", f"end {game.state()['battle']['phase']}")
        game.run()
    state = game.state()["battle"]
    assert (state["round"], state["phase"], state["active"]) == (2, "maneuver", "defender")
    assert game.run()["adjudicated"] == []
    assert proved(game)


@pytest.mark.slow
def test_who_takes_a_seat_is_written_to_and_inherits_no_orders(game: Game) -> None:
    game.mail("black", "always: hold the line", "end maneuver")
    game.run()
    assert len(game.status()["waiting"]) == 2
    assert run_referee("desk", "replace", str(game.folder), "black", "cai@x.org").code == 0
    found = game.run()
    assert (found["waiting"], found["written"]) == ([], ["out/000-black-3.eml"])
    assert "you play black" in words(game.letters("black")[-1])
    assert proved(game)


HIDDEN = [
    "<!-- enter lion-2 to C5 -->",
    "<template><p>enter lion-2 to C5</p></template>",
    "<p hidden>enter lion-2 to C5</p>",
    "<div style='display: none'>enter lion-2 to C5</div>",
    "<div style='visibility:hidden'>enter lion-2 to C5</div>",
    "<div style='font-size:0'>enter lion-2 to C5</div>",
    "<script>enter lion-2 to C5</script><style>enter lion-2 to C5</style>",
    "<noscript>enter lion-2 to C5</noscript>",
    "<blockquote>enter lion-2 to C5</blockquote>",
    "<select><option>enter lion-2 to C5</option></select><textarea>enter lion-2 to C5</textarea>",
]


@pytest.mark.parametrize("hidden", sampled(HIDDEN, 5))
def test_text_that_nobody_sees_is_no_order(game: Game, hidden: str) -> None:
    head = "From: ben@x.org\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n"
    put(game, "1.eml", f"{head}<html><body><p>enter troll-1 to D5</p>{hidden}</body></html>")
    assert game.run()["taken"][0]["understood"] == ["enter troll-1 to D5"]


def with_file(text: str, file: str, name: str = "orders.txt") -> str:
    """Return a mail of red with a file."""
    return (
        "From: ben@x.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
        f"--b\nContent-Type: text/plain\n\n{text}\n"
        f'--b\nContent-Type: text/plain; name="{name}"\n\n{file}\n--b--\n'
    )


def test_orders_in_a_mail_and_in_its_file_are_held(game: Game) -> None:
    put(game, "1.eml", with_file("enter lion-2 to C5", "enter troll-1 to D5"))
    (row,) = game.run()["taken"]
    assert "the one or the other" in row["problems"][0]["message"]
    put(game, "2.eml", with_file("Here they are.", "\n".join(ENTER)))
    assert game.run()["adjudicated"]


def test_orders_by_way_of_a_list_count_once(game: Game) -> None:
    body = "\n\n" + "\n".join(ENTER) + "\n"
    head = "From: ben@x.org\nDate: Fri, 20 Nov 2026 20:00:00 +0100\n"
    put(game, "1.eml", f"{head}Message-ID: <1@x>{body}")
    put(game, "2.eml", f"{head}Message-ID: <other@list>\nPrecedence: list\nList-Id: <g.x.org>{body}")
    found = game.run()
    assert [row.get("double", False) for row in found["taken"]] == [False, True]
    assert [row["by"] for row in found["adjudicated"]] == [["red"]]
    assert game.run()["taken"] == []
    put(game, "3.eml", f"{head}Message-ID: <third@list>\nPrecedence: list{body}")
    assert game.run()["taken"][0]["double"]


def test_a_mail_that_is_being_written_waits_until_it_is_whole(game: Game) -> None:
    whole = (
        "From: ben@x.org\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n"
        "--b\nContent-Type: text/plain\n\nenter lion-2 to C5\nenter troll-1 to D5\nend maneuver\n--b--\n"
    )
    for length in (10, 60, len(whole) - 25):
        put(game, "1.eml", whole[:length])
        found = game.run()
        assert (found["taken"], found["partial"]) == ([], ["1.eml"]), length
    put(game, "1.eml", whole)
    assert game.run()["adjudicated"]
    # one that never becomes whole is taken as it is in the end
    put(game, "2.eml", whole.replace("--b--", "").replace("end maneuver", "status"))
    os.utime(game.folder / "inbox" / "2.eml", (time.time() - 7200,) * 2)
    assert game.run()["taken"][0]["mail"] == "2.eml"


def test_press_of_a_mail_that_is_held_waits_for_the_next(game: Game) -> None:
    game.mail("red", "press to black: truce?", "", "enter lion-2 to Z9")
    game.run()
    assert "truce" not in str(game.letters("black"))
    game.mail("red", "press to black: truce?", "", *ENTER)
    game.run()
    assert str(game.letters("black")).count("truce?") == 1


def test_a_mail_without_the_word_is_answered_and_one_of_strangers_is_not_kept(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel", "--word", "red=plover")
    game.mail("red", *ENTER)
    game.mail("eve@x.org", "buy now")
    found: dict[str, Any] = game.run()
    assert [row["player"] for row in found["taken"]] == [None, None]
    assert "nothing of it counts" in words(game.letters("red")[-1])
    kept = [path for path in game.folder.rglob("*") if path.is_file() and b"buy now" in path.read_bytes()]
    assert [path.parent.name for path in kept] == ["aside"]
    archive = tmp_path / "g.zip"
    assert run_referee("desk", "publish", str(game.folder), "-o", str(archive)).code == 0
    assert b"buy now" not in archive.read_bytes()
    assert proved(game)


@pytest.mark.slow
def test_a_player_may_write_from_several_addresses_and_is_written_to_at_all(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel")
    path = game.folder / "desk.yaml"
    path.write_text(path.read_text().replace("{address: ben@x.org}", "{address: ben@x.org, also: [ben@work.org]}"))
    game.mail("red", *ENTER, sender="Ben@Work.org")
    assert [row["by"] for row in game.run()["adjudicated"]] == [["red"]]
    text = (game.folder / "out/001-red.eml").read_text()
    assert "To: ben@x.org, ben@work.org" in text
    assert proved(game)
    assert run_referee("desk", "replace", str(game.folder), "black", "ben@work.org").code == 2


def test_a_turn_of_the_masterboard_lists_the_destinations_of_each_roll(tmp_path: Path) -> None:
    game = at_commencement(tmp_path)
    told = words(game.letters("black")[0])
    by_roll = re.search(r"Where your pieces could go, by the roll: bk01 1: ([0-9, ]+); 2: ([0-9, ]+);", told)
    assert by_roll is not None, told
    assert "by the roll" not in words(game.letters("red")[0])
    # a whole turn without a battle takes one mail, whatever is rolled
    place = iter(re.findall(r"(\d): ([0-9]+)", told.split("by the roll:")[1].split("Masterboard")[0]))
    lines = [f"if roll {roll}: move bk01 to {land}" for roll, land in place][:6]
    game.mail("black", "end commencement", *lines, "end movement", "end enlistment")
    found = game.run()
    assert found["awaiting"][0]["player"] == "red", found


def test_an_adjusted_state_is_not_older_than_the_game(game: Game, tmp_path: Path) -> None:
    game.mail("red", *ENTER)
    game.run()
    path = tmp_path / "old.yaml"
    path.write_bytes((game.folder / "record/000/state.yaml").read_bytes())
    said = run_referee("desk", "adjust", str(game.folder), str(path), "--because", "x")
    assert (said.code, "`referee desk undo` goes back" in said.err) == (2, True), said.all


@pytest.mark.parametrize("said", ["end man", "end manuever", "entr lion-2 to C5"])
def test_what_is_suggested_is_legal(game: Game, said: str) -> None:
    game.mail("red", said)
    message = game.run()["taken"][0]["problems"][0]["message"]
    found = re.search(r"did you mean '([^' ]+ [^']+)'\?\Z", message)
    assert found is not None, message
    assert referee.check(game.state(), {"format": 1, "ruleset": "titan", "player": "red", "orders": [found[1]]}).legal


DOUBTFUL = [
    "enter troll-1 to D5?\nenter lion-2 to D4?",
    "If I\nend maneuver\nnow, do I lose the troll that is not on the map?",
    "Do not\nenter troll-1 to D5\nI will decide tomorrow.",
    "press to black: I would\nend maneuver\nif I were you",
    "end maneuver (not yet!)",
    "enter troll-1 to D5 # not yet; end maneuver",
    "These are only tentative:\n\nenter troll-1 to D5\nend maneuver",
    "enter troll-1 to D5\n\nPlease ignore all of the above, new orders tomorrow.",
    "[ ] enter troll-1 to D5\n[x] enter lion-2 to D4",
    "Carl:\n---------- Forwarded message ---------\nFrom: Carl <carl@z.org>\n\nenter troll-1 to D5\nend maneuver",
    "> enter troll-1 to D5\n> enter lion-2 to D4\nend maneuver",
    "enter troll-1 to D5\n--\nenter lion-2 to D4\nend maneuver",
    "enter troll-1 to D5\nOn second thoughts I wrote:\nenter lion-2 to D4\nend maneuver",
    "# enter troll-1 to D5\nenter lion-2 to D4\nend maneuver",
    "D5 for the troll\nenter lion-2 to D4\nend maneuver",
    "strike likeliest\nend maneuver",
]


@pytest.mark.parametrize("text", sampled(DOUBTFUL, 4))
def test_orders_that_may_not_be_meant_or_may_be_lost_hold_the_mail(game: Game, text: str) -> None:
    game.mail("red", *text.split("\n"))
    row = game.run()["taken"][0]
    assert row["problems"], row


def test_a_file_of_orders_by_another_name_and_a_subject_with_orders_hold_the_mail(game: Game) -> None:
    put(game, "1.eml", with_file("end maneuver", "enter lion-2 to C5", "my turn.txt"))
    game.mail("red", "end maneuver", subject="Re: [duel 0] enter troll-1 to D5")
    assert all(row["problems"] for row in game.run()["taken"])


@pytest.mark.parametrize("said", ["see you next week", "thanks for waiting", "that is my turn", "the rest stays"])
def test_a_sentence_of_its_own_beside_orders_holds_nothing(game: Game, said: str) -> None:
    for lines in ([*ENTER, said], [said, *ENTER]):
        game.mail("red", *lines)
        row = game.run("--preview")["taken"][0]
        assert (row["understood"], row["problems"], row["set_aside"]) == (ENTER, [], [said])
        (game.folder / "inbox" / row["mail"]).unlink()


@pytest.mark.parametrize("second", ["enter lion-2 to C4", "enter troll-1 to C5"])
def test_an_order_that_one_above_it_makes_illegal_holds_the_mail(game: Game, second: str) -> None:
    game.mail("red", "enter lion-2 to C5", second)
    row = game.run("--preview")["taken"][0]
    (problem,) = row["problems"]
    assert problem["message"].startswith("after the orders above it, ")


def test_an_order_that_loses_pieces_is_asked_back_with_a_word(game: Game) -> None:
    game.mail("red", "enter lion-2 to C5", "end maneuver")
    row = game.run()["taken"][0]
    (problem,) = row["problems"]
    assert problem["message"] == "this loses troll-1 for good"
    game.mail("red", "enter lion-2 to C5", "end maneuver", f"confirm {row['confirm']['word']}")
    assert game.run()["adjudicated"]


DOUBTED = ["xy z", "concede battle"]
REPLIES = [
    ["confirm {word}"],
    ["Hi Ann,", "", "Confirm: {word}!", "", "Thanks", "Ben"],
    ["yes, I confirm '{word}', thanks"],
]


@pytest.mark.parametrize("said", DOUBTED)
@pytest.mark.parametrize("reply", REPLIES)
def test_orders_that_were_understood_and_asked_back_are_carried_out_by_the_word_alone(
    game: Game, said: str, reply: list[str]
) -> None:
    game.mail("red", *ENTER, said)
    row = game.run()["taken"][0]
    assert row["problems"]
    assert f"a line 'confirm {row['confirm']['word']}'" in words(game.letters("red")[-1])
    # nor does a mail between them matter that orders nothing
    game.mail("red", "status")
    game.run()
    game.mail("red", *(line.format(word=row["confirm"]["word"]) for line in reply))
    found = game.run()
    assert (found["taken"][0]["problems"], found["taken"][0]["understood"]) == ([], row["understood"])
    assert found["adjudicated"]
    assert proved(game)


def test_a_word_confirms_nothing_but_the_orders_that_asked_for_it_and_only_by_itself(game: Game) -> None:
    game.mail("red", *ENTER, "xy z")
    word = game.run()["taken"][0]["confirm"]["word"]
    beside = [
        "but not the troll",
        "end strike",
        "clear",
        "no orders",
        "I will not",
        "No.",
        "step: 3",
        "Haha just kidding",
    ]
    beside += ["enter lion-2 to C4", "always: end maneuver", "confirm nonsense", "The troll stays out of it."]
    mails = [["confirm nonsense"], *([f"confirm {word}", one] for one in beside), ["I will not", f"confirm {word}"]]
    for lines in mails:
        game.mail("red", *lines)
        row = game.run()["taken"][0]
        assert row["problems"], lines
    game.mail("black", f"confirm {word}")
    found = game.run()
    assert (found["adjudicated"], found["waiting"]) == ([], [])
    # what the desk wrote around the word is no answer
    game.mail("red", game.letters("red")[0])
    assert game.run()["adjudicated"] == []


@pytest.mark.parametrize("said", ["Please ignore all of the above.", "(or D4?)", "the lion too"])
def test_what_may_change_the_orders_has_no_word(game: Game, said: str) -> None:
    game.mail("red", *ENTER[:2], said)
    row = game.run()["taken"][0]
    assert row["problems"]
    assert "confirm" not in row


def test_what_stands_beside_a_word_is_named_as_it_was_written(game: Game) -> None:
    game.mail("red", *ENTER, "xy z")
    word = game.run()["taken"][0]["confirm"]["word"]
    game.mail("red", "no orders", f"confirm {word}", "but not the troll")
    assert {one["line"] for one in game.run()["taken"][0]["problems"]} == {"no orders", "but not the troll"}


def test_a_file_of_orders_confirms_no_mail(game: Game) -> None:
    game.mail("red", *ENTER, "xy z")
    word = game.run()["taken"][0]["confirm"]["word"]
    put(game, "red.txt", f"confirm {word}\n")
    found = game.run()
    assert found["taken"][0]["problems"][0]["line"] == f"confirm {word}"
    assert found["adjudicated"] == []


def test_a_mail_that_its_answer_quotes_is_confirmed_by_the_word(game: Game) -> None:
    game.mail("red", "The second lion sneaks in at C5, since nobody can follow it there.", *ENTER[1:])
    row = game.run()["taken"][0]
    assert row["confirm"]["orders"] == ENTER
    game.mail("red", f"confirm {row['confirm']['word']}")
    assert game.run()["adjudicated"]
    assert proved(game)


def test_a_line_that_an_answer_quotes_is_not_lost_when_it_is_sent_again(game: Game) -> None:
    said = "The second lion sneaks in at C5, since nobody can follow it there."
    game.mail("red", said, "troll-1 went to D5 before")
    assert game.run()["taken"][0]["problems"]
    game.mail("red", said, *ENTER[1:])
    row = game.run()["taken"][0]
    assert row["confirm"]["orders"] == ENTER


def test_a_word_dies_with_what_is_withdrawn_and_with_a_newer_mail(game: Game) -> None:
    game.mail("red", *ENTER, "xy z")
    word = game.run()["taken"][0]["confirm"]["word"]
    for lines in (["clear"], [*ENTER[:2], "xy z"]):
        game.mail("red", *lines)
        game.run()
        game.mail("red", f"confirm {word}")
        assert game.run()["taken"][0]["problems"]


def test_a_word_is_void_once_the_phase_of_its_orders_has_passed(game: Game) -> None:
    game.mail("red", *ENTER, "xy z")
    word = game.run()["taken"][0]["confirm"]["word"]
    game.mail("red", *ENTER)
    assert game.run()["adjudicated"]
    game.mail("red", f"confirm {word}")
    found = game.run()
    assert found["taken"][0]["problems"]
    assert found["adjudicated"] == []


def test_a_line_for_which_a_mail_is_held_is_shown_once_below_the_verdict(game: Game) -> None:
    game.mail("red", *ENTER, "Please ignore all of the above.")
    game.run()
    told = game.letters("red")[-1]
    assert told.count("ignore all of the above") == 1
    assert told.index("Nothing of this mail is carried out") < told.index("enter lion-2 to C5")


@pytest.mark.slow
def test_a_seat_that_changes_hands_before_an_undoing_inherits_nothing(game: Game) -> None:
    game.mail("red", *ENTER)
    game.run()
    game.mail("red", "end strike")
    game.run()
    assert game.status()["waiting"]
    assert run_referee("desk", "replace", str(game.folder), "red", "cai@x.org").code == 0
    said = run_referee("desk", "undo", str(game.folder), "0", "--because", "a new player", "--now", NOW)
    assert said.code == 0, said.all
    assert "you play red" in words(game.letters("red")[-1])
    assert game.status()["waiting"] == []
    assert proved(game)


@pytest.mark.parametrize("name", sampled(["all", "master", "Everybody"], 3))
def test_a_player_is_called_as_nobody_else(tmp_path: Path, name: str) -> None:
    players = ["--player", f"{name}=ann@x.org", "--player", "red=ben@x.org"]
    said = run_referee("desk", "new", str(tmp_path / "g"), "titan", *players)
    assert (said.code, "means somebody else in a mail" in said.err) == (2, True), said.all
    assert not (tmp_path / "g").exists()


def test_orders_that_wait_are_not_divided_inside_a_block(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel")
    game.mail("red", *ENTER, "if lion-1 dead: strike lion-2 at ogre-1", "else: strike lion-1 at ogre-1", "end strike")
    found = game.run()
    assert found["adjudicated"]
    assert found["waiting"]
    game.mail("black", "status")
    assert game.run()["taken"]
    assert proved(game)


def test_a_standing_order_that_means_nothing_is_a_problem_of_its_own_mail(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel")
    for line in ("always: end maneuver foo", "always: strike weakest foo", "always: enter in order"):
        game.mail("black", line)
        (row,) = game.run()["taken"]
        assert row["problems"], line
    game.mail("red", *ENTER)
    assert game.run()["adjudicated"]


def test_a_standing_order_that_has_nothing_to_do_keeps_no_default_away(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel", "--deadline", "24h", "--grace", "1h")
    game.mail("red", "always: enter in order d6")
    game.run()
    for now in ("2026-11-23T20:00+01:00", "2026-11-26T20:00+01:00", "2026-11-30T20:00+01:00"):
        game.run(now=now)
    assert game.status()["n"] > 1
    assert proved(game)


PREFACES = [
    "what I would have done is",
    "A beginner would now play",
    "What I should have done last round is",
    "Gus, I wonder why you did not play",
    "A strong player would go",
]


@pytest.mark.parametrize("preface", PREFACES)
def test_a_sentence_without_an_end_above_orders_is_asked_back_across_an_empty_line(game: Game, preface: str) -> None:
    game.mail("red", "Hi all,", "", preface, "", *ENTER, "", "Bob")
    row = game.run()["taken"][0]
    assert [one["line"] for one in row["problems"]] == [preface]


@pytest.mark.parametrize(
    "said", ["The big one to the east.", "Line advances to contact.", "Left around the tower with the strongest."]
)
def test_what_stands_above_an_end_alone_is_asked_back(game: Game, said: str) -> None:
    game.mail("red", "Hi all,", "", said, "", "end maneuver")
    row = game.run("--preview")["taken"][0]
    assert said.rstrip(".") in [one["line"].rstrip(".") for one in row["problems"]]


@pytest.mark.parametrize(
    "said", ["Forget what I just sent.", "My last mail was nonsense, sorry. New ones tomorrow.", "forget my last mail"]
)
def test_a_mail_takes_back_one_that_came_with_it(game: Game, said: str) -> None:
    game.mail("red", *ENTER)
    game.mail("red", said)
    found = game.run()
    assert (found["adjudicated"], found["waiting"]) == ([], [])


@pytest.mark.parametrize(
    "said", ["Oops, wrong hex: lion-2 should go to D5.", "Correction to my last: troll-1 to E5, the rest stands."]
)
def test_a_mail_that_came_with_a_newer_one_that_is_held_is_held_too(game: Game, said: str) -> None:
    game.mail("red", *ENTER)
    game.mail("red", said)
    found = game.run()
    assert (found["adjudicated"], found["waiting"]) == ([], [])
    first, second = found["taken"]
    assert first["problems"][0]["message"].startswith(f"your newer mail, {second['mail']}, is held up")
    assert proved(game)
    game.mail("red", *ENTER)
    assert game.run()["adjudicated"] != []
