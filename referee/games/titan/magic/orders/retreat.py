"""An attacker retreats before the battle or in it, with the defender's consent (MM 22.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from referee.core.documents.problems import listed
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ...battle.orders.base import BattleOrder
from ...battle.pieces import ATTACKER, DEFENDER
from ...battle.position import BattlePosition
from ...battle.rulings.ending import withdraw as withdraw_from_battle
from ...battle.rulings.judge import turn_objections
from ...masterboard.orders.engagements import Resolving
from ...masterboard.phases import close_if_no_gains
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.engagements import sides, withdraw
from ...masterboard.rulings.scoring import points_for
from ...words import CHARACTER
from ..rulings.passages import option_objections, rearguards, way_back_objections


class Retreat(Resolving, kw_only=True):
    """Ask, as the attacker, to retreat before the battle: `{retreat: engagement}`; the defender consents or not."""

    verb: ClassVar[str] = "retreat"
    retreat: Literal["engagement"]

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = option_objections(position.rules) or self.begin(position, player, "retreating")
        now, cite, row = position.engagement, position.rules.cite("retreat"), position.rules.retreats
        if out or now is None or row is None:
            return out
        attacker, _ = sides(position)
        if player != attacker.player:
            return [Objection("only the attacker retreats", cite)]
        out += way_back_objections(position, attacker)
        if now.retreat:
            out.append(Objection(f"{player} has asked to retreat", cite))
        if attacker.contents is not None and not rearguards(position, attacker):
            title = position.rules.classes[row.rearguard].title
            out.append(Objection(f"{attacker.id} holds no {title} that could be its rearguard", cite))
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown or position.engagement is None:
            return
        position.engagement.retreat = True
        recorder.write(f"{player} asks to retreat", cites=position.rules.cite("retreat"))


class Consent(Resolving, kw_only=True):
    """Consent to the attacker's retreat, and choose the rearguard: `{consent: engagement, rearguard: lion}`."""

    verb: ClassVar[str] = "consent"
    consent: Literal["engagement"]
    rearguard: Annotated[str, CHARACTER]

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        now = position.engagement
        if now is not None and now.retreat and now.stage in ("answer", "talks"):
            for name in rearguards(position, sides(position)[0]):
                yield Candidate(cls(consent="engagement", rearguard=name))

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = option_objections(position.rules) or self.begin(position, player, "consenting to a retreat")
        now, cite = position.engagement, position.rules.cite("retreat")
        if out or now is None:
            return out
        attacker, defender = sides(position)
        if player != defender.player:
            return [Objection("only the defender consents to a retreat", cite)]
        if not now.retreat:
            return [Objection(f"{attacker.player} has not asked to retreat", cite)]
        out += way_back_objections(position, attacker)
        able = rearguards(position, attacker)
        if self.rearguard not in able:
            message = f"the rearguard is one of {listed(able, 'or')}, not '{self.rearguard}'"
            out.append(Objection(message, cite, "rearguard"))
        return out

    def last_word(self, position: MasterboardPosition) -> bool:
        return True

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown:
            return
        attacker, _ = sides(position)
        cites, named = position.rules.cite("retreat"), position.title([self.rearguard])
        points = points_for(position, attacker, [self.rearguard], "peace")
        recorder.write(f"{player} consents to the retreat, and chooses {named} as the rearguard", cites=cites)
        said = f"the rearguard of {attacker.id} is eliminated"
        withdraw(position, recorder, points, [self.rearguard], said, cites)
        close_if_no_gains(position, recorder)


class RetreatFromBattle(BattleOrder, kw_only=True):
    """Ask, as the attacker in a Maneuver Phase of one's own, to retreat from the battle: `{retreat: battle}`."""

    verb: ClassVar[str] = "retreat"
    retreat: Literal["battle"]

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        out = option_objections(position.rules) or turn_objections(position, player, "maneuver", "retreating")
        cite = position.rules.cite("retreat")
        if out:
            return out
        if position.player(ATTACKER) != player:
            return [Objection("only the attacker retreats", cite)]
        out = list(position.retreat_bars)
        if position.retreat:
            out.append(Objection(f"{player} has asked to retreat in this phase", cite))
        return out

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        position.retreat = True
        change = Change("battle", "retreat", False, True, "a retreat is asked for")
        recorder.write(f"{player} asks to retreat", changes=[change], cites=position.rules.cite("retreat"))


class ConsentInBattle(BattleOrder, kw_only=True):
    """Consent, as the defender, to the attacker's retreat from the battle: `{consent: battle}`."""

    verb: ClassVar[str] = "consent"
    out_of_turn: ClassVar[bool] = True
    consent: Literal["battle"]

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        cite = position.rules.cite("retreat")
        if position.over:
            return [Objection("the battle is over", position.rules.cite("battle_over"))]
        if option := option_objections(position.rules):
            return option
        if position.player(DEFENDER) != player:
            return [Objection("only the defender consents to a retreat", cite)]
        if not position.retreat:
            return [Objection(f"{position.player(ATTACKER)} has not asked to retreat in this phase", cite)]
        return []

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        recorder.write(f"{player} consents to the retreat", cites=position.rules.cite("retreat"))
        withdraw_from_battle(position, recorder)
