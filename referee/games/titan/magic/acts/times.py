"""Spells that change the Game-Turn: a roll undone, a legion that stays, a late split (MM 9.4.2, 9.4.9, 9.4.15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.core.documents.problems import counted, listed
from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ...masterboard.legion import Legion
from ...masterboard.orders.base import free_marker
from ...masterboard.phases import next_turn, recombine
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.duties import legions_sharing_lands
from ...masterboard.rulings.splitting import parting_objections, parts, split_off
from ..rulings.strategic import cites_with
from ..spell_tables import SpellType
from .base import Act, Deed, Done

ALL = "all"


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
    """Keep the caster's legion, or all of its player, where they stand (MM 9.4.2)."""

    takes = ("at",)

    def targets(self, position: MasterboardPosition, deed: Deed) -> Iterable[Deed]:
        return [deed, deed._replace(at=ALL)]

    def rule(self, position: MasterboardPosition, deed: Deed) -> Done:
        """Keep the caster's legion where it stands, or with `at: all` every legion of the player (MM 9.4.2)."""
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
        """Split the caster's legion after the roll, if it has enough for two parts (MM 9.4.15)."""
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
        """Split the legion after the roll (MM 9.4.15)."""
        assert deed.marker is not None
        split_off(position, recorder, deed.mage.legion, list(deed.off), deed.marker, list(deed.spell.cites))
