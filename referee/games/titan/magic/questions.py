"""Questions about Spells in a battle: what a cast rolls and does, what a Mage ends or shifts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from msgspec.structs import replace

from referee.core.documents.problems import counted, listed, percent
from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Question, Sentence, Unanswerable
from referee.core.notation.field_specs import SHORT
from referee.core.notation.field_specs import piece as called

from ..battle.answer_sentences import attack, no
from ..battle.pieces import OFF, Piece
from ..battle.position import BattlePosition
from ..battle.rulings.chances import counting
from ..battle.state import PhaseName
from ..battle.supposing import BattleQuestion, StrikeFacts, refusal, ruling_answer
from ..masterboard.position import MasterboardPosition
from ..rules import TitanRules
from ..state import State
from ..words import SPELL
from .casts import aims_at_piece
from .gates import gate_objections
from .own_spells import shift_objections, undo_objections, undone
from .ready import cites_of_cast, promised, ready_cast
from .reinforcing import entries_of, reinforcement_named, reinforcement_objections, reinforces
from .spell_tables import SpellType
from .spellbooks import no_spells, spell_called
from .strategic_question import AskCastOnBoard

_LASTS = {
    "immediate": "",
    "round": "It lasts until the end of the caster's next Maneuver Phase.",
    "enduring": "It lasts until it is dispelled, or its caster or its target leaves.",
    "until-removed": "It stays until it is killed, banished or dismissed, or its caster leaves.",
    "until-dispelled": "It lasts until it is dispelled.",
}
# what is cast at a hex goes with nobody on it
_LASTS_ON_HEX = {"enduring": "It lasts until it is dispelled, or its caster leaves."}


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
            return _reinforcement(position, self.cast, spell, at, answer)
        return _cast(position, self.cast, self.named, self.at, answer)


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
        mage, given = position.named(position.fight.pieces[self.undo]), answer.answer
        if not given["allowed"]:
            return no(f"{mage} may not end {self.spell}", given)
        others = [one for one in given["ends"] if one != self.spell]
        more = f"; {listed(others, 'and')} {'ends' if len(others) == 1 else 'end'} with it" if others else ""
        return [Sentence(f"{mage} may end {self.spell}{more}.", tuple(answer.cites))]


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
        mage, given = position.named(position.fight.pieces[self.by]), answer.answer
        if not given["allowed"]:
            return no(f"{mage} may not move {self.shift} to {self.to}", given)
        return [Sentence(f"{mage} may move {self.shift} to {self.to}.", tuple(answer.cites))]


def _cast(position: BattlePosition, ident: str, name: str, at: str | None, answer: Answer) -> list[Sentence]:
    """Return the answer to a cast: the verdict with its roll first, then what it does."""
    piece = position.fight.pieces.get(ident)
    given, spell = answer.answer, spell_called(position.rules, name)
    caster = position.named(piece) if piece is not None else ident
    title = spell.title if spell is not None else name
    on_hex = position.fight.pieces.get(at or "") if spell is not None and spell.at == "hex" else None
    if on_hex is not None and on_hex.hex != OFF:
        # a hex may be named by the piece on it
        at = position.fight.board.labels[on_hex.hex]
    what = f"cast {title}{f' at {at}' if at is not None else ''}"
    if not given["allowed"]:
        return no(f"{caster} may not {what}", given)
    cites = tuple(answer.cites)
    harms = spell is not None and spell.roll is not None and spell.roll.damage is not None
    out = [Sentence(f"{caster} may {what}: {_roll(position, given, harms)}.", cites[:2])]
    at_hex = spell is not None and spell.at == "hex"
    told = [*_done(position, given), (_LASTS_ON_HEX if at_hex else {}).get(given["lasts"], _LASTS[given["lasts"]])]
    return [*out, *(Sentence(text, cites[:1]) for text in told if text)]


def _reinforcement(
    position: BattlePosition, ident: str, spell: SpellType, at: str | None, answer: Answer
) -> list[Sentence]:
    """Return the answer to a Spell that brings the reinforcement, with the hexes where it may enter."""
    caster, given = position.named(position.fight.pieces[ident]), answer.answer
    what = f"cast {spell.title}{f' at {at}' if at is not None else ''}"
    if not given["allowed"]:
        return no(f"{caster} may not {what}", given)
    cites = tuple(answer.cites)
    out = [Sentence(f"{caster} may {what}: it works without a roll.", cites)]
    hexes = given.get("hexes", [])
    return [*out, Sentence(f"It enters at {listed(hexes, 'or')}.", cites[:1])] if hexes else out


def _roll(position: BattlePosition, given: dict[str, Any], harms: bool) -> str:
    """Return what is rolled, and the chance; `harms` tells whether its dice are hits on the target."""
    chance = percent(given["chance"])
    if "charms_from" in given:
        return _sum(given, chance)
    if "plus" in given:
        more = f", and {given['plus']} more" if given["plus"] else ""
        return f"the pips of one die are its hits{more}"
    if given["strike_number"] is None:
        return "it works without a roll"
    what = "of a hit" if harms else "that it works"
    return f"it rolls {attack(position, given)}, and the chance {what} is {chance}"


def _sum(given: dict[str, Any], chance: str) -> str:
    """Return the sum with which it works, its chance, and the sum that hurts the caster."""
    least, most = given["dice"], 6 * given["dice"]
    dice = "one die" if given["dice"] == 1 else f"{given['dice']} dice"
    hurts = f"; a sum of {given['hurts_at']} is a hit on the caster" if least <= given["hurts_at"] <= most else ""
    if given["charms_from"] > most:
        return f"it works from a sum of {given['charms_from']}, which {dice} cannot reach{hurts}"
    return f"it works if the sum of {dice} is {given['charms_from']} or more, a chance of {chance}{hurts}"


def _done(position: BattlePosition, given: dict[str, Any]) -> list[str]:
    out = []
    if "heals" in given:
        out.append(f"It removes {counted(given['heals'], 'hit')}.")
    if given.get("ends"):
        out.append(f"It ends {listed(given['ends'], 'and')}.")
    if given.get("nullifies"):
        hazard = position.rules.hazards.hazards[given["nullifies"]].title
        out.append(f"The {hazard} of the hex does nothing while it lasts.")
    pieces = position.fight.pieces
    for ident, hits in given.get("harm", {}).items():
        out.append(f"If it works, {position.named(pieces[ident])} takes {counted(hits, 'hit')} at once.")
    return out
