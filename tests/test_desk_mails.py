"""Mails that go out: their templates, a master's own, dates in the language of the game, and the text map."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from running import referee as run_referee
from test_desk import NOW, Game, listing

from referee.core import documents
from referee.desk.settings import languages, written


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return Game(tmp_path / "duel", "--deadline", "72h")


def own(game: Game, name: str, text: str) -> None:
    path = game.folder / "templates" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)


def test_a_master_lays_templates_over_those_of_the_desk(game: Game) -> None:
    own(
        game,
        "mail.txt.j2",
        '{% extends "desk/mail.txt.j2" %}\n{% block proof %}Yours, {{ game }}\n{{ super() }}{% endblock %}',
    )
    own(game, "help.txt.j2", '{% include "_words.j2" %}\n')
    own(game, "_words.j2", "Ask {{ player }}.")
    game.mail("red", "help")
    game.run()
    said = game.letters("red")[-1].replace("\r\n", "\n")
    assert "Yours, duel\nchain: " in said
    assert "Ask red." in said
    assert "Awaiting red: maneuver, by Mon 23 Nov 19:00 UTC." in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("mail.txt.j2", "one\n{% if %}\n", 2),
        ("mail.txt.j2", "one\ntwo\n{{ nobody }}\n", 3),
        ("mail.txt.j2", "{{ 1 / 0 }}\n", 1),
        ("mail.txt.j2", "one\n{{ ''.__class__.__mro__ }}\n", 2),
        ("mail.txt.j2", "\n\n{% include 'nothing.j2' %}", 3),
        ("mail.txt.j2", "\n{{ game | no_such_filter }}", 2),
        ("subject.txt.j2", "{{ awaited.append(1) }}", 1),
        ("help.txt.j2", "{% block a %}", 1),
        ("_part.j2", "\n{% endif %}", 2),
    ],
)
def test_a_broken_template_is_reported_with_its_line_and_nothing_is_written(
    game: Game, name: str, text: str, line: int
) -> None:
    own(game, name, text)
    game.mail("red", "status")
    before = listing(game.folder)
    said = run_referee("desk", "run", str(game.folder), "--now", NOW)
    assert (said.code, f"templates/{name}:{line}:" in said.err) == (2, True), said.all
    assert "Traceback" not in said.all
    assert listing(game.folder) == before


def test_a_template_that_the_desk_does_not_have_is_reported(game: Game) -> None:
    own(game, "mial.txt.j2", "x")
    said = run_referee("desk", "run", str(game.folder))
    assert (said.code, "mail.txt.j2" in said.err) == (2, True), said.all


def test_a_subject_from_a_template_stays_one_header(game: Game) -> None:
    own(game, "subject.txt.j2", "[{{ game }} {{ step }}] one\nBcc: eve@x.org\n\nbody")
    game.mail("red", "status")
    game.run()
    head = (game.folder / "out" / "000-red-2.eml").read_text().split("\n\n")[0]
    assert "Subject: [duel 0] one Bcc: eve@x.org body" in head
    assert "\nBcc" not in head


def test_dates_are_in_the_language_of_the_game(game: Game) -> None:
    path = game.folder / "desk.yaml"
    path.write_text(path.read_text() + "language: de\n")
    game.mail("red", "status")
    game.run()
    assert "Subject: [duel 0] red to order by Mo 23. Nov. 19:00" in (game.folder / "out" / "000-red-2.eml").read_text()
    assert "by Mo 23. Nov. 19:00" in game.letters("red")[-1]
    path.write_text(path.read_text().replace("language: de", "language: tlh"))
    said = run_referee("desk", "run", str(game.folder))
    assert (said.code, "de, fr, es, it, nl" in said.err) == (2, True), said.all


def test_every_language_has_its_days_and_months() -> None:
    at = datetime(2026, 11, 25, 20, 0)
    assert {"en", "de", "fr", "es", "it", "nl"} <= set(languages())
    assert written(at) == "Wed 25 Nov 20:00 UTC"
    for code, language in languages().items():
        assert (len(language.days.split()), len(language.months.split())) == (7, 12), code
        assert "25" in written(at, code)
        assert "20:00" in written(at, code)


def test_the_map_stands_in_the_mail_where_it_fits_and_else_where_pieces_can_go(tmp_path: Path, game: Game) -> None:
    assert "D6 ." in game.letters("red")[0]
    state = tmp_path / "state.yaml"
    board = {
        "players": ["black", "red"],
        "towers": {"black": 100, "red": 400},
        "turn": 2,
        "mover": "black",
        "phase": "movement",
        "roll": 1,
        "legions": [
            {"id": "bk01", "player": "black", "land": 37, "contents": ["titan", "ogre"]},
            {"id": "rd01", "player": "red", "land": 8, "contents": ["titan", "ogre"]},
        ],
    }
    state.write_text(documents.dump({"format": 1, "ruleset": "titan", "game": "duel", "masterboard": board}))
    wide = Game(tmp_path / "board", "--state", str(state), ruleset=["titan"])
    said = wide.letters("black")[0].replace("\r\n", "\n")
    assert max(map(len, said.split("\n"))) <= 72
    assert "Where your pieces can go:\n  move bk01 to 38" in said
    assert "can go" not in wide.letters("red")[0]
