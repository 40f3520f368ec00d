"""The question where a legion may go, also by a Spell."""

from __future__ import annotations

from typing import Annotated, Any

from referee.core.documents import nearest
from referee.core.documents.problems import listed
from referee.core.game.questions import Answer, Sentence, Unanswerable

from ..masterboard.answer_sentences import refused as refusals_told
from ..masterboard.position import MasterboardPosition
from ..masterboard.refusals import refused, unknown
from ..masterboard.rulings.judge import hidden_lands, stops
from ..masterboard.state import LegionState, MasterboardState, MasterPhase
from ..masterboard.travel_question import AskTravel as AskOrdinaryTravel
from ..rules import TitanRules
from ..words import SPELL
from .rulings.journeys import going_cites, journey, legion_objections, manner_of, needs_roll, nowhere
from .spell_tables import SpellType


def attacker_of(board: MasterboardState, asked: LegionState) -> str | None:
    """Return the player of an enemy in the Land of a legion, None if there is none."""
    others = (one.player for one in board.legions if str(one.land) == str(asked.land) and one.player != asked.player)
    return next(others, None)


class AskTravel(AskOrdinaryTravel, kw_only=True):
    """Where may a legion end its move, and by which sides does it enter: `{travel: bk01, roll: 5}`.

    With `spell`, where that Spell takes it. `supposing: {moved: false}` replaces what the state says.
    """

    spell: Annotated[str, SPELL] | None = None

    def phase_under(self, rules: TitanRules) -> MasterPhase | None:
        spell = rules.spells.get(self.spell or "")
        return spell.windows[0].phase if spell is not None and spell.windows else self.phase

    def mover_under(self, board: MasterboardState, asked: LegionState, rules: TitanRules) -> str:
        spell = rules.spells.get(self.spell or "")
        other = spell is not None and any(window.side == "other" for window in spell.windows)
        return (attacker_of(board, asked) if other else None) or asked.player

    def answer(self, position: MasterboardPosition) -> Answer:
        if self.spell is None:
            return super().answer(position)
        legion, spell = self.legion(position), self._called(position)
        nothing: dict[str, Any] = {"destinations": {}, "teleports": {}}
        against = legion_objections(position, legion, spell)
        if legion.contents is None:
            against = [unknown(position, legion)]
        if against:
            return refused(nothing, against)
        roll = self.face(position) if needs_roll(spell) else None
        found = journey(position, legion, spell, roll)
        if why := nowhere(position, legion, spell, found):
            return refused(nothing, why)
        graph = position.graph
        answer: dict[str, Any] = {
            "destinations": {land: graph.by_side(sides.keys()) for land, sides in found.ends.items()},
            "teleports": {land: [] for land in found.teleports},
        }
        out = Answer(answer, list(dict.fromkeys([*spell.cites, *going_cites(position, spell)])), [])
        noted = [(land, f"is closed: {row.why}", row.cites) for land, row in found.barred]
        if spell.spell.moves is not None:
            manner = manner_of(spell)
            noted += [
                (land, f"ends the move: {row.why}", row.cites)
                for land, row in stops(position, legion, roll or 0, manner)
                if land in found.ends
            ]
            noted += [
                (land, row.why, row.cites)
                for land, row in hidden_lands(position, legion, roll or 0, manner)
                if land not in found.ends and any(other.player != legion.player for other in position.at(land))
            ]
        for land, said, cites in noted:
            out.notes.append(f"{graph.titled(land)}: {said} ({', '.join(cites)})")
            out.cites += [one for one in cites if one not in out.cites]
        return out

    def _called(self, position: MasterboardPosition) -> SpellType:
        known = [name for name, one in position.rules.spells.items() if one.does in ("move", "teleport")]
        if self.spell not in known:
            message = f"'{self.spell}' takes no legion anywhere{nearest(self.spell or '', known)}"
            raise Unanswerable(message, ("ask", "spell"))
        return position.rules.spells[self.spell]

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        if self.spell is None:
            return super().say(position, answer)
        told = refusals_told(position, answer)
        if told:
            return told
        given, graph = answer.answer, position.graph
        lands = [graph.titled(land) for land in (*given["destinations"], *given["teleports"])]
        verb = "teleport to" if given["teleports"] else "end its move in"
        named, title = position.named(position.legions[self.travel]), position.rules.spells[self.spell].title
        return [Sentence(f"By {title} {named} may {verb} {listed(lands)}.", tuple(answer.cites))]
