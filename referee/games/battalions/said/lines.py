"""What this game gives the reader of lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.line.mentions import MORE, Mention, Open
from referee.core.line.reader import Lines
from referee.core.line.reading import Layout, Meaning
from referee.core.line.things import Thing
from referee.core.line.tokens import Figures
from referee.core.line.vocabulary import Name

from ..rules import BattalionsRules
from ..state import State


def things(state: State, rules: BattalionsRules) -> list[Thing]:
    """Return the units and battalions of a state with the facts by which they are named."""
    owners = {one.id: one.player for one in state.battalions or ()}
    units = [
        Thing(one.id, owners.get(one.battalion, ""), {"at": list(one.at) if one.at else None, "name": one.id})
        for one in state.units or ()
    ]
    return [*units, *(Thing(one.id, one.player, {"player": one.player}) for one in state.battalions or ())]


# each stat after its letter or its word: S4 D2 I2 C4
_NAMED = re.compile(
    r"[,: ]+".join(
        rf"(?:{word}|{word[0]})[ =:]?(\d{{1,2}})" for word in ("strength", "dexterity", "intelligence", "constitution")
    )
    + r"(?![\w-])",
    re.IGNORECASE,
)
FIGURES = (
    Figures(
        "stats",
        re.compile(r"(\d{1,2})([-/])(\d{1,2})\2(\d{1,2})\2(\d{1,2})(?![\w/-])"),
        lambda match: tuple(int(match[number]) for number in (1, 3, 4, 5)),
    ),
    Figures("stats", _NAMED, lambda match: tuple(int(match[number]) for number in (1, 2, 3, 4))),
    Figures("reach", re.compile(r"(?:int|i)[=:]?(\d{1,2})(?![\w-])", re.IGNORECASE), lambda match: int(match[1])),
    Figures("space", re.compile(r"(\d{1,3}), ?(\d{1,3})(?!\w|-\d)"), lambda match: [int(match[1]), int(match[2])]),
    Figures("unit", re.compile(r"([rb])(\d)(?!\w)", re.IGNORECASE), lambda match: match[0].lower()),
)


def names(rules: BattalionsRules) -> Iterator[Name]:
    """Yield every name of a table that a text may hold."""
    for name in rules.commands:
        yield Name("command", name, name.replace("_", " "))


PLAYERS = ("red", "blue")
_BATTALIONS = {"red": "R", "blue": "B"}
# what a unit has where its stats do not matter, and where two stand that are next to each other
_STATS = [2, 2, 2, 2]
_BESIDE = ([9, 2], [10, 2])
# the facts that a question has a place for; those of a fight where none is named
_FACTS = {
    "army": {"points", "leader", "others"},
    "move": {"field", "d"},
    "fight": {"units", "adjacent", "fighting", "both", "acting", "struck", *PLAYERS},
}


def situations(meaning: Meaning, kind: type[Any], rules: BattalionsRules) -> Iterator[Layout]:
    """Yield the document of a reading; raises Open for what is not said."""
    if meaning.facts.keys() - _FACTS.get(meaning.verb, _FACTS["fight"]):
        raise Open(MORE)
    if meaning.verb == "army":
        yield Layout(_army(meaning))
    elif meaning.verb == "move":
        yield Layout(_march(meaning))
    else:
        yield _fight(meaning)


def _army(meaning: Meaning) -> dict[str, Any]:
    """Return an army list of one battalion; raises Open where its leader or its limit is not said."""
    for name in ("points", "leader"):
        if name not in meaning.facts:
            raise Open(f"the {name} of the army {'are' if name == 'points' else 'is'} not said")
    if len(meaning.facts["leader"]) > 1:
        raise Open("a battalion has one leader")
    stats = [*meaning.facts["leader"], *meaning.facts.get("others", [])]
    units = [{"id": f"r{number}", "battalion": "R", **_named(one)} for number, one in enumerate(stats, 1)]
    battalions = [{"id": "R", "player": "red", "leader": "r1"}]
    limit = meaning.facts["points"]
    return {"points": limit, "players": ["red"], "battalions": battalions, "units": units, "ask": {"army": True}}


def _march(meaning: Meaning) -> dict[str, Any]:
    """Return a battalion of one unit on an empty over-world, on Fields of five by five."""
    march = meaning.facts
    if not march.keys() >= {"field", "d"}:
        raise Open("the Field and the dexterity of the battalion are not said")
    field, path = march["field"], meaning.fields["path"]
    size = [max(field[0], 1) + len(path) + 3, max(field[1], 1) + len(path) + 3]
    unit = {"id": "r1", "battalion": "R1", "s": 2, "d": march["d"], "i": 2, "c": 2}
    battalion = {"id": "R1", "player": "red", "field": field, "facing": "E", "leader": "r1"}
    return {
        "mode": "overworld",
        "players": list(PLAYERS),
        "board": {"fields": size, "field_size": [5, 5]},
        "battalions": [battalion],
        "units": [unit],
        "ask": {"move": "R1", "path": path},
    }


class _Combat(NamedTuple):
    """What a text says of a combat: its units with their rows and sides, where battalions face, and their orders."""

    units: list[Mention]
    rows: list[dict[str, Any]]
    sides: list[str]
    # the Spaces of each side
    at: dict[str, list[Any]]
    fields: list[int]
    # of each side its Field and the way that it faces
    where: dict[str, tuple[Any, str]]
    orders: dict[str, dict[str, Any]]
    # whether somebody does not hold
    moving: bool


def _fight(meaning: Meaning) -> Layout:
    """Return a combat of two battalions; raises Open where somebody's Space, stats or command is not said."""
    units, sides = meaning.things, _sides(meaning.things)
    if set(sides) != set(PLAYERS):
        raise Open("the units of both sides are not said")
    if "adjacent" in meaning.facts and len(units) == 2:
        for one, place in zip(units, _BESIDE, strict=True):
            one.facts.setdefault("at", place)
    rows = _rows(units, sides, turn=meaning.verb == "turn")
    at = {side: [row["at"] for row, of in zip(rows, sides, strict=True) if of == side] for side in PLAYERS}
    # who holds strikes all around
    told = [one.facts["command"] for one in units if "command" in one.facts]
    told += [meaning.facts[name] for name in ("both", *PLAYERS) if name in meaning.facts]
    moving = any(order["order"] != "hold" for order in told)
    fields, where = _facing(at["red"], at["blue"], needed=moving)
    orders = _orders(meaning, units, sides, {side: way for side, (_, way) in where.items()})
    combat = _Combat(units, rows, sides, at, fields, where, orders, moving)
    return _turn_of(combat) if meaning.verb == "turn" else _attack_of(meaning, combat)


def _rows(units: Sequence[Mention], sides: Sequence[str], turn: bool) -> list[dict[str, Any]]:
    """Return the rows of units; raises Open where one says too little, or more than before a `turn`."""
    rows: list[dict[str, Any]] = []
    for one, side in zip(units, sides, strict=True):
        if "at" not in one.facts:
            raise Open(f"on which Space {side} stands is not said")
        if turn and "moved" in one.facts:
            raise Open(f"a turn begins before {side} moves: say where it stands then")
        if turn and "stats" not in one.facts:
            raise Open(f"the stats of {side} are not said")
        ident = one.facts.get("name", f"{side[0]}{sides[: len(rows) + 1].count(side)}")
        stats = _named(one.facts.get("stats", _STATS)) | {k: one.facts[k] for k in "sdic" if k in one.facts}
        rows.append({"id": ident, "battalion": _BATTALIONS[side], "at": one.facts["at"], **stats})
    return rows


def _document(combat: _Combat) -> dict[str, Any]:
    """Return a skirmish of two battalions in combat."""
    where, leaders = combat.where, {side: combat.rows[combat.sides.index(side)]["id"] for side in PLAYERS}
    return {
        "mode": "skirmish",
        "players": list(PLAYERS),
        "board": {"fields": combat.fields, "field_size": [10, 10]},
        "battalions": [
            {"id": letter, "player": side, "field": where[side][0], "facing": where[side][1], "leader": leaders[side]}
            for side, letter in _BATTALIONS.items()
        ],
        "units": combat.rows,
        "combats": [
            {
                "id": "k1",
                "turn": 0,
                "used": [where[side][0] for side in PLAYERS],
                "battalions": [{"id": letter, "from": where[side][0]} for side, letter in _BATTALIONS.items()],
            }
        ],
    }


def _turn_of(combat: _Combat) -> Layout:
    """Return the question what becomes of the units in a turn; raises Open where a command is not said."""
    orders, where = combat.orders, combat.where
    missing = [side for side in PLAYERS if side not in orders]
    if missing:
        raise Open(f"the command of {missing[0]} is not said")
    bare = [side for side in PLAYERS if "number" not in orders[side] and orders[side]["order"] != "hold"]
    if bare:
        raise Open(f"how far {bare[0]} goes is not said")
    given = {_BATTALIONS[side]: _written(order) for side, order in orders.items()}
    # of two that are not in line it is not said in which Fields the combat began
    beside = ((x != to_x and y != to_y) for x, y in combat.at["red"] for to_x, to_y in combat.at["blue"])
    aslant = combat.moving and any(beside)
    assumed = {"facing": f"red faces {where['red'][1]} and blue {where['blue'][1]}"} if aslant else {}
    return Layout({**_document(combat), "ask": {"turn": given}}, assumed)


def _attack_of(meaning: Meaning, combat: _Combat) -> Layout:
    """Return the question whom one unit hits from where it stands; raises Open where that is not said."""
    units, rows, sides, orders = combat.units, combat.rows, combat.sides, combat.orders
    acting = [one for one, side in zip(units, sides, strict=True) if "command" in one.facts or side in meaning.facts]
    attacker = meaning.fields.get("attack", acting[0] if len(acting) == 1 else None)
    number = next((number for number, one in enumerate(units) if one is attacker), None)
    struck = meaning.facts.get("struck", ())
    if number is None or sides[number] not in orders or any(one is units[number] for one in struck):
        raise Open("who attacks, and by which command, is not said")
    order = orders[sides[number]]
    if "number" in order:
        raise Open("an attack is asked of where units stand; ask for the combat turn, with the commands of both sides")
    if order["order"] != "hold" and (combat.fields == [1, 2] or combat.where["red"][1] != "E"):
        raise Open("which way the two battalions face is not said")
    if not units[number].facts.keys() & {"i", "stats"}:
        raise Open(f"the intelligence of {rows[number]['id']} is not said")
    ids = [row["id"] for one, row in zip(units, rows, strict=True) if any(one is other for other in struck)]
    value = {**_document(combat), "ask": {"attack": rows[number]["id"], "command": _written(order)}}
    moves = order["order"] != "hold" and "moved" not in units[number].facts
    return Layout(value, {}, {"struck": ids} if ids else {}, wrong=_moves_first if moves else None)


def _moves_first(answer: Mapping[str, Any]) -> str:
    """Return why an answer does not hold of a unit that moves before it attacks: it hits nobody from where it is."""
    if answer.get("targets"):
        return ""
    return "from there it hits nobody, but it moves first: ask for the turn, or say where it has moved to"


def _facing(
    reds: Sequence[Sequence[int]], blues: Sequence[Sequence[int]], needed: bool
) -> tuple[list[int], dict[str, tuple[list[int], str]]]:
    """Return the Fields of a board, and for each side its Field and the way to the other.

    Raises Open where the way is `needed` and may be another.
    """
    apart = [(abs(x - to_x), abs(y - to_y)) for x, y in reds for to_x, to_y in blues]
    if (0, 0) in apart:
        raise Open("two units stand on one Space")
    across = all(wide >= high for wide, high in apart)
    if needed and across == all(wide <= high for wide, high in apart):
        raise Open("which way the two battalions face is not said")
    red, blue = reds[0], blues[0]
    across = across or (red[0] != blue[0] and not needed)
    ways = ("E", "W") if across else ("N", "S")
    fields = [2, 1] if across else [1, 2]
    far = [1, 0] if across else [0, 1]
    near = (red[0] < blue[0]) if across else (red[1] < blue[1])
    first, second = ([0, 0], ways[0]), (far, ways[1])
    return fields, {"red": first, "blue": second} if near else {"red": second, "blue": first}


def _orders(
    meaning: Meaning, units: Sequence[Mention], sides: Sequence[str], facing: Mapping[str, str]
) -> dict[str, dict[str, Any]]:
    """Return the command of each side as far as it is said; raises Open for two of one side."""
    out: dict[str, dict[str, Any]] = {}
    for side in PLAYERS:
        own = {"command" in one.facts for one, of in zip(units, sides, strict=True) if of == side}
        if own == {True, False} and meaning.verb == "turn":
            raise Open(f"all units of {side} have one command: say it of {side}")
    told = [(side, one.facts["command"]) for one, side in zip(units, sides, strict=True) if "command" in one.facts]
    told += [(side, meaning.facts[side]) for side in PLAYERS if side in meaning.facts]
    if "both" in meaning.facts:
        told += [(side, meaning.facts["both"]) for side in PLAYERS]
    ways = {"advance": 1, "fall_back": -1}
    for side, order in told:
        toward = order.get("toward")
        if toward is not None and _ahead(facing[side], ways.get(str(order["order"]), 0)) != toward:
            raise Open(f"{side} does not face so that it goes {toward} by this command")
        if out.setdefault(side, order) != order:
            raise Open(f"two commands of {side} are said")
    return out


def _ahead(facing: str, forward: int) -> str | None:
    """Return the direction of a command that goes forward (1) or back (-1), None for another."""
    return {1: facing, -1: {"N": "S", "S": "N", "E": "W", "W": "E"}[facing]}.get(forward)


def _written(order: Mapping[str, Any]) -> str:
    return f"{order['order']} {order['number']}" if "number" in order else str(order["order"])


def _sides(units: Sequence[Mention]) -> list[str]:
    """Return the player of each unit: as it is given, else the first mentioned is red; raises Open."""
    out: list[str | None] = []
    whose = {"mine": "red", "theirs": "blue"}
    for one in units:
        letter = str(one.facts.get("name", ""))[:1]
        named = {"r": "red", "b": "blue"}.get(letter)
        said = whose.get(one.facts.get("whose", ""))
        if (
            named is not None
            and said is not None
            and any(other.facts.get("whose") == one.facts["whose"] for other in units if other is not one)
        ):
            raise Open("both are units of one player")
        told = one.facts.get("player") or named or said
        out.append(told)
    if None in out:
        if len(out) != 2:
            raise Open("which player each unit belongs to is not said")
        other = out[1 - out.index(None)]
        out = ["red", "blue"] if out == [None, None] else [side or _other(other) for side in out]
    return [str(side) for side in out]


def _other(side: str | None) -> str:
    return PLAYERS[1 - PLAYERS.index(side or "blue")]


def _named(stats: Sequence[int]) -> dict[str, int]:
    return dict(zip("sdic", stats, strict=True))


LINES = Lines(names, FIGURES, situations, things, ordered=frozenset(("command",)))
