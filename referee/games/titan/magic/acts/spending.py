"""A Mage casts a Spell on the Masterboard: it is shown, and the counter goes where it belongs (MM 9.1, 16.3)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ...masterboard.position import MasterboardPosition
from ..cup import put_back
from ..rulings.deeds import Deed
from ..stacks import lose, put, row_of


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
