"""Escape text from players, so that it cannot control a terminal or a page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

# C0 and C1 controls except the line feed, line separators, and characters that change the direction of text
_CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]")


def plain(text: str) -> str:
    """Return text with every control character written out, as \\x1b."""
    return _CONTROLS.sub(_written, text)


def one_line(text: str) -> str:
    """Return text as `plain` does, with line feeds written out too, so that it stays on one line."""
    return plain(text).replace("\n", "\\n")


def join_lines(lines: Iterable[str]) -> str:
    """Return lines of text joined by line feeds, each on one line."""
    return "\n".join(map(one_line, lines))


def _written(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def plain_json(text: str) -> str:
    """Return JSON with the control characters that JSON allows written out, as \\u009b."""
    return text if text.isascii() and "\x7f" not in text else _CONTROLS.sub(_written_json, text)


def _written_json(match: re.Match[str]) -> str:
    return match[0] if match[0] == "\t" else f"\\u{ord(match[0]):04x}"


def markup(text: str) -> str:
    """Return text safe inside HTML and SVG, in content and in quoted attributes, on one line of the source."""
    from html import escape

    return escape(plain(text), quote=True).replace("\n", "&#10;")


_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~])")


def safe(text: str) -> str:
    """Return text with all markup escaped, on one line."""
    return _SPECIAL.sub(r"\\\1", one_line(text))


def json_text(value: Any) -> str:
    """Return a value as JSON with a line feed at its end."""
    return plain_json(msgspec.json.format(msgspec.json.encode(value), indent=2).decode()) + "\n"
