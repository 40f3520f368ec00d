"""The question whether a Mage may cast a Spell on the Masterboard."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Sentence, Unanswerable

from ..battle.answer_sentences import no
from ..masterboard.position import MasterboardPosition
from ..masterboard.refusals import refused
from ..masterboard.state import LegionState, MasterboardState, MasterPhase
from ..masterboard.supposing import MasterQuestion
from ..rules import TitanRules
from ..words import SPELL
from .muster_question import AskMuster
from .rulings.board_casts import counter_called
from .rulings.deeds import Deed, done
from .rulings.strategic import Mage, casting_objections, mage_called
from .spell_tables import SpellType
from .spellbooks import no_spells, spell_called
from .travel_question import attacker_of


class AskCastOnBoard(MasterQuestion, kw_only=True):
    """May a Mage cast a Spell on the Masterboard: `{cast: witch-1, spell: vision, at: rd02}`.

    `at` is a legion, a Mage or `storm`, and `to` the legion or the Land where a Spell takes one.
    """

    verb: ClassVar[str] = "cast"
    cast: str
    spell: Annotated[str, SPELL]
    at: str | None = None
    to: str | None = None

    def subject(self) -> None:
        return None

    def asked(self, board: MasterboardState, rules: TitanRules) -> LegionState | None:
        found = mage_called(MasterboardPosition(board, rules), self.cast)
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
        mage = mage_called(position, self.cast)
        if isinstance(mage, Objection):
            raise Unanswerable(mage.message, ("ask", "cast"))
        found_counter = counter_called(position, mage, self.spell)
        against = [found_counter] if isinstance(found_counter, Objection) else []
        against += casting_objections(position, mage, spell)
        if spell.does is None:
            return refused({"allowed": False}, against)
        if spell.does == "muster":
            return self._muster(position, mage, spell, against)
        found = done(position, Deed(mage, spell, self.at, self.to))
        against += [one for one in found.objections if one not in against]
        if against:
            return refused({"allowed": False}, against)
        return Answer({"allowed": True, **found.says}, list(dict.fromkeys((*spell.cites, *found.cites))), [])

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
