"""The first Spells of a Mage that comes into play: intrinsic ones, a draw, and gifts (MM 5.5, 7.1, 8.1)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.game.orders import Objection

from ...masterboard.position import MasterboardPosition
from ...rules import TitanRules
from ..cup import Lot
from ..stacks import lowest_free, numbers_taken


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
