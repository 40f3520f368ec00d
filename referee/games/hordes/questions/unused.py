"""What a situation tells and a question does not ask for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Any, ClassVar

import msgspec
from msgspec.structs import fields

from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Question
from referee.core.rules.ledger import Ledger, cites_of
from referee.core.rules.rows import Fact

from ..position import HordesPosition
from ..rules import HordesRules, Kind
from ..rulings.results import odds
from ..rulings.totals import clash_told, ledgers
from ..state import CombatElement, CombatSituation, ElementState, State
from ..state import Kind as CombatKind
from .supposing import says_all


def impossible(
    kind: CombatKind, a: Kind, b: Kind, rules: HordesRules, *, distance: int = 0, moved: bool = False
) -> list[Objection]:
    """Return every reason why one type cannot fight another in this way anywhere.

    Of a combat without a table, `distance` in paces and whether the first has `moved` may be known.
    """
    if kind == "close":
        if a.fixed and b.fixed:
            return [Objection(f"{a.named} attacks nobody, nor {b.named}", rules.cite("stronghold_fights"), always=True)]
        return []
    reach = a.row.shoots if kind == "shoot" else a.row.bespells
    out = []
    if reach is None:
        does = "shoot" if kind == "shoot" else "bespell"
        out.append(Objection(f"{a.named} does not {does}", rules.cite("long_range"), always=True))
    elif distance > reach.range:
        message = f"{b.named} is {distance} P away; {a.named} reaches {reach.range} P"
        out.append(Objection(message, cites_of(reach.cite), always=True))
    rows = rules.shooting.shoot if kind == "shoot" else rules.shooting.bespell
    facts: dict[str, Fact] = {
        "type": a.name,
        "cat": a.cat,
        "target": b.name,
        "target_cat": b.cat,
        "target_fixed": b.fixed,
        **({"moved": True} if moved else {}),
        **({"distance": distance} if distance else {}),
    }
    out += [Objection(row.why, row.cites, always=True) for row in rules.rows(rows, facts) if row.forbid]
    return out


def may_lead(kind: Kind, rules: HordesRules) -> bool:
    """Return whether a type may be the General (HS-ARM-3)."""
    return kind.name not in rules.table.army.general_forbidden and not kind.fixed


def refusal(objections: list[Objection], rules: HordesRules, consulted: Collection[str]) -> Answer:
    """Return the answer about an impossible combat: no, and every reason."""
    because = list({o.message: o.plain() for o in objections}.values())
    cites = dict.fromkeys([*(c for o in objections for c in o.cite), *rules.decided(consulted)])
    return Answer({"legal": False, "because": because}, list(cites), [], notes=rules.said(consulted))


def ruling_answer(
    rules: HordesRules,
    answer: dict[str, Any],
    objections: list[Objection],
    ledgers: list[Ledger],
    consulted: Collection[str],
    cites: Iterable[str],
) -> Answer:
    """Return an answer with a sentence for each objection, every rule it rests on and the options it turned on."""
    cited = dict.fromkeys(
        [*cites, *(c for ledger in ledgers for c in ledger.cites), *(c for o in objections for c in o.cite)]
    )
    return Answer(
        answer,
        [*cited, *(r for r in rules.decided(consulted) if r not in cited)],
        [ledger.plain() for ledger in ledgers],
        notes=[*(o.with_cites() for o in objections), *rules.said(consulted)],
    )


_MOVES = ("move", "attack", "charge", "group", "break_off")
_FIGHTS = ("combat", "course")
_TABLE = (*_MOVES, "range", *_FIGHTS, "pips", "in_command", "support", "turn_to_face")

# the questions in which each field of a situation counts, and each field of an element
_COUNTS: dict[str, tuple[str, ...]] = {
    "combat": ("result", "odds"),
    "turn": (),
    "active": (*_MOVES, "range", *_FIGHTS),
    "phase": (*_MOVES, "range"),
    "pips": (*_MOVES, "range", "pips"),
    "shooting": ("range",),
    "called": ("range",),
    "board": (*_MOVES, "range", *_FIGHTS, "turn_to_face"),
    "terrain": _TABLE,
    "strongholds": (*_TABLE, "contacts", "victory"),
    "armies": (*_MOVES, *_FIGHTS, "pips", "victory", "in_command", "support"),
    "elements": (*_TABLE, "contacts", "victory"),
    "memory": (*_MOVES, *_FIGHTS, "turn_to_face"),
    "result": (*_MOVES, "range"),
}
_COUNTS_OF_ELEMENTS: dict[str, tuple[str, ...]] = {
    "race": (*_MOVES, "pips", "in_command"),
    "activations": ("pips",),
    "spell_ones": _FIGHTS,
    "moved": (*_MOVES, "range", *_FIGHTS),
    "shot": ("range", *_FIGHTS),
    "shot_at": ("range", *_FIGHTS),
    "bespelled": ("range", *_FIGHTS),
    "fought": _FIGHTS,
}


class HordesQuestion(Question[HordesPosition], kw_only=True):
    """A question of Hordes; what the situation tells and it does not ask for is noted."""

    about: ClassVar[str] = "table"

    def remarks(self, position: HordesPosition, answer: Answer) -> list[str]:
        facts = self.supposed()
        filled = set(answer.assumed) - set(facts.given() if facts is not None else ())
        return unused(position.source, self.verb, filled)


def unused(state: State, verb: str, filled: set[str]) -> list[str]:
    """Return in sentences which fields of a situation have no effect in a question; none of a state in play.

    `filled` are the fields that the situation left out and the referee has filled in.
    """
    in_play = says_all(state) and not filled & {"active", "pips", *(() if verb == "pips" else ("phase",))}
    if in_play:
        return []
    told = [name for name in _COUNTS if name not in filled and _told(state, name)]
    out = [_said(name, _COUNTS[name]) for name in told if verb not in _COUNTS[name]]
    if verb in _COUNTS["elements"]:
        for name, where in _COUNTS_OF_ELEMENTS.items():
            tellers = [e.id for e in state.elements if _told(e, name)]
            if verb not in where and tellers:
                out.append(_said(f"{name} of {', '.join(tellers)}", where))
    return out


def _told(one: State | ElementState, name: str) -> bool:
    value = getattr(one, name)
    return value is not None and value != [] and value != {} and value != _default(one, name)


def _said(what: str, where: tuple[str, ...]) -> str:
    asked = f"it counts in the question{'s' if len(where) > 1 else ''} {', '.join(where)}"
    return f"{what} has no effect here: {asked if where else 'it counts in no question'}"


# the facts of the combat as a whole
_OF_BOTH = ("can_shoot_back", "spell_ones", "distance")


def idle(combat: CombatSituation, rolled: bool, rules: HordesRules) -> list[str]:
    """Return sentences on the facts of a combat that change nothing at any roll, and on an impossible General.

    Each fact is left out in turn, and stays out where nothing changes: of two equivalent facts, one is reported.
    """
    out = []
    for path in _paths(rolled, rules):
        if not _told_at(combat, path):
            continue
        fact, less = path[:2][-1], _without(combat, path)
        if fact == "spell_ones":
            counts = rolled and combat.kind == "bespell"
        else:
            counts = fact != "die" and _differ(combat, less, rules)
        if not counts:
            combat, row = less, rules.combat.facts[fact]
            out.append(f"{'.'.join(path)} has no effect here: it counts {row.why} ({', '.join(row.cites)})")
    for side in ("a", "b"):
        told: CombatElement = getattr(combat, side)
        kind = rules.kinds[told.type]
        if told.general and not may_lead(kind, rules):
            cite = ", ".join(rules.cite("general"))
            out.append(f"{side}.general: {kind.named} cannot be the General; it is counted as given ({cite})")
    return out


# the names of the fields that lead to a fact of a combat
_Path = tuple[str, ...]


@cache
def _defaults(kind: Any) -> dict[str, Any]:
    """Return the default of each field of a type."""
    return {field.name: field.default for field in fields(kind)}


def _default(held: Any, name: str) -> Any:
    kind: Any = type(held)
    return _defaults(kind)[name]


def _told_at(held: Any, path: _Path) -> bool:
    """Return whether a combat gives the fact at a path a value other than its default."""
    for name in path[:-1]:
        held = getattr(held, name)
    return held is not None and getattr(held, path[-1]) != _default(held, path[-1])


def _without(held: Any, path: _Path) -> Any:
    """Return a combat, or a part of it, without the fact at a path."""
    first, *rest = path
    value = _without(getattr(held, first), tuple(rest)) if rest else _default(held, first)
    return msgspec.structs.replace(held, **{first: value})


def _paths(rolled: bool, rules: HordesRules) -> Iterator[_Path]:
    """Yield the path of each fact that a combat may give, in the order of the table."""
    for field in rules.combat.facts:
        if field in _OF_BOTH:
            yield (field,)
        elif field == "spear_behind":
            yield from ((side, field, *part) for side in ("a", "b") for part in ((), ("going",), ("attacked",)))
        elif field != "die" or not rolled:
            yield from ((side, field) for side in ("a", "b"))


def _differ(one: CombatSituation, other: CombatSituation, rules: HordesRules) -> bool:
    """Return whether two combats are ruled differently for some throw, or turn on other options."""
    clashes = [clash_told(combat, rules) for combat in (one, other)]
    turned: list[set[str]] = []
    totals = []
    for clash in clashes:
        with rules.consulting() as consulted:
            totals.append([ledger.entries for ledger in ledgers(clash, None, rules)])
        turned.append(consulted)
    if totals[0] != totals[1]:
        return True
    found = []
    for clash, decided in zip(clashes, turned, strict=True):
        with rules.consulting() as consulted:
            found.append(odds(clash, rules))
        decided |= consulted
    return found[0] != found[1] or turned[0] != turned[1]
