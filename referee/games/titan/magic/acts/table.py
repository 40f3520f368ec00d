"""The Spells of the Masterboard by what they do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from referee.core.documents.problems import counted, listed
from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ...masterboard.check_standing import mage_fault
from ...masterboard.legion import Legion
from ...masterboard.orders.base import free_marker
from ...masterboard.orders.muster import Muster, barred
from ...masterboard.phases import next_turn, recombine
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.duties import legions_sharing_lands
from ...masterboard.rulings.mustering import Mustering
from ...masterboard.rulings.splitting import parting_objections, parts, split_off
from ...masterboard.state import StormState
from ...words import land_name
from ..cup import put_back
from ..rulings.mustering import mustering_by
from ..rulings.strategic import Mage, barring_rows, cites_with, mage_called
from ..spell_tables import Does, SpellType
from ..stacks import row_of
from .base import Act, Deed, Done
from .journeys import Move, Teleport
from .unions import Capture, Carry, Merge

ALL = "all"
STORM = "storm"


class RollAgain(Act):
    """Undo the Movement Roll (MM 9.4.9)."""

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        """Undo the Movement Roll: legions may be split and made one again, and it is rolled again as the phase ends."""
        was, position.roll = position.roll, None
        position.rerolls += 1
        position.go_to("commencement")
        recorder.write(
            f"the Movement Roll of {was} is undone; {position.mover} may split legions and make them one again, and "
            "rolls at the end of the Commencement Phase",
            cites=deed.spell.cites,
            changes=[Change(position.mover, "roll", was, None)],
            by_referee=True,
        )


class Stay(Act):
    """Keep the caster's legion, or with `at: all` every legion of its player, where it stands (MM 9.4.2)."""

    takes = ("at",)

    def targets(self, position: MasterboardPosition, deed: Deed) -> Iterable[Deed]:
        return [deed, deed._replace(at=ALL)]

    def rule(self, position: MasterboardPosition, deed: Deed) -> Done:
        spell, own = deed.spell, deed.mage.legion
        if deed.at not in (None, ALL, own.id):
            message = f"{spell.title} is cast for {own.id}, or for all legions ('at: all'), not for {deed.at}"
            return Done([Objection(message, spell.cites, "at")])
        marched = [other.id for other in position.own(own.player) if other.moved] if deed.at == ALL else []
        out = [Objection(f"{one} has moved already", spell.cites, "at") for one in marched]
        out += _unparted(position, spell, None if deed.at == ALL else own)
        return Done(out, {}, position.rules.cite("stayed"))

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        """Keep the legion where it stands for this Game-Turn, or end the Game-Turn of a player who moves none."""
        own, cites = deed.mage.legion, [*deed.spell.cites, *position.rules.cite("stayed")]
        if deed.at != ALL:
            own.stays = True
            text = f"{position.named(own)} stays where it is in this Game-Turn"
            recorder.write(text, cites=cites, changes=[Change(own.id, "stays", False, True)], by_referee=True)
            return
        recorder.write(f"{own.player} moves no legion, and the Game-Turn ends", cites=cites, by_referee=True)
        for legions in legions_sharing_lands(position):
            recombine(position, recorder, legions, late=False)
        next_turn(position, recorder)


def _unparted(position: MasterboardPosition, spell: SpellType, own: Legion | None) -> list[Objection]:
    """Return the legions that share a Land and cannot be one again, as starting legions in their Tower.

    Where one of a player's `own` alone is to stay, the others in its Land may still part from it, unless they stay too.
    """
    cite = position.rules.cite("stayed", "starting_part")
    out = []
    for legions in legions_sharing_lands(position):
        if own is not None and any(own not in legions or not (legion is own or legion.stays) for legion in legions):
            continue
        whole = [legion.id for legion in legions if legion.split_from is None]
        if len(whole) > 1:
            message = f"{listed(whole, 'and')} share a Land, were not split off each other, and must part"
            out.append(Objection(message, cites_with(spell, cite), "at"))
    return out


class SplitLate(Act):
    """Split the caster's legion after the roll (MM 9.4.15)."""

    takes = ("off", "as")

    def targets(self, position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
        legion = deed.mage.legion
        for part in parts(legion.contents or [], position.rules.masterplay.split_least):
            yield deed._replace(off=tuple(part))

    def rule(self, position: MasterboardPosition, deed: Deed) -> Done:
        own, least = deed.mage.legion, 2 * position.rules.masterplay.split_least
        if own.height >= least:
            return Done([], {}, position.rules.cite("split"))
        message = f"{position.named(own)} has {counted(own.height, 'character')}, and a split needs {least}"
        return Done([Objection(message, cites_with(deed.spell, position.rules.cite("split")), "cast")])

    def open_fields(self, position: MasterboardPosition, deed: Deed, done: Done) -> list[Objection]:
        spell, legion = deed.spell, deed.mage.legion
        if not deed.off:
            return [Objection("say who is split off: 'off' is missing", spell.cites, "off")]
        marker = free_marker(position, legion.player, deed.marker, "as")
        out = parting_objections(position, legion, list(deed.off))
        return out + (marker if isinstance(marker, list) else [])

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        assert deed.marker is not None
        split_off(position, recorder, deed.mage.legion, list(deed.off), deed.marker, list(deed.spell.cites))


class See(Act):
    """Look at an enemy legion, or at the Spells of an enemy Mage (MM 9.4.16)."""

    takes = ("at",)

    def targets(self, position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
        for legion in position.legions.values():
            if legion.player != deed.mage.legion.player:
                yield deed._replace(at=legion.id)
                yield from (deed._replace(at=row.id) for row in legion.magi if row.id not in position.others_magi)
        yield from (deed._replace(at=ident) for ident in position.others_magi)

    def rule(self, position: MasterboardPosition, deed: Deed) -> Done:
        spell, word, cite = deed.spell, deed.at, position.rules.cite
        if word is None:
            return Done([Objection(f"'at' is missing: {spell.title} is cast at a legion or a Mage", spell.cites, "at")])
        at_legion = word in position.legions
        mage = mage_called(position, word) if not at_legion else None
        if isinstance(mage, Objection) and may_be_hidden(position, word):
            # of a view it is not known whether that Mage is there
            return Done([], {}, cite("seen"))
        if isinstance(mage, Objection):
            return Done([Objection(f"'{word}' is neither a legion nor a Mage on the board", spell.cites, "at")])
        legion = mage.legion if mage is not None else position.legions[word]
        if legion.player == deed.mage.legion.player:
            return Done(
                [Objection(f"{word} is {legion.player}'s own; {spell.title} is cast at an enemy", spell.cites, "at")]
            )
        rows = barring_rows(position, deed.mage, spell, "target", legion.land)
        if mage is None:
            return Done([Objection(f"{word}: {row.why}", row.cites, "at") for row in rows], {}, cite("seen"))
        seen = ["legion"] if rows else ["legion", "spells"]
        return Done([], {"seen": seen}, (*cite("seen"), *(one for row in rows for one in row.cites)))

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        """Show a legion or a stack to the player of the caster; all see in which legion a Mage is (REF magi-52)."""
        player, word = deed.mage.legion.player, str(deed.at)
        cites = list(dict.fromkeys([*deed.spell.cites, *position.rules.cite("seen")]))
        if word in position.legions:
            seen = position.legions[word]
            held = list(seen.contents or [])
            position.reveal(seen.id, "looked", held, [player])
            text = f"{position.named(seen)} holds {position.title(held)}"
            recorder.write(text, cites=cites, seen_by=[player], by_referee=True)
            return
        mage = mage_called(position, word)
        if not isinstance(mage, Mage):
            text = f"{word} is looked for; where it is, only the master knows"
            recorder.write(text, cites=cites, by_referee=True)
            return
        found = self.rule(position, deed)
        position.reveal(mage.legion.id, "shown", [mage.stack.character])
        recorder.write(
            f"{mage.stack.id} is in {position.named(mage.legion)}", cites=[*cites, *found.cites], by_referee=True
        )
        if "spells" in found.says["seen"]:
            row = row_of(position, mage.stack.id)
            held = (row[1].held if row is not None else None) or []
            text = f"{mage.stack.id} holds {', '.join(held) or 'no Spells'}"
            recorder.write(text, cites=cites, seen_by=[player], by_referee=True)


def may_be_hidden(position: MasterboardPosition, word: str) -> bool:
    """Return whether a word names a Mage that may be in a legion which the player of a view does not see into."""
    if position.viewer is None or mage_fault(word, position.rules) is not None:
        return False
    own = [row.id for legion in position.own(position.viewer) for row in legion.magi]
    return word not in own and any(legion.contents is None for legion in position.legions.values())


class MusterBySpell(Muster, kw_only=True):
    """The muster that a Spell of a type lets a legion make; `cast` gives it, and nobody else."""

    by_victory = False
    spell: str
    caster: str

    def qualified(self, position: MasterboardPosition, legion: Legion) -> Mustering:
        gains = position.gains
        return mustering_by(position, legion, self.spell, "enlistment" if gains is None else "victory", self.caster)

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        known = self.muster in position.rules.characters and not position.position_unknown
        if known and self._raises(position) and not position.slain.get(self.muster):
            cites = position.rules.magic.musters[self.spell].cites
            return [Objection(f"{position.title([self.muster])} is not among the slain", cites, "muster")]
        return super().judge(position, player)

    def missing(self, position: MasterboardPosition) -> list[Objection]:
        # the dead come back whether or not the caretaker has one
        return [] if self._raises(position) else super().missing(position)

    def bring(self, position: MasterboardPosition) -> None:
        if not self._raises(position):
            super().bring(position)
            return
        slain = {**position.slain, self.muster: position.slain.get(self.muster, 0) - 1}
        position.slain = {name: number for name, number in slain.items() if number > 0}

    def _raises(self, position: MasterboardPosition) -> bool:
        return position.rules.magic.musters[self.spell].slain is not None


class MusterNow(Act):
    """Muster the one at which the Spell is cast."""

    takes = ("at", "show")

    def targets(self, position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
        legion = deed.mage.legion
        if barred(position, legion):
            return
        for name, ways in muster_of(deed).qualified(position, legion).ways.items():
            yield from (deed._replace(at=name, shows=way) for way in ways)

    def open_fields(self, position: MasterboardPosition, deed: Deed, done: Done) -> list[Objection]:
        return muster_of(deed).judge(position, deed.mage.legion.player)

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        muster_of(deed).apply(position, deed.mage.legion.player, recorder)
        recorder.steps[-1].cites += [one for one in deed.spell.cites if one not in recorder.steps[-1].cites]


def muster_of(deed: Deed) -> MusterBySpell:
    """Return the muster that a deed makes."""
    mage, shows = deed.mage, list(deed.shows) or None
    return MusterBySpell(
        muster=deed.at or "", in_=mage.legion.id, show=shows, spell=deed.spell.name, caster=mage.stack.character
    )


class RaiseStorm(Act):
    """Raise a Storm over the Land of the caster's legion (MM 10.1, 10.4)."""

    def rule(self, position: MasterboardPosition, deed: Deed) -> Done:
        land = deed.mage.legion.land
        there = [storm.spell for storm in position.storms if str(storm.land) == land]
        if not there:
            return Done([], {}, position.rules.cite("storm_there"))
        title = position.rules.effects[there[0]].title
        message = f"{title} is over {position.graph.titled(land)}, and a Land has one Storm"
        return Done([Objection(message, position.rules.cite("one_storm"), "spell")])

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        """Raise a Storm over the Land of the caster; its counter lies there until it is dispelled."""
        land, spell = deed.mage.legion.land, deed.spell
        position.storms = [*position.storms, StormState(land=land_name(land), spell=spell.name, counter=deed.counter)]
        recorder.write(
            f"{spell.title} is over {position.graph.titled(land)}",
            cites=[*spell.cites, *position.rules.cite("storm_there")],
            changes=[Change(f"Land {land}", "storm", None, spell.name)],
            by_referee=True,
        )


class DispelStorm(Act):
    """End the Storm over the Land of the caster's legion (MM 16.2)."""

    takes = ("at",)

    def targets(self, position: MasterboardPosition, deed: Deed) -> Iterable[Deed]:
        return [deed._replace(at=STORM)]

    def rule(self, position: MasterboardPosition, deed: Deed) -> Done:
        spell, land, cite = deed.spell, deed.mage.legion.land, position.rules.cite
        if deed.at != STORM:
            message = f"{spell.title} is cast at 'storm' on the Masterboard, not at {deed.at or 'nothing'}"
            return Done([Objection(message, cite("dispel_board"), "at")])
        if all(str(storm.land) != land for storm in position.storms):
            return Done([Objection(f"no Storm is over {position.graph.titled(land)}", cite("dispel_board"), "at")])
        return Done([], {}, cite("dispel_board"))

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        """End the Storm over the Land of the caster; its counter goes back to the Cup."""
        land = deed.mage.legion.land
        ended = next(one for one in position.storms if str(one.land) == land)
        position.storms = [one for one in position.storms if one is not ended]
        if ended.counter is not None:
            put_back(position, [ended.counter])
        recorder.write(
            f"the {position.rules.effects[ended.spell].title} over {position.graph.titled(land)} ends",
            cites=[*deed.spell.cites, *position.rules.cite("dispel_board")],
            changes=[Change(f"Land {land}", "storm", ended.spell, None)],
            by_referee=True,
        )


ACTS: Mapping[Does, Act] = {
    "move": Move(),
    "teleport": Teleport(),
    "capture": Capture(),
    "merge": Merge(),
    "carry": Carry(),
    "see": See(),
    "roll_again": RollAgain(),
    "stay": Stay(),
    "split": SplitLate(),
    "muster": MusterNow(),
    "storm": RaiseStorm(),
    "dispel": DispelStorm(),
}


def act_of(deed: Deed) -> Act:
    """Return the act of a Spell that is cast on the Masterboard."""
    assert deed.spell.does is not None
    return ACTS[deed.spell.does]
