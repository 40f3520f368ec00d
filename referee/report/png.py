"""A picture as PNG, drawn by the optional package resvg-py."""

from __future__ import annotations

from referee.core.documents import Problem, Unreadable
from referee.version import install


def png_of(svg: str) -> bytes:
    """Return an SVG as PNG, twice as large; raises Unreadable if the package is missing."""
    try:
        import resvg_py
    except ImportError:
        message = f"PNG is drawn by resvg-py: {install('mail')}, or write an SVG"
        raise Unreadable([Problem("", 0, 0, "", message)]) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff", zoom=2))
