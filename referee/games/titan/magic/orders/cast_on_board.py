"""Casting a Spell on the Masterboard (MM 9, 10, 16.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from referee.core.game.orders import Candidate, Objection, Remarks
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import Name

from ...masterboard.orders.base import MasterOrder, free_marker
from ...masterboard.position import MasterboardPosition
from ...sides import MapSide
from ...words import CHARACTER, MARKER, SPELL, land_name
from ..acts.base import Deed
from ..acts.table import ACTS, STORM, act_of
from ..cup import put_back
from ..rulings.strategic import caster_called, casting_objections, counter_called, counters_of, mages_of
from ..spellbooks import no_spells, spell_called, spell_said
from ..stacks import lose, put, row_of

Words = Annotated[list[str], CHARACTER, Meta(min_length=1, max_length=20)]


class CastOnBoard(MasterOrder, kw_only=True, rename={"return_": "return", "as_": "as"}):
    """Cast a Spell on the Masterboard: `{cast: enchanter-1, spell: move-one, to: 15}`.

    `spell` is a type where the caster has one counter of it, else a counter. `at` is what it is cast at: a legion, a
    Mage, `storm`, `all`, or whom it musters. `to` is a Land or a legion, and `side` that of entry where an enemy
    stands. `return` names those above seven that go back, `off` and `as` who is split off under which marker, and
    `show` whom a muster shows. `legion` may name the caster's own, and `mage` the Mage that is carried.
    """

    verb: ClassVar[str] = "cast"
    cast: Name
    spell: Annotated[str, SPELL]
    at: str | None = None
    to: str | int | None = None
    side: MapSide | None = None
    legion: Name | None = None
    mage: Name | None = None
    return_: Words | None = None
    off: Words | None = None
    as_: Annotated[Name | None, MARKER] = None
    show: Words | None = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if not position.rules.spells or position.position_unknown:
            return
        for mage in mages_of(position, player):
            if piece not in (None, mage.legion.id, mage.stack.id):
                continue
            for counters in counters_of(position, mage):
                spell = spell_called(position.rules, counters[0])
                if spell is None or casting_objections(position, mage, spell):
                    continue
                remarks: Remarks = {"values": {"spell": counters[1:]}} if len(counters) > 1 else {}
                deed = Deed(mage, spell, counter=counters[0])
                for one in act_of(deed).targets(position, deed):
                    yield Candidate(cls.of(one), remarks)

    def listed_under(self, position: MasterboardPosition) -> str:
        return spell_said(position.rules, self.spell)

    @classmethod
    def of(cls, deed: Deed) -> CastOnBoard:
        """Return the order that has a deed done."""
        return cls(
            cast=deed.mage.stack.id,
            spell=deed.counter or deed.spell.name,
            at=deed.at,
            to=None if deed.to is None else land_name(deed.to),
            side=deed.side,
            return_=list(deed.gives_back) or None,
            off=list(deed.off) or None,
            show=list(deed.shows) or None,
        )

    def deed(self, position: MasterboardPosition, player: str) -> Deed | list[Objection]:
        """Return what the order has done, or the objections to the words that it uses."""
        mage = caster_called(position, player, self.cast)
        if isinstance(mage, list):
            return mage
        found = counter_called(position, mage, self.spell)
        out = [found] if isinstance(found, Objection) else []
        if self.legion not in (None, mage.legion.id):
            out.append(Objection(f"{mage.stack.id} is in {mage.legion.id}, not in {self.legion}", (), "legion"))
        if self.mage is not None and self.at is not None:
            out.append(Objection("'mage' and 'at' both name the Mage that is carried; leave one out", (), "mage"))
        if out or isinstance(found, Objection):
            return out
        counter, spell = found
        marker = free_marker(position, player, self.as_, "as") if spell.does == "split" else self.as_
        return Deed(
            mage,
            spell,
            self.mage if self.at is None else self._at(position),
            None if self.to is None else str(self.to),
            counter,
            self.side,
            tuple(self.return_ or ()),
            tuple(self.off or ()),
            marker if isinstance(marker, str) else self.as_,
            tuple(self.show or ()),
        )

    def _at(self, position: MasterboardPosition) -> str | None:
        """Return what it is cast at; a Storm may be named by its Spell or its counter."""
        names = {word for storm in position.storms for word in (storm.spell, storm.counter)}
        return STORM if self.at in names else self.at

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        if not position.rules.spells:
            return [no_spells(position.rules, self.verb)]
        if position.position_unknown:
            return []
        deed = self.deed(position, player)
        if isinstance(deed, list):
            return deed
        out = casting_objections(position, deed.mage, deed.spell)
        if deed.spell.does is None:
            return out
        act, special = act_of(deed), {field for one in ACTS.values() for field in one.takes}
        for field, value in self._given().items():
            if value is not None and field in special and field not in act.takes:
                out.append(Objection(f"{deed.spell.title} takes no '{field}'; leave it out", deed.spell.cites, field))
        done = act.rule(position, deed)
        out += [one for one in done.objections if one not in out]
        return out + [one for one in act.open_fields(position, deed, done) if one not in out]

    def _given(self) -> dict[str, object]:
        return {
            "to": self.to,
            "at": self.at if self.mage is None else self.mage,
            "side": self.side,
            "return": self.return_,
            "off": self.off,
            "as": self.as_,
            "show": self.show,
        }

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown:
            return
        deed = self.deed(position, player)
        assert isinstance(deed, Deed)
        spend(position, recorder, deed)
        act_of(deed).apply(position, recorder, deed)


def spend(position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
    """Show the caster, count its one Strategic Spell of the Game-Turn, and take the counter from its stack.

    The counter goes to the Cup; that of a Storm lies on its Land, and one of a kind that is cast in battles too stays
    in the stack, barred from the battles of this Game-Turn (MM 16.3).
    """
    mage, spell, legion = deed.mage, deed.spell, deed.mage.legion
    cites = [*spell.cites, *position.rules.cite("one_strategic")]
    found = row_of(position, mage.stack.id)
    change: list[Change] = []
    if found is not None:
        put(legion, replace(found[1], cast=True))
        counter = deed.counter
        if counter is not None and spell.phases:
            row = row_of(position, mage.stack.id)
            assert row is not None
            put(legion, replace(row[1], barred=[*row[1].barred, counter]))
            cites += position.rules.cite("barred_from_battle")
        elif counter is not None:
            lose(position, legion, mage.stack.id, counter)
            if spell.does != "storm":
                put_back(position, [counter])
            change = [Change(mage.stack.id, "held", counter, None)]
    position.reveal(legion.id, "shown", [mage.stack.character])
    what = f" at {deed.at}" if deed.at is not None else ""
    recorder.write(
        f"{mage.stack.id} in {position.named(legion)} casts {spell.title}{what}",
        cites=list(dict.fromkeys(cites)),
        changes=change,
    )
