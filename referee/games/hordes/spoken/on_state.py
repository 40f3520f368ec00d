"""What players may name on a table: its elements and Strongholds, and moves and actions in words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from referee.core.documents.problems import listed
from referee.core.spoken.named import Maker, Named, Thing, Told
from referee.core.spoken.terms import NotUnderstood
from referee.core.spoken.vocabulary import Pattern

from ..questions import QUESTIONS
from ..rules import HordesRules
from ..state import ElementState, State
from .names import vocabulary

# every question about a table has this part of a situation
_TABLE = "table"
_GENERAL = "general"
_KEEP = "stronghold"
_PLACE = Pattern(
    "place", r"\(?\s*(\d{1,5})\s*[,/]\s*(\d{1,5})\s*\)?(?![\d,])", lambda m: (int(m[1]), int(m[2])), (",", "/")
)
# the terms that say an action, with the order for it
_ACTIONS = {
    "move": "move",
    "activate": "activate",
    "desorcell": "desorcell",
    "bespell": "bespell",
    "breakoff": "break_off",
    "charge": "attack",
}
_MY_ARMY = "myarmy"
_SINGLY, _GROUPED = "singly", "grouped"
# what a text says of the number of a move, and of its direction
_AHEAD, _BACK, _PACES, _FACING = "front", "backward", "paces", "turnface"


def named(state: State, rules: HordesRules) -> Named:
    """Return the elements that have not been destroyed, and the Strongholds."""
    here = [one.id for one in state.elements if one.status == "on_board"]
    tables = [verb for verb, kind in QUESTIONS.items() if getattr(kind, "about", "") == _TABLE and verb != "pips"]
    kinds = {one.id: one for one in state.elements}
    rows = {name: kind.row for name, kind in rules.kinds.items()}
    far = [one.id for one in state.elements if rows[one.type].shoots or rows[one.type].bespells]
    makers = {
        "move": Maker(partial(_path, kinds), ("num", _PACES, _AHEAD, _BACK, "place", _FACING)),
        "group": Maker(partial(_group, kinds), ("num", _PACES, _AHEAD, _BACK, _GROUPED)),
        "pips": Maker(_actions, ("num", "die", _SINGLY, _GROUPED, *_ACTIONS)),
        "army": Maker(partial(_army, state), ("player", _MY_ARMY), ()),
        "general": Maker(partial(_leader, kinds), ("who",)),
    }
    return Named(
        vocabulary(rules, of_states=True),
        list(_things(state)),
        likely={verb: [*here, *(keep.id for keep in state.strongholds)] for verb in tables},
        makers=makers,
        able={"range": far},
        patterns_here=[_PLACE],
    )


def _things(state: State) -> Iterator[Thing]:
    generals = {army.general for army in state.armies.values()}
    for one in state.elements:
        if one.status != "destroyed":
            also = (_GENERAL,) if one.id in generals else ()
            yield Thing(one.id, one.type, _where(one), one.army, about=_TABLE, also=also)
    for keep in state.strongholds:
        yield Thing(keep.id, _KEEP, "", keep.army, about=_TABLE)


def _where(one: ElementState) -> str:
    return f"{one.x:g},{one.y:g}" if one.x is not None and one.y is not None else ""


def _ids(told: list[Told]) -> list[str]:
    return list(dict.fromkeys(one.value for one in told if one.kind == "thing"))


def _far(told: list[Told]) -> float:
    """Return how far a move goes straight ahead; raises NotUnderstood."""
    numbers = [one.value for one in told if one.kind == "num"]
    if any(one.kind == _BACK for one in told):
        raise NotUnderstood(["a move back is written with the place where it ends: to (700, 620)"])
    if len(numbers) != 1:
        raise NotUnderstood(["how far it moves is not said: so many paces ahead, or to a place such as (700, 900)"])
    return float(numbers[0])


def _path(elements: Mapping[str, ElementState], told: list[Told], player: str | None) -> dict[str, Any]:
    """Return the path of an element that moves straight ahead, or to a place without a turn; raises NotUnderstood."""
    ids = _ids(told)
    one = elements.get(ids[0]) if len(ids) == 1 else None
    if one is None or one.x is None or one.y is None or one.facing is None:
        return {}
    places = [word.value for word in told if word.kind == "place"]
    if any(word.kind == _FACING for word in told):
        raise NotUnderstood([f"a turn is written as a path: move {one.id} path " + _pose_text(one.x, one.y)])
    if places:
        wrong = [word.text for word in told if word.kind in ("num", _BACK)]
        if wrong or len(places) > 1:
            raise NotUnderstood([f"'{word}' is not understood beside the place" for word in wrong or ["another place"]])
        (x, y) = places[0]
        return {"path": [{"x": x, "y": y, "facing": _plain(one.facing)}]}
    far, angle = _far(told), math.radians(one.facing)
    x, y = (_plain(round(at, 2)) for at in (one.x + far * math.sin(angle), one.y + far * math.cos(angle)))
    return {"path": [{"x": x, "y": y, "facing": _plain(one.facing)}]}


def _pose_text(x: float, y: float) -> str:
    return f'[{{"x": {x:g}, "y": {y:g}, "facing": 90}}]'


def _plain(number: float) -> float:
    """Return a whole number without its point."""
    return int(number) if number == int(number) else number


def _group(elements: Mapping[str, ElementState], told: list[Told], player: str | None) -> dict[str, Any]:
    """Return a group that moves straight ahead; raises NotUnderstood."""
    ids = _ids(told)
    if len(ids) < 2:
        raise NotUnderstood(["a group is of two or more"])
    return {"group": ids, "steps": [{"advance": _plain(_far(told))}]}


def _actions(told: list[Told], player: str | None) -> dict[str, Any]:
    """Return the actions that a text names, each with those who do it, and the die; raises NotUnderstood."""
    groups: list[tuple[str | None, list[str]]] = [(None, [])]
    numbers = [one.value for one in told if one.kind == "num"]
    for one in told:
        if one.kind in _ACTIONS:
            # who acts is named before the verb, or after it
            before = groups[-1][0] is None and groups[-1][1]
            groups[-1:] = [(_ACTIONS[one.kind], groups[-1][1])] if before else [*groups[-1:], (_ACTIONS[one.kind], [])]
        elif one.kind == "thing" and one.value not in groups[-1][1]:
            groups[-1][1].append(one.value)
    ways = {one.kind for one in told} & {_SINGLY, _GROUPED}
    out: list[dict[str, Any]] = []
    for verb, ids in groups:
        if verb is None and not ids:
            continue
        if verb is None or not ids:
            raise NotUnderstood(["who does it is not said" if verb else "what they do is not said"])
        if verb == "move" and len(ids) > 1 and len(ways) != 1:
            those = listed(ids, "and")
            raise NotUnderstood([f"do {those} move singly, or together as a group? Write 'each' or 'as a group'"])
        grouped = verb == "move" and len(ids) > 1 and _GROUPED in ways
        out += [{"group": ids}] if grouped else [{verb: ident} for ident in ids]
    if not out or len(numbers) > 1:
        raise NotUnderstood(
            ["which action is not said: move, activate or break off" if not out else "one die is rolled"]
        )
    return {"pips": out, **({"die": numbers[0]} if numbers else {})}


def _army(state: State, told: list[Told], player: str | None) -> dict[str, Any]:
    """Return the types of the army that a player has on a state; raises NotUnderstood."""
    armies = list(dict.fromkeys(one.army for one in state.elements))
    said = {player if one.value == "mine" else one.value for one in told if one.kind == "player"}
    said |= {player for one in told if one.kind == _MY_ARMY}
    if len(said) != 1 or not said <= set(armies):
        raise NotUnderstood([f"whose army is meant is not said: {listed(armies, 'or')}"])
    counts = Counter(one.type for one in state.elements if one.army in said)
    return {"army": dict(sorted(counts.items()))}


def _leader(elements: Mapping[str, ElementState], told: list[Told], player: str | None) -> dict[str, Any]:
    """Return the type that is asked about as a General; raises NotUnderstood."""
    types = {elements[one.value].type for one in told if one.kind == "thing"}
    types |= {one.value for one in told if one.kind == "who"}
    if len(types) != 1:
        raise NotUnderstood(["which type is meant as the General is not said"])
    return {"general": next(iter(types))}
