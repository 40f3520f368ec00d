"""What a new battle or a new game is made of."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.core.notation.field_specs import Name

from .sides import MapSide


class Parameters(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a new battle is made of, what is left out stands in the table `start`; or, with `players`, a new game.

    `players` sit round the table clockwise as they are named; `towers` are rolled for where they are not given.
    """

    game: Name | None = None
    players: Annotated[list[Name], Meta(min_length=1, max_length=20)] | None = None
    towers: Annotated[list[int | str], Meta(min_length=1, max_length=20)] | None = None
    battleland: str | None = None
    attacker_side: MapSide | None = None
    attacker: Name | None = None
    defender: Name | None = None
    attacking: Annotated[list[str], Meta(min_length=1, max_length=100)] | None = None
    defending: Annotated[list[str], Meta(min_length=1, max_length=100)] | None = None
