"""What `legal` remarks on an order; a row of JSON has it under the key `told`, and a line after ` # `."""

from typing import Any, TypedDict

# keys that are no names in Python: in words, on which condition the order counts, and what else is legal
_Words = TypedDict("_Words", {"if": str, "or": str}, total=False)


class Remarks(_Words, total=False):
    """Remarks on an order, each of which may be left out."""

    # the player, if several may order
    by: str
    # whether the order must be given before the phase can end
    must: bool
    # what else the fields may hold, and at most how many entries of a list
    values: dict[str, list[Any]]
    at_most: dict[str, int]
    # how many such orders are not listed: a number, or "over 197"
    more: int | str
    # what is rolled, and the least face that hits or the least number that may be named
    dice: int
    number: int | str
    # what the piece takes on its way
    hits: int
    # what it costs: PIPs, and paces of movement
    pips: int
    cost: float
    # how far the piece may go over each kind of going
    allowance: dict[str, int]
    # where a move leads: to a place, against one, into a combat, or in a direction
    to: list[int]
    attacks: list[int]
    joins: str
    towards: str
    # before what the order counts
    due: str
    # an offer: whose it accepts, or whether it repeats the player's own
    accepts: str
    repeats: bool
    # what has happened that the order would do
    already: str
