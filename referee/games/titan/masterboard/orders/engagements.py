"""Resolving an Engagement: choosing it, and flight, terms, concession or battle (LoT 9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from referee.core.documents.problems import listed
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder

from ...words import LandWord, land_name
from ..legion import Legion
from ..phases import close_if_no_gains
from ..position import ROLL, MasterboardPosition
from ..rulings.engagements import begin_battle, concede, flee, open_at, sides
from ..rulings.judge import over_objections, turn_objections
from ..rulings.scoring import bound
from .base import MasterOrder


class Engage(MasterOrder, kw_only=True):
    """Take up the next Engagement: `{engage: 38}`."""

    verb: ClassVar[str] = "engage"
    engage: LandWord

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.stage == "engagement" and position.engagement is None:
            yield from (Candidate(cls(engage=land_name(land))) for land in position.engaged())

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, "engagement", "choosing an Engagement")
        target = position.land(self.engage, "engage")
        out += [target] if isinstance(target, Objection) else []
        if out or position.position_unknown or isinstance(target, Objection):
            return out
        cite = position.rules.cite
        if position.engagement is not None:
            where = position.graph.titled(str(position.engagement.land))
            said = f"the Engagement in {where} must be resolved first"
            if target == str(position.engagement.land):
                said = f"the Engagement in {where} is open already; leave this order out: the only one opens by itself"
            return [Objection(said, cite("singly"), None, (ROLL,))]
        if target not in position.engaged():
            left = ", ".join(position.engaged())
            message = f"there is no Engagement in {position.graph.titled(target)}; there are Engagements in {left}"
            out.append(Objection(message, cite("engagement"), "engage", (ROLL,)))
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if not position.position_unknown:
            recorder.write(
                f"{player} takes up the Engagement in {position.graph.titled(str(self.engage))}",
                cites=position.rules.cite("singly"),
            )
            open_at(position, recorder, str(self.engage))


class Resolving(MasterOrder):
    """What the orders in an Engagement share: they name its Land, a legion in it, or neither."""

    def place(self) -> str | None:
        """Return the Land or legion that the order names, None if it names none."""
        return None

    def begin(
        self, position: MasterboardPosition, player: str, what: str, defender_only: bool = False
    ) -> list[Objection]:
        """Return why the player may not give such an order in the Engagement that it names."""
        if position.position_unknown:
            return []
        cite = position.rules.cite
        out = over_objections(position, player)
        if out:
            return out
        now = position.engagement
        if now is not None and now.stage == "consider":
            considered = position.graph.titled(str(now.land))
            message = f"{what} comes after the legions are shown; the Engagement in {considered} is still considered"
            return [Objection(message, cite("considered"))]
        if now is None or now.stage not in ("answer", "talks"):
            left = (
                [position.graph.titled(land) for land in position.engaged()] if position.stage == "engagement" else []
            )
            said = "no Engagement is open"
            if left:
                said = f"{position.mover} must first open one, in {listed(left)}"
            if now is not None:
                said = "the battle has begun" if now.stage == "battle" else "the Engagement is decided"
            return [Objection(f"{what} comes before the battle of an Engagement; {said}", cite("engagement"))]
        attacker, defender = sides(position)
        if self.place() not in (None, str(now.land), attacker.id, defender.id):
            where = position.graph.called(str(self.place()))
            other = position.graph.titled(where) if where is not None else f"'{self.place()}'"
            message = f"the Engagement to be resolved is in {position.graph.titled(str(now.land))}, not in {other}"
            return [Objection(message, cite("singly"), self.verb)]
        if player not in (attacker.player, defender.player):
            who = f"{attacker.player} and {defender.player}"
            return [Objection(f"only {who} are in this Engagement", cite("engagement"))]
        if defender_only and player != defender.player:
            return [Objection(f"only the defender, {defender.player}, may do so", cite("flight"))]
        if now.stage == "answer" and player != defender.player:
            message = f"{defender.player} must first say whether {defender.id} flees"
            return [Objection(message, cite("first_word"))]
        return []

    def mine(self, position: MasterboardPosition, player: str) -> Legion:
        """Return the player's legion in the Engagement."""
        attacker, defender = sides(position)
        return attacker if attacker.player == player else defender

    def renounce_flight(self, position: MasterboardPosition) -> None:
        """Record that the defender has given up the right to flee (LoT 9.2)."""
        now = position.resolving
        position.shut = None
        if now.stage == "answer":
            now.stage = "talks"

    def renounced_flight(self, position: MasterboardPosition) -> bool:
        """Return whether the defender has given up the right to flee."""
        return position.engagement is not None and position.engagement.stage != "answer"


class AtLand(Resolving):
    """What the orders share whose verb names the Land of the Engagement."""

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.engagement is not None:
            yield Candidate(cls(**{cls.verb: position.engagement.land}))

    def place(self) -> str:
        return str(getattr(self, self.verb))


class Flee(AtLand, kw_only=True):
    """Flee from an Engagement: `{flee: 38}`; only as the defender's first answer (LoT 9.2)."""

    verb: ClassVar[str] = "flee"
    flee: LandWord

    def barred(self, position: MasterboardPosition, player: str) -> list[Objection]:
        """Return why the player cannot flee now, apart from what the legion holds."""
        out = self.begin(position, player, "fleeing", defender_only=True)
        if not out and not position.position_unknown and self.renounced_flight(position):
            out.append(Objection(f"{player} has given up the right to flee", position.rules.cite("flight")))
        return out

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = self.barred(position, player)
        if position.position_unknown or self.begin(position, player, "fleeing", defender_only=True):
            return out
        cite, legion = position.rules.cite, self.mine(position, player)
        staying = bound(position, legion)
        if staying:
            out.append(
                Objection(f"{legion.id} holds {position.title(staying)}, and a Lord cannot flee", cite("flight"))
            )
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        recorder.write(f"{player} flees", cites=position.rules.cite("flight"))
        flee(position, recorder)
        close_if_no_gains(position, recorder)


class Stand(AtLand, kw_only=True):
    """Do not flee, and let the attacker propose or fight: `{stand: 38}`."""

    verb: ClassVar[str] = "stand"
    stand: LandWord

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = self.begin(position, player, "standing", defender_only=True)
        if out or position.position_unknown:
            return out
        if self.renounced_flight(position):
            out.append(Objection(f"{player} has given up the right to flee already", position.rules.cite("flight")))
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        recorder.write(f"{player} does not flee", cites=position.rules.cite("flight"))
        self.renounce_flight(position)


class Fight(AtLand, kw_only=True):
    """Demand the battle: `{fight: 38}`."""

    verb: ClassVar[str] = "fight"
    fight: LandWord

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        return self.begin(position, player, "demanding battle")

    def last_word(self, position: MasterboardPosition) -> bool:
        return True

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown:
            return
        recorder.write(f"{player} demands the battle", cites=position.rules.cite("right_to_battle"))
        self.renounce_flight(position)
        begin_battle(position)


class Concede(Resolving, kw_only=True):
    """Concede an Engagement before its battle: `{concede: engagement}`."""

    verb: ClassVar[str] = "concede"
    irrevocable: ClassVar[bool] = True
    concede: Literal["engagement"]

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        return self.begin(position, player, "conceding")

    def last_word(self, position: MasterboardPosition) -> bool:
        return True

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown:
            return
        recorder.write(f"{player} concedes the Engagement", cites=position.rules.cite("concession"))
        concede(position, recorder, self.mine(position, player))
        close_if_no_gains(position, recorder)
