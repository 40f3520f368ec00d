"""Casting a Spell in a battle (MM 11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from referee.core.game.dice import Roll, Throw
from referee.core.game.forecast import Forecast, Unknown
from referee.core.game.orders import Candidate, Objection, Remarks
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import SHORT, Name
from referee.core.notation.field_specs import piece as called
from referee.core.rules.ledger import Entry, Ledger

from ...battle.events import was_hit
from ...battle.orders.base import Rolling
from ...battle.pieces import Piece
from ...battle.position import BattlePosition
from ...battle.rulings.judge import turn_objections
from ...words import SPELL
from ..carrying_out import carry_out, evoked_name, harm_them, has_cast, strike_back
from ..cast_rolls import CastRoll
from ..casts import Cast, aims_at_piece
from ..choices import casts_of
from ..gates import gate_objections
from ..grounds import harmed_at_once
from ..leaving import banish
from ..ready import Ready, cites_of_cast, promised, ready_cast
from ..reinforcing import (
    SpellReinforcement,
    entries_of,
    reinforce,
    reinforcement_named,
    reinforcement_objections,
    reinforces,
)
from ..spell_tables import SpellType
from ..spellbooks import counter_of, holders_of, no_spells, spell_called, spell_said, unused


class _CastForecast(Forecast["CastSpell", BattlePosition]):
    """A supposed cast counts as made; what its roll brings about is uncertain."""

    def concerns(self, order: CastSpell, position: BattlePosition) -> Iterable[str]:
        return order.pieces(position)

    def stakes(self, order: CastSpell, position: BattlePosition) -> Iterable[str]:
        return order.pieces(position)

    def makes(self, order: CastSpell, position: BattlePosition, player: str) -> Iterable[str]:
        if order.check(position, player) or not order.rolls(position):
            return ()
        found = order.ready(position, player)
        character = found.cast.spell.evokes
        return () if character is None else (evoked_name(position, character, order.counter(position)),)

    def suppose(
        self, order: CastSpell, position: BattlePosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        if not order.throws(position, player):
            order.apply(position, player, recorder)
            return
        found = order.ready(position, player)
        unknown.pending_pieces |= set(self.makes(order, position, player))
        order.mark(position, found.cast)
        unknown.uncertain |= set(order.pieces(position))
        # only hits change nothing but their target
        roll = found.cast.spell.roll
        harms = roll is not None and roll.damage is not None and found.cast.spell.lasts == "immediate"
        unknown.beyond |= not harms and found.cast.spell.spell.heals is None


class CastSpell(Rolling, kw_only=True, rename={"as_": "as"}):
    """Cast a Spell: `{cast: witch-2, spell: heal, at: lion-1}`.

    `spell` is a type where the caster has one unused counter of it, else a counter. `at` names a piece, a hex, a Spell
    in effect, or `storm`. `via` names the hexes between, if the line follows a hexside, and `gate` the legion to which
    a gate leads. A Spell that brings the reinforcement names it in `at`, enters it at the hex `to`, and may give it
    an id with `as`. A Spell alone, as in `{cast: bolt-5, at: troll-3}`, means the only caster that has it.
    """

    verb: ClassVar[str] = "cast"
    forecast: ClassVar[Forecast] = _CastForecast()
    cast: Annotated[str, called("own")]
    spell: Annotated[str, SPELL] | None = None
    at: Annotated[str, called("any")] | None = None
    via: Annotated[list[str], SHORT] | None = None
    gate: str | None = None
    to: str | None = None
    as_: Name | None = None

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if not position.rules.spells or position.over or position.player(position.ordering) != player:
            return
        for caster in position.fight.of(position.ordering):
            for choice in casts_of(position, player, caster):
                order = cls(cast=caster.id, spell=choice.counter, at=choice.at, via=choice.via, gate=choice.gate)
                remarks: Remarks = {"dice": choice.roll.dice} if choice.roll.dice else {}
                if choice.roll.number is not None:
                    remarks["number"] = choice.roll.number
                yield Candidate(order, remarks, checked=True)
        for able in position.may_muster_by:
            by = position.fight.pieces.get(able.by)
            if by is None or position.player(by.side) != player:
                continue
            brought = SpellReinforcement(muster=able.character, by=by.id, spell=able.spell)
            labels = entries_of(position, by, brought)
            for counter in dict.fromkeys(unused(position.rules, by)):
                if position.rules.spell_types.get(counter) == able.spell:
                    for label in labels:
                        yield Candidate(cls(cast=by.id, spell=counter, at=able.character, to=label))

    def names_piece(self, position: BattlePosition, field: str) -> bool:
        spell = spell_called(position.rules, self._named(position) or "") if field == "at" else None
        return spell is None or self.at is None or aims_at_piece(position, spell, self.at)

    def listed_under(self, position: BattlePosition) -> str:
        return spell_said(position.rules, self.spell or self.cast)

    def pieces(self, position: BattlePosition) -> list[str]:
        """Return the ids of the pieces that it is about, the caster first."""
        caster = self._caster(position)
        target = position.fight.pieces.get(self.at or "")
        return [one.id for one in (caster, target) if isinstance(one, Piece)]

    def _caster(self, position: BattlePosition) -> Piece | Objection:
        """Return the piece that casts, or the objection that the order does not say which."""
        if self.spell is not None or self.cast in position.fight.pieces:
            return position.find(self.cast, self.verb)
        if spell_called(position.rules, self.cast) is None:
            found = position.find(self.cast, self.verb)
            return self._no_counter(position) or found if isinstance(found, Objection) else found
        able = holders_of(position, position.ordering, self.cast)
        if len(able) == 1:
            return able[0]
        names = " and ".join(position.named(one) for one in able)
        message = f"{len(able)} hold {self.cast}, {names}; say who casts it" if able else f"nobody holds {self.cast}"
        return Objection(message, position.rules.cite("counter_held"), self.verb)

    def _no_counter(self, position: BattlePosition) -> Objection | None:
        """Return the objection to a word that is nearly a Spell or a counter, None to any other."""
        word = self.cast.lower()
        kind = next((name for name in (word, word.rpartition("-")[0]) if name in position.rules.spells), None)
        if kind is None:
            return None
        known = f"{kind}-1 to {kind}-{position.rules.spells[kind].spell.count}"
        return Objection(f"'{self.cast}' is no Spell counter; there are {known}", (), self.verb, always=True)

    def _named(self, position: BattlePosition) -> str | None:
        """Return the word for the Spell."""
        return self.spell if self.spell is not None or self.cast in position.fight.pieces else self.cast

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        if not position.rules.spells:
            return [no_spells(position.rules, self.verb)]
        phase = "strike" if position.fight.striking_phase else "maneuver"
        out = turn_objections(position, player, phase, "casting a Spell")
        if out:
            return out
        caster, name = self._caster(position), self._named(position)
        if isinstance(caster, Objection):
            return [caster]
        if name is None:
            return [Objection("'spell' is missing: say which Spell is cast", (), "spell", always=True)]
        counter, spell = counter_of(position.rules, caster, name), spell_called(position.rules, name)
        if isinstance(counter, Objection):
            out, counter = [counter], name
        if spell is not None and reinforces(position.rules, spell):
            muster = self._reinforcement(position, caster, spell)
            return out + reinforcement_objections(position, player, caster, counter, spell, muster)
        out += self._reinforcement_only(position)
        found = ready_cast(position, player, caster, counter, self.at, self.via)
        out += found if isinstance(found, list) else []
        out += gate_objections(position, caster.side, spell, self.gate) if spell is not None else []
        if isinstance(found, Ready) and self.idle_objections(position, found.roll.dice):
            cites = dict.fromkeys((*found.cast.spell.cites, *(c for one in found.roll.ledgers for c in one.cites)))
            message = f"{found.cast.spell.title} works without a roll here; leave 'dice' out"
            out.append(Objection(message, tuple(cites), "dice"))
        return out + self.reroll_objections(position)

    def _reinforcement(self, position: BattlePosition, caster: Piece, spell: SpellType) -> SpellReinforcement:
        """Return the reinforcement that the Spell brings."""
        return reinforcement_named(position, caster, spell, self.at, self.to, self.as_)

    def _reinforcement_only(self, position: BattlePosition) -> list[Objection]:
        """Return the objections to fields that only a Spell which brings the reinforcement has."""
        given = [name for name, value in (("to", self.to), ("as", self.as_)) if value is not None]
        cites = position.rules.cite("spell_reinforcement")
        return [Objection(f"this Spell brings no reinforcement; leave '{name}' out", cites, name) for name in given]

    def _meant(self, position: BattlePosition) -> tuple[Piece, str]:
        """Return the caster and the counter; the order is legal."""
        caster, name = self._caster(position), self._named(position)
        assert isinstance(caster, Piece)
        assert name is not None
        counter = counter_of(position.rules, caster, name)
        assert isinstance(counter, str)
        return caster, counter

    def counter(self, position: BattlePosition) -> str:
        """Return the counter that is cast; the order is legal."""
        return self._meant(position)[1]

    def ready(self, position: BattlePosition, player: str) -> Ready:
        """Return the cast with its path and its roll; the order is legal."""
        caster, counter = self._meant(position)
        found = ready_cast(position, player, caster, counter, self.at, self.via)
        assert isinstance(found, Ready)
        return found

    def rolls(self, position: BattlePosition) -> bool:
        """Return whether it may roll dice; a Spell that brings a reinforcement does not."""
        spell = spell_called(position.rules, self.counter(position))
        return spell is not None and not reinforces(position.rules, spell)

    def throws(self, position: BattlePosition, player: str) -> list[Throw]:
        if not self.rolls(position):
            return []
        found = self.ready(position, player)
        if not found.roll.dice:
            return []
        event = position.event(found.cast.caster)
        return [position.throw(event, player, found.roll.dice, found.roll.number, found.roll.changes)]

    def mark(self, position: BattlePosition, cast: Cast) -> None:
        """Use the counter, and the caster's cast of the phase."""
        caster = cast.caster
        caster.used = [*caster.used, self.counter(position)]
        caster.cast = True

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        caster, counter = self._meant(position)
        spell = spell_called(position.rules, counter)
        if spell is not None and reinforces(position.rules, spell):
            caster.cast = True
            muster = self._reinforcement(position, caster, spell)
            reinforce(position, player, recorder, caster, counter, spell, muster)
            has_cast(position, recorder, caster, spell, works=True)
            return
        self._cast(position, player, recorder)

    def _cast(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        """Roll for the Spell, and do what it does."""
        found = self.ready(position, player)
        cast, roll = found.cast, found.roll
        counter, answer = self.counter(position), promised(position, found)
        throw = position.throw(position.event(cast.caster), player, roll.dice, roll.number, roll.changes)
        rolled = self.rolled(recorder, throw)
        named, at = position.named(cast.caster), _at(position, cast, self.at)
        self.mark(position, cast)
        score = self._score(position, cast, roll, rolled) if rolled else Ledger("hits", ())
        works = score.total >= (roll.least if roll.least is not None else 1) if rolled else roll.chance > 0
        harmed = harmed_at_once(position, cast) if works and answer.get("harm") else {}
        if works:
            done = carry_out(position, cast, counter, score.total, answer, self.gate)
        else:
            done = strike_back(position, cast, score, roll.hurts)
        cites = [*cites_of_cast(position, cast, answer), *position.rules.cite("cast_shown")]
        text = f"{named} casts {cast.spell.title}{at}"
        recorder.write(
            text,
            reasons=[*roll.ledgers, *([score] if rolled else [])],
            rolled=rolled,
            changes=done.changes,
            notes=done.notes,
            cites=[*cites, *done.cites],
        )
        was_hit(position, recorder, cast.caster, done.changes)
        harm_them(position, recorder, cast, harmed)
        if works and cast.spell.banishes and cast.piece is not None:
            banish(position, recorder, cast.caster, cast.piece)
        has_cast(position, recorder, cast.caster, cast.spell, works=works)

    def _score(self, position: BattlePosition, cast: Cast, roll: CastRoll, rolled: list[Roll]) -> Ledger:
        """Return the hits of a roll: the dice that reach its number, or the pips of its dice."""
        assert cast.spell.roll is not None
        if roll.number is not None:
            return self.hits(position, rolled, roll.number, roll.changes)
        final, cites = rolled[0].counting, cast.spell.cites
        entries = [Entry("add", sum(final), f"pips of {' '.join(map(str, final))}", cites)]
        if roll.plus:
            entries.append(Entry("add", roll.plus, "cast at what is proximal", cites))
        return Ledger("hits" if cast.spell.roll.damage is not None else "sum rolled", entries)


def _at(position: BattlePosition, cast: Cast, word: str | None) -> str:
    """Return in words what it is cast at."""
    if cast.storm:
        return " at the Storm"
    if cast.row is not None:
        return f" at {cast.row.id}"
    if cast.piece is not None:
        return " at itself" if cast.on_self else f" at {position.named(cast.piece)}"
    return f" at {position.fight.board.labels[cast.hex]}"
