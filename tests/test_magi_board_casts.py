"""On random boards with Magi, `legal`, `check` and `ask` agree on what may be cast at what."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from asked import Table
from seeds import part
from test_asked import read

from referee import games
from referee.core.adjudication.legal import legal_rows
from referee.games.titan.magic.acts.table import ACTS

GAME, RULESET = games.load("titan-magi")
RULES = GAME.compile(RULESET, {})
STRATEGIC = [name for name, spell in RULES.spells.items() if spell.does is not None]
CREATURES = ["ogre", "troll", "lion", "griffon", "centaur", "gorgon", "titan", "dragon"]
STAGES = ["commencement", "movement", "movement", "engagement", "engagement", "enlistment"]


def _magi(chance: Random, names: list[str], taken: dict[str, int], left: list[str]) -> list[dict[str, Any]]:
    out = []
    for name in names:
        taken[name] = taken.get(name, 0) + 1
        number = taken[name]
        own = [f"{spell}-{number}" for spell in RULES.characters[name].intrinsic]
        drawn = [left.pop() for _ in range(chance.randint(3, 5)) if left]
        out.append({"id": f"{name}-{number}", "held": own + drawn, "cast": chance.random() < 0.15})
    return out


def board(seed: int) -> dict[str, Any]:
    """Return a random Masterboard: some legions of two players, most with Magi, in any phase."""
    chance = Random(seed)
    lands = list(RULES.masterboard.lands)
    near = chance.choice(lands)
    around = [*RULES.masterboard.lands[near].sides, near]
    taken: dict[str, int] = {}
    counters = [f"{name}-{n}" for name in STRATEGIC for n in range(1, RULES.spells[name].spell.count + 1)]
    counters = [one for one in counters if not one.startswith("dispel-") or int(one[7:]) > 6]
    chance.shuffle(counters)
    # the first Mage draws from the end
    rare = ["capture-enemy-legion-1", "teleporting-retreat-1", "merge-legions-1", "resurrect-1", "muster-with-mage-1"]
    counters = [one for one in counters if one not in rare] + chance.sample(rare, len(rare))
    legions: list[dict[str, Any]] = []
    stage = chance.choice(STAGES)
    where: dict[str, set[str]] = {}
    for number in range(chance.randint(3, 6)):
        player = "black" if number % 2 == 0 else "red"
        land = chance.choice(around if chance.random() < 0.8 else lands)
        if stage == "engagement" and number == 1:
            land = legions[0]["land"]
        if any(land in places for owner, places in where.items() if owner == player or stage != "engagement"):
            continue
        where.setdefault(player, set()).add(land)
        magi = [chance.choice(list(RULES.keeping_spells)) for _ in range(chance.choice([1, 1, 1, 2]))]
        magi = [name for name in magi if taken.get(name, 0) + magi.count(name) <= RULES.characters[name].number]
        size = chance.choice([1, 2, 3, 5, 6])
        if stage == "engagement" and number < 2:
            size = 5 - 4 * number
        contents = [chance.choice(CREATURES[:6]) for _ in range(size)] + magi
        if not legions or (number == 1):
            contents.append("titan")
        legion = {"id": f"{player[0]}{number}", "player": player, "land": land, "contents": contents}
        if stage != "commencement" and chance.random() < 0.3 and player == "black":
            legion["moved"] = True
        if stage == "engagement" and number == 0:
            legion["side"] = next(iter(RULES.masterboard.lands[land].sides.values()))
        legion["magi"] = _magi(chance, magi, taken, counters)
        legions.append(legion)
    out: dict[str, Any] = {"players": ["black", "red"], "mover": "black", "turn": 3, "phase": stage, "legions": legions}
    out["markers"] = {"black": ["b8", "b9"], "red": ["r9"]}
    if stage == "movement":
        out["roll"] = chance.randint(1, 6)
    if stage == "engagement":
        both = where.get("black", set()) & where.get("red", set())
        if both:
            land = sorted(both)[0]
            there = {one["player"]: one["id"] for one in legions if one["land"] == land}
            exposed = ["black"] if chance.random() < 0.5 else []
            out["engagement"] = {
                "land": land,
                "attacker": there["black"],
                "defender": there["red"],
                "stage": "consider",
                "exposed": exposed,
            }
    if chance.random() < 0.4:
        storm = chance.choice(["fog", "blizzard", "thunderstorm"])
        out["storms"] = [{"land": chance.choice(legions)["land"], "spell": storm}]
    if stage == "enlistment":
        out["slain"] = {"lion": 2, "troll": 1}
    return {"format": 1, "ruleset": "titan-magi", "game": "casts", "step": 3, "masterboard": out}


def tables() -> Iterator[tuple[int, Table]]:
    for seed in range(300):
        state = read("titan-magi", board(seed))
        if state is not None:
            yield seed, Table(GAME, RULESET, state)


def _words(table: Table, chance: Random) -> tuple[list[str | None], list[Any]]:
    position = table.position
    magi = [row.id for legion in position.legions.values() for row in legion.magi]
    at: list[str | None] = [None, "storm", "all", *position.legions, *magi, "griffon", "lion"]
    lands = [legion.land for legion in position.legions.values()]
    lands += [to for land in lands for to in position.graph.lands[land].sides]
    to: list[Any] = [None, *position.legions, *(int(x) if x.isdigit() else x for x in dict.fromkeys(lands))]
    return at, chance.sample(to, min(8, len(to)))


@pytest.fixture(scope="module")
def found() -> list[tuple[int, Table]]:
    return list(tables())


@pytest.mark.slow
def test_many_boards_are_sound_and_many_spells_can_be_cast(found: list[tuple[int, Table]]) -> None:
    assert len(found) > 100
    cast = {row["spell"].rpartition("-")[0] for _, table in found for row in _listed(table)}
    assert not set(STRATEGIC) - cast


def _listed(table: Table) -> list[dict[str, Any]]:
    return [row for row in legal_rows(GAME, table.position) if "cast" in row]


@pytest.mark.slow
def test_what_legal_lists_check_accepts_and_what_it_does_not_list_check_refuses(found: list[tuple[int, Table]]) -> None:
    for seed, table in part(found, 45):
        chance = Random(seed)
        listed: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
        for row in _listed(table):
            plain = {key: value for key, value in row.items() if key not in ("told", "player")}
            for spell in [row["spell"], *row.get("told", {}).get("values", {}).get("spell", [])]:
                key = (row["cast"], spell, row.get("at"), row.get("to"))
                listed.setdefault(key, []).append({**plain, "spell": spell})
        at, to = _words(table, chance)
        for player, legion, mage, counter in _counters(table):
            pairs = [(one, other) for one in at for other in to]
            for where, there in [*chance.sample(pairs, min(len(pairs), 20))]:
                order = {"cast": mage, "spell": counter, "at": where, "to": there}
                order = {name: value for name, value in order.items() if value is not None}
                if legion in (where, there):
                    # the caster's own legion may be named, or left out
                    continue
                if (mage, counter, where, there) not in listed:
                    assert not table.accepted(player, order), (seed, order)
            for where in chance.sample(at, min(len(at), 3)):
                _asked(table, seed, mage, counter, where, listed)
        for orders in chance.sample(sorted(listed.values(), key=str), min(len(listed), 20)):
            given = chance.choice(orders)
            owner = next(legion.player for legion, row in _magi_of(table) if row.id == given["cast"])
            assert table.accepted(owner, given), (seed, given)


def _magi_of(table: Table) -> Iterator[tuple[Any, Any]]:
    for legion in table.position.legions.values():
        yield from ((legion, row) for row in legion.magi)


def _counters(table: Table) -> Iterator[tuple[str, str, str, str]]:
    """Yield every counter that is cast on the Masterboard: its player, legion, Mage and id."""
    for legion, row in _magi_of(table):
        for counter in row.held:
            if table.rules.spells[table.rules.spell_types.get(counter)].does is not None:
                yield legion.player, legion.id, row.id, counter


def _asked(
    table: Table, seed: int, mage: str, counter: str, at: str | None, listed: dict[tuple[Any, ...], Any]
) -> None:
    """Bind a question without `to`: it says whether there is any place to which the Spell may be cast."""
    spell = table.rules.spells[table.rules.spell_types.get(counter)]
    # of a merger the question is where both stand already, and of a muster whether it brings anybody
    beyond = spell.does in ("merge", "muster", "stay") or (spell.does == "carry" and at is None)
    if beyond or (at is not None and "at" not in ACTS[spell.does].takes):
        return
    question = {"cast": mage, "spell": counter} | ({"at": at} if at is not None else {})
    may = any(key[:3] == (mage, counter, at) for key in listed)
    assert table.answer(question)["allowed"] == may, (seed, question)
