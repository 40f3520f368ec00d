"""What actions cost in PIPs, and which elements are in command (P-7)."""

from __future__ import annotations

from shapely.geometry import LineString

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact

from ..field.battlefield import Field
from ..field.elements import Element
from ..field.ground import crossed

_HAIR = 1e-6


def sees(field: Field, one: Element, other: Element) -> bool:
    """Return whether any line between corners and centres of two bases is clear (HS-G-26)."""
    rule = field.rules.options["los_blockers"]
    if rule == "none":
        return True
    others = [e for e in field.standing() if e is not one and e is not other] if rule == "terrain_and_elements" else []
    for start in (*one.base.corners, one.base.centre):
        for end in (*other.base.corners, other.base.centre):
            line = LineString([start, end])
            if not field.ground.hides(line) and not any(crossed(line, e.area) for e in others):
                return True
    return False


def in_command(field: Field, movers: list[Element], cites: list[str]) -> bool:
    """Return whether movers are in their General's command (HS-PIP-4): near it, or farther in sight."""
    cite = field.rules.cite
    general = field.general(movers[0].army)
    if general is None:
        cites += cite("nobody_commands")
        return False
    if general in movers:
        cites += cite("commands_self")
        return True
    cites += cite("command")
    table = field.rules.pips
    found = []
    for mover in movers:
        distance = field.distance(mover, general)
        near = distance <= table.near + _HAIR
        if not near and distance <= table.sight + _HAIR:
            field.rules.note(("los_blockers",))
            cites += cite("command_sight")
            near = sees(field, mover, general)
        found.append(near)
    if len(set(found)) > 1:
        field.rules.note(("command",))
    return any(found) if field.rules.options["command"] == "any" else all(found)


def move_cost(field: Field, movers: list[Element], road_bonus: int = 0, cites: list[str] | None = None) -> Ledger:
    """Return what it costs in PIPs to move an element or a group, with every reason.

    The rules by which the movers are in command go to `cites`, since no reason of the price names them then.
    """
    rules, table = field.rules, field.rules.pips
    facts = _facts(field, movers, [] if cites is None else cites)
    found = rules.rows(table.moves, facts)
    # a row without a condition is the price where nothing else holds
    reasons = [row for row in found if row.when] or found
    if len(reasons) > 1:
        rules.note(("pip_stack",))
    counted = reasons if rules.options["pip_stack"] else [max(reasons, key=lambda row: row.cost)]
    entries = [Entry("add", row.cost, row.why, row.cites) for row in counted]
    for surcharge in rules.rows(table.surcharges, facts):
        times = int(facts[surcharge.per]) if surcharge.per else 1
        if surcharge.cost is not None:
            entries.append(Entry("add", surcharge.cost * times, surcharge.why, surcharge.cites))
    if road_bonus:
        row = table.road_bonus
        entries.append(Entry("add", row.cost * road_bonus, row.why, row.cites))
    out = Ledger("PIPs", entries)
    return out.plus(Entry("at_least", 0, "only the die gives PIPs", rules.cite("pips"))) if out.total < 0 else out


def forbidden_moves(field: Field, movers: list[Element]) -> list[Objection]:
    """Return why rows forbid an element or a group to move."""
    rules = field.rules
    if not any(row.forbid for row in rules.pips.surcharges.values()):
        return []
    rows = [row for row in rules.rows(rules.pips.surcharges, _facts(field, movers, [])) if row.forbid]
    named = listed([one.named for one in movers], "and")
    return [Objection(f"{named} may not move: {row.why}", row.cites, None, tuple(m.id for m in movers)) for row in rows]


def _facts(field: Field, movers: list[Element], cites: list[str]) -> dict[str, Fact]:
    """Return what rows of prices know of those who move; the rules by which they are in command go to `cites`."""
    table = field.rules.pips
    races = {m.race for m in movers}
    facts: dict[str, Fact] = {race: race in races for race in table.races}
    types, cats = {m.kind.name for m in movers}, {m.kind.cat for m in movers}
    facts |= {"type": types.pop()} if len(types) == 1 else {}
    facts |= {"cat": cats.pop()} if len(cats) == 1 else {}
    return facts | {
        "movers": len(movers),
        "flies": any(m.kind.flies for m in movers),
        "casts": any(m.kind.casts for m in movers),
        "single": len(movers) == 1,
        "in_command": in_command(field, movers, cites),
        **field.timed,
    }


def spell_cost(field: Field, aiding: int) -> Ledger:
    """Return what it costs in PIPs to bespell with some aiding Magicians (HS-PIP-7)."""
    table = field.rules.pips
    entries = [Entry("add", table.bespell.cost, table.bespell.why, table.bespell.cites)]
    if aiding:
        entries.append(Entry("add", table.aid.cost * aiding, table.aid.why, table.aid.cites))
    return Ledger("PIPs", entries)


def desorcell_cost(field: Field) -> Ledger:
    """Return what it costs in PIPs to desorcell an element (HS-PIP-8)."""
    row = field.rules.pips.desorcell
    return Ledger("PIPs", [Entry("add", row.cost, row.why, row.cites)])


def activation_cost(element: Element) -> Ledger | None:
    """Return what the next activation of an element costs in PIPs, None where there is none left."""
    row = element.kind.row.activation
    if row is None:
        return None
    times = 0 if row.again else element.activations
    if times >= len(row.costs):
        return None
    cites = (row.cite,) if isinstance(row.cite, str) else tuple(row.cite)
    ordinal = "" if row.again else f", time {times + 1} of {len(row.costs)}"
    return Ledger("PIPs", [Entry("add", row.costs[times], f"activating {element.kind.named}{ordinal}", cites)])
