"""Text that is safe inside Markdown."""

from __future__ import annotations

import re

from .escape import one_line

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~])")


def safe(text: str) -> str:
    """Return text with all markup escaped, on one line."""
    return _SPECIAL.sub(r"\\\1", one_line(text))
