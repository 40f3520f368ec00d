"""The numbers and the options that several tables hold, as types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from referee.core.rules.index import OptionValue

Count = Annotated[int, Meta(ge=1, le=1000)]
Faces = Annotated[int, Meta(ge=2, le=256)]
Face = Annotated[int, Meta(ge=1, le=256)]
# what options must be for something to be in the game
Options = Mapping[str, OptionValue]
