"""Strikes: dice, strike-number, and carry-over of surplus hits (LoT 12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Facts, entries, ledger

from ...profiles import Profile
from ...rows import TitanRow
from ...sections import GivenFacts
from ..board import Board
from .chances import FacesChange
from .rows import bearings, counted_once, rows_everywhere, rows_on_characters


class StrikeRuling(msgspec.Struct, frozen=True, gc=False):
    """The dice and strike-number of one strike; the same characters across the same hazards share one.

    `gains` names what striking down a hexside gains; `forgone_dice` and `forgone_number` hold without it. `up` are the
    hazards whose hexsides the strike crosses upwards, and `changes` what rows make of the hits that the dice show.
    """

    dice: int
    number: int
    ledgers: tuple[Ledger, ...]
    forgone_dice: int
    forgone_number: int
    gains: frozenset[str]
    up: frozenset[str]
    changes: tuple[Entry, ...] = ()


class RollRuling(msgspec.Struct, frozen=True):
    """The one roll of an ability or a volley: its dice and number, their ledgers, and what rows make of its hits."""

    dice: int
    number: int
    ledgers: tuple[Ledger, ...]
    changes: tuple[Entry, ...] = ()


class Adapted(msgspec.Struct, frozen=True):
    """The Power that a striker takes, and whose it is: "" where it is its own least one."""

    power: int
    whose: str


class _Between(msgspec.Struct, frozen=True):
    """The rows that hold for a strike, with those on the characters, the gains among them, and what is crossed upwards.

    `number` stands for all of it, and for what the rows count: where it is the same, so is what the rows do.
    """

    rows: tuple[TitanRow, ...]
    own: frozenset[TitanRow]
    gains: frozenset[str]
    up: frozenset[str]
    facts: Facts
    number: int

    @property
    def kept(self) -> tuple[TitanRow, ...]:
        """The rows without those that the striker may give up."""
        return tuple([row for row in self.rows if not row.forgo]) if self.gains else self.rows


def strike_of(
    board: Board,
    striker: Profile,
    source: int,
    target: Profile,
    at: int,
    given: GivenFacts = (),
    adapted: Adapted | None = None,
) -> StrikeRuling:
    """Return the ruling on a strike between two hexes in contact (LoT 12.0, 12.2, 12.7)."""
    people = {"striker": striker, "target": target}
    floored = _floored(board)
    if board.bare is not None or striker.granted or target.granted:
        key = ("strike", striker.number, target.number, board.ground_between(source, at), given, adapted, floored)
        return board.rules.share(key, lambda: _rule(board, striker, source, target, at, given, adapted))
    lying = bearings(board, people, (source, at))
    between = board.rules.share(("between", lying, given), lambda: _between(board, people, source, at, given))
    ruled = ("strike", striker.number, target.number, between.number, adapted, floored)
    return board.rules.share(ruled, lambda: _ruled(board, striker, target, between, adapted))


def _floored(board: Board) -> bool:
    """Return whether every strike-number has a floor: the one value of the option that adds a line to every ledger."""
    return board.rules.options["strike_chart_edges"] == "two_to_six"


def _rule(
    board: Board, striker: Profile, source: int, target: Profile, at: int, given: GivenFacts, adapted: Adapted | None
) -> StrikeRuling:
    people = {"striker": striker, "target": target}
    between = _between(board, people, source, at, given)
    granted: list[Entry] = []
    if striker.granted or target.granted:
        crossings = board.sides.get((source, at), ())
        ground = (*board.borne[source], *board.borne[at], *(carrier for carrier, _ in crossings))
        granted = board.rules.sections["modifiers"].granted(ground, people)
    return _ruled(board, striker, target, between, adapted, granted)


def _between(board: Board, people: Mapping[str, Profile], source: int, at: int, given: GivenFacts) -> _Between:
    """Return the rows that hold for a strike between two hexes in contact."""
    rules = board.rules
    crossings = board.sides.get((source, at), ())
    section = rules.sections["modifiers"]
    facts = section.facts(people)
    facts["roll"], facts["unhindered"] = "strike", people["striker"].unhindered
    facts.update(given)
    rows: list[TitanRow] = []
    for where, h in (("striker", source), ("target", at)):
        facts["at"] = where
        rows += rules.rows_on(section, board.borne[h], facts, people)
    del facts["at"]
    gains = {row.why for row in rows if row.forgo}
    for carrier, crossing in crossings:
        if carrier.table.modifiers:
            crossed = rules.rows_on(section, (carrier,), {**facts, "crossing": crossing}, people)
            gains |= {f"{carrier.name} {row.why}" for row in crossed if row.forgo}
            rows += crossed
    carried = rows_on_characters(board, section, facts, people)
    further = carried + rows_everywhere(board, section, facts, people)
    if further:
        gains |= {row.why for row in further if row.forgo}
        rows += further
    held = tuple(counted_once(rows, section))
    own = frozenset(carried) if rules.combat.dice_order != "together" else frozenset()
    up = frozenset([carrier.name for carrier, crossing in crossings if crossing == "up"])
    counted = tuple([facts[row.per] for row in held if row.per is not None])
    number = rules.number_of(("between", held, own, frozenset(gains), up, counted))
    return _Between(held, own, frozenset(gains), up, facts, number)


def _ruled(
    board: Board,
    striker: Profile,
    target: Profile,
    between: _Between,
    adapted: Adapted | None,
    granted: Sequence[Entry] = (),
) -> StrikeRuling:
    """Return the ruling on a strike by the rows that hold, and by what makes either of the two native."""
    dice, forgone_dice = _dice(board, striker, between, adapted, granted)
    number, ledgers, forgone_number = _number(board, striker, target, between)
    return StrikeRuling(
        dice.total,
        number,
        (dice, *ledgers),
        forgone_dice,
        forgone_number,
        between.gains,
        between.up,
        hit_changes(between.rows, between.facts),
    )


def _dice(
    board: Board, striker: Profile, between: _Between, adapted: Adapted | None, granted: Sequence[Entry]
) -> tuple[Ledger, int]:
    """Return the ledger of how many dice are rolled, and how many are where the gain is forgone."""

    def make() -> tuple[Ledger, int]:
        power = (_power_of(board, striker, adapted), *striker.changes["power"], *granted)
        dice = dice_ledger(board, power, between.rows, between.facts, between.own)
        if not between.gains:
            return dice, dice.total
        return dice, dice_ledger(board, power, between.kept, between.facts, between.own).total

    if granted:
        return make()
    changed = [row for row in between.rows if row.dice is not None]
    return board.rules.share(("dice", striker.number, adapted, between.number if changed else None), make)


def _number(board: Board, striker: Profile, target: Profile, between: _Between) -> tuple[int, tuple[Ledger, ...], int]:
    """Return the strike-number, the ledgers that lead to it, and the number where the gain is forgone."""
    changing = [row for row in between.rows if not (row.skill is row.target_skill is row.number is None)]

    def make() -> tuple[int, tuple[Ledger, ...], int]:
        number, ledgers = number_ledgers(board, striker, target, changing, between.facts)
        if not changing or not between.gains:
            return number.total, ledgers, number.total
        return number.total, ledgers, number_ledgers(board, striker, target, between.kept, between.facts)[0].total

    # a Skill-factor that nothing changes has no line of its own
    own = striker.cites or striker.changes["strike_skill"] or any(row.skill is not None for row in changing)
    theirs = target.cites or target.changes["target_skill"] or any(r.target_skill is not None for r in changing)
    strikes, struck = striker.number if own else (striker.skill,), target.number if theirs else (target.skill,)
    key = ("strike-number", strikes, struck, between.number if changing else None, _floored(board))
    return board.rules.share(key, make)


def hit_changes(rows: Iterable[TitanRow], facts: Facts) -> tuple[Entry, ...]:
    """Return what rows make of the dice of a roll and of the hits they show, in the order in which they apply."""
    told = [row for row in rows if row.hits is not None or row.faces is not None]
    special = [FacesChange("add", 0, row.faces.said(row.why), row.cites, row.faces.each) for row in told if row.faces]
    return (*special, *entries(told, facts, "hits"))


def _power_of(board: Board, striker: Profile, adapted: Adapted | None) -> Entry:
    cite = board.rules.cite
    if adapted is None:
        grown = cite("titan_power") if striker.grows else ()
        return striker.printed("Power", (*cite("dice"), *grown))
    why = f"Power-factor of {adapted.whose} beside it" if adapted.whose else f"least Power-factor of {striker.named}"
    return Entry("add", adapted.power, why, cite("adapted_power"))


def dice_ledger(
    board: Board,
    power: Sequence[Entry],
    rows: Iterable[TitanRow],
    facts: Facts,
    own: frozenset[TitanRow] = frozenset(),
    strength: TitanRow | None = None,
) -> Ledger:
    """Return the ledger of how many dice are rolled, never fewer than none.

    `strength` is what becomes of Power afar. Where the ruleset says so, it comes first, then the rows `own` of the
    characters, then the others.
    """
    rules = board.rules
    least = Entry("at_least", 0, "no fewer than none", rules.cite("dice"))
    first = [strength] if strength is not None else []
    found = [row for row in rows if getattr(row, "dice", None) is not None]
    if rules.combat.dice_order == "together" or not (found or first):
        return ledger("dice", power, [*found, *first], facts, least=least)
    start = ledger("dice", power, first, facts).entries
    middle = ledger("dice", start, (row for row in found if row in own), facts).entries
    return ledger("dice", middle, (row for row in found if row not in own), facts, least=least)


def number_ledgers(
    board: Board, striker: Profile, target: Profile | None, rows: Sequence[TitanRow], facts: Facts
) -> tuple[Ledger, tuple[Ledger, ...]]:
    """Return the ledger of the strike-number, and all ledgers that lead to it (LoT 12.7).

    Without a target its Skill-factor starts at 0, for a row to set.
    """
    rules = board.rules
    chart, die = rules.combat.strike_chart, rules.combat.die
    printed = striker.printed("Skill", rules.cite("skill"))
    skill = ledger("skill", [printed, *striker.changes["strike_skill"]], rows, facts)
    changed: list[Entry] = []
    if target is not None:
        changed = [target.printed("Skill", rules.cite("skill")), *target.changes["target_skill"]]
    theirs = ledger("target_skill", changed, rows, facts, shown="target's skill")
    why = f"Skill-factor {skill.total} against {theirs.total}"
    further = dict.fromkeys((*striker.cites, *(target.cites if target is not None else ())))
    charted = Entry("add", chart.number(skill.total, theirs.total), why, (chart.cite, *further))
    number = ledger("number", [charted], rows, facts, shown="strike-number")
    if not die.least <= number.total <= die.faces:
        rules.note(("strike_chart_edges",))
    edges = rules.options["strike_chart_edges"]
    if edges == "two_to_six":
        why = f"a {die.least - 1} always misses"
        number = number.plus(Entry("at_least", die.least, why, rules.cite("chart_edges")))
    if number.total > die.faces and edges != "above_six_misses":
        why = f"a {die.faces} can always hit"
        number = number.plus(Entry("at_most", die.faces, why, rules.cite("chart_edges")))
    return number, (*(one for one in (skill, theirs) if len(one.entries) > 1), number)
