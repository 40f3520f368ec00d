"""What is rolled for a cast: its dice, its strike-number, and the chance that it works (MM 11.3, 12, 15.0)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product

import msgspec

from referee.core.rules.ledger import Entry, Ledger, cites_of
from referee.core.rules.rows import Fact, ledger

from ..battle.position import BattlePosition
from ..battle.rulings.chances import at_least
from ..battle.rulings.rangestrikes import crossed
from ..battle.rulings.strikes import dice_ledger, hit_changes
from ..profiles import Profile
from ..rows import TitanRow
from .casts import Cast
from .spell_tables import Asked, Mode, RollKind


class CastRoll(msgspec.Struct, frozen=True):
    """The roll of a cast: `number` is None where no strike-number is needed, `chance` that it has any effect.

    `least` and `hurts` are for a sum of dice: the least that works, and the one that hurts the caster. `changes` are
    what rows make of hits.
    """

    dice: int
    number: int | None
    chance: float
    ledgers: tuple[Ledger, ...] = ()
    plus: int | None = None
    least: int | None = None
    hurts: int | None = None
    changes: tuple[Entry, ...] = ()


NO_ROLL = CastRoll(0, None, 1.0)


def roll_of(position: BattlePosition, cast: Cast, mode: Mode, whole: tuple[int, ...]) -> CastRoll:
    """Return the roll of a cast along a path, both ends included."""
    roll = cast.spell.roll
    if roll is None:
        return NO_ROLL
    if cast.on_self and cast.spell.on_self is not None:
        sure = Entry("add", 0, f"{cast.spell.title} works on its caster", cites_of(cast.spell.on_self.cite))
        return CastRoll(0, None, 1.0, (Ledger("dice", [sure]),))
    dice = _dice(position, cast, roll, mode, whole)
    faces = position.rules.combat.die.faces
    if roll.sum:
        return _sum(position, cast, roll, dice)
    if roll.skill is None:
        plus = roll.plus.get(mode, 0)
        return CastRoll(dice.total, None, 1.0 if dice.total else 0.0, (dice,), plus=plus)
    number, ledgers = _number(position, cast, roll, mode, whole)
    facts = _facts(position, cast, mode, whole)
    changes = hit_changes(_on_characters(position, cast, roll, facts), facts)
    chance = at_least(dice.total, number.total, 1, faces, changes) if dice.total else 0.0
    return CastRoll(dice.total, number.total, chance, (dice, *ledgers), changes=changes)


def _facts(position: BattlePosition, cast: Cast, mode: Mode, whole: tuple[int, ...]) -> dict[str, Fact]:
    fight = position.fight
    section = position.rules.sections["modifiers"]
    people = _people(cast)
    given = {"striker": cast.caster} | ({"target": cast.piece} if cast.piece is not None else {})
    return {
        "roll": "cast",
        "spell": cast.spell.name,
        "spell_kind": cast.spell.spell.kind,
        "mode": mode,
        "unhindered": False,
        "occupied": bool(fight.occupied >> cast.hex & 1),
        "range": fight.board.steps(whole[0], whole[-1]) + 1,
        **crossed(fight.board, whole),
        **section.facts(people),
        **dict(fight.given("modifiers", **given)),
    }


def _people(cast: Cast) -> dict[str, Profile]:
    return {"striker": cast.caster.profile} | ({"target": cast.piece.profile} if cast.piece is not None else {})


def _asks(position: BattlePosition, roll: RollKind) -> list[Asked]:
    """Return whose rows are asked, also those that an option adds."""
    chosen = [asked for option, more in roll.asks_if.items() if position.rules.chosen(option, True) for asked in more]
    return [*roll.asks, *chosen]


def _on_characters(position: BattlePosition, cast: Cast, roll: RollKind, facts: dict[str, Fact]) -> list[TitanRow]:
    """Return the rows on the caster, on the target and on the whole battle that bear on the roll, and its own."""
    rules = position.rules
    section, people = rules.sections["modifiers"], _people(cast)
    rows: list[TitanRow] = []
    asks = _asks(position, roll)
    if "caster" in asks:
        rows += rules.rows_on(section, cast.caster.profile.carriers, {**facts, "as": "striker"}, people)
    if "target" in asks and cast.piece is not None:
        rows += rules.rows_on(section, cast.piece.profile.carriers, {**facts, "as": "target"}, people)
    if "battle" in asks:
        rows += rules.rows_on(section, position.fight.board.around, facts, people)
    return [*rows, *rules.ruled(roll.modifiers.values(), facts)]


def _on_ground(
    position: BattlePosition,
    cast: Cast,
    roll: RollKind,
    mode: Mode,
    whole: tuple[int, ...],
    facts: dict[str, Fact],
    asks: Sequence[Asked],
) -> list[TitanRow]:
    """Return the rows of the ground asked that bear on the roll; they see it as a strike or as a rangestrike."""
    seen = roll.as_ground(mode)
    if seen is None:
        return []
    rules, board, people = position.rules, position.fight.board, _people(cast)
    section = rules.sections["modifiers"]
    facts = {**facts, "roll": seen}
    if seen == "strike":
        facts = {name: fact for name, fact in facts.items() if name not in crossed(board, whole) and name != "range"}
    rows: list[TitanRow] = []
    for h in whole:
        where = "striker" if h == whole[0] else "target" if h == whole[-1] else "between"
        asked = {"striker": "caster_hex", "target": "target_hex"}.get(where, where)
        if asked in asks:
            rows += rules.rows_on(section, board.borne[h], {**facts, "at": where}, people)
    if "between" in asks:
        for pair in pairwise(whole):
            for carrier, crossing in board.sides.get(pair, ()):
                rows += rules.rows_on(section, (carrier,), {**facts, "crossing": crossing}, people)
    return rows


def _dice(position: BattlePosition, cast: Cast, roll: RollKind, mode: Mode, whole: tuple[int, ...]) -> Ledger:
    """Return the ledger of the dice; nothing on the ground adds dice to a cast or takes any away (REF magi-79)."""
    cites, caster = cast.spell.cites, cast.caster.profile
    given = roll.dice[mode]
    if given == "printed":
        base = [Entry("add", cast.spell.dice or 0, f"dice printed on {cast.spell.title}", cites)]
    elif isinstance(given, int):
        base = [Entry("add", given, f"dice of {cast.spell.title}", cites)]
    else:
        base = [
            caster.printed("Power", _cited(roll)),
            *caster.changes["power"],
        ]
        if given == "half":
            base.append(Entry("halve_down", 2, "half of it", _cited(roll)))
    facts = _facts(position, cast, mode, whole)
    return dice_ledger(position.fight.board, base, _on_characters(position, cast, roll, facts), facts)


def _number(
    position: BattlePosition, cast: Cast, roll: RollKind, mode: Mode, whole: tuple[int, ...]
) -> tuple[Ledger, tuple[Ledger, ...]]:
    """Return the ledger of the strike-number, and those of both factors: all changes first, one clamp last (MM 3.3)."""
    rules, spell, facts = position.rules, cast.spell, _facts(position, cast, mode, whole)
    caster = cast.caster.profile
    on_characters, asks = _on_characters(position, cast, roll, facts), _asks(position, roll)
    rows = mine_rows = on_characters + _on_ground(position, cast, roll, mode, whole, facts, asks)
    if roll.skill == "printed":
        # the hex of the target changes nothing that is printed on the counter
        nearer: list[Asked] = [asked for asked in asks if asked != "target_hex"]
        mine_rows = on_characters + _on_ground(position, cast, roll, mode, whole, facts, nearer)
        mine = [Entry("add", spell.strike_skill or 0, f"strike-factor printed on {spell.title}", spell.cites)]
    else:
        mine = [caster.printed("Skill", rules.cite("skill"))]
        mine += caster.changes["strike_skill"] if "caster" in roll.asks else ()
    if roll.against == "number" or cast.piece is None:
        theirs = [Entry("add", spell.number or 0, f"number of {spell.title}", _cited(roll))]
    else:
        target = cast.piece.profile
        theirs = [target.printed("Skill", rules.cite("skill"))]
        theirs += target.changes["target_skill"] if "target" in roll.asks else ()
    skill = ledger("skill", mine, mine_rows, facts)
    against = ledger("target_skill", theirs, rows, facts, shown="target's skill")
    chart = rules.combat.strike_chart
    why = f"Skill-factor {skill.total} against {against.total}"
    number = ledger("number", [Entry("add", chart.number(skill.total, against.total), why, (chart.cite,))], rows, facts)
    return number, (skill, against, Ledger("strike-number", number.entries))


def _sum(position: BattlePosition, cast: Cast, roll: RollKind, dice: Ledger) -> CastRoll:
    """Return a roll whose dice and the caster's printed Power must exceed the target's printed Power and Skill."""
    assert cast.piece is not None
    caster, target = cast.caster.profile, cast.piece.profile
    least = target.own_power + target.skill - caster.own_power + 1
    faces = range(1, position.rules.combat.die.faces + 1)
    sums = [sum(thrown) for thrown in product(faces, repeat=dice.total)]
    chance = sum(total >= least for total in sums) / len(sums) if dice.total else 0.0
    needed = Ledger(
        "sum of the dice",
        [
            target.printed("Power", _cited(roll)),
            target.printed("Skill", _cited(roll)),
            caster.printed("Power", _cited(roll), -1),
            Entry("add", 1, "more than it", _cited(roll)),
        ],
    )
    return CastRoll(dice.total, None, chance, (dice, needed), least=least, hurts=least - 1)


def _cited(roll: RollKind) -> tuple[str, ...]:
    return cites_of(roll.cite)
