"""The words that orders and questions name: battalions and units."""

from __future__ import annotations

from typing import Annotated

from referee.core.notation.field_specs import Name, names

BattalionWord = Annotated[Name, names("battalion")]
UnitWord = Annotated[Name, names("unit")]
