"""A rangestrike at an enemy that is not adjacent (LoT 13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace

from referee.core.game.dice import Throw
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.game.remarks import Remarks
from referee.core.notation.field_specs import SHORT, piece

from ..events import hits_change, was_hit
from ..fight import Piece
from ..position import BattlePosition
from ..rulings.judge import chosen_line, shot_objections
from ..rulings.rangestrikes import LineOfFire
from .strike import Attack


class Rangestrike(Attack, kw_only=True):
    """Rangestrike an enemy: `{rangestrike: giant-1, at: lion-2}`.

    If the line follows a hexside, `via: [C3]` names the hex it passes; without it, the better path is taken.
    """

    verb: ClassVar[str] = "rangestrike"
    dice_due: ClassVar[str] = "range_strength"
    rangestrike: Annotated[str, piece("own")]
    via: Annotated[list[str], SHORT] | None = None

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        fight = position.fight
        for striker in position.may_rangestrike():
            if piece in (None, striker.id):
                for target in fight.shots(striker):
                    shot = fight.shot(striker, target)
                    best = shot.best(fight.occupied)
                    assert best is not None
                    order = cls(rangestrike=striker.id, at=target.id)
                    yield Candidate(order, {"dice": best.aim.dice, "number": best.aim.number})
                    for line in shot.free(fight.occupied):
                        # of lines that roll alike it does not matter which is taken
                        if (line.aim.dice, line.aim.number) != (best.aim.dice, best.aim.number):
                            via = [fight.board.labels[h] for h in line.path]
                            remarks: Remarks = {"dice": line.aim.dice, "number": line.aim.number}
                            yield Candidate(replace(order, via=via), remarks)

    def striker(self) -> str:
        return self.rangestrike

    def objections_at(self, position: BattlePosition, striker: Piece, target: Piece) -> list[Objection]:
        return shot_objections(position, striker, target)

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        striker = self.begin(position, player, "rangestriking")
        if isinstance(striker, list):
            return striker
        target = self.target(position, striker)
        if isinstance(target, list):
            return target
        line = self._line(position, striker, target)
        wrong = line if isinstance(line, list) else self.idle_objections(position, line.aim.dice)
        return [*self.unknown_targets(position), *wrong]

    def _line(self, position: BattlePosition, striker: Piece, target: Piece) -> LineOfFire | list[Objection]:
        return chosen_line(position, position.fight.shot(striker, target), self.via)

    def _aimed(self, position: BattlePosition) -> tuple[Piece, Piece, LineOfFire]:
        striker = position.fight.pieces[self.rangestrike]
        target = self.target(position, striker)
        assert isinstance(target, Piece)
        line = self._line(position, striker, target)
        assert isinstance(line, LineOfFire)
        return striker, target, line

    def throws(self, position: BattlePosition, player: str) -> list[Throw]:
        striker, _, line = self._aimed(position)
        dice = line.aim.dice
        return [position.throw(position.event(striker), player, dice, line.aim.number)] if dice else []

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        fight, cite = position.fight, position.rules.cite
        striker, target, line = self._aimed(position)
        rolled = self.rolled(recorder, position.throw(position.event(striker), player, line.aim.dice))
        hits = self.hits(position, rolled, line.aim.number)
        striker.struck = True
        taken = fight.hit(target, hits.total)
        left = hits.total - taken
        exempt = cite("immune") if target.profile.immune or striker.profile.unhindered else ()
        cites = [*cite("range"), *cite("line"), *exempt, *(cite("slain") if target.slain else ())]
        if any(p is not striker and (p.struck or fight.must_strike(p)) for p in fight.of(striker.side)):
            cites += cite("any_order")
        if target.slain and not fight.enemies_beside(target):
            cites += cite("slain_afar")
        change = hits_change(position, target, taken)
        through = " ".join(fight.board.labels[h] for h in line.path)
        recorder.write(
            f"{position.named(striker)} rangestrikes {position.named(target)}"
            + (f" by way of {through}" if through else ""),
            reasons=[*line.aim.ledgers, hits],
            rolled=rolled,
            changes=[change],
            notes=[f"{left} surplus hit{'s' if left > 1 else ''}: a rangestrike never carries over"] if left else [],
            cites=[*cites, *(cite("no_carry") if left else ())],
        )
        was_hit(position, recorder, striker, [change])
