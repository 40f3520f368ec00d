"""What `legal` remarks on an order; a row of JSON has it under the key `told`, and a line after ` # `."""

from __future__ import annotations

from typing import Any, TypedDict

# the functional form, since `if` and `or` are keywords; every key is optional
Remarks = TypedDict(
    "Remarks",
    {
        # the player, if several may order
        "by": str,
        # the order must be given before the phase can end
        "must": bool,
        # what else the fields may hold, and at most how many entries of a list
        "values": dict[str, list[Any]],
        "at_most": dict[str, int],
        # in words, what else is legal that is not listed
        "or": str,
        # how many such orders are not listed: a number, or "over 197"
        "more": int | str,
        # what is rolled, and the least face that hits or the least number that may be named
        "dice": int,
        "number": int | str,
        # what it costs: PIPs, and paces of movement
        "pips": int,
        "cost": float,
        # how far the piece may go over each kind of going
        "allowance": dict[str, int],
        # where a move leads: to a place, against one, into a combat, or in a direction
        "to": list[int],
        "attacks": list[int],
        "joins": str,
        "towards": str,
        # when the order counts: on a condition, or before something else
        "if": str,
        "due": str,
        # an offer: whose it accepts, or that it repeats the player's own
        "accepts": str,
        "repeats": bool,
        # what has happened that the order would do
        "already": str,
    },
    total=False,
)
