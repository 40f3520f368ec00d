"""How many Spells are drawn: as a Mage comes into play, for a terrain and for a victory (MM 5.5, 7, 8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.core.game.orders import Objection
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import ledger

from ...masterboard.legion import Legion
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.rows import has_rows, legion_facts, rows_for, victory_facts
from ...masterboard.rulings.stacks import Stack, stacks_of
from ...masterboard.tables import Chart
from ...rows import BoardRow
from ...rules import TitanRules
from ..cup import Lot
from ..stacks import lowest_free, numbers_taken


class Draw(NamedTuple):
    """The Spells that one character may draw, and the rows that forbid it."""

    stack: Stack
    spells: Ledger
    bars: list[BoardRow]

    @property
    def number(self) -> int:
        """How many it may draw."""
        return 0 if self.bars else self.spells.total


def terrain_objections(position: MasterboardPosition, legion: Legion) -> list[Objection]:
    """Return why a legion draws nothing for the terrain where it stands (MM 7.3)."""
    cite, named = position.rules.cite, position.named(legion)
    if legion.player != position.mover:
        return [Objection(f"{legion.player} is not the Mover, and only the Mover draws", cite("defender_draw"))]
    out = []
    if not legion.moved:
        out.append(Objection(f"{named} has not moved, and only legions that have draw", cite("terrain_draw")))
    if legion.drew_for_terrain and not any(row.drew for row in legion.magi):
        out.append(Objection(f"{named} has drawn for the terrain in this Game-Turn", cite("terrain_draw")))
    if legion.won is None and any(other.player != legion.player for other in position.at(legion.land)):
        message = f"an enemy stands in {position.graph.titled(legion.land)}, and the draw waits for the Engagement"
        out.append(Objection(message, cite("terrain_draw")))
    if legion.mustered and chart_of(position, legion).draw_or_muster:
        message = f"{named} has mustered, and there a legion draws or musters"
        out.append(Objection(message, cite("draw_or_muster")))
    if position.in_play and position.phase_given:
        out += _time_objections(position, legion)
    return out


def _time_objections(position: MasterboardPosition, legion: Legion) -> list[Objection]:
    """Return why a legion does not draw for the terrain now: at the end of its move, or after its Engagement."""
    cite, named, now = position.rules.cite("terrain_draw"), position.named(legion), position.engagement
    if position.stage == "movement":
        return []
    if not legion.draw_deferred:
        return [Objection(f"{named} draws for the terrain as its move ends, in the Movement Phase", cite)]
    fights = now is not None and now.stage != "gains" and legion.id in (now.attacker, now.defender)
    if position.stage not in ("engagement", "enlistment") or fights:
        return [Objection(f"{named} draws for the terrain after its Engagement", cite)]
    return []


def terrain_draws(position: MasterboardPosition, legion: Legion) -> list[Draw]:
    """Return what each character of a legion that keeps Spells may draw for the terrain, as far as it has room."""
    terrain = position.graph.lands[legion.land].terrain
    out = []
    drew = {row.id for row in legion.magi if row.drew}
    for stack in stacks_of(position, legion):
        if stack.id in drew:
            continue
        chart = position.rules.characters[stack.character]
        at_home = terrain in chart.home
        number = chart.draws if at_home else chart_of(position, legion).guests_draw
        key = "tower_draw" if chart_of(position, legion).guests_draw else "terrain_draw"
        why = f"{chart.title} {'at home' if at_home else 'as a guest'} in {position.graph.titled(legion.land)}"
        printed = Entry("add", number, why, position.rules.cite(key))
        rows = _rows(position, legion, stack, "terrain")
        drawn = ledger(
            "spells",
            [printed],
            rows,
            legion_facts(position, legion),
            least=Entry("at_least", 0, "none at least", printed.cite),
        )
        if drawn.total > stack.room:
            most = f"{stack.id} has room for {stack.room} of {position.rules.spell_limit(stack.character)}"
            drawn = drawn.plus(Entry("at_most", stack.room, most, position.rules.limits_spells(stack.character)))
        elif stack.spells + drawn.total > position.rules.printed_limit(stack.character):
            position.rules.limits_spells(stack.character)
            drawn = drawn.plus(Entry("add", 0, "stacks have no limit", position.rules.cite("no_spell_limit")))
        out.append(Draw(stack, drawn, [row for row in rows if row.forbid]))
    return out


class VictoryDraw(NamedTuple):
    """The Spells that a victory brings: how many it allots, how many of them fit, and into whose stacks they may go."""

    stacks: list[Stack]
    able: list[Stack]
    allotted: int
    spells: Ledger
    bars: list[BoardRow]


def victory_draw(
    position: MasterboardPosition, legion: Legion, points: int, newcomer: str | None = None
) -> VictoryDraw:
    """Return the Spells that a legion draws for a victory of so many points, as far as it has room (MM 7.4, 7.5).

    A `newcomer` has not fought, and gets none of them.
    """
    cite, stacks = position.rules.cite, [one for one in stacks_of(position, legion) if one.id != newcomer]
    barred = {stack.id: [row for row in _rows(position, legion, stack, "victory") if row.forbid] for stack in stacks}
    able = [stack for stack in stacks if not barred[stack.id]]
    allotted = position.rules.magic.drawn_for(points) if able else 0
    spells = Ledger("spells", [Entry("add", allotted, f"for {points} points", cite("victory_draw"))])
    room = sum(stack.room for stack in able)
    if room < allotted:
        why = "room in the stacks" if room else "no room in the stacks"
        limits = position.rules.limits_spells(*(stack.character for stack in able))
        spells = spells.plus(Entry("at_most", room, why, limits))
    return VictoryDraw(stacks, able, allotted, spells, [row for rows in barred.values() for row in rows])


def bars_told(rows: Iterable[BoardRow]) -> list[Objection]:
    """Return why rows keep characters from drawing, each reason once."""
    return list({row.why: Objection(row.why, row.cites) for row in rows}.values())


def chart_of(position: MasterboardPosition, legion: Legion) -> Chart:
    """Return the row of the Masterchart for the Land of a legion."""
    return position.rules.charts[position.graph.lands[legion.land].terrain]


def _rows(position: MasterboardPosition, legion: Legion, stack: Stack, drawn_for: str) -> list[BoardRow]:
    if not has_rows(position.rules, "draw"):
        return []
    facts = {"for": drawn_for, **victory_facts(position, legion)}
    return rows_for(position, "draw", legion, facts, {"here": legion.land}, {"mage": stack.character})


def first_number(rules: TitanRules, name: str) -> int:
    """Return how many Spells a new Mage of a type draws at most: those of its terrain, as far as it has room."""
    chart = rules.characters[name]
    return max(min(chart.draws, rules.spell_limit(name) - len(chart.intrinsic)), 0)


def new_mage(position: MasterboardPosition, name: str, number: int | None) -> str:
    """Return the id of a new Mage of a type: of a number that is asked for, or the lowest free (REF magi-34)."""
    return f"{name}-{lowest_free(position, name) if number is None else number}"


def first_lot(
    event: str, player: str, rules: TitanRules, name: str, draw: int | None, got: Sequence[str] | None
) -> Lot:
    """Return the first draw of a new Mage of a type; `draw` may ask for fewer than all."""
    most = first_number(rules, name)
    return Lot(event, player, most if draw is None else min(draw, most), got)


def first_objections(
    position: MasterboardPosition, name: str, number: int | None, draw: int | None, got: Sequence[str] | None
) -> list[Objection]:
    """Return why a character cannot come with such a number, or with such a first draw."""
    rules, cite = position.rules, position.rules.cite
    if name not in rules.keeping_spells:
        given = [field for field, value in (("number", number), ("draw", draw), ("got", got)) if value is not None]
        title, cites = rules.characters[name].title, cite("first_spells") if rules.keeping_spells else ()
        return [Objection(f"{title} is no Mage, and '{field}' is for Magi", cites, field) for field in given]
    out, chart = [], rules.characters[name]
    if number is not None and not 1 <= number <= chart.number:
        message = f"{chart.many} are numbered 1 to {chart.number}, not {number}"
        out.append(Objection(message, cite("which_mage"), "number"))
    elif number is not None and number in numbers_taken(position, name):
        out.append(Objection(f"{name}-{number} is in play", cite("which_mage"), "number"))
    most = first_number(rules, name)
    if draw is not None and draw > most:
        message = f"a new {chart.title} draws {most} at most, not {draw}"
        out.append(Objection(message, cite("first_spells"), "draw"))
    return out
