"""The sides of a battle, and the sides of a Battleland by which they enter."""

from __future__ import annotations

from typing import Literal

Side = Literal["attacker", "defender"]
MapSide = Literal["left", "bottom", "right"]
SIDES: tuple[Side, Side] = ("attacker", "defender")
