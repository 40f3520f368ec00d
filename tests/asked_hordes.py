"""The questions of Hordes, each with the orders it is about."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from asked import Asked, Tried, allowed

from referee.core.documents.plain import builtins
from referee.games.hordes.position import HordesPosition
from referee.games.hordes.questions.table import AskContacts

ANY = AskContacts(contacts=True)
# the questions that ask about orders, and those that no order is about
BOUND = {"attack", "move", "group", "break_off", "range", "combat", "pips", "charge", "course"}
FREE = {"result", "odds", "contacts", "army", "general", "victory", "support", "turn_to_face", "in_command"}


def questions(state: Any, position: HordesPosition, chance: Random) -> Iterator[Asked]:
    """Yield what may be asked of a state about orders."""
    standing = position.field.standing()
    movers = [e for e in standing if e.army == position.active]
    for element in [*_some(chance, movers, 3), *_some(chance, standing, 1)]:
        foes = position.field.enemies(element.army)
        near = sorted(foes, key=lambda foe: position.field.distance(element, foe))[:2]
        yield from _moves(position, element, near, chance)
        for foe in near:
            yield from _fights(position, element, foe)
    for one, other in _some(chance, position.field.contacts().front, 3):
        yield from _fights(position, one, other)
        yield from _fights(position, other, one)
    if position.phase_name != "pips":
        for element in _some(chance, [e for e in position.field.elements.values() if not e.stands], 2):
            for action in ({"activate": element.id, "at": _place(chance)}, {"desorcell": element.id}):
                yield Asked({"pips": [action]}, _paid(position, element.army, action))


def _some(chance: Random, things: Any, most: int) -> list[Any]:
    listed = list(things)
    return chance.sample(listed, min(len(listed), most))


def _place(chance: Random) -> dict[str, float]:
    return {"x": round(chance.uniform(100, 2300)), "y": chance.choice([160, 120, 1200]), "facing": 0}


def _moves(position: HordesPosition, element: Any, near: list[Any], chance: Random) -> Iterator[Asked]:
    (x, y), facing = element.base.front, element.base.facing
    ahead = element.base.moved(chance.choice([5, 40, 150]))
    x, y, facing = chance.choice([(*ahead.front, facing), (x, y, facing + 90)])
    there = {"x": x, "y": y, "facing": facing % 360}
    mates = [e.id for e in position.field.friends(element.army) if e is not element]
    orders: list[dict[str, Any]] = [{"move": element.id, "path": [there]}]
    orders.append({"group": [element.id, *_some(chance, mates, 1)], "steps": [{"advance": chance.choice([5, 40])}]})
    orders.append({"break_off": element.id, "paces": chance.choice([40, 200])})
    orders += [{"attack": element.id, "target": foe.id, "edge": chance.choice(["front", "left"])} for foe in near]
    for order in orders:
        yield Asked(order, allowed(element.army, order))
        if position.phase_name != "pips" and "group" not in order:
            yield Asked({"pips": [order]}, _paid(position, element.army, order))


def _paid(position: HordesPosition, army: str, order: dict[str, Any]) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        # a rule is not cited for everything that is wrong, but nothing that is wrong is paid for
        left = position.pips or 0
        yield Tried(answer["left"] == left - answer["costs"][0] and not answer["rules"], army, [order])

    return tried


def _fights(position: HordesPosition, one: Any, other: Any) -> Iterator[Asked]:
    shots = {"bespell": one.id} if one.kind.row.bespells is not None else {"shoot": one.id}
    yield Asked({"range": one.id, "at": other.id}, allowed(one.army, {**shots, "target": other.id}))
    yield Asked({"combat": one.id, "against": other.id, "kind": "close"}, _fought(position, one, other))
    for verb in ("shoot", "bespell"):
        order = {verb: one.id, "target": other.id}
        yield Asked({"combat": one.id, "against": other.id, "kind": verb}, _told(one.army, order))
    yield Asked({"course": one.id, "against": other.id, "kind": "close"}, _fought(position, one, other))
    yield Asked({"charge": one.id, "target": other.id}, _charged(one, other))


def _charged(one: Any, other: Any) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        for way in answer["edges"]:
            corner = {"corner": way["corner"]} if "corner" in way else {}
            order = {"attack": one.id, "target": other.id, "edge": way["edge"], **corner}
            yield Tried(way["legal"], one.army, [order])

    return tried


def _told(army: str, order: dict[str, Any]) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        yield Tried(answer.get("legal", True), army, [order])

    return tried


def _fought(position: HordesPosition, one: Any, other: Any) -> Any:
    # it is the side whose turn it is that orders a fight
    mine, theirs = (one, other) if one.army == position.active else (other, one)
    return _told(mine.army, {"fight": mine.id, "against": theirs.id})


def fuzzed(state: Any, chance: Random) -> dict[str, Any]:
    """Return a state as a document with a little of what it says of phases and of who has done what turned over."""
    value: dict[str, Any] = builtins(state)
    elements = value["elements"]
    for element in _some(chance, elements, chance.choice([1, 4, len(elements)])):
        flag = chance.choice(["moved", "shot", "shot_at", "bespelled", "fought"])
        element[flag] = chance.randint(0, 1) if flag == "moved" else not element.get(flag, False)
    if chance.random() < 0.6:
        value["phase"] = chance.choice(["movement", "long_range", "close_combat"])
        value["pips"] = chance.randint(0, 6)
        value.pop("shooting", None)
        value.pop("called", None)
        if value["phase"] == "long_range" and chance.random() < 0.5:
            value["shooting"] = chance.choice(["red", "blue"])
    return value


def near_each_other(chance: Random) -> dict[str, Any]:
    """Return two lines that face each other, some of them in contact, in any phase."""
    types = ["shooter", "shooter", "shooter", "blade", "magician", "knight", "rider", "spear", "hero"]
    elements: list[dict[str, Any]] = []
    fights = []
    for number in range(6):
        x, gap = 400 + 170 * number, chance.choice([0, 45, 130, 260])
        for army, y, facing in (("red", 1000, 0), ("blue", 1000 + gap, 180)):
            element = {"id": f"{army[0]}{number}", "army": army, "type": chance.choice(types), "x": x, "y": y}
            elements.append({**element, "facing": facing})
        fights += [[f"r{number}", f"b{number}"]] if not gap else []
    phase = chance.choice(["movement", "long_range", "close_combat"])
    value: dict[str, Any] = {"format": 1, "ruleset": "hordes", "turn": 3, "active": chance.choice(["red", "blue"])}
    value |= {"phase": phase, "pips": chance.randint(2, 6), "elements": elements}
    value["armies"] = {"red": {"general": "r2"}, "blue": {"general": "b2"}}
    if phase == "close_combat":
        value["memory"] = {"fights": fights}
    return value
