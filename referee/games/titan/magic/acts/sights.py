"""A Spell that shows an enemy legion, or the Spells of an enemy Mage, to its caster alone (MM 9.4.16)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder

from ...masterboard.check_standing import mage_fault
from ...masterboard.position import MasterboardPosition
from ..rulings.strategic import Mage, barring_rows, mage_called
from ..stacks import row_of
from .base import Act, Deed, Done


class See(Act):
    """Look at an enemy legion, or at the Spells of an enemy Mage."""

    takes = ("at",)

    def targets(self, position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
        for legion in position.legions.values():
            if legion.player != deed.mage.legion.player:
                yield deed._replace(at=legion.id)
                yield from (deed._replace(at=row.id) for row in legion.magi if row.id not in position.others_magi)
        yield from (deed._replace(at=ident) for ident in position.others_magi)

    def rule(self, position: MasterboardPosition, deed: Deed) -> Done:
        """Look at an enemy legion, or at the Spells of an enemy Mage (MM 9.4.16)."""
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
