"""Resolving an Engagement: choosing it, and flight, terms, concession or battle (LoT 9)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.game.reading import mapping_of
from referee.core.game.recorder import Recorder
from referee.core.notation import one_line
from referee.core.notation.field_specs import Name

from ...words import CHARACTER, MARKER, LandWord
from ..battles import fight
from ..legion import Legion
from ..phases import go_on
from ..position import ROLL, MasterboardPosition
from ..rulings.engagements import agree, concede, flee, open_at, sides
from ..rulings.judge import holds, over_objections, turn_objections
from ..rulings.scoring import bound
from ..state import Proposal
from .base import MasterOrder


class Engage(MasterOrder, kw_only=True):
    """Take up the next Engagement: `{engage: 38}`."""

    verb: ClassVar[str] = "engage"
    engage: LandWord

    def check(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, "engagement", "choosing an Engagement")
        target = position.land(self.engage, "engage")
        out += [target] if isinstance(target, Objection) else []
        if out or position.position_unknown or isinstance(target, Objection):
            return out
        cite = position.rules.cite
        if position.engagement is not None:
            where = position.graph.titled(str(position.engagement.land))
            said = f"the Engagement in {where} comes to its end first"
            if target == str(position.engagement.land):
                said = f"the Engagement in {where} is open already; leave this order out: the only one opens by itself"
            return [Objection(said, cite("singly"), None, (ROLL,))]
        if target not in position.engaged():
            left = ", ".join(position.engaged())
            message = f"there is no Engagement in {position.graph.titled(target)}; there is in {left}"
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
    """What the orders inside an Engagement share: they name it by its Land, by a legion in it, or not at all."""

    def place(self) -> str | None:
        return None

    def begin(
        self, position: MasterboardPosition, player: str, what: str, defender_only: bool = False
    ) -> list[Objection]:
        """Return why this player may not do this in the Engagement named."""
        if position.position_unknown:
            return []
        cite = position.rules.cite
        out = over_objections(position, player)
        if out:
            return out
        now = position.engagement
        if now is None or now.stage not in ("answer", "talks"):
            left = (
                [position.graph.titled(land) for land in position.engaged()] if position.stage == "engagement" else []
            )
            said = "no Engagement waits for it"
            if left:
                said = f"{position.mover} has yet to take up one, in {listed(left)}"
            if now is not None:
                said = "the battle has begun" if now.stage == "battle" else "the Engagement is decided"
            return [Objection(f"{what} comes before the battle of an Engagement; {said}", cite("engagement"))]
        attacker, defender = sides(position)
        if self.place() not in (None, str(now.land), attacker.id, defender.id):
            message = (
                f"the Engagement to be resolved is in {position.graph.titled(str(now.land))}, not '{self.place()}'"
            )
            return [Objection(message, cite("singly"), self.verb)]
        if player not in (attacker.player, defender.player):
            who = f"{attacker.player} and {defender.player}"
            return [Objection(f"only {who} are in this Engagement", cite("engagement"))]
        if defender_only and player != defender.player:
            return [Objection(f"only the defender may, {defender.player}", cite("flight"))]
        if now.stage == "answer" and player != defender.player:
            message = f"{defender.player} says first whether {defender.id} flees"
            return [Objection(message, cite("first_word"))]
        return []

    def mine(self, position: MasterboardPosition, player: str) -> Legion:
        """Return the orderer's legion in the Engagement."""
        attacker, defender = sides(position)
        return attacker if attacker.player == player else defender

    def stands(self, position: MasterboardPosition) -> None:
        """Note that the defender has given up the right to flee (LoT 9.2)."""
        now = position.engagement
        assert now is not None
        position.shut = None
        if now.stage == "answer":
            now.stage = "talks"

    def stood(self, position: MasterboardPosition) -> bool:
        """Return whether the defender has given up the right to flee."""
        return position.engagement is not None and position.engagement.stage != "answer"


class Flee(Resolving, kw_only=True):
    """Flee from an Engagement: `{flee: 38}`; the defender's first answer or none."""

    verb: ClassVar[str] = "flee"
    flee: LandWord

    def place(self) -> str:
        return str(self.flee)

    def barred(self, position: MasterboardPosition, player: str) -> list[Objection]:
        """Return why this player does not flee now, whoever is in his legion."""
        out = self.begin(position, player, "fleeing", defender_only=True)
        if not out and not position.position_unknown and self.stood(position):
            out.append(Objection(f"{player} has given up the right to flee", position.rules.cite("flight")))
        return out

    def check(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = self.barred(position, player)
        if position.position_unknown or self.begin(position, player, "fleeing", defender_only=True):
            return out
        cite, legion = position.rules.cite, self.mine(position, player)
        staying = bound(position, legion)
        if staying:
            out.append(Objection(f"{legion.id} holds {position.title(staying)}, and no Lord flees", cite("flight")))
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        recorder.write(f"{player} flees", cites=position.rules.cite("flight"))
        flee(position, recorder)
        go_on(position, recorder)


class Stand(Resolving, kw_only=True):
    """Do not flee, and let the attacker speak: `{stand: 38}`."""

    verb: ClassVar[str] = "stand"
    stand: LandWord

    def place(self) -> str:
        return str(self.stand)

    def check(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = self.begin(position, player, "standing", defender_only=True)
        if out or position.position_unknown:
            return out
        if self.stood(position):
            out.append(Objection(f"{player} stands already", position.rules.cite("flight")))
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        recorder.write(f"{player} does not flee", cites=position.rules.cite("flight"))
        self.stands(position)


class Fight(Resolving, kw_only=True):
    """Demand that the battle be fought: `{fight: 38}`."""

    verb: ClassVar[str] = "fight"
    fight: LandWord

    def place(self) -> str:
        return str(self.fight)

    def check(self, position: MasterboardPosition, player: str) -> list[Objection]:
        return self.begin(position, player, "demanding battle")

    def last_word(self, position: MasterboardPosition) -> bool:
        return True

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown:
            return
        recorder.write(f"{player} will have battle", cites=position.rules.cite("right_to_battle"))
        self.stands(position)
        fight(position, recorder)


class Agree(Resolving, kw_only=True):
    """Propose terms, or agree to the other's by the same words: `{agree: 38, eliminate: [rd02], losses: [ogre]}`.

    `eliminate` names one legion of the two or both, `losses` what the surviving one loses. Without terms the order is
    refused, even where there is an offer: an offer may have changed, and nobody agrees to what they have not read.
    """

    verb: ClassVar[str] = "agree"
    agree: LandWord
    eliminate: Annotated[list[Name], MARKER, Meta(min_length=1, max_length=2)] = []
    losses: Annotated[list[str], CHARACTER, Meta(max_length=20)] = []

    def place(self) -> str:
        return str(self.agree)

    def check(self, position: MasterboardPosition, player: str) -> list[Objection]:
        cite = position.rules.cite("agreement")
        out = self.begin(position, player, "an agreement")
        if not out and not self.eliminate:
            return [Objection(f"the terms are missing; {self._offered(position, player)}", cite, always=True)]
        if out or position.position_unknown:
            return out
        attacker, defender = sides(position)
        pair = {attacker.id: attacker, defender.id: defender}
        for ident in self.eliminate:
            if ident not in pair:
                out.append(
                    Objection(f"'{ident}' is not in this Engagement; {' and '.join(pair)} are", cite, "eliminate")
                )
        if len(set(self.eliminate)) != len(self.eliminate):
            out.append(Objection("a legion is named twice", cite, "eliminate"))
        if out:
            return out
        left = [legion for ident, legion in pair.items() if ident not in self.eliminate]
        if not left and self.losses:
            out.append(Objection("both legions are eliminated; nobody is left to lose", cite, "losses"))
        elif left and self.losses:
            out += holds(position, left[0], self.losses, "losses", "agreement")
            if not out and len(self.losses) >= left[0].height:
                message = f"to lose all of {left[0].id} too, name both legions under 'eliminate'"
                out.append(Objection(message, cite, "losses"))
        vital = [n for n in self.losses if n in position.rules.characters and position.rules.profile(n).vital]
        if left and vital:
            # who loses his Titan is eliminated, legion and all (LoT 1.2, 19.0)
            out.append(
                Objection(
                    f"{left[0].id} does not survive without its Titan", position.rules.cite("titan_lost"), "losses"
                )
            )
        return out

    def _offered(self, position: MasterboardPosition, player: str) -> str:
        """Return how to agree to the terms that the other player has proposed, or how to propose some."""
        now = position.engagement
        if position.position_unknown or now is None:
            return "say which legion is eliminated, under 'eliminate'"
        offers = {proposal.player: proposal for proposal in now.proposals}
        other = next((offer for name, offer in offers.items() if name != player), None)
        if other is None:
            own = "your own offer waits for an answer" if player in offers else "nothing is offered"
            return f"{own}; to propose, write for instance: agree {self.agree} eliminate {sides(position)[1].id}"
        terms = Agree(agree=self.agree, eliminate=list(other.eliminate), losses=list(other.losses))
        return f"to take the offer of {other.player}, write: {one_line.line(mapping_of(terms), Agree)}"

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        now = position.engagement
        if position.position_unknown or now is None:
            return
        attacker, defender = sides(position)
        pair = [attacker.player, defender.player]
        mine = Proposal(player=player, eliminate=sorted(self.eliminate), losses=sorted(self.losses))
        cite = position.rules.cite("agreement")
        other = next((p for p in now.proposals if p.player != player), None)
        agreed = other is not None and (other.eliminate, other.losses) == (mine.eliminate, mine.losses)
        left = next((legion.id for legion in (attacker, defender) if legion.id not in mine.eliminate), "")
        lost = f" and {left} lose {position.title(mine.losses)}" if mine.losses else ""
        said = f"that {' and '.join(mine.eliminate)} be eliminated{lost}"
        recorder.write(f"{player} {'agrees' if agreed else 'proposes'} {said}", cites=cite, seen_by=pair)
        if player == defender.player:
            self.stands(position)
        if agreed:
            agree(position, recorder, mine.eliminate, mine.losses)
            go_on(position, recorder)
        else:
            now.proposals = [*(p for p in now.proposals if p.player != player), mine]


class Yield(Resolving, kw_only=True):
    """Concede an Engagement before its battle: `{concede: engagement}`."""

    verb: ClassVar[str] = "concede"
    concede: Literal["engagement"]

    def check(self, position: MasterboardPosition, player: str) -> list[Objection]:
        return self.begin(position, player, "conceding")

    def last_word(self, position: MasterboardPosition) -> bool:
        return True

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown:
            return
        recorder.write(f"{player} concedes the Engagement", cites=position.rules.cite("concession"))
        concede(position, recorder, self.mine(position, player))
        go_on(position, recorder)
