"""The question whether a Mage may cast a Spell on the Masterboard."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from referee.core.documents import nearest
from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Sentence, Unanswerable

from ..battle.answer_sentences import no
from ..masterboard.answer_sentences import refused as refusals_told
from ..masterboard.legion import Legion
from ..masterboard.position import MasterboardPosition
from ..masterboard.questions import AskMuster as AskOrdinaryMuster
from ..masterboard.rulings.judge import hidden_lands, stops
from ..masterboard.rulings.mustering import Mustering
from ..masterboard.rulings.stacks import stacks_of
from ..masterboard.state import LegionState, MasterboardState, MasterPhase
from ..masterboard.supposing import MasterQuestion, refused, unknown
from ..masterboard.travel_question import AskTravel as AskOrdinaryTravel
from ..rules import TitanRules
from ..words import SPELL
from .acts.base import Deed
from .acts.table import act_of
from .rulings.journeys import going_cites, journey, legion_objections, manner_of, needs_roll, nowhere
from .rulings.mustering import caster_objections, mustering_by
from .rulings.strategic import Mage, casting_objections, counter_called, mage_called
from .spell_tables import SpellType
from .spellbooks import no_spells, spell_called


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


class AskMuster(AskOrdinaryMuster, kw_only=True, rename={"in_": "in"}):
    """What may a legion that has moved muster where it stands, and by showing what: `{muster: bk01}`.

    Without a Masterboard, what may characters muster in a terrain: `{muster: [ogre, ogre, troll], in: marsh}`.
    With `spell`, what that Spell lets it muster. `supposing: {moved: true}` replaces what the state says.
    """

    spell: Annotated[str, SPELL] | None = None

    def objections(self, position: MasterboardPosition, legion: Legion) -> list[Objection]:
        return super().objections(position, legion) + (caster_objections(position, legion) if self.spell else [])

    def mustering(self, position: MasterboardPosition, legion: Legion) -> Mustering:
        if self.spell is None:
            return super().mustering(position, legion)
        known = position.rules.magic.musters
        if self.spell not in known:
            raise Unanswerable(f"'{self.spell}' lets nobody muster{nearest(self.spell, known)}", ("ask", "spell"))
        return mustering_by(position, legion, self.spell, self.during(position, legion))

    def left(self, position: MasterboardPosition, name: str) -> bool:
        brings_back = self.spell is not None and position.rules.magic.musters[self.spell].slain is not None
        return brings_back or super().left(position, name)


class AskCastOnBoard(MasterQuestion, kw_only=True):
    """May a Mage cast a Spell on the Masterboard: `{cast: witch-1, spell: vision, at: rd02}`.

    A legion's name is that of its only Mage. `at` is a legion, a Mage or `storm`, and `to` the legion or the Land where
    a Spell takes one.
    """

    verb: ClassVar[str] = "cast"
    cast: str
    spell: Annotated[str, SPELL]
    at: str | None = None
    to: str | None = None

    def subject(self) -> None:
        return None

    def asked(self, board: MasterboardState, rules: TitanRules) -> LegionState | None:
        found = self._caster(MasterboardPosition(board, rules))
        if isinstance(found, Objection):
            return None
        return next(legion for legion in board.legions if legion.id == found.legion.id)

    def phase_under(self, rules: TitanRules) -> MasterPhase | None:
        spell = spell_called(rules, self.spell)
        if spell is None:
            return None
        windows = spell.windows
        return windows[0].phase if windows else AskMuster.phase

    def mover_under(self, board: MasterboardState, asked: LegionState, rules: TitanRules) -> str:
        spell = spell_called(rules, self.spell)
        other = spell is not None and any(window.side == "other" for window in spell.windows)
        return (attacker_of(board, asked) if other else None) or asked.player

    def needs_move(self, rules: TitanRules) -> bool:
        spell = spell_called(rules, self.spell)
        return spell is not None and spell.does == "muster"

    def answer(self, position: MasterboardPosition) -> Answer:
        if position.rules.without_spells:
            return refused({"allowed": False}, [no_spells(position.rules)])
        spell = self.called(position)
        mage = self._caster(position)
        if isinstance(mage, Objection):
            raise Unanswerable(mage.message, ("ask", "cast"))
        found_counter = counter_called(position, mage, self.spell)
        against = [found_counter] if isinstance(found_counter, Objection) else []
        against += casting_objections(position, mage, spell)
        if spell.does is None:
            return refused({"allowed": False}, against)
        if spell.does == "muster":
            return self._muster(position, mage, spell, against)
        deed = Deed(mage, spell, self.at, self.to)
        found = act_of(deed).rule(position, deed)
        against += [one for one in found.objections if one not in against]
        if against:
            return refused({"allowed": False}, against)
        return Answer({"allowed": True, **found.says}, list(dict.fromkeys((*spell.cites, *found.cites))), [])

    def _caster(self, position: MasterboardPosition) -> Mage | Objection:
        legion = position.legions.get(self.cast)
        stacks = list(stacks_of(position, legion)) if legion is not None else []
        return Mage(legion, stacks[0]) if legion is not None and len(stacks) == 1 else mage_called(position, self.cast)

    def called(self, position: MasterboardPosition) -> SpellType:
        """Return the Spell of the question; raises Unanswerable if there is none."""
        spell = spell_called(position.rules, self.spell)
        if spell is None:
            raise Unanswerable(f"'{self.spell}' is no Spell{position.rules.near_spells(self.spell)}", ("ask", "spell"))
        return spell

    def _muster(self, position: MasterboardPosition, mage: Mage, spell: SpellType, against: list[Objection]) -> Answer:
        """Answer for a Spell by which a legion musters: whether it brings anybody, or the one that `at` names."""
        asked = AskMuster(muster=mage.legion.id, spell=spell.name)
        found = asked.answer(position)
        recruits: dict[str, Any] = found.answer["recruits"]
        if not against and (self.at in recruits if self.at is not None else bool(recruits)):
            return Answer({"allowed": True}, list(dict.fromkeys((*spell.cites, *found.cites))), [])
        told = [Objection(one["message"], tuple(one["cite"])) for one in found.answer.get("because", [])]
        whom = "nobody" if self.at is None else f"no {self.at}"
        nobody = Objection(f"{spell.title} lets {mage.legion.id} muster {whom} here", spell.cites, "at")
        return refused({"allowed": False}, [*against, *(told or ([] if against else [nobody]))])

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        given, spell = answer.answer, spell_called(position.rules, self.spell)
        words = [f" at {self.at}" if self.at is not None else "", f" to {self.to}" if self.to is not None else ""]
        what = f"cast {spell.title if spell is not None else self.spell}{''.join(words)}"
        if not given["allowed"]:
            return no(f"{self.cast} may not {what}", given)
        cites = tuple(answer.cites)
        out = [Sentence(f"{self.cast} may {what}.", cites)]
        if given.get("captured"):
            more = given["returned"]
            out.append(Sentence(f"{self.at} is captured, {more} above seven go back, and it scores nothing.", cites))
        elif given.get("captured") is False:
            out.append(Sentence(f"{self.at} holds a Lord: the Spell does nothing, and the Engagement goes on.", cites))
        elif "returned" in given:
            out.append(Sentence(f"{given['returned']} characters above seven go back.", cites))
        if "seen" in given:
            seen = "which legion it is in" + (
                ", and its Spells" if "spells" in given["seen"] else ", but not its Spells"
            )
            out.append(Sentence(f"It shows {seen}.", cites))
        return out
