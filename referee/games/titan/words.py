"""The types of names in states, orders and questions: characters, Lands, legions, markers."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from referee.core.notation.field_specs import TITLED, Name, names

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
