"""The words of a game: names, numbers and options as types, and the scopes of its orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from referee.core.notation.field_specs import TITLED, Name, names
from referee.core.rules.index import OptionValue

# the scopes of orders
BATTLE, MASTERBOARD, CAMPAIGN = "battle", "masterboard", "campaign"
# where the orders of a scope are given, in words
WHERE = {BATTLE: "in a battle", MASTERBOARD: "on the Masterboard", CAMPAIGN: "in a game"}

Count = Annotated[int, Meta(ge=1, le=1000)]
Faces = Annotated[int, Meta(ge=2, le=256)]
Face = Annotated[int, Meta(ge=1, le=256)]
# what options must be for something to be in the game
Options = Mapping[str, OptionValue]

# a name, with printed words before it; `$` alone would allow a line break at the end
_PRINTED = r"^\w[\w .'-]{0,79}$(?!\n)"

# a Land as states give it
LandName = Annotated[int, Meta(ge=0, le=999_999), TITLED] | Name

CHARACTER = names("character")
# a character, or `anybody`
ANY_CHARACTER = names("any_character")
# a Legion Marker, on the board or not
MARKER = names("marker")
# a Spell: its type, a counter of it, or its printed name
SPELL = names("spell", phrase=True)
LandWord = (
    Annotated[int, Meta(ge=0, le=999_999)]
    | Annotated[
        str,
        Meta(pattern=_PRINTED, description="is no name of a Land: its number, or its terrain and number"),
        names("land"),
        TITLED,
    ]
)
LegionWord = Annotated[
    str, Meta(pattern=_PRINTED, description="is no name of a legion: its marker, or the Land where it stands"), TITLED
]


def land_name(name: str) -> LandName:
    """Return a Land as documents write it: as a number if it is one."""
    return int(name) if name.isdigit() else name
