"""Digests of what documents say: the SHA-256 of canonical JSON.

Canonical JSON has sorted keys, no blanks and only ASCII (`json.dumps` with `sort_keys` and the separators "," and ":").
A digest covers the content of a document, so its layout and comments do not count.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec

# encoders differ in how they write a float with an exponent, or one so small that it may have one; the pattern begins
# with a plain letter, which makes it fast
_EXPONENT = re.compile(rb"e[-+0-9][0-9]*(?:[,\]}]|$)")
_SMALL = b"0.0000"
_PARTS = msgspec.json.Decoder(dict[str, msgspec.Raw])


def canonical(value: Any) -> bytes:
    """Return a value, plain or typed, as the bytes of canonical JSON."""
    text = msgspec.json.encode(value, order="sorted")
    if text.isascii() and b"\x7f" not in text and _SMALL not in text and not _EXPONENT.search(text):
        return text
    return json.dumps(msgspec.json.decode(text), sort_keys=True, separators=(",", ":")).encode()


def parts_of(value: Any) -> dict[str, bytes]:
    """Return what a mapping or a struct holds as canonical JSON by its keys, which are plain names."""
    return {key: bytes(part) for key, part in _PARTS.decode(canonical(value)).items()}


def joined(parts: Mapping[str, bytes]) -> bytes:
    """Return the canonical JSON of a mapping whose values are canonical JSON already."""
    return b"{%b}" % b",".join(b'"%b":%b' % (key.encode(), parts[key]) for key in sorted(parts))


def digest(value: Any) -> str:
    """Return the SHA-256 of a value, plain or typed, as 64 hexadecimal digits."""
    return sha256(canonical(value))


def sha256(text: bytes) -> str:
    """Return the SHA-256 of bytes as 64 hexadecimal digits."""
    # OpenSSL takes longer to load than a small command to run
    import hashlib

    return hashlib.sha256(text).hexdigest()
