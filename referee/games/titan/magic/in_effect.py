"""Spells that come into effect and end: what changes, and who fights for another side by it (MM 11.4, 16)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial

from referee.core.game.trace import Change

from ..battle.effects import turned_by
from ..battle.position import BattlePosition
from ..battle.state import SpellState


def lay_spell(position: BattlePosition, row: SpellState, ended: Collection[str] = ()) -> list[Change]:
    """Put a Spell into effect above all others, while those `ended` end; return the changes."""
    gone = [one for one in position.spells if one.id in ended]
    kept = [one for one in position.spells if one.id not in ended]
    turned = turned_by(position, partial(position.set_spells, [*kept, row], position.storm))
    place = place_in_words(row)
    return [*_ended(gone), Change(str(row.id), "spell", None, place, f"lies {place}"), *turned]


def end_spells(position: BattlePosition, rows: Iterable[SpellState]) -> list[Change]:
    """End Spells in effect; return the changes."""
    gone = list(rows)
    if not gone:
        return []
    idents = {row.id for row in gone}
    kept = [row for row in position.spells if row.id not in idents]
    turned = turned_by(position, partial(position.set_spells, kept, position.storm))
    return [*_ended(gone), *turned]


def end_storm(position: BattlePosition) -> list[Change]:
    """End the Storm over the battle; return the change."""
    storm = position.storm
    position.set_spells(position.spells, None)
    return [Change("storm", "spell", storm, None, "is over")]


def reverted(position: BattlePosition, changes: Iterable[Change]) -> tuple[str, ...]:
    """Return the rules on one who fights for its owner again as a Spell ends (MM 15.5)."""
    turned = any(change.field == "side" for change in changes)
    return position.rules.cite("reverted") if turned else ()


def place_in_words(row: SpellState) -> str:
    """Return where a Spell lies: on C3, on lion-1."""
    return f"on {row.hex or row.on}"


def free_name(position: BattlePosition, name: str, stem: str | None = None) -> str:
    """Return a name that neither a Spell in effect nor a piece has: the given one, else one with the first free number.

    A number is added to the name, or to its `stem`.
    """
    taken = {*(row.id for row in position.spells), *position.ids(), *position.fight.board.index}
    numbered = (f"{stem if stem is not None else name}-{number}" for number in range(2, 1000))
    return next(word for word in (name, *numbered) if word not in taken)


def _ended(rows: Iterable[SpellState]) -> list[Change]:
    return [Change(str(row.id), "spell", place_in_words(row), None, "ends") for row in rows]
