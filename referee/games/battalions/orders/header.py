"""The heading of a document of orders: the combat turn or the round that they are for."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from referee.core.documents import Path
from referee.core.game.submissions import Header
from referee.core.notation.field_specs import Name

from ..state import Place


class BattalionsHeader(Header, kw_only=True, forbid_unknown_fields=True):
    """The heading of a document: `combat` and `turn`, or `round`, and decisions after a combat."""

    combat: Name | None = None
    turn: Annotated[int, Meta(ge=1)] | None = None
    round: Annotated[int, Meta(ge=1)] | None = None
    choose_field: dict[Name, Place] = {}
    arrange: dict[Name, dict[Name, Place]] = {}
    orders: list[Any] = []

    def further(self) -> list[tuple[Path, dict[str, Any]]]:
        """Return the choices and arrangements of the heading as orders."""
        out: list[tuple[Path, dict[str, Any]]] = []
        for battalion, place in self.choose_field.items():
            out.append((("choose_field", battalion), {"battalion": battalion, "choose_field": list(place)}))
        for battalion, spaces in self.arrange.items():
            plain = {ident: list(space) for ident, space in spaces.items()}
            out.append((("arrange", battalion), {"battalion": battalion, "arrange": plain}))
        return out
