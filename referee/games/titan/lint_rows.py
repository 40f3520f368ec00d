"""Checks of rows by what they stand on: what is known there, who can be native to it, and what can be given up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.core.documents import Path, Problem
from referee.core.documents.problems import listed, written
from referee.core.rules.moments import Moment, Placed, placed_rows
from referee.core.rules.reach import exclusions
from referee.core.rules.rows import Fact, Operation, Row, RowChange
from referee.core.rules.rulesets import Ruleset

from .carriers import BOARD_SECTIONS
from .moments.catalog import moments_of
from .moments.shared import GROUND, NATIVE, enemies
from .rows import Ability, ProfileRow, TitanRow
from .rules import TitanRules
from .sections import ROLES
from .sides import SIDES
from .tables import TABLES

# what is wrong, with its path in the row, and the key where it is about one
Found = Iterator[tuple[Path, str, str | None]]


# a row with the table that it is in
InTable = tuple[str, Placed]


def rows_of(ruleset: Ruleset) -> list[InTable]:
    """Return every row of the tables of a ruleset."""
    return [(table, placed) for table, kind in TABLES.items() for placed in placed_rows(ruleset.typed(table, kind))]


def lint_rows(rules: TitanRules, rows: Sequence[InTable]) -> list[Problem]:
    """Return every row that can never do what it says where it stands, each at its place."""
    ruleset = rules.ruleset
    moments = moments_of(ruleset)
    natives = {name for chart in rules.all_characters.values() for name in chart.native_to}
    natives |= {name for _, placed in rows if isinstance(placed.row, ProfileRow) for name in placed.row.native_to}
    out: list[Problem] = []
    for table, placed in rows:
        moment = moments[placed.moment]
        # core reports a row that holds nowhere
        somewhere = not list(exclusions(placed.row, moment))
        found = [*(_of_place(table, placed, moment) if somewhere else ()), *_of_row(placed)]
        if not found and somewhere:
            found += _of_land(table, placed, rules)
        found += _of_supply(table, placed, rules)
        found += _of_rangestrike(table, placed, rules, [one.row for _, one in rows])
        found += _of_nothing(placed, rows)
        hazard = rules.hazards.hazards.get(str(placed.path[1])) if len(placed.path) > 1 else None
        native_to = hazard.natives_of if hazard is not None and hazard.natives_of else placed.path[1]
        if {*GROUND} & {*placed.carriers} and native_to not in natives:
            found += _no_natives(placed, moment)
        out += [ruleset.problem_at(table, (*placed.path, *path), said, key) for path, said, key in found]
    return out


def _of_place(table: str, placed: Placed, moment: Moment) -> Found:
    """Yield why a row that holds somewhere never holds where it stands."""
    here, used = _used(placed.row, moment)
    carried = list(_carried(placed, moment)) if table == "characters" else [_known(table, placed)]
    if isinstance(placed.row, Ability) and placed.row.at == "self":
        # who uses it is the target too
        carried = [one | {name.replace("user_", "target_"): value for name, value in one.items()} for one in carried]
    found: list[list[tuple[Path, str, str | None]]] = []
    for one in carried:
        known = {name: value for name, value in {**used, **one}.items() if name in moment.facts}
        found.append(list(exclusions(placed.row, here, known)))
    if not all(found):
        return
    if len(found) == 1:
        yield from found[0]
    else:
        yield ("when",), f"never holds: {placed.path[1]}, which carries the row, is none of those that it names", None


def open_roles(table: str, placed: Placed, moment: Moment) -> list[str]:
    """Return the roles in which the carrier of a row of a roll may take part so that the row holds."""
    roles = _roles(placed, "modifiers", moment)
    carried = list(_carried(placed, moment)) if table == "characters" else [{}] * len(roles)
    return [role for role, one in zip(roles, carried, strict=True) if not [*exclusions(placed.row, moment, one)]]


def _used(ability: Row, moment: Moment) -> tuple[Moment, dict[str, Fact]]:
    """Return the moment of using one ability, and what is known then; that of any other row as it is."""
    if not isinstance(ability, Ability):
        return moment, {}
    never = [*moment.never]
    if ability.at == "enemy":
        never += enemies("user", "target")
    elif ability.at in ("friend", "self"):
        never += [{"user_side": one, "target_side": other} for one in SIDES for other in SIDES if one != other]
    if ability.roll == "rangestrike":
        never.append({"target_immune_to_rangestrikes": True, "user_rangestrikes_lords": False})
    known: dict[str, Fact] = {"phase": ability.phase}
    if ability.instead_of == "rangestrike":
        known["user_in_contact"] = False
    return replace(moment, never=tuple(never)), known


def _carried(placed: Placed, moment: Moment) -> Iterator[dict[str, Fact]]:
    """Yield what is known of the character or class that carries a row, for each role in which it may take part."""
    kind, name, section, *_ = (str(step) for step in placed.path)
    fact = "character" if kind == "characters" else "class"
    for role in _roles(placed, section, moment):
        if role == "member":
            # its legion holds one at least
            holds = f"holds_{name}"
            yield {holds: 1} if placed.row.when.get(holds) in (0, [0]) else {}
        elif section in BOARD_SECTIONS:
            yield {role if kind == "characters" else f"{role}_class": name}
        else:
            yield {f"{role}_{fact}" if role else fact: name}


def _known(table: str, placed: Placed) -> dict[str, Fact]:
    """Return the facts that hold wherever a row stands, by the name of the place that carries it."""
    kind, name, *rest = (str(step) for step in (*placed.path, "", "")[:3])
    if rest[0] in BOARD_SECTIONS:
        return {}
    facts = {
        ("battlelands", "battlelands"): {"battleland": name},
        ("masterboard", "lands"): {"land": name},
        ("masterboard", "terrains"): {"terrain": name},
        ("combat", "rangestrikes"): {"roll": "rangestrike"},
    }
    return {**facts.get((table, kind), {})}


def _roles(placed: Placed, section: str, moment: Moment) -> tuple[str, ...]:
    """Return in which roles the carrier of a row may take part: "" where it is the only one."""
    given, kind = placed.row.when.get("as"), moment.facts.get("as")
    if given is not None:
        return tuple(str(one) for one in _values(given))
    if kind is not None and kind.values is not None:
        # only who is hit has a striker
        alone = section == "events" and "hit" not in _values(placed.row.when.get("event", "hit"))
        return tuple(str(one) for one in kind.values if not (alone and one == "striker"))
    if section == "score":
        return ("slain",)
    return ("member",) if section in BOARD_SECTIONS else (ROLES[section] or ("",))[:1]


def _of_row(placed: Placed) -> Found:
    row = placed.row
    if isinstance(row, TitanRow) and row.forgo:
        roll = row.when.get("roll", "strike")
        if "strike" not in (roll if isinstance(roll, list) else [roll]):
            yield (), "'forgo' is for a gain of a strike, and this row is about none; leave it out", "forgo"
        for field in ("hits", "faces"):
            if getattr(row, field) is not None:
                said = f"'{field}' cannot be given up; leave 'forgo' out, or put '{field}' into a row of its own"
                yield (), said, "forgo"


def _no_natives(placed: Placed, moment: Moment) -> Found:
    """Yield the conditions that somebody is native to a hazard to which nobody is."""
    name = placed.path[1]
    for fact, wanted in placed.row.when.items():
        kind = moment.facts.get(fact)
        if kind is not None and kind.values == NATIVE and wanted in ("native", ["native"]):
            yield ("when",), f"never holds: no character is native to {name}; give one 'native_to: [{name}]'", fact


def _of_land(table: str, placed: Placed, rules: TitanRules) -> Found:
    """Yield why a row never holds: the Land, its terrain and the Battleland that it names are of different kinds."""
    when = {**placed.row.when, **_known(table, placed)}
    lands = rules.masterboard.lands
    named: dict[str, set[Fact]] = {}
    for fact in ("land", "terrain", "battleland"):
        if fact in when:
            given = when[fact]
            values = given if isinstance(given, list) else [given]
            named[fact] = {lands[str(one)].terrain if str(one) in lands else one for one in values}
    if len(named) > 1 and not set.intersection(*named.values()):
        told = {fact: listed([written(one) for one in _values(when[fact])]) for fact in named}
        said = listed([f"{fact} {one}" for fact, one in told.items()], "and")
        yield ("when",), f"never holds: {said} exclude each other; a Land has one terrain, and its Battleland", None


def _of_supply(table: str, placed: Placed, rules: TitanRules) -> Found:
    """Yield why a row never holds: nobody in question is ever added for points, mustered, summoned, or flees."""
    row, section = placed.row, str(placed.path[-2]) if len(placed.path) > 1 else ""
    roles = {"acquire": "acquired", "muster": "recruit", "board_events": "recruit", "summons": "summoned"}
    role = {**roles, "score": "slain"}.get(section)
    if role is None:
        return
    when = dict(row.when)
    if table == "characters" and (role == "slain" or when.get("as") in (role, [role])):
        kind, name, *_ = (str(step) for step in placed.path)
        when[role if kind == "characters" else f"{role}_class"] = name
    if not {role, f"{role}_class"} & {*when}:
        return
    people = rules.characters
    found = {name for name in people if name in _values(when.get(role, name))}
    found = {name for name in found if people[name].cls in _values(when.get(f"{role}_class", people[name].cls))}
    if not found:
        return
    known = listed([people[name].title for name in sorted(found)])
    if section == "acquire" and not found & {name for one in rules.acquired for name in one.names}:
        yield (), f"never holds: no {known} is added for points; masterplay.acquired lists who is", None
    elif role == "recruit" and not found & _recruits(rules, placed.path[1] if placed.path[0] == "terrains" else None):
        yield (), f"never holds: no {known} is mustered; the masterchart lists who is", None
    elif section == "summons" and not any(rules.profile(name).summonable for name in found):
        yield (), f"never holds: no {known} is summoned (the trait summonable)", None
    elif (
        section == "score"
        and row.when.get("how") in ("flight", ["flight"])
        and all("cannot_flee" in rules.profile(name).traits for name in found)
    ):
        yield ("when",), f"never holds: no {known} can flee (the trait cannot_flee)", "how"


def _of_rangestrike(table: str, placed: Placed, rules: TitanRules, rows: Sequence[Row]) -> Found:
    """Yield the abilities that take the place of a rangestrike for those who never make one."""
    row = placed.row
    if not isinstance(row, Ability) or row.instead_of != "rangestrike":
        return
    if any(isinstance(one, ProfileRow) and one.rangestrikes for one in rows):
        return
    users = rules.all_characters
    known = dict(row.when)
    if table == "characters":
        kind, name, *_ = (str(step) for step in placed.path)
        known["user_character" if kind == "characters" else "user_class"] = name
    wanted = {fact: _values(known[fact]) for fact in ("user_character", "user_class") if fact in known}
    found = [
        chart
        for name, chart in users.items()
        if name in wanted.get("user_character", [name]) and chart.cls in wanted.get("user_class", [chart.cls])
    ]
    if found and not any(chart.rangestrikes for chart in found):
        who = listed([chart.title for chart in found])
        said = f"never holds: {who} makes no rangestrike; write 'instead_of: strike', or give 'rangestrikes: true'"
        yield ("instead_of",), f"{said} by a row of 'profile'", None


def _recruits(rules: TitanRules, terrain: str | int | None) -> set[str]:
    """Return who may be mustered: in a terrain, or anywhere."""
    charts = [chart for name, chart in rules.charts.items() if terrain in (None, name)]
    return {name for chart in charts for name in (*chart.ladder, *chart.sides, *chart.free, *chart.shown)}


def _of_nothing(placed: Placed, rows: Sequence[InTable]) -> Found:
    """Yield the rows that only multiply, halve or bound hits, which begin at 0, where no row gives any before that."""
    if placed.moment not in ("damage", "event"):
        return
    for quantity in ("hits", "heals"):
        change = placed.row.change(quantity)
        if not isinstance(change, Operation) or not {*change.given} <= {"times", "halve", "at_most"}:
            continue
        bound = change.at_most is not None
        others = [one.row for _, one in rows if one.moment == placed.moment and one.row is not placed.row]
        if any(_gives(row.change(quantity)) for row in others if bound or row.layer == "base"):
            continue
        if bound:
            said = f"changes nothing: {quantity} begin at 0 here, and no row adds to them"
            yield (quantity,), f"{said}; those of a strike are bounded by a row of 'modifiers'", None
        else:
            said = f"changes nothing: {quantity} begin at 0, and rows add to them after this"
            yield (quantity,), f"{said}; write 'layer: base' in the rows that it is to change", None


def _gives(change: RowChange | None) -> bool:
    return isinstance(change, int) or (change is not None and bool({"add", "set"} & {*change.given}))


def _values(wanted: Fact | list[Fact]) -> list[Fact]:
    return wanted if isinstance(wanted, list) else [wanted]
