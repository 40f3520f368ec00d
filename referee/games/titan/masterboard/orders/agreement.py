"""Terms by which an Engagement is settled without a battle (LoT 9.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.game.orders import Candidate, Objection, Remarks
from referee.core.game.reading import mapping_of
from referee.core.game.recorder import Recorder
from referee.core.notation import line_writer
from referee.core.notation.field_specs import Name

from ...words import CHARACTER, MARKER, LandWord
from ..legion import Legion
from ..phases import close_if_no_gains
from ..position import MasterboardPosition
from ..rulings.engagements import agree, sides
from ..rulings.judge import holds
from ..rulings.stacks import labels, named_in
from ..state import Proposal
from .engagements import AtLand


class Agree(AtLand, kw_only=True):
    """Propose terms, or agree to proposed terms by repeating them: `{agree: 38, eliminate: [rd02], losses: [ogre]}`.

    `eliminate` lists one legion or both, `losses` what the surviving legion loses. An order without terms is refused,
    even if there is an offer: the offer may have changed since the player read it.
    """

    verb: ClassVar[str] = "agree"
    agree: LandWord
    eliminate: Annotated[list[Name], MARKER, Meta(min_length=1, max_length=2)] = []
    losses: Annotated[list[str], CHARACTER, Meta(max_length=20)] = []

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        now = position.engagement
        if now is None or now.stage not in ("answer", "talks"):
            return
        found: dict[tuple[tuple[str, ...], tuple[str, ...]], Remarks] = {}
        for offer in now.proposals:
            remarks: Remarks = {"repeats": True} if offer.player == player else {"accepts": offer.player}
            found[tuple(offer.eliminate), tuple(offer.losses)] = remarks
        one, other = sides(position)
        for gone, left in (([one], other), ([other], one), ([one, other], None)):
            remarks = found.setdefault((tuple(sorted(legion.id for legion in gone)), ()), {})
            pool = _may_be_lost(position, left) if left is not None and left.height > 1 else []
            if left is not None and pool:
                remarks |= {"values": {"losses": pool}, "at_most": {"losses": left.height - 1}}
        for (eliminate, losses), remarks in found.items():
            yield Candidate(cls(agree=now.land, eliminate=list(eliminate), losses=list(losses)), remarks)

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
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
            out.append(Objection("both legions are eliminated; no legion is left to lose characters", cite, "losses"))
        elif left and self.losses:
            out += holds(position, left[0], self.losses, "losses", "agreement")
            if not out and len(self.losses) >= left[0].height:
                message = f"to lose all of {left[0].id} too, name both legions under 'eliminate'"
                out.append(Objection(message, cite, "losses"))
        vital = [n for n in self.losses if n in position.rules.characters and position.rules.profile(n).vital]
        if left and vital:
            # a player who loses the Titan is out, with the whole legion (LoT 1.2, 19.0)
            out.append(
                Objection(
                    f"{left[0].id} does not survive without its Titan", position.rules.cite("titan_agreed"), "losses"
                )
            )
        return out

    def _offered(self, position: MasterboardPosition, player: str) -> str:
        """Return how to accept the terms that the other player has proposed, or how to propose terms."""
        now = position.engagement
        if position.position_unknown or now is None:
            return "say which legion is eliminated, under 'eliminate'"
        offers = {proposal.player: proposal for proposal in now.proposals}
        other = next((offer for name, offer in offers.items() if name != player), None)
        if other is None:
            own = "your own offer waits for an answer" if player in offers else "nothing is offered"
            return f"{own}; to propose, write for instance: agree {self.agree} eliminate {sides(position)[1].id}"
        terms = Agree(agree=self.agree, eliminate=list(other.eliminate), losses=list(other.losses))
        return f"to take the offer of {other.player}, write: {line_writer.line(mapping_of(terms), Agree)}"

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
        lost = f" and {left} lose {_told(position, left, mine.losses)}" if mine.losses else ""
        said = f"that {' and '.join(mine.eliminate)} be eliminated{lost}"
        recorder.write(f"{player} {'agrees' if agreed else 'proposes'} {said}", cites=cite, seen_by=pair)
        if player == defender.player:
            self.renounce_flight(position)
        if agreed:
            agree(position, recorder, mine.eliminate, mine.losses)
            close_if_no_gains(position, recorder)
        else:
            now.proposals = [*(p for p in now.proposals if p.player != player), mine]


def _told(position: MasterboardPosition, ident: str, losses: list[str]) -> str:
    """Return in words what a legion loses."""
    names, magi = named_in(position.legions[ident], losses)
    return position.title(names) + (f" ({', '.join(magi)})" if magi else "")


def _may_be_lost(position: MasterboardPosition, legion: Legion) -> list[str]:
    """Return the characters that a legion can lose and survive; none where its contents are not known."""
    names = labels(legion)
    return sorted(n for n in names if n not in position.rules.characters or not position.rules.profile(n).vital)
