"""Questions about Spells in a battle: what a cast rolls and does, what a Mage ends or shifts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from msgspec.structs import replace

from referee.core.documents.problems import listed, percent
from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Question, Sentence, Unanswerable
from referee.core.notation.field_specs import SHORT
from referee.core.notation.field_specs import piece as called

from ..battle.pieces import Piece
from ..battle.position import BattlePosition
from ..battle.ruling_answers import refusal, ruling_answer
from ..battle.rulings.chances import counting
from ..battle.state import PhaseName
from ..battle.supposing import BattleQuestion, StrikeFacts
from ..masterboard.position import MasterboardPosition
from ..rules import TitanRules
from ..state import State
from ..words import SPELL
from . import answer_sentences
from .casts import aims_at_piece
from .gates import gate_objections
from .own_spells import shift_objections, undo_objections, undone
from .ready import cites_of_cast, promised, ready_cast
from .reinforcing import entries_of, reinforcement_named, reinforcement_objections, reinforces
from .spell_tables import SpellType
from .spellbooks import no_spells, spell_called
from .strategic_question import AskCastOnBoard


class AskCast(BattleQuestion, kw_only=True):
    """May a piece cast a Spell at something, and what does it roll: `{cast: witch-1, spell: heal, at: lion-1}`.

    `at` is a piece, a hex, a Spell in effect, or `storm`. `via` names the hexes between, and `gate` the legion to which
    a gate leads. Of a Spell that brings the reinforcement, `at` is the character and `to` the hex where it enters.
    On a Masterboard without a battle `at` is a legion, a Mage or `storm`, and `to` the legion or Land where a Spell
    takes one: `{cast: witch-1, spell: teleport-mage, to: bk02}`.
    """

    verb: ClassVar[str] = "cast"
    further_about: ClassVar[tuple[str, ...]] = ("masterboard",)
    cast: Annotated[str, called("own")]
    spell: Annotated[str, SPELL] | None = None
    at: Annotated[str, called("any")] | None = None
    via: Annotated[list[str], SHORT] | None = None
    gate: str | None = None
    to: str | int | None = None
    supposing: StrikeFacts | None = None

    def meant(self, state: State) -> Question[Any]:
        """Return the question; of a Masterboard without a battle, the one about that."""
        if self.spell is None or state.masterboard is None or state.battle is not None:
            return self
        for field in ("via", "gate", "supposing"):
            if getattr(self, field) is not None:
                raise Unanswerable(f"'{field}' belongs to a Spell of a battle", ("ask", field))
        to = None if self.to is None else str(self.to)
        return AskCastOnBoard(cast=self.cast, spell=self.named, at=self.at, to=to)

    def set_up(self, state: State, rules: TitanRules) -> tuple[State, dict[str, Any]]:
        if self.spell is None:
            raise Unanswerable(self._incomplete(state, rules), ("ask", "cast"))
        return super().set_up(state, rules)

    def _incomplete(self, state: State, rules: TitanRules) -> str:
        """Return what is asked back where a Spell or its caster is not named."""
        spell = spell_called(rules, self.cast)
        if spell is None:
            return "'spell' is missing; write it as in {cast: witch-1, spell: heal, at: lion-1}"
        pieces = state.battle.pieces if state.battle is not None else []
        able = [piece.id for piece in pieces if "keeps_spells" in rules.profile(piece.character).traits]
        at = "" if self.at is None else f" at {self.at}"
        there = f"; it may be {listed(able, 'or')}" if len(able) > 1 else ""
        form = f"cast {able[0] if able else 'witch-1'} spell {self.cast}{at}"
        return f"who casts {spell.title}? Name the caster, then the Spell, as in '{form}'{there}"

    @property
    def named(self) -> str:
        """The Spell that the question names; without one it is not answered."""
        assert self.spell is not None
        return self.spell

    def subject(self) -> str:
        return self.cast

    def names_piece(self, position: BattlePosition, field: str) -> bool:
        spell = spell_called(position.rules, self.spell or "") if field == "at" else None
        return spell is None or self.at is None or aims_at_piece(position, spell, self.at)

    def foremost(self, position: BattlePosition, further: Mapping[str, Any]) -> list[Sentence]:
        """Return whether the Spell works, where that was asked."""
        answer = self.answer(position)
        chance = answer.answer.get("chance")
        if "also_works" not in further or chance is None:
            return []
        text = f"Perhaps: the chance that it works is {percent(chance)}." if chance < 1 else "Yes."
        return [Sentence(text if chance else "No, it cannot work.", tuple(answer.cites[:2]))]

    def answer(self, position: BattlePosition) -> Answer:
        if none := without_spells(position):
            return refusal([none])
        caster = self.piece(position, self.cast, "cast")
        spell = spell_called(position.rules, self.named)
        if spell is None:
            near = position.rules.near_spells(self.named)
            raise Unanswerable(f"'{self.named}' is no Spell{near}", ("ask", "spell"))
        if reinforces(position.rules, spell):
            return self._reinforcement(position, caster, spell)
        if self.to is not None:
            raise Unanswerable("'to' belongs to a Spell of the Masterboard", ("ask", "to"))
        found = ready_cast(position, position.player(caster.side), caster, self.named, self.at, self.via)
        # without a legion the question is whether a gate may be cast there
        if self.gate is not None:
            wrong = gate_objections(position, caster.side, spell, self.gate)
            found = [*(found if isinstance(found, list) else []), *wrong] or found
        if isinstance(found, list):
            return refusal(found)
        answer = promised(position, found)
        roll, faces = found.roll, position.rules.combat.die.faces
        ledgers = [*roll.ledgers, *counting(roll.dice, roll.number or 0, faces, roll.changes)]
        return ruling_answer(answer, ledgers, cites_of_cast(position, found.cast, answer))

    def _reinforcement(self, position: BattlePosition, caster: Piece, spell: SpellType) -> Answer:
        """Answer for a Spell that brings the reinforcement; without `to`, with the hexes where it may enter."""
        muster = reinforcement_named(
            position, caster, spell, self.at, None if self.to is None else str(self.to).upper()
        )
        out = reinforcement_objections(position, position.player(caster.side), caster, self.named, spell, muster)
        cites = [*spell.cites, *position.rules.cite("spell_reinforcement", "one_strategic")]
        hexes = list[str]()
        if self.to is None:
            out = [one for one in out if one.field != "to"]
            hexes = [] if out else entries_of(position, caster, muster)
            if not out and not hexes:
                title = position.rules.profile(muster.muster).named
                out = [Objection(f"{title} can enter at no hex now", position.rules.cite("reinforcement"), "at")]
                if position.attacker_side is None:
                    # the same holds for every hex
                    muster = replace(muster, to=position.fight.board.labels[0])
                    out = muster.check(position, position.player(caster.side))
        if out:
            return refusal(out)
        return ruling_answer({"allowed": True} | ({"hexes": hexes} if self.to is None else {}), [], cites)

    def phase_under(self, rules: TitanRules) -> PhaseName:
        spell = spell_called(rules, self.named)
        return "maneuver" if spell is not None and reinforces(rules, spell) else self.phase

    def round_under(self, rules: TitanRules) -> int:
        spell = spell_called(rules, self.named)
        brings = spell is not None and reinforces(rules, spell)
        return rules.combat.reinforcement_round if brings else super().round_under(rules)

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        spell = spell_called(position.rules, self.named)
        if spell is not None and reinforces(position.rules, spell):
            caster = position.fight.pieces[self.cast]
            named = reinforcement_named(position, caster, spell, self.at, None).muster or self.at
            at = f"{named} to {self.to}" if self.to is not None else named
            return answer_sentences.reinforcement(position, self.cast, spell, at, answer)
        return answer_sentences.cast(position, self.cast, self.named, self.at, answer)


def without_spells(position: BattlePosition | MasterboardPosition) -> Objection | None:
    """Return the objection that options leave Spells out of this game, None where they do not.

    Raises Unanswerable if the ruleset has none.
    """
    if position.rules.without_spells:
        return no_spells(position.rules)
    if not position.rules.spells:
        raise Unanswerable(no_spells(position.rules).message)
    return None


class AskUndo(BattleQuestion, kw_only=True):
    """May a Mage end one of its own Spells, and what ends with it: `{undo: sorcerer-1, spell: s2}` (MM 16.4).

    `spell` is the id of a Spell in effect, or of a piece that the Mage's Spell brought.
    """

    verb: ClassVar[str] = "undo"
    undo: Annotated[str, called("own")]
    spell: str
    supposing: StrikeFacts | None = None

    def answer(self, position: BattlePosition) -> Answer:
        if none := without_spells(position):
            return refusal([none])
        mage = self.piece(position, self.undo, "undo")
        out = undo_objections(position, position.player(mage.side), mage, self.spell)
        if out:
            return refusal(out)
        ended, cite = undone(position, self.spell), position.rules.cite
        more = cite("falls_with") if len(ended) > 1 else ()
        return ruling_answer({"allowed": True, "ends": ended}, [], [*cite("undo"), *more])

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        return answer_sentences.undo(position, self.undo, self.spell, answer)


class AskShift(BattleQuestion, kw_only=True):
    """May a Mage move one of its own Hazards to another hex: `{shift: s2, by: enchanter-1, to: E3}` (MM 18.3)."""

    verb: ClassVar[str] = "shift"
    shift: str
    by: Annotated[str, called("own")]
    to: str
    supposing: StrikeFacts | None = None

    def subject(self) -> str:
        return self.by

    def answer(self, position: BattlePosition) -> Answer:
        if none := without_spells(position):
            return refusal([none])
        mage = self.piece(position, self.by, "by")
        target = position.hex(self.to, "to")
        if isinstance(target, Objection):
            raise Unanswerable(target.message, ("ask", "to"))
        out = shift_objections(position, position.player(mage.side), mage, self.shift, target)
        if out:
            return refusal(out)
        return ruling_answer({"allowed": True}, [], list(position.rules.cite("shift")))

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        return answer_sentences.shift(position, self.by, self.shift, self.to, answer)
