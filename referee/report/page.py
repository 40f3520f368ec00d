"""The frame of a self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable

from .escape import markup

_STYLE = """
body { font: 16px/1.5 Georgia, serif; margin: 2em auto; padding: 0 1em; color: #222; background: #fdfcf8 }
h1 { font-size: 1.4em } .rules { color: #777; font-size: .85em }
""".strip()


def page(title: str, style: str, body: Iterable[str]) -> str:
    """Return a page with its title (plain text), what its style adds, and its body (markup)."""
    head = (
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{markup(title)}</title>",
        f"<style>{_STYLE}\n{style}</style></head><body>",
    )
    return "\n".join(["<!DOCTYPE html>", *head, *body, "</body></html>"]) + "\n"
