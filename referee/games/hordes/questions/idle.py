"""Facts given of a combat that change nothing in it, found by leaving them out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from ..rules import HordesRules
from ..rulings.results import odds
from ..rulings.totals import clash_told, ledgers
from ..state import CombatElement, CombatSituation
from .impossible import may_lead

# the facts of the combat as a whole
_OF_BOTH = ("can_shoot_back", "spell_ones")


def idle(combat: CombatSituation, rolled: bool, rules: HordesRules) -> list[str]:
    """Return sentences on the facts of a combat that change nothing at any roll, and on an impossible General.

    Each fact is left out in turn, and stays out where nothing changes: of two equivalent facts, one is reported.
    """
    out = []
    for less in _ways(rolled, rules):
        name = less.name
        if not less.told(combat):
            continue
        if name == "spell_ones":
            counts = rolled and combat.kind == "bespell"
        else:
            counts = name[2:] != "die" and _differ(combat, less(combat), rules)
        if not counts:
            combat = less(combat)
            row = rules.combat.facts[name.split(".")[1] if "." in name else name]
            out.append(f"{name} has no effect here: it counts {row.why} ({', '.join(row.cites)})")
    for side in ("a", "b"):
        told: CombatElement = getattr(combat, side)
        kind = rules.kinds[told.type]
        if told.general and not may_lead(kind, rules):
            cite = ", ".join(rules.cite("general"))
            out.append(f"{side}.general: {kind.named} cannot be the General; it is counted as given ({cite})")
    return out


class _Less:
    """Leave one fact out of a combat: a field of a side, of the support behind it, or of the combat."""

    def __init__(self, side: str | None, *path: str) -> None:
        self.side = side
        self.path = path

    @property
    def name(self) -> str:
        return ".".join([*([self.side] if self.side else []), *self.path])

    def told(self, combat: CombatSituation) -> bool:
        """Return whether a combat gives the fact a value other than its default."""
        held: Any = combat if self.side is None else getattr(combat, self.side)
        for field in self.path[:-1]:
            held = getattr(held, field)
        return held is not None and getattr(held, self.path[-1]) != _default(held, self.path[-1])

    def __call__(self, combat: CombatSituation) -> CombatSituation:
        def left_out(held: Any, path: tuple[str, ...]) -> Any:
            value = _default(held, path[0]) if len(path) == 1 else left_out(getattr(held, path[0]), path[1:])
            return msgspec.structs.replace(held, **{path[0]: value})

        out: CombatSituation = left_out(combat, ((self.side, *self.path) if self.side else self.path))
        return out


def _default(held: Any, name: str) -> Any:
    kind: type[Any] = type(held)
    if kind not in _defaults:
        _defaults[kind] = {field.name: field.default for field in msgspec.structs.fields(kind)}
    return _defaults[kind][name]


_defaults: dict[type[Any], dict[str, Any]] = {}


def _ways(rolled: bool, rules: HordesRules) -> Iterator[_Less]:
    """Yield an omission for each fact that a combat may give, in the order of the table."""
    sides: tuple[Literal["a", "b"], ...] = ("a", "b")
    for field in rules.combat.facts:
        if field in _OF_BOTH:
            yield _Less(None, field)
        elif field == "spear_behind":
            yield from (_Less(s, *path) for s in sides for path in ((field,), (field, "going"), (field, "attacked")))
        elif field != "die" or not rolled:
            yield from (_Less(s, field) for s in sides)


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
