"""A Spell changes the Game-Turn: a roll is undone, a legion stays, a legion is split late (MM 9.4.2, 9.4.9, 9.4.15)."""

from __future__ import annotations

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ...masterboard.phases import next_turn, recombine
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.duties import legions_sharing_lands
from ...masterboard.rulings.splitting import split_off
from ..rulings.deeds import ALL, Deed


def roll_again(position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
    """Undo the Movement Roll: legions may be split and made one again, and it is rolled again as the phase ends."""
    was, position.roll = position.roll, None
    position.rerolls += 1
    position.go_to("commencement")
    recorder.write(
        f"the Movement Roll of {was} is undone; {position.mover} may split legions and make them one again, and rolls "
        "at the end of the Commencement Phase",
        cites=deed.spell.cites,
        changes=[Change(position.mover, "roll", was, None)],
        by_referee=True,
    )


def stay(position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
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


def split(position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
    """Split the legion after the roll (MM 9.4.15)."""
    assert deed.marker is not None
    split_off(position, recorder, deed.mage.legion, list(deed.off), deed.marker, list(deed.spell.cites))
