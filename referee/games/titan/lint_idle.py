"""Checks for what of a Titan ruleset says only what holds without it: it changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.documents import Path, Problem
from referee.core.documents.problems import listed
from referee.core.rules.moments import Placed
from referee.core.rules.rows import Operation, Row

from .lint_rows import InTable
from .rows import BoardRow, EventRow, ProfileRow, TitanRow
from .rules import TitanRules

# the table, the path in it, and what is wrong there
Found = Iterator[tuple[str, Path, str]]
# where hits and heals begin at 0 and never fall below
_FROM_NONE = ("damage", "event", "ability")


def lint_idle(rules: TitanRules, rows: Sequence[InTable]) -> list[Problem]:
    """Return what of the rows and effects of a ruleset changes nothing, each at its place."""
    profiles = [placed.row for _, placed in rows if isinstance(placed.row, ProfileRow)]
    out = [*_effects(rules)]
    for table, placed in rows:
        at = placed.path
        if isinstance(placed.row, ProfileRow) and (table, at[0]) == ("characters", "characters"):
            out += [(table, (*at, *path), said) for path, said in _printed(placed, rules, profiles)]
        out += [(table, (*at, *path), said) for path, said in _of_row(placed, [one for _, one in rows])]
        out += [(table, (*at, *path), said) for path, said in _special(placed.row, rules.combat.die.faces)]
    return rules.ruleset.problems_at(out)


def _special(row: Row, highest: int) -> Iterator[tuple[Path, str]]:
    """Yield what is wrong with the faces that a row lets count otherwise."""
    special = row.faces if isinstance(row, TitanRow) else None
    if special is None:
        return
    if special.hits == 1 and not special.again:
        yield ("faces",), "changes nothing: a die that hits counts one; write 'hits: 2', or 'again: beside'"
    for number, face in enumerate(special.of):
        if face > highest:
            yield ("faces", "of", number), f"no die shows a {face}: it has {highest} faces"
        elif face in special.of[:number]:
            yield ("faces", "of", number), f"{face} is there twice"


def _of_row(placed: Placed, rows: list[Placed]) -> Iterator[tuple[Path, str]]:
    row = placed.row
    if isinstance(row, TitanRow) and row.stops and row.when.get("manner") in ("land", "over", ["land"], ["over"]):
        yield ("stops",), "changes nothing: a flyer passes over all, and its move ends where it lands; it is for a walk"
    mustering = placed.moment == "muster" and isinstance(row, BoardRow) and row.needed is not None
    if mustering and row.when.get("way") in ("free", ["free"]):
        yield ("needed",), "changes nothing: where the way is free, nobody is shown"
    if isinstance(row, EventRow) and row.when.get("event") in ("slain", ["slain"]) and row.whom == "subject":
        for field in ("heals", "sends"):
            if getattr(row, field):
                yield (field,), "changes nothing: who is slain leaves the battle, and nobody comes back"
    if placed.moment not in _FROM_NONE:
        return
    for quantity in ("hits", "heals"):
        added = _added(row, quantity)
        if added is None or added >= 0:
            continue
        others = [one.row for one in rows if one.moment == placed.moment and one.row is not row]
        if placed.moment == "ability" or not any(_gives(one, quantity) for one in others):
            yield (quantity,), f"changes nothing: {quantity} begin at 0 and are never fewer"


def _added(row: Row, quantity: str) -> int | None:
    """Return what a row adds to a quantity where it does nothing else with it."""
    change = row.change(quantity)
    if isinstance(change, Operation):
        return change.add if change.given == ["add"] else None
    return change


def _gives(row: Row, quantity: str) -> bool:
    change = row.change(quantity)
    if isinstance(change, Operation):
        return any((value or 0) > 0 for value in (change.add, change.set, change.at_least))
    return change is not None and change > 0


def _printed(placed: Placed, rules: TitanRules, profiles: list[ProfileRow]) -> Iterator[tuple[Path, str]]:
    """Yield what a row of a character repeats of its print, or changes of what the character never does."""
    row, chart = placed.row, rules.all_characters[str(placed.path[1])]
    assert isinstance(row, ProfileRow)
    who = chart.title
    for field, does, has in (("flies", "flies", chart.flies), ("rangestrikes", "rangestrikes", chart.rangestrikes)):
        given = getattr(row, field)
        others = [getattr(one, field) for one in profiles if one is not row]
        if given is not None and given is has and not any(one is not None and one is not has for one in others):
            yield (field,), f"changes nothing: {who} {does if has else f'never {does}'} by its print already"
    if row.native_to and {*row.native_to} <= {*chart.native_to}:
        yield ("native_to",), f"changes nothing: {who} is native to {listed(row.native_to, 'and')} by its print already"
    shoots = chart.rangestrikes or any(one.rangestrikes for one in profiles)
    if row.range is not None and not shoots:
        yield ("range",), f"changes nothing: {who} makes no rangestrike; write 'rangestrikes: true' too"
    flies = chart.flies or any(one.flies or one.frees is not None for one in profiles)
    if row.flight is not None and not flies:
        yield ("flight",), f"changes nothing: {who} does not fly; write 'flies: true' too"


def _effects(rules: TitanRules) -> Found:
    """Yield what effects say of control with the words that hold without it, though they give none."""
    written = rules.ruleset.raw("effects").get("effects", {}) if "effects" in rules.ruleset.tables else {}
    for name, effect in rules.effects.items():
        for field, usual in {"reverts": "at_once", "at_end": "returns", "stranded": "slain", "scores": "side"}.items():
            if effect.control is None and written.get(name, {}).get(field) == usual:
                said = "is about who controls a piece, and the effect gives no control; add control: source"
                yield "effects", ("effects", name, field), said
