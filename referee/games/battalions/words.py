"""The words that orders and questions name: battalions units and combats."""

from __future__ import annotations

from typing import Annotated

from referee.core.notation.field_specs import Name, names

BattalionWord = Annotated[Name, names("battalion")]
UnitWord = Annotated[Name, names("unit")]
CombatWord = Annotated[str, names("combat")]
