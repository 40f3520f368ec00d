"""A rangestrike at an enemy who is not adjacent (LoT 13)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from referee.core.desk import Desk
from referee.core.dice import Throw
from referee.core.orders import Objection
from referee.core.shapes import SHORT, piece

from ...work import TitanWork
from ..course import hits_change
from ..fight import Piece
from ..judge import chosen_line, shot_objections
from ..rangestrikes import Line
from .strike import Attack


class Rangestrike(Attack, kw_only=True):
    """Rangestrike an enemy: `{rangestrike: giant-1, at: lion-2}`.

    Where the line runs along a hexside, `via: [C3]` names the hex it passes; else the better one is taken.
    """

    verb: ClassVar[str] = "rangestrike"
    dice_due: ClassVar[str] = "range_strength"
    rangestrike: Annotated[str, piece("own")]
    via: Annotated[list[str], SHORT] | None = None

    def striker(self) -> str:
        return self.rangestrike

    def objections_at(self, work: TitanWork, striker: Piece, target: Piece) -> list[Objection]:
        return shot_objections(work, striker, target)

    def check(self, work: TitanWork, player: str) -> list[Objection]:
        striker = self.begin(work, player, "rangestriking")
        if isinstance(striker, list):
            return striker
        target = self.target(work, striker)
        if isinstance(target, list):
            return target
        line = self._line(work, striker, target)
        return [*self.unknown_targets(work), *(line if isinstance(line, list) else [])]

    def _line(self, work: TitanWork, striker: Piece, target: Piece) -> Line | list[Objection]:
        return chosen_line(work, work.fight.shot(striker, target), self.via)

    def _aimed(self, work: TitanWork) -> tuple[Piece, Piece, Line]:
        striker = work.fight.pieces[self.rangestrike]
        target = self.target(work, striker)
        assert isinstance(target, Piece)
        line = self._line(work, striker, target)
        assert isinstance(line, Line)
        return striker, target, line

    def throws(self, work: TitanWork, player: str) -> list[Throw]:
        striker, _, line = self._aimed(work)
        return [Throw(work.event(striker), player, line.aim.dice, number=line.aim.number)]

    def apply(self, work: TitanWork, player: str, desk: Desk) -> None:
        fight, cite = work.fight, work.rules.cite
        striker, target, line = self._aimed(work)
        roll = desk.roll(Throw(work.event(striker), player, line.aim.dice), self.dice, self.reroll)
        hits = self.hits(work, roll, line.aim.number)
        striker.struck = True
        taken = fight.hit(target, hits.total)
        left = hits.total - taken
        exempt = cite("immune") if target.profile.immune or striker.profile.unhindered else ()
        cites = [*cite("range"), *cite("line"), *exempt, *(cite("slain") if target.slain else ())]
        if any(p is not striker and (p.struck or fight.must_strike(p)) for p in fight.of(striker.side)):
            cites += cite("any_order")
        if target.slain and not fight.enemies_beside(target):
            cites += cite("slain_afar")
        through = " ".join(fight.board.labels[h] for h in line.path)
        desk.write(
            f"{work.named(striker)} rangestrikes {work.named(target)}" + (f" by way of {through}" if through else ""),
            reasons=[*line.aim.ledgers, hits],
            rolled=[roll],
            changes=[hits_change(work, target, taken)],
            notes=[f"{left} surplus hit{'s' if left > 1 else ''}: a rangestrike never carries over"] if left else [],
            cites=[*cites, *(cite("no_carry") if left else ())],
        )
