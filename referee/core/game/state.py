"""The part of a state that all games have: header, whom it awaits, place in the chain; and who is named in one."""

from functools import cache
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from ..documents import Path
from ..documents.writing import Written
from ..notation.field_specs import FEW, Name, struct_in
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


def named(value: msgspec.Struct, places: frozenset[str], path: Path) -> list[tuple[Path, str]]:
    """Return every name inside a struct, with its path, that is in one of some places.

    A place is a field, `Type.field`, all whose texts are names, or the keys of a mapping, `Type.field:keys`.
    """
    out: list[tuple[Path, str]] = []
    for field, written_as, keys, texts in _naming(type(value), places):
        inner, at = getattr(value, field), (*path, written_as)
        if inner is None:
            continue
        if keys:
            out += [((*at, key), key) for key in inner]
        if texts:
            out += _texts(inner, at)
        elif isinstance(inner, list):
            for number, row in enumerate(inner):
                out += named(row, places, (*at, number))
        elif not keys:
            out += named(inner, places, at)
    return out


@cache
def _naming(kind: Any, places: frozenset[str]) -> list[tuple[str, str, bool, bool]]:
    """Return the fields that name something or hold what does: its name, as written, whether keys or texts name it."""
    out = []
    for field, written_as in zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True):
        keys, texts = f"{kind.__name__}.{field}:keys" in places, f"{kind.__name__}.{field}" in places
        inner: Any = struct_in(kind, field)
        if keys or texts or (inner is not None and _naming(inner, places)):
            out.append((field, written_as, keys, texts))
    return out


def _texts(value: Any, path: Path) -> list[tuple[Path, str]]:
    """Return every text or number, as a text, in lists and mappings."""
    if isinstance(value, (str, int)):
        return [(path, str(value))]
    out = []
    for step, inner in enumerate(value) if isinstance(value, list) else value.items():
        if isinstance(inner, str):
            out.append(((*path, step), inner))
        else:
            out += _texts(inner, (*path, step))
    return out
