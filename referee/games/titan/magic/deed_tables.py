"""What Spells of the Masterboard do, as types: when they are cast, and each deed with its numbers (MM 9, 10)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ..masterboard.state import MasterPhase
from ..numbers import Count

# what a Spell does on the Masterboard, as rows of the section casting name it
Does = Literal[
    "move",
    "teleport",
    "capture",
    "merge",
    "carry",
    "see",
    "roll_again",
    "stay",
    "split",
    "muster",
    "storm",
    "dispel",
]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class SpellWindow(_Table, frozen=True):
    """A time at which Spells are cast on the Masterboard: a phase of the Game-Turn of one's own, or of another.

    `engaged` needs an Engagement of the caster's legion that is considered, and `unmoved` a legion, or all legions of
    its player, that have not moved.
    """

    title: str
    phase: MasterPhase
    side: Literal["mover", "other", "either"] = "mover"
    engaged: bool = False
    unmoved: Literal["legion", "all"] | None = None


class SpellMove(_Table, frozen=True):
    """How a Spell moves the caster's legion: over so many `lands` or the full roll, and how it bends the Signs."""

    lands: Count | None = None
    reads: dict[str, str] = {}
    reverses: list[str] = []
    ignores: bool = False
    passes: bool = False


class SpellTeleport(_Table, frozen=True):
    """To which vacant Lands a Spell teleports the caster's legion: within so many `lands`, a Tower, its terrain or any.

    One that `counts` is the one teleport of the Movement Phase.
    """

    lands: Annotated[int, Meta(ge=1, le=100)]
    to: Literal["tower", "terrain", "any"] = "any"
    counts: bool = False


class SpellCapture(_Table, frozen=True):
    """Which legions a Spell captures: of at most one `share`-th as many characters, without any of the classes."""

    share: Annotated[int, Meta(ge=1, le=100)]
    spares: list[str] = []
