"""The stamp of the rules in a state or a trace, and which rows have changed since."""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from ..documents.digests import sha256

_LETTERS = 4
_ORDER = ": which rows are there, or in which order"
# how many rows are named to a reader
_MOST_NAMED = 10


class RulesStamp(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The rules that a state or a trace was made with: their digest, and a fingerprint of four letters for each row."""

    ruleset: str
    digest: str
    rows: str = ""


class Deciding:
    """Everything in a ruleset that can change a result, with its rows in order; immutable."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        """Create it from tables by name. Order counts: it matters for first-match rows, ladders and lists."""
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
        return _changed(stamp, self._fingerprints)

    def told_since(self, stamp: RulesStamp) -> list[str]:
        """Return the changes since a stamp in words; empty if the rules are the same.

        An older stamp, which does not cover the order of rows, is compared without it, and the words say so.
        """
        if stamp.digest == self.digest:
            return []
        before = self._unordered
        if stamp.digest == sha256(msgspec.json.encode(before, order="deterministic")):
            return ["no row: only the stamp format has changed; it now counts the order of the rows too"]
        unordered, known = _unordered_fingerprints(before), _known(stamp)
        if len(known & set(unordered.values())) <= len(known & set(self._fingerprints.values())):
            return shorten(self.changed_since(stamp))
        return [
            *shorten(_changed(stamp, unordered)),
            "and the stamp format, which now counts the order of the rows too",
        ]

    @cached_property
    def _unordered(self) -> dict[str, Any]:
        """The tables as older stamps cover them, without the order of rows."""
        rulings = self.tables.get("rulings", {})
        return {**self.tables, "rulings": {number: list(row.values()) for number, row in rulings.items()}}

    @cached_property
    def _fingerprints(self) -> dict[str, str]:
        """Return a short hash of every row, and of the order of the rows of each mapping."""
        out = {}
        for place, value in _rows(self.tables, ""):
            out[place] = _print(msgspec.json.encode([place, value]))
        return out


def _print(content: bytes) -> str:
    return b64encode(bytes.fromhex(sha256(content)[:6]), b"-_").decode()


def _unordered_fingerprints(tables: Mapping[str, Any]) -> dict[str, str]:
    """Return a short hash of every row, regardless of its position."""
    rows = {place: value for place, value in _rows(tables, "") if not place.endswith(_ORDER)}
    return {place: _print(msgspec.json.encode([place, row], order="deterministic")) for place, row in rows.items()}


def _known(stamp: RulesStamp) -> set[str]:
    """Return the fingerprints of a stamp."""
    return {stamp.rows[i : i + _LETTERS] for i in range(0, len(stamp.rows), _LETTERS)}


def _changed(stamp: RulesStamp, now: Mapping[str, str]) -> list[str]:
    """Return the rows whose fingerprint is not in a stamp, and the number of its rows that no longer exist."""
    if not stamp.rows:
        return ["possibly everything: this stamp names no rows"]
    known = _known(stamp)
    changed = [row for row, print_ in now.items() if print_ not in known]
    gone = len(known - set(now.values())) - len(changed)
    if gone > 0:
        changed.append(f"{gone} rows that no longer exist")
    return changed or ["a row that this state does not name"]


def shorten(rows: Sequence[str]) -> list[str]:
    """Return the first rows of a list, and the number of the others."""
    more = len(rows) - _MOST_NAMED
    return [*rows[:_MOST_NAMED], f"and {more} more"] if more > 0 else list(rows)


def _rows(value: Mapping[str, Any], place: str) -> Iterator[tuple[str, Any]]:
    """Yield every mapping with its place. Mappings inside it are rows of their own and are left out of it."""
    own = {key: inner for key, inner in value.items() if not isinstance(inner, dict)}
    if own:
        yield place, own
    if place and len(own) < len(value) > 1:
        yield f"{place}{_ORDER}", list(value)
    for key, inner in value.items():
        if isinstance(inner, dict):
            yield from _rows(inner, f"{place}.{key}" if place else str(key))
