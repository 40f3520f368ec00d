"""The parameters of a new battle or a new game."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.core.notation.field_specs import Name
from referee.core.rules.index import OptionValue

from .sides import MapSide


class Parameters(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The parameters of a new battle, or of a new game if `players` is given.

    The table `start` gives what a battle omits. `players` are in clockwise order round the table; if `towers` is not
    given, players roll for them. `options` are those of the rules.
    """

    game: Name | None = None
    options: dict[str, OptionValue | None] = {}
    players: Annotated[list[Name], Meta(min_length=1, max_length=20)] | None = None
    towers: Annotated[list[int | str], Meta(min_length=1, max_length=20)] | None = None
    battleland: str | None = None
    attacker_side: MapSide | None = None
    attacker: Name | None = None
    defender: Name | None = None
    attacking: Annotated[list[str], Meta(min_length=1, max_length=100)] | None = None
    defending: Annotated[list[str], Meta(min_length=1, max_length=100)] | None = None
