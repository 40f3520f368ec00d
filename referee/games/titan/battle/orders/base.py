"""What the orders of a battle share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

import msgspec

from referee.core.game.dice import Face, Roll, Throw
from referee.core.game.orders import Objection, Order, dice_objections
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import DICE
from referee.core.rules.ledger import Entry, Ledger

from ..position import BattlePosition
from ..rulings.chances import FacesChange, special_faces


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
    again: DieList | None = None

    def reroll_objections(self, position: BattlePosition) -> list[Objection]:
        """Return the objections to dice rolled again where none are given that were rolled first (LoT 20.3)."""
        if self.dice is not None:
            return []
        out, cite = [], position.rules.cite
        if self.reroll is not None:
            message = "a reroll replaces dice; give the dice rolled first as 'dice'"
            out.append(Objection(message, cite("reroll"), "reroll"))
        if self.again is not None:
            message = "'again' holds dice that are rolled again; give the dice rolled first as 'dice'"
            out.append(Objection(message, cite(self.dice_due), "again"))
        return out

    def dice_for(self, throw: Throw) -> list[int] | None:
        return self.again if throw.once_more else self.dice

    def counting_dice(self, throw: Throw) -> list[int] | None:
        return self.again if throw.once_more else self.reroll or self.dice

    def dice_objections(self, position: BattlePosition, throw: Throw, dice: list[int]) -> list[Objection]:
        """Judge dice given in the order; too many are accepted with a `reroll` of the right number (LoT 20.3)."""
        if throw.once_more:
            again = dice_objections(throw, dice, position.rules.cite(self.dice_due))
            return [msgspec.structs.replace(o, field="again") for o in again]
        return self._first_objections(position, throw, dice) + self._idle_again(position, throw, dice)

    def _idle_again(self, position: BattlePosition, throw: Throw, dice: list[int]) -> list[Objection]:
        """Return the objection to dice given as rolled again where none of the first are."""
        if self.again is None or throw.further(self.reroll or dice) is not None:
            return []
        message = "none of these dice is rolled again; leave 'again' out"
        return [Objection(message, position.rules.cite(self.dice_due), "again")]

    def _first_objections(self, position: BattlePosition, throw: Throw, dice: list[int]) -> list[Objection]:
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
        if count or not (self.dice or self.reroll or self.again):
            return []
        return [Objection("no dice are due; leave 'dice' out", position.rules.cite(self.dice_due), "dice")]

    def rolled(self, recorder: Recorder, throw: Throw) -> list[Roll]:
        """Roll the dice that are due, if there are any, and those of them that are rolled again."""
        if not throw.count:
            return []
        first = recorder.roll(throw, self.dice, self.reroll)
        further = throw.further(first.counting)
        return [first, recorder.roll(further, self.again)] if further is not None else [first]

    def counted(self, position: BattlePosition, throw: Throw, changes: Sequence[Entry]) -> tuple[int, int, int | None]:
        """Return the hits of the dice in the order before rows change them, and how many are still rolled again.

        The last is the most hits that count of a reroll, None without one (LoT 20.3).
        """
        assert self.dice is not None
        assert throw.number is not None
        rolls = [Roll(throw.event, throw.by, self.dice, "supplied", throw.faces, self.reroll)]
        further = throw.further(rolls[0].counting)
        if self.again is not None:
            rolls.append(Roll(throw.event, throw.by, self.again, "supplied", throw.faces))
        plain = [change for change in changes if isinstance(change, FacesChange)]
        left = further.count if further is not None and self.again is None else 0
        most = _first_hits(self.dice, throw.number, throw.special) if self.reroll is not None else None
        return self.hits(position, rolls, throw.number, plain).total, left, most

    def hits(self, position: BattlePosition, rolled: list[Roll], number: int, changes: Sequence[Entry] = ()) -> Ledger:
        """Count the hits of a roll, as rows change them; a reroll counts no more than the first had (LoT 20.3)."""
        cite = position.rules.cite
        if not rolled:
            return Ledger("hits", [Entry("add", 0, "no dice, so nothing is rolled", cite("hits"))])
        roll, special = rolled[0], {face.shown: face for face in special_faces(changes)}
        stays = [die for die in roll.counting if die not in special or special[die].keeps or not special[die].again]
        entries = [_hits_of(stays, number, cite("hits"))]
        for further in rolled[1:]:
            entries.append(_hits_of(further.dice, number, cite("hits"), ", rolled again"))
        hitting = [die for die in (*stays, *(die for one in rolled[1:] for die in one.dice)) if die >= number]
        by = {face.shown: change for change in changes if isinstance(change, FacesChange) for face in change.counting}
        for change in changes:
            if isinstance(change, FacesChange):
                more = sum(special[die].hits - 1 for die in hitting if by.get(die) is change)
                entries.append(Entry("add", more, change.why, change.cite))
        if roll.reroll is not None:
            first = _first_hits(roll.dice, number, special_faces(changes))
            why = f"the first roll of {len(roll.dice)} dice had {first}"
            entries.append(Entry("at_most", first, why, cite("reroll")))
        found = Ledger("hits", [*entries, *(change for change in changes if not isinstance(change, FacesChange))])
        return found if found.total >= 0 else found.plus(Entry("at_least", 0, "no fewer than none", cite("hits")))


def _first_hits(dice: Sequence[int], number: int, special: Sequence[Face]) -> int:
    """Return the hits that dice show which a reroll replaces; none of them is rolled again."""
    worth = {face.shown: face.hits for face in special}
    return sum(worth.get(die, 1) for die in dice if die >= number)


def _hits_of(dice: Sequence[int], number: int, cite: tuple[str, ...], how: str = "") -> Entry:
    shown = " ".join(map(str, dice)) or "no die"
    return Entry("add", sum(die >= number for die in dice), f"{number} or more in {shown}{how}", cite)
