"""Digests of what documents say: the SHA-256 of canonical JSON.

Canonical JSON has its keys sorted, no blanks, and ASCII alone (`json.dumps` with `sort_keys` and the separators ","
and ":"). What is digested is what a document says, so that neither its layout nor its comments count.
"""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

# a float with an exponent, or so small that it may be written with one, is not written alike by every encoder; the
# pattern begins with a plain letter, which is what makes it quick
_EXPONENT = re.compile(rb"e[-+]?[0-9]+(?:[,\]}]|$)")
_SMALL = b"0.0000"


def canonical(value: Any) -> bytes:
    """Return plain data, or a typed value as plain data, as the bytes that are digested."""
    text = msgspec.json.encode(value, order="sorted")
    if text.isascii() and b"\x7f" not in text and _SMALL not in text and not _EXPONENT.search(text):
        return text
    return json.dumps(msgspec.json.decode(text), sort_keys=True, separators=(",", ":")).encode()


def digest(value: Any) -> str:
    """Return the SHA-256 of plain data or of a typed value as plain data, 64 hexadecimal digits."""
    return sha256(canonical(value))


def sha256(text: bytes) -> str:
    """Return the SHA-256 of bytes, 64 hexadecimal digits."""
    # OpenSSL takes longer to load than a small command to run
    import hashlib

    return hashlib.sha256(text).hexdigest()
