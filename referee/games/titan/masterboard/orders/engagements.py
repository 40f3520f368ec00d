"""Resolving an Engagement: choosing it, and flight, terms, concession or battle (LoT 9)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from referee.core import phrases
from referee.core.desk import Desk
from referee.core.orders import Objection, mapping_of
from referee.core.problems import listed
from referee.core.shapes import Name

from ...words import CHARACTER, MARKER, LandWord
from ..battles import fight
from ..course import go_on
from ..engagements import agree, concede, flee, open_at, sides
from ..judge import holds, over_objections, turn_objections
from ..legion import Legion
from ..scoring import bound
from ..state import Proposal
from ..work import ROLL, MasterWork
from .base import MasterOrder


class Engage(MasterOrder, kw_only=True):
    """Take up the next Engagement: `{engage: 38}`."""

    verb: ClassVar[str] = "engage"
    engage: LandWord

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        out = turn_objections(work, player, "engagement", "choosing an Engagement")
        target = work.land(self.engage, "engage")
        out += [target] if isinstance(target, Objection) else []
        if out or work.adrift or isinstance(target, Objection):
            return out
        cite = work.rules.cite
        if work.engagement is not None:
            where = work.graph.titled(str(work.engagement.land))
            said = f"the Engagement in {where} comes to its end first"
            if target == str(work.engagement.land):
                said = f"the Engagement in {where} is open already; leave this order out: the only one opens by itself"
            return [Objection(said, cite("singly"), None, (ROLL,))]
        if target not in work.engaged():
            left = ", ".join(work.engaged())
            message = f"there is no Engagement in {work.graph.titled(target)}; there is in {left}"
            out.append(Objection(message, cite("engagement"), "engage", (ROLL,)))
        return out

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        if not work.adrift:
            desk.write(
                f"{player} takes up the Engagement in {work.graph.titled(str(self.engage))}",
                cites=work.rules.cite("singly"),
            )
            open_at(work, desk, str(self.engage))


class Resolving(MasterOrder):
    """What the orders inside an Engagement share: they name it by its Land, by a legion in it, or not at all."""

    def place(self) -> str | None:
        return None

    def begin(self, work: MasterWork, player: str, what: str, defender_only: bool = False) -> list[Objection]:
        """Return why this player may not do this in the Engagement named."""
        if work.adrift:
            return []
        cite = work.rules.cite
        out = over_objections(work, player)
        if out:
            return out
        now = work.engagement
        if now is None or now.stage not in ("answer", "talks"):
            left = [work.graph.titled(land) for land in work.engaged()] if work.stage == "engagement" else []
            said = "no Engagement waits for it"
            if left:
                said = f"{work.mover} has yet to take up one, in {listed(left)}"
            if now is not None:
                said = "the battle has begun" if now.stage == "battle" else "the Engagement is decided"
            return [Objection(f"{what} comes before the battle of an Engagement; {said}", cite("engagement"))]
        attacker, defender = sides(work)
        if self.place() not in (None, str(now.land), attacker.id, defender.id):
            message = f"the Engagement to be resolved is in {work.graph.titled(str(now.land))}, not '{self.place()}'"
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

    def mine(self, work: MasterWork, player: str) -> Legion:
        """Return the orderer's legion in the Engagement."""
        attacker, defender = sides(work)
        return attacker if attacker.player == player else defender

    def stands(self, work: MasterWork) -> None:
        """Note that the defender has given up the right to flee (LoT 9.2)."""
        now = work.engagement
        assert now is not None
        work.shut = None
        if now.stage == "answer":
            now.stage = "talks"

    def stood(self, work: MasterWork) -> bool:
        """Return whether the defender has given up the right to flee."""
        return work.engagement is not None and work.engagement.stage != "answer"


class Flee(Resolving, kw_only=True):
    """Flee from an Engagement: `{flee: 38}`; the defender's first answer or none."""

    verb: ClassVar[str] = "flee"
    flee: LandWord

    def place(self) -> str:
        return str(self.flee)

    def barred(self, work: MasterWork, player: str) -> list[Objection]:
        """Return why this player does not flee now, whoever is in his legion."""
        out = self.begin(work, player, "fleeing", defender_only=True)
        if not out and not work.adrift and self.stood(work):
            out.append(Objection(f"{player} has given up the right to flee", work.rules.cite("flight")))
        return out

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        out = self.barred(work, player)
        if work.adrift or self.begin(work, player, "fleeing", defender_only=True):
            return out
        cite, legion = work.rules.cite, self.mine(work, player)
        staying = bound(work, legion)
        if staying:
            out.append(Objection(f"{legion.id} holds {work.title(staying)}, and no Lord flees", cite("flight")))
        return out

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        desk.write(f"{player} flees", cites=work.rules.cite("flight"))
        flee(work, desk)
        go_on(work, desk)


class Stand(Resolving, kw_only=True):
    """Do not flee, and let the attacker speak: `{stand: 38}`."""

    verb: ClassVar[str] = "stand"
    stand: LandWord

    def place(self) -> str:
        return str(self.stand)

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        out = self.begin(work, player, "standing", defender_only=True)
        if out or work.adrift:
            return out
        if self.stood(work):
            out.append(Objection(f"{player} stands already", work.rules.cite("flight")))
        return out

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        desk.write(f"{player} does not flee", cites=work.rules.cite("flight"))
        self.stands(work)


class Fight(Resolving, kw_only=True):
    """Demand that the battle be fought: `{fight: 38}`."""

    verb: ClassVar[str] = "fight"
    fight: LandWord

    def place(self) -> str:
        return str(self.fight)

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        return self.begin(work, player, "demanding battle")

    def last_word(self, work: MasterWork) -> bool:
        return True

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        if work.adrift:
            return
        desk.write(f"{player} will have battle", cites=work.rules.cite("right_to_battle"))
        self.stands(work)
        fight(work, desk)


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

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        cite = work.rules.cite("agreement")
        out = self.begin(work, player, "an agreement")
        if not out and not self.eliminate:
            return [Objection(f"the terms are missing; {self._offered(work, player)}", cite, always=True)]
        if out or work.adrift:
            return out
        attacker, defender = sides(work)
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
            out += holds(work, left[0], self.losses, "losses", "agreement")
            if not out and len(self.losses) >= left[0].height:
                message = f"to lose all of {left[0].id} too, name both legions under 'eliminate'"
                out.append(Objection(message, cite, "losses"))
        vital = [n for n in self.losses if n in work.rules.characters and work.rules.profile(n).vital]
        if left and vital:
            # who loses his Titan is eliminated, legion and all (LoT 1.2, 19.0)
            out.append(
                Objection(f"{left[0].id} does not survive without its Titan", work.rules.cite("titan_lost"), "losses")
            )
        return out

    def _offered(self, work: MasterWork, player: str) -> str:
        """Return how to agree to the terms that the other player has proposed, or how to propose some."""
        now = work.engagement
        if work.adrift or now is None:
            return "say which legion is eliminated, under 'eliminate'"
        offers = {proposal.player: proposal for proposal in now.proposals}
        other = next((offer for name, offer in offers.items() if name != player), None)
        if other is None:
            own = "your own offer waits for an answer" if player in offers else "nothing is offered"
            return f"{own}; to propose, write for instance: agree {self.agree} eliminate {sides(work)[1].id}"
        terms = Agree(agree=self.agree, eliminate=list(other.eliminate), losses=list(other.losses))
        return f"to take the offer of {other.player}, write: {phrases.line(mapping_of(terms), Agree)}"

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        now = work.engagement
        if work.adrift or now is None:
            return
        attacker, defender = sides(work)
        pair = [attacker.player, defender.player]
        mine = Proposal(player=player, eliminate=sorted(self.eliminate), losses=sorted(self.losses))
        cite = work.rules.cite("agreement")
        other = next((p for p in now.proposals if p.player != player), None)
        agreed = other is not None and (other.eliminate, other.losses) == (mine.eliminate, mine.losses)
        left = next((legion.id for legion in (attacker, defender) if legion.id not in mine.eliminate), "")
        lost = f" and {left} lose {work.title(mine.losses)}" if mine.losses else ""
        said = f"that {' and '.join(mine.eliminate)} be eliminated{lost}"
        desk.write(f"{player} {'agrees' if agreed else 'proposes'} {said}", cites=cite, seen_by=pair)
        if player == defender.player:
            self.stands(work)
        if agreed:
            agree(work, desk, mine.eliminate, mine.losses)
            go_on(work, desk)
        else:
            now.proposals = [*(p for p in now.proposals if p.player != player), mine]


class Yield(Resolving, kw_only=True):
    """Concede an Engagement before its battle: `{concede: engagement}`."""

    verb: ClassVar[str] = "concede"
    concede: Literal["engagement"]

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        return self.begin(work, player, "conceding")

    def last_word(self, work: MasterWork) -> bool:
        return True

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        if work.adrift:
            return
        desk.write(f"{player} concedes the Engagement", cites=work.rules.cite("concession"))
        concede(work, desk, self.mine(work, player))
        go_on(work, desk)
