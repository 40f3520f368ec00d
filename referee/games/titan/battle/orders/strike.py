"""A strike at an enemy in contact, with what the player may declare (LoT 12)."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast, Unknown
from referee.core.game.orders import Candidate, Objection, Remarks
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import SHORT, piece
from referee.core.rules.ledger import Entry

from ..events import hits_change, was_hit
from ..pieces import Piece
from ..position import BattlePosition
from ..rulings.carrying import declared_ledgers
from ..rulings.chances import at_least
from ..rulings.judge import (
    Declaration,
    carries,
    declarations,
    declared_objections,
    own_objections,
    strike_objections,
    turn_objections,
)
from ..rulings.strikes import StrikeRuling
from .base import Rolling


class _AttackForecast(Forecast["Attack", BattlePosition]):
    """A supposed strike counts as made; what happens to its targets is uncertain."""

    def concerns(self, order: "Attack", position: BattlePosition) -> Iterable[str]:
        return [*order.strikers(), *order.at_stake()]

    def stakes(self, order: "Attack", position: BattlePosition) -> Iterable[str]:
        return order.at_stake()

    def suppose(
        self, order: "Attack", position: BattlePosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        for ident in order.strikers():
            striker = position.fight.pieces.get(ident)
            if striker is not None:
                striker.struck = True
        unknown.uncertain |= set(order.at_stake())
        # what rows do to those who are hit may change everything
        unknown.beyond |= "hit" in position.rules.occasions


class Attack(Rolling, kw_only=True):
    """What strikes and rangestrikes share: a target or a list of them, and dice."""

    forecast: ClassVar[Forecast] = _AttackForecast()

    at: Annotated[str | Annotated[list[str], SHORT], piece("enemy")]

    def striker(self) -> str:
        """Return the id of the piece that strikes."""
        raise NotImplementedError

    def strikers(self) -> list[str]:
        """Return the ids of all pieces that strike together."""
        return [self.striker()]

    def objections_at(self, position: BattlePosition, striker: Piece, target: Piece) -> list[Objection]:
        """Return every objection to this attack on a target (LoT 12, 13)."""
        raise NotImplementedError

    def named_targets(self) -> list[str]:
        """Return the ids of the targets that the order names."""
        return [self.at] if isinstance(self.at, str) else self.at

    def at_stake(self) -> list[str]:
        """Return the ids of the pieces that may take hits."""
        return self.named_targets()

    def aimed(self, position: BattlePosition) -> tuple[Piece, int, int]:
        """Return the target of a legal attack, its dice and its strike-number."""
        raise NotImplementedError

    def changes(self, position: BattlePosition) -> tuple[Entry, ...]:
        """Return what rows make of the hits of a legal attack."""
        raise NotImplementedError

    def throws(self, position: BattlePosition, player: str) -> list[Throw]:
        striker = position.fight.pieces[self.striker()]
        _, dice, number = self.aimed(position)
        throw = position.throw(position.event(striker), player, dice, number, self.changes(position))
        return [throw] if dice else []

    def score(self, position: BattlePosition, target: Piece, hits: int) -> list[Change]:
        """Score the hits of a legal attack on its target, and on those to whom they carry over; return the changes."""
        taken = position.fight.hit(target, hits)
        return [hits_change(position, target, taken)]

    def begin(self, position: BattlePosition, player: str, what: str) -> Piece | list[Objection]:
        """Return the striker, or the objections to any strike by it now."""
        out = turn_objections(position, player, "strike", what)
        if out:
            return out
        striker = position.find(self.striker(), self.verb)
        if isinstance(striker, Objection):
            return [striker]
        out = own_objections(position, player, striker, self.verb)
        if striker.struck:
            message = f"{position.named(striker)} has struck in this phase already"
            out.append(Objection(message, position.rules.cite("one_strike"), self.verb))
        if striker.cast:
            message = f"{position.named(striker)} has cast in this phase, which takes the place of a strike"
            # what the dice of the cast show makes no difference
            out.append(Objection(message, position.rules.cite("cast_or_strike"), self.verb, alone=True))
        out += self.reroll_objections(position)
        if not self.named_targets():
            out.append(Objection("no target is named", position.rules.cite("strike_number"), "at"))
        return out or striker

    def target(self, position: BattlePosition, striker: Piece) -> Piece | list[Objection]:
        """Return the first legal target, or the objections to every target."""
        out = []
        for ident in self.named_targets():
            target = position.find(ident, "at")
            if isinstance(target, Objection):
                out.append(target)
                continue
            found = self.objections_at(position, striker, target)
            if not found:
                return target
            out += found
        return out

    def unknown_targets(self, position: BattlePosition) -> list[Objection]:
        """Return an objection for every target that is no piece of this battle."""
        pieces = position.fight.pieces
        strange = [ident for ident in self.named_targets() if ident not in pieces and not position.removed(ident)]
        found = [position.find(ident, "at") for ident in strange]
        return [o for o in found if isinstance(o, Objection)]


class Strike(Attack, kw_only=True):
    """Strike an enemy in contact: `{strike: ogre-1, at: lion-2}`.

    `at` may list targets; the first that is legal when the order is carried out is struck. `number` declares a
    higher strike-number, `forgo` forgoes the gain of striking down a hexside, `carry` lists the enemies that take
    surplus hits, in order, and `most` the most hits each may take.
    """

    verb: ClassVar[str] = "strike"
    strike: Annotated[str, piece("own")]
    number: Annotated[int, Meta(ge=1, le=256)] | None = None
    forgo: bool = False
    carry: Annotated[list[str], SHORT, piece("enemy")] = []
    most: Annotated[list[Annotated[int, Meta(ge=0, le=100)]], SHORT] | None = None

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        fight = position.fight
        for striker in position.must_strike():
            if piece in (None, striker.id):
                for target in fight.targets(striker):
                    for declared in declarations(position, striker, target):
                        number = declared.numbers[0] if declared.declared else None
                        order = cls(strike=striker.id, at=target.id, number=number, forgo=declared.forgo)
                        yield Candidate(order, _remarks(position, declared))

    def striker(self) -> str:
        return self.strike

    def objections_at(self, position: BattlePosition, striker: Piece, target: Piece) -> list[Objection]:
        return strike_objections(position, striker, target)

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        striker = self.begin(position, player, "striking")
        if isinstance(striker, list):
            return striker
        target = self.target(position, striker)
        if isinstance(target, list):
            return target
        return [*self.unknown_targets(position), *self._declared(position, striker, target)]

    def _declared(self, position: BattlePosition, striker: Piece, target: Piece) -> list[Objection]:
        """Judge the declared number, the forgone gain and the carry-over (LoT 12.4, 12.5)."""
        if not (self.number or self.forgo or self.carry or self.most is not None or self.dice or self.reroll):
            return []
        cite = position.rules.cite
        ruling = position.fight.strike(striker, target)
        out = declared_objections(position, striker, target, self.number, self.forgo)
        out += self.idle_objections(position, self.plan(ruling)[0])
        if self.most is not None and len(self.most) != len(self.carry):
            out.append(Objection("'most' gives one number for each name in 'carry'", cite("carry"), "most"))
        if len(set(self.carry)) != len(self.carry):
            out.append(Objection("'carry' names a character twice", cite("carry"), "carry"))
        if len(self.carry) > 1 and position.rules.options["carry_targets"] == "one":
            out.append(Objection("hits carry over to one other enemy only", cite("carry_many"), "carry"))
        for ident in self.carry:
            out += self._carry_objections(position, striker, target, ruling, ident)
        return out

    def _carry_objections(
        self, position: BattlePosition, striker: Piece, target: Piece, ruling: StrikeRuling, ident: str
    ) -> list[Objection]:
        """Judge one enemy listed in `carry` (LoT 12.4, 12.5)."""
        other = position.find(ident, "carry")
        if isinstance(other, Objection):
            # a piece removed since takes no hits, and the order stays legal
            return [] if position.removed(ident) else [other]
        if other is target and len(self.named_targets()) == 1:
            message = f"{ident} is the target itself; 'carry' lists other enemies for the surplus hits"
            return [Objection(message, position.rules.cite("carry"), "carry")]
        if other is target:
            return []
        # the only objection that may have arisen since the order was written is that it is slain
        wrong = [o for o in strike_objections(position, striker, other, "carry") if not o.hangs_on]
        if wrong or other.slain:
            return wrong
        carry = next(c for c in carries(position.fight, striker, target)[0] if c.id == ident)
        dice, number = self.plan(ruling)
        found = carry.objections(position.fight.board, dice, number, self.forgo)
        return [Objection(o.message, o.cite, "carry") for o in found]

    def plan(self, ruling: StrikeRuling) -> tuple[int, int]:
        """Return the dice and the strike-number as declared."""
        least = ruling.forgone_number if self.forgo else ruling.number
        dice = ruling.forgone_dice if self.forgo else ruling.dice
        return dice, max(least, self.number or 0)

    def aimed(self, position: BattlePosition) -> tuple[Piece, int, int]:
        striker = position.fight.pieces[self.strike]
        target = self.target(position, striker)
        assert isinstance(target, Piece)
        return target, *self.plan(position.fight.strike(striker, target))

    def measure(self, position: BattlePosition, name: str) -> float:
        """Return the `chance` to slay the target, or the hits that it has `left`."""
        target, dice, number = self.aimed(position)
        if name == "left":
            return target.remaining
        faces, changes = position.rules.combat.die.faces, self.changes(position)
        return {"chance": at_least(dice, number, target.remaining, faces, changes)}[name]

    def changes(self, position: BattlePosition) -> tuple[Entry, ...]:
        striker = position.fight.pieces[self.strike]
        return position.fight.strike(striker, self.aimed(position)[0]).changes

    def at_stake(self) -> list[str]:
        return [*self.named_targets(), *self.carry]

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        fight, cite = position.fight, position.rules.cite
        striker = fight.pieces[self.strike]
        target, dice, number = self.aimed(position)
        ruling = fight.strike(striker, target)
        ledgers = declared_ledgers(fight.board, ruling, dice, number, self.forgo)
        rolled = self.rolled(recorder, position.throw(position.event(striker), player, dice, number, ruling.changes))
        hits = self.hits(position, rolled, number, ruling.changes)
        may_carry = carries(position.fight, striker, target)[0] if self.carry and not self.forgo else []
        beyond = {c.id for c in may_carry if c.bars}
        striker.struck = True
        changes = self.score(position, target, hits.total)
        cites = [*cite("strike_number"), *(cite("slain") if target.slain else cite("damage_stays"))]
        cites += target.profile.power_cites
        carried = changes[1:]
        left = hits.total - sum(change.now - change.was for change in changes)
        cites += cite("carry") if carried else ()
        cites += cite("carry_many") if len(carried) > 1 else ()
        cites += cite("benefit_reach") if beyond & {change.what for change in carried} else ()
        notes = [f"{left} surplus hit{'s' if left > 1 else ''} carried to nobody"] if left > 0 else []
        recorder.write(
            f"{position.named(striker)} strikes {position.named(target)}",
            reasons=[*ledgers, hits],
            rolled=rolled,
            changes=changes,
            notes=notes,
            cites=[*cites, *(cite("mutual_strikes") if striker.slain else ())],
        )
        was_hit(position, recorder, striker, changes)

    def score(self, position: BattlePosition, target: Piece, hits: int) -> list[Change]:
        changes = super().score(position, target, hits)
        left = hits - (changes[0].now - changes[0].was)
        pieces = position.fight.pieces
        limits = self.most or [left] * len(self.carry)
        takers = {ident: most for ident, most in zip(self.carry, limits, strict=True) if ident in pieces}
        carried = position.fight.carry_over(left, [pieces[ident] for ident in takers], list(takers.values()))
        changes += [
            hits_change(position, pieces[ident], taken) for ident, taken in zip(takers, carried, strict=True) if taken
        ]
        return changes


def _remarks(position: BattlePosition, declared: Declaration) -> Remarks:
    """Return the dice and the number of a strike, and what else may be declared with it."""
    remarks: Remarks = {"dice": declared.dice, "number": declared.numbers[0], "must": True}
    values: dict[str, list[Any]] = {}
    if len(declared.numbers) > 1:
        values["number"] = list(declared.numbers[1:])
    if declared.carry:
        # a higher number than the surplus there can be changes nothing
        values |= {"carry": list(declared.carry), "most": list(range(declared.surplus + 1))}
    if values:
        remarks["values"] = values
    if len(declared.carry) > 1 and position.rules.chosen("carry_targets", "one"):
        remarks["at_most"] = {"carry": 1}
    return remarks
