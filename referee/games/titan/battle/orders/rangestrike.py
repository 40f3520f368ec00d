"""A rangestrike at an enemy that is not adjacent (LoT 13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec.structs import replace

from referee.core.documents.problems import listed
from referee.core.game.orders import Candidate, Objection, Remarks
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import SHORT, piece
from referee.core.rules.ledger import Entry

from ..events import was_hit
from ..pieces import Piece
from ..position import BattlePosition
from ..rulings.judge import chosen_line, exempt_cites, shot_objections
from ..rulings.rangestrikes import Aim, LineOfFire
from ..rulings.strikes import RollRuling
from ..rulings.volleys import volley, volley_objections, volleys
from .strike import Attack


class Rangestrike(Attack, kw_only=True):
    """Rangestrike an enemy: `{rangestrike: giant-1, at: lion-2}`.

    If the line follows a hexside, `via: [C3]` names the hex it passes; without it, the better path is taken. Those who
    may do so rangestrike together: `{rangestrike: [warlock-1, warlock-2], at: lion-2}`.
    """

    verb: ClassVar[str] = "rangestrike"
    dice_due: ClassVar[str] = "range_strength"
    rangestrike: Annotated[str | Annotated[list[str], SHORT], piece("own")]
    via: Annotated[list[str], SHORT] | None = None

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        fight = position.fight
        able = position.may_rangestrike()
        for strikers, target in volleys(position, able):
            if piece is None or piece in [striker.id for striker in strikers]:
                roll = volley(position, strikers, target)
                order = cls(rangestrike=[striker.id for striker in strikers], at=target.id)
                yield Candidate(order, {"dice": roll.dice, "number": roll.number})
        for striker in able:
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
        return self.rangestrike if isinstance(self.rangestrike, str) else next(iter(self.rangestrike), "")

    def strikers(self) -> list[str]:
        return [self.rangestrike] if isinstance(self.rangestrike, str) else self.rangestrike

    def together(self, position: BattlePosition) -> list[Piece]:
        """Return those who rangestrike together, as far as they are pieces of this battle; none for one alone."""
        if isinstance(self.rangestrike, str):
            return []
        found = [position.find(ident, self.verb) for ident in self.rangestrike]
        return [piece for piece in found if isinstance(piece, Piece)]

    def objections_at(self, position: BattlePosition, striker: Piece, target: Piece) -> list[Objection]:
        return shot_objections(position, striker, target)

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        if not isinstance(self.rangestrike, str):
            return self._judge_together(position, player, self.rangestrike)
        striker = self.begin(position, player, "rangestriking")
        if isinstance(striker, list):
            return striker
        target = self.target(position, striker)
        if isinstance(target, list):
            return target
        line = self._line(position, striker, target)
        wrong = line if isinstance(line, list) else self.idle_objections(position, line.aim.dice)
        return [*self.unknown_targets(position), *wrong]

    def _judge_together(self, position: BattlePosition, player: str, named: list[str]) -> list[Objection]:
        """Judge a rangestrike of several together (MM 4.3.3)."""
        cite = position.rules.cite("unified")
        if not named:
            return [Objection("nobody is named", cite, self.verb)]
        out: list[Objection] = []
        for ident in named:
            begun = replace(self, rangestrike=ident).begin(position, player, "rangestriking")
            out += [one for one in begun if one not in out] if isinstance(begun, list) else []
        if self.via is not None:
            out.append(Objection("several rangestrike by their best paths; leave 'via' out", cite, "via"))
        targets = [found for ident in self.named_targets() if isinstance(found := position.find(ident, "at"), Piece)]
        if len(targets) != 1 or len(self.named_targets()) != 1:
            unknown = self.unknown_targets(position)
            return out + (unknown or [Objection("several rangestrike one target together", cite, "at")])
        out = out or volley_objections(position, self.together(position), targets[0])
        return out or self.idle_objections(position, volley(position, self.together(position), targets[0]).dice)

    def _line(self, position: BattlePosition, striker: Piece, target: Piece) -> LineOfFire | list[Objection]:
        return chosen_line(position, position.fight.shot(striker, target), self.via)

    def _shooting(self, position: BattlePosition) -> tuple[list[Piece], Piece, Aim | RollRuling, Sequence[int]]:
        """Return who rangestrikes what, the roll, and the hexes between where one alone does."""
        if not isinstance(self.rangestrike, str):
            strikers, target = self.together(position), position.fight.pieces[self.named_targets()[0]]
            return strikers, target, volley(position, strikers, target), ()
        striker = position.fight.pieces[self.rangestrike]
        aimed_at = self.target(position, striker)
        assert isinstance(aimed_at, Piece)
        line = self._line(position, striker, aimed_at)
        assert isinstance(line, LineOfFire)
        return [striker], aimed_at, line.aim, line.path

    def aimed(self, position: BattlePosition) -> tuple[Piece, int, int]:
        _, target, roll, _ = self._shooting(position)
        return target, roll.dice, roll.number

    def changes(self, position: BattlePosition) -> tuple[Entry, ...]:
        return self._shooting(position)[2].changes

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        strikers, target, roll, path = self._shooting(position)
        fight, cite = position.fight, position.rules.cite
        first = strikers[0]
        throw = position.throw(position.event(first), player, roll.dice, roll.number, roll.changes)
        rolled = self.rolled(recorder, throw)
        hits = self.hits(position, rolled, roll.number, roll.changes)
        for striker in strikers:
            striker.struck = True
        changes = self.score(position, target, hits.total)
        left = hits.total - (changes[0].now - changes[0].was)
        exempt = exempt_cites(position, first, target)
        cites = [*cite("range"), *cite("line"), *exempt, *(cite("slain") if target.slain else ())]
        cites += target.profile.power_cites
        cites += cite("unified") if len(strikers) > 1 else ()
        if any(p not in strikers and (p.struck or fight.must_strike(p)) for p in fight.of(first.side)):
            cites += cite("any_order")
        if target.slain and not fight.enemies_beside(target):
            cites += cite("slain_afar")
        through = " ".join(fight.board.labels[h] for h in path)
        names = listed([position.named(striker) for striker in strikers], "and")
        recorder.write(
            f"{names} {'rangestrikes' if len(strikers) == 1 else 'together rangestrike'} {position.named(target)}"
            + (f" by way of {through}" if through else ""),
            reasons=[*roll.ledgers, hits],
            rolled=rolled,
            changes=changes,
            notes=[f"{left} surplus hit{'s' if left > 1 else ''}: a rangestrike never carries over"] if left else [],
            cites=[*cites, *(cite("no_carry") if left else ())],
        )
        was_hit(position, recorder, first, changes)
