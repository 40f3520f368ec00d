"""How the situations of a game are written on one line, for `situations` to read and write."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class SituationForm(msgspec.Struct, frozen=True):
    """How the situations of a game are written on a line: their key, and the fields written without names.

    `head` lists these fields for the first clause, `item` for each entry of the list `items`, and `parts` for single
    structs, by field. A clause that begins with a word of `lists` adds one entry to the list of a field; with it stand
    the fields written without names. An entry without an `id` gets the value of its field `named_by`. A question that
    is `about` the key needs no key before the situation. Without a `head`, the entries come first. A word of a
    clause of `lists` with `>` between two names is the field that `between` names in place of the one due there. The
    fields of a `whole` form are those of the document itself, and its key only names it. `board` is the name of the one
    board whose places are those of its entries, where others have places by the same names.
    """

    key: str
    head: tuple[str, ...] = ()
    items: str | None = None
    item: tuple[str, ...] = ()
    named_by: str | None = None
    parts: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    lists: Mapping[str, tuple[str, tuple[str, ...]]] = msgspec.field(default_factory=dict)
    between: Mapping[str, str] = msgspec.field(default_factory=dict)
    whole: bool = False
    board: str = ""
