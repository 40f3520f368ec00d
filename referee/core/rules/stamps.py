"""What a state and a trace hold of their rules, and which rows have changed since."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec

from ..documents.digests import sha256

_LETTERS = 4


class RulesStamp(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Which rules a state or a trace was made by: their digest, and a fingerprint of four letters for each row."""

    ruleset: str
    digest: str
    rows: str = ""


class Deciding:
    """Everything in a ruleset that can change a ruling, its rows in their order; immutable."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        """Take tables by name. Their order counts, since it decides for first-match rows, ladders and lists."""
        self.tables = tables

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the tables, as 64 hex digits."""
        return sha256(msgspec.json.encode(self.tables))

    @cached_property
    def rows(self) -> str:
        """The fingerprints of all rows, one after another."""
        return "".join(self._fingerprints.values())

    def changed_since(self, stamp: RulesStamp) -> list[str]:
        """Return the rows that have changed or moved, empty if the rules are the same."""
        if stamp.digest == self.digest:
            return []
        if not stamp.rows:
            return ["possibly everything: this stamp names no rows"]
        known = {stamp.rows[i : i + _LETTERS] for i in range(0, len(stamp.rows), _LETTERS)}
        now = self._fingerprints
        changed = [row for row, print_ in now.items() if print_ not in known]
        gone = len(known - set(now.values())) - len(changed)
        if gone > 0:
            changed.append(f"{gone} rows that no longer exist")
        return changed or ["a row that this state does not name"]

    @cached_property
    def _fingerprints(self) -> dict[str, str]:
        """Return a short hash of every row, and of the order of the rows where there are several."""
        out = {}
        for place, value in _rows(self.tables, ""):
            content = msgspec.json.encode([place, value])
            out[place] = b64encode(bytes.fromhex(sha256(content)[:6]), b"-_").decode()
        return out


def _rows(value: Mapping[str, Any], place: str) -> Iterator[tuple[str, Any]]:
    """Yield every mapping with its place, without the mappings inside it, which are rows of their own."""
    own = {key: inner for key, inner in value.items() if not isinstance(inner, dict)}
    if own:
        yield place, own
    if place and len(own) < len(value) > 1:
        yield f"{place}: which rows stand there, or in which order", list(value)
    for key, inner in value.items():
        if isinstance(inner, dict):
            yield from _rows(inner, f"{place}.{key}" if place else str(key))
