"""The part of a state that all games have: its header, whom the game awaits, and its place in the chain."""

from typing import Annotated, ClassVar, Literal

import msgspec

from ..documents.writing import Written
from ..notation.field_specs import FEW, Name
from ..rules.index import OptionValue
from ..rules.stamps import RulesStamp
from .drawing import DiceTerms, Digest
from .trace import Awaiting


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chain of a state: the digest of the trace that made it, and that of its own content as written."""

    trace: Digest
    content: Digest


class State(Written, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game between two submissions, or a situation; each game adds its position.

    `rules` is the stamp of the tables it was written with, `options` the options that are set, `dice` the terms for
    drawing dice, and `view` the player whose view it is.
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

    @property
    def lists_armies(self) -> bool:
        """Whether the state places nothing and is a list of armies, which may leave out what a game in play needs."""
        return False
