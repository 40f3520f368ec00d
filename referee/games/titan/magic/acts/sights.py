"""A Spell shows an enemy legion, or the Spells of an enemy Mage, to its caster alone (MM 9.4.16)."""

from __future__ import annotations

from referee.core.game.recorder import Recorder

from ...masterboard.position import MasterboardPosition
from ..rulings.deeds import Deed, done
from ..rulings.strategic import Mage, mage_called
from ..stacks import row_of


def see(position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
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
    found = done(position, deed)
    position.reveal(mage.legion.id, "shown", [mage.stack.character])
    recorder.write(
        f"{mage.stack.id} is in {position.named(mage.legion)}", cites=[*cites, *found.cites], by_referee=True
    )
    if "spells" in found.says["seen"]:
        row = row_of(position, mage.stack.id)
        held = (row[1].held if row is not None else None) or []
        text = f"{mage.stack.id} holds {', '.join(held) or 'no Spells'}"
        recorder.write(text, cites=cites, seen_by=[player], by_referee=True)
