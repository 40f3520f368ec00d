"""What every state says, whatever the game: its heading, whom it waits for, and what binds it to its game."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from ..documents.writing import Written
from ..notation.field_specs import FEW, Name
from ..rules.rulesets import OptionValue
from ..rules.stamps import RulesStamp
from .drawing import DiceTerms, Digest
from .trace import Awaiting


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What binds a state to its game: the digest of the trace that made it, and that of its content as written."""

    trace: Digest
    content: Digest


class State(Written, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game as it stands between two submissions, or a situation; each game adds what stands on its boards.

    `rules` is the stamp of the tables it was written under, `options` the rulings chosen, `dice` the terms by which
    dice are drawn, `view` the player whose view of the game it is.
    """

    written_last: ClassVar[tuple[str, ...]] = ("awaiting", "chain")

    format: Literal[1]
    ruleset: str
    game: Name | None = None
    step: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] | None = None
    rules: RulesStamp | None = None
    dice: DiceTerms | None = None
    options: Annotated[dict[str, OptionValue | None], FEW] = {}
    view: Name | None = None
    awaiting: Annotated[list[Awaiting], FEW] = []
    chain: Link | None = None
