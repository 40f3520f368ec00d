"""Checks of rows by what they stand on: what is known there, who can be native to it, and what can be given up."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents import Path, Problem, nearest
from referee.core.rules.moments import Moment, Placed, placed_rows
from referee.core.rules.reach import excluded
from referee.core.rules.rows import Fact

from .carriers import BOARD_SECTIONS, ProfileRow, TitanRow
from .moments import GROUND, NATIVE, moments_of
from .rules import TitanRules
from .sections import ROLES
from .tables import TABLES

# what is wrong, with its path in the row, and the key where it is about one
Found = Iterator[tuple[Path, str, str | None]]


def lint_rows(rules: TitanRules) -> list[Problem]:
    """Return every row that can never do what it says where it stands, each at its place."""
    ruleset = rules.ruleset
    moments = moments_of(ruleset)
    rows = [(table, placed) for table, kind in TABLES.items() for placed in placed_rows(ruleset.typed(table, kind))]
    natives = {name for chart in rules.characters.values() for name in chart.native_to}
    natives |= {name for _, placed in rows if isinstance(placed.row, ProfileRow) for name in placed.row.native_to}
    out: list[Problem] = []
    for table, placed in rows:
        moment = moments[placed.moment]
        found = [*_of_place(table, placed, moment), *_of_row(placed, rules)]
        if {*GROUND} & {*placed.carriers} and placed.path[1] not in natives:
            found += _no_natives(placed, moment)
        out += [ruleset.problem_at(table, (*placed.path, *path), said, key) for path, said, key in found]
    return out


def _of_place(table: str, placed: Placed, moment: Moment) -> Found:
    """Yield why a row never holds where it stands; core reports one that holds nowhere."""
    known = {name: value for name, value in _known(table, placed).items() if name in moment.facts}
    if known and not list(excluded(placed.row, moment)):
        yield from excluded(placed.row, moment, known)


def _known(table: str, placed: Placed) -> dict[str, Fact]:
    """Return the facts that hold wherever a row stands, by the name of what carries it."""
    kind, name, *rest = (str(step) for step in (*placed.path, "", "")[:3])
    if table == "characters":
        fact = "character" if kind == "characters" else "class"
        role = _role(placed, rest[0])
        return {} if role is None else {f"{role}_{fact}" if role else fact: name}
    if rest[0] in BOARD_SECTIONS:
        return {}
    facts = {
        ("battlelands", "battlelands"): {"battleland": name},
        ("masterboard", "lands"): {"land": name},
        ("masterboard", "terrains"): {"terrain": name},
        ("combat", "rangestrikes"): {"roll": "rangestrike"},
    }
    return {**facts.get((table, kind), {})}


def _role(placed: Placed, section: str) -> str | None:
    """Return in which role the carrier of a row takes part: "" where there is only one, None where the row is open."""
    if section == "profile":
        return ""
    roles = ROLES.get(section, ())
    given = placed.row.when.get("as")
    if isinstance(given, str):
        return given
    return roles[0] if len(roles) == 1 or (roles and section == "abilities") else None


def _of_row(placed: Placed, rules: TitanRules) -> Found:
    row = placed.row
    if isinstance(row, ProfileRow):
        laid = [name for name, effect in rules.effects.items() if effect.lies in ("hex", "hexside")]
        known = [*rules.hazards.hazards, *laid]
        for number, name in enumerate(row.native_to):
            if name not in known:
                yield ("native_to", number), f"'{name}' is no hazard{nearest(name, known)}", None
    elif isinstance(row, TitanRow) and row.forgo:
        roll = row.when.get("roll", "strike")
        if "strike" not in (roll if isinstance(roll, list) else [roll]):
            yield (), "'forgo' is for a gain of a strike, and this row is about none; leave it out", "forgo"


def _no_natives(placed: Placed, moment: Moment) -> Found:
    """Yield the conditions that somebody is native to a hazard to which nobody is."""
    name = placed.path[1]
    for fact, wanted in placed.row.when.items():
        kind = moment.facts.get(fact)
        if kind is not None and kind.values == NATIVE and wanted in ("native", ["native"]):
            yield ("when",), f"never holds: no character is native to {name}; give one 'native_to: [{name}]'", fact
