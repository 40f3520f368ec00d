"""What the orders of a battle share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

import msgspec

from referee.core.game.dice import Roll, Throw
from referee.core.game.orders import Objection, Order, dice_objections
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import DICE
from referee.core.rules.ledger import Entry, Ledger

from ..position import BattlePosition


class BattleOrder(Order[BattlePosition]):
    """An order of a battle; in a game, only the two players in the battle give one."""

    def player_objections(self, position: BattlePosition, player: str) -> list[Objection]:
        if player not in position.players:
            names = " and ".join(position.players)
            return [Objection(f"only {names} are in this battle", position.rules.cite("battle_players"))]
        return []


DieList = Annotated[list[int], DICE]


class Rolling(BattleOrder, kw_only=True):
    """An order that rolls for hits."""

    # the key of the rule that says how many dice are due
    dice_due: ClassVar[str] = "dice"

    dice: DieList | None = None
    reroll: DieList | None = None

    def reroll_objections(self, position: BattlePosition) -> list[Objection]:
        """Return the objection to a reroll that replaces no dice (LoT 20.3)."""
        if self.reroll is None or self.dice is not None:
            return []
        message = "a reroll replaces dice; give the dice rolled first as 'dice'"
        return [Objection(message, position.rules.cite("reroll"), "reroll")]

    def dice_objections(self, position: BattlePosition, throw: Throw, dice: list[int]) -> list[Objection]:
        """Judge dice given in the order; too many are accepted with a `reroll` of the right number (LoT 20.3)."""
        if self.reroll is None:
            key = "wrong_dice" if len(dice) > throw.count else self.dice_due
            out = dice_objections(throw, dice, position.rules.cite(key))
            if len(dice) > throw.count:
                hint = f"give a reroll of {throw.count} dice as 'reroll'; it counts no more hits than the first roll"
                out.append(Objection(hint, position.rules.cite("reroll"), "dice"))
            return out
        again = dice_objections(throw, self.reroll, position.rules.cite("reroll"))
        out = [msgspec.structs.replace(o, field="reroll") for o in again]
        out += dice_objections(
            Throw(throw.event, throw.by, len(dice), throw.faces), dice, position.rules.cite("reroll")
        )
        if len(dice) <= throw.count:
            message = (
                f"a reroll needs too many dice first; {len(dice)} are not more than {throw.count}; remove 'reroll'"
            )
            out.append(Objection(message, position.rules.cite("reroll"), "reroll"))
        return out

    def idle_objections(self, position: BattlePosition, count: int) -> list[Objection]:
        """Return the objection to dice given where none are due."""
        if count or not (self.dice or self.reroll):
            return []
        return [Objection("no dice are due; leave 'dice' out", position.rules.cite(self.dice_due), "dice")]

    def rolled(self, recorder: Recorder, throw: Throw) -> list[Roll]:
        """Roll the dice that are due, if there are any."""
        return [recorder.roll(throw, self.dice, self.reroll)] if throw.count else []

    def counted(self, number: int) -> int:
        """Count the hits of the dice in the order; a reroll counts no more than the first roll had (LoT 20.3)."""
        rolls = [roll for roll in (self.dice, self.reroll) if roll is not None]
        return min((sum(die >= number for die in roll) for roll in rolls), default=0)

    def hits(self, position: BattlePosition, rolled: list[Roll], number: int, changes: Sequence[Entry] = ()) -> Ledger:
        """Count the hits of a roll, as rows change them; a reroll counts no more than the first had (LoT 20.3)."""
        cite = position.rules.cite
        if not rolled:
            return Ledger("hits", [Entry("add", 0, "no dice, so nothing is rolled", cite("hits"))])
        roll = rolled[0]
        final = roll.reroll if roll.reroll is not None else roll.dice
        shown = " ".join(map(str, final))
        entries = [Entry("add", sum(d >= number for d in final), f"{number} or more in {shown}", cite("hits"))]
        if roll.reroll is not None:
            first = sum(d >= number for d in roll.dice)
            why = f"the first roll of {len(roll.dice)} dice had {first}"
            entries.append(Entry("at_most", first, why, cite("reroll")))
        found = Ledger("hits", [*entries, *changes])
        return found if found.total >= 0 else found.plus(Entry("at_least", 0, "no fewer than none", cite("hits")))
