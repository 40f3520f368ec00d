"""What the types of answers share: they are only for schemas, and answers themselves are plain mappings."""

from __future__ import annotations

import msgspec


class AnswerType(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The keys that an answer may have; a key whose default is UNSET may be left out."""


class Because(AnswerType, kw_only=True):
    """One reason why something is not allowed, with its rules."""

    cite: list[str]
    message: str
