"""What every Spell of the Masterboard is: at what it may be cast, what it does there, and what an order leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder

from ...masterboard.legion import Legion
from ...masterboard.position import MasterboardPosition
from ...sides import MapSide
from ..rulings.strategic import Mage
from ..spell_tables import SpellType


class Deed(NamedTuple):
    """A Spell that a Mage casts on the Masterboard at something: `at` and `to` as an order or a question names them.

    An order also has the `counter` that is cast and, where the Spell needs it, the `side` of entry, who is given back
    to the caretaker, who is split `off` under which `marker`, and whom a muster `shows`.
    """

    mage: Mage
    spell: SpellType
    at: str | None = None
    to: str | None = None
    counter: str | None = None
    side: MapSide | None = None
    gives_back: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    marker: str | None = None
    shows: tuple[str, ...] = ()


class Done(NamedTuple):
    """What comes of a Spell: the objections to it, else further fields of the answer, with the rules behind them."""

    objections: list[Objection]
    says: Mapping[str, Any] = {}
    cites: tuple[str, ...] = ()


class Act:
    """A kind of Spell of the Masterboard; `takes` are the fields of an order that few Spells take."""

    takes: tuple[str, ...] = ()

    def targets(self, position: MasterboardPosition, deed: Deed) -> Iterable[Deed]:
        """Yield the deed with each choice of at what; some of them may be illegal."""
        return [deed]

    def rule(self, position: MasterboardPosition, deed: Deed) -> Done:
        """Return what the Spell does, or why it cannot do it there; the time and the caster are judged elsewhere."""
        return Done([])

    def open_fields(self, position: MasterboardPosition, deed: Deed, done: Done) -> list[Objection]:
        """Return what an order leaves open that the Spell needs."""
        return []

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        """Carry the Spell out, whose counter is spent."""
        raise NotImplementedError


def legion_named(position: MasterboardPosition, deed: Deed, field: str = "at") -> Legion | Objection:
    """Return the legion that a field names."""
    word = deed.at if field == "at" else deed.to
    if word is None:
        message = f"'{field}' is missing: {deed.spell.title} names a legion"
        return Objection(message, deed.spell.cites, field)
    return position.find(word, field)
