"""Moves by Spells and under Storms on the Masterboard, against a plain search of every way."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee import ask, games
from referee.games.titan.masterboard.tables import MasterboardTable

_, RULESET = games.load("titan-magi")
BOARD = RULESET.typed("masterboard", MasterboardTable)
STOPPING = ("blizzard", "thunderstorm")
SPELLS = (None, "flying-legion", "ignore-forced-move", "move-backward", "move-one")


def signs(land: str, spell: str | None) -> dict[str, list[str]]:
    """Return the Signs that lead out of a Land, by where they lead."""
    out: dict[str, list[str]] = {}
    for to, sign in BOARD.lands[land].exits.items():
        if spell == "ignore-forced-move" and sign == "block":
            out.setdefault(to, []).append("arch")
        elif not (spell == "move-backward" and sign == "triple-arrow"):
            out.setdefault(to, []).append(sign)
    if spell == "move-backward":
        for other, row in BOARD.lands.items():
            if row.exits.get(land) == "triple-arrow":
                out.setdefault(other, []).append("triple-arrow")
    return out


def steps(land: str, first: bool, spell: str | None) -> list[str]:
    """Return where a step from a Land may lead (LoT 7.4, 7.5)."""
    if spell == "move-one":
        return list(BOARD.lands[land].sides)
    led = signs(land, spell)
    forced = "block" if first else "triple-arrow"
    only = [to for to, found in led.items() if forced in found]
    tower = BOARD.lands[land].terrain == "tower"
    may = {"arch", "triple-arrow", *(("arrow",) if tower else ())} if first else {"arrow"}
    return only or [to for to, found in led.items() if may & {*found}]


def ends(start: str, roll: int, spell: str | None, own: set[str], foes: set[str], storms: dict[str, str]) -> set[str]:
    """Return where a move may end, by trying every way."""
    count, out = 1 if spell == "move-one" else roll, set()

    def go(here: str, before: str | None, done: int) -> None:
        for to in steps(here, before is None, spell):
            if to == before or (to in own and to in foes):
                continue
            full, stopped = done + 1 == count, storms.get(to) in STOPPING
            met = to in foes and (full or stopped or (spell != "flying-legion" and storms.get(to) != "fog"))
            if met or ((full or stopped) and to not in own | foes):
                out.add(to)
            elif not full and not stopped:
                go(to, here, done + 1)

    go(start, None, 0)
    return out


def board(rng: random.Random) -> tuple[dict[str, Any], set[str], set[str], dict[str, str]]:
    """Return a Masterboard with legions and Storms near Land 1."""
    lands = rng.sample([str(land) for land in (*range(1, 43), 100, 200, 600, 1000, 2000, 3000, 6000)], 13)
    start, *places = lands
    own, foes = set(places[:2]), set(places[2:6])
    storms = {land: rng.choice(["fog", *STOPPING]) for land in [*places[:4], *places[6:9]] if rng.random() < 0.6}
    legions = [{"id": "bk01", "player": "black", "land": int(start), "contents": ["witch", "ogre"]}]
    legions += [{"id": f"bk1{land}", "player": "black", "land": int(land), "contents": ["lion"]} for land in own]
    legions += [{"id": f"rd1{land}", "player": "red", "land": int(land), "contents": ["lion"]} for land in foes]
    laid = [{"land": int(land), "spell": spell} for land, spell in storms.items()]
    return {"legions": legions, "storms": laid}, own, foes, storms


@pytest.mark.parametrize("spell", SPELLS)
def test_a_move_ends_where_a_plain_search_ends(spell: str | None) -> None:
    rng, met = random.Random(7), 0
    for _ in range(40):
        given, own, foes, storms = board(rng)
        roll = rng.randint(1, 6)
        question = {"travel": "bk01", "roll": roll, **({"spell": spell} if spell else {})}
        answer = ask({"format": 1, "ruleset": "titan-magi", "masterboard": given, "ask": question}).answer
        start = str(given["legions"][0]["land"])
        expected = ends(start, roll, spell, own, foes, storms)
        assert {*answer["destinations"]} == expected, (given, question)
        met += bool(expected & foes)
    assert met > 5
