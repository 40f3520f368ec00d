"""Players, pieces and markers are read in any letters; what is just so comes first, what may be two is refused."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import hordes_play
import pytest
import titan_play
import yaml
from running import ORDERS, STATE, referee, write
from seeds import seeds

from referee import api
from referee.core import documents
from referee.core.testing.partial_match import ids_in

ROOT = Path(__file__).resolve().parent.parent


def _names(state: dict[str, Any]) -> set[str]:
    """Return the names of all that a state names: players, pieces, markers, battalions and combats."""
    board = state.get("masterboard") or {}
    marked = [marker for free in board.get("markers", {}).values() for marker in free]
    return {
        *ids_in(state),
        *marked,
        *(summons["legion"] for summons in (state.get("battle") or {}).get("may_summon", [])),
    }


def _respelt(value: Any, names: set[str], chance: Random) -> Any:
    """Return orders in which names are written in other letters."""
    if isinstance(value, dict):
        return {_respelt(k, names, chance): _respelt(inner, names, chance) for k, inner in value.items()}
    if isinstance(value, list):
        return [_respelt(inner, names, chance) for inner in value]
    if value in names:
        return chance.choice([str.upper, str.title, str.swapcase])(value)
    return value


def _same(state: Any, sheets: list[dict[str, Any]], chance: Random, **given: Any) -> Any:
    """Adjudicate documents as they are and with other letters; return what both come to."""
    names = _names(state)
    other = [
        {**_respelt(sheet, names, chance), "player": sheet["player"].upper(), "ruleset": sheet["ruleset"]}
        for sheet in sheets
    ]
    plain, respelt = api.adjudicate(state, sheets, **given), api.adjudicate(state, other, **given)
    assert respelt.keys() == plain.keys(), respelt
    for done in (plain, respelt):
        # what was handed in is kept as it was, and the chain holds its digest
        for part in (done.get("state", {}), done.get("trace", {})):
            for key in ("documents", "submitted", "chain", "after"):
                part.pop(key, None)
    assert documents.dump(respelt) == documents.dump(plain)
    return plain


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
def test_orders_of_titan_are_read_in_any_letters(seed: int) -> None:
    chance = Random(seed)
    for number, (state, player, order, _) in enumerate(titan_play.play(3, seed, most=250)):
        if number % 3 == 0 or next(iter(order)) in ("start", "split", "agree", "summon"):
            sheet = {"format": 1, "ruleset": "titan", "player": player, "orders": [order]}
            assert "state" in _same(documents.builtins(state), [sheet], chance, secret=b"s" * 32)


@pytest.mark.slow
def test_orders_of_hordes_are_read_in_any_letters() -> None:
    chance = Random(1)
    state = hordes_play.start(chance)
    for _ in range(12):
        position = hordes_play.GAME.open(state, hordes_play.GAME.compile(hordes_play.RULESET, {}))
        player = position.phase().players[0]
        sheet = {
            "format": 1,
            "ruleset": "hordes",
            "player": player,
            "orders": documents.builtins(hordes_play.some_orders(position, chance)),
        }
        done = _same(documents.builtins(state), [sheet], chance, secret=b"s" * 32, skip_illegal=True)
        state = api.open_session(api.document_of(done["state"], "state")).state


@pytest.mark.parametrize("folder", ["battalions/ford"])
def test_orders_of_battalions_are_read_in_any_letters(folder: str) -> None:
    place = ROOT / "examples" / folder
    state = yaml.safe_load((place / "000.state.yaml").read_text())
    sheets = [yaml.safe_load(p.read_text()) for who in ("red", "blue") for p in sorted(place.glob(f"0??.{who}.yaml"))]
    assert "state" in _same(state, sheets, Random(1))


def test_a_sheet_a_player_and_a_piece_are_read_in_any_letters(here: Path) -> None:
    write(here, st=STATE, orders=ORDERS)
    (here / "black.txt").write_text("player: Black\nstep: 12\n\nStrike OGRE-1 at Troll-1\nEND strike\n")
    said = [referee("check", "st.yaml", file) for file in ("orders.yaml", "black.txt")]
    assert said[0].code == 0
    assert said[0].out == said[1].out
    for command in (["show"], ["legal"], ["view"], ["legal", "--piece", "ogre-1"]):
        words = [word.upper() if word == "ogre-1" else word for word in command[1:]]
        plain = referee(command[0], "st.yaml", *command[1:], "--player", "black")
        assert plain.code == 0
        assert referee(command[0], "st.yaml", *words, "--player", "BLACK").out == plain.out
    assert referee("adjudicate", "st.yaml", "black.txt", "--seed", "x", "--trace", "t.yaml").code == 0
    assert referee("replay", "t.yaml").code == 0
    told = referee("explain", "t.yaml", "--player", "bLACK")
    assert (told.code, told.out) == (0, referee("explain", "t.yaml", "--player", "black").out)
    answer = [
        referee("ask", "st.yaml", question) for question in ("strike ogre-1 at troll-1", "strike OGRE-1 at TROLL-1")
    ]
    assert (answer[0].code, answer[1].out) == (0, answer[0].out)


def test_of_two_that_differ_in_case_alone_one_is_to_be_named(here: Path) -> None:
    twins = STATE.replace("id: titan-1", "id: Ogre-1").replace("red", "Black")
    head = "format: 1\nruleset: titan\nplayer: {}\norders:\n  - {{strike: {}, at: troll-1}}\n"
    write(
        here,
        st=twins,
        just=head.format("black", "ogre-1"),
        pieces=head.format("black", "OGRE-1"),
        players=head.format("BLACK", "ogre-1"),
    )
    assert referee("check", "st.yaml", "just.yaml").code == 0
    said = referee("check", "st.yaml", "pieces.yaml")
    assert (said.code, "OGRE-1: 2 fit, ogre-1 and Ogre-1; name one" in said.out) == (1, True), said.out
    said = referee("check", "st.yaml", "players.yaml")
    assert (said.code, "'BLACK' may be black or Black; write the name exactly" in said.out) == (1, True), said.out
    said = referee("view", "st.yaml", "--player", "BLACK")
    assert (said.code, "'BLACK' may be black or Black" in said.all) == (2, True), said.all


def test_two_names_for_one_die_are_refused() -> None:
    state = {
        "format": 1,
        "ruleset": "hordes",
        "turn": 1,
        "active": "red",
        "phase": "close_combat",
        "pips": 0,
        "elements": [
            {"id": "r1", "army": "red", "type": "blade", "x": 300, "y": 300, "facing": 0},
            {"id": "b1", "army": "blue", "type": "blade", "x": 300, "y": 300, "facing": 180},
        ],
        "memory": {"fights": [["r1", "b1"]]},
    }
    head = {"format": 1, "ruleset": "hordes", "player": "red"}
    dice = [{"r1": 3, "b1": 4}, {"R1": 3, "B1": 4}, {"r1": 3, "R1": 5, "b1": 4}]
    found = [api.check(state, {**head, "orders": [{"fight": "R1", "against": "b1", "dice": d}]}) for d in dice]
    assert [row["legal"] for row in found] == [True, True, False]
    assert found[2]["orders"][0]["because"] == [{"cite": [], "message": "r1 is named twice"}]
