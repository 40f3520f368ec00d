"""The boards of a state as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.picture import Picture

from .page import page
from .svg import picture_svg

_STYLE = "body { text-align: center } svg { max-width: 100%; height: auto; margin-bottom: 2em }"


def pictures_html(boards: Mapping[str, Picture]) -> str:
    """Return pictures as a page, one below another."""
    title = "; ".join(picture.title for picture in boards.values())
    return page(title, _STYLE, (picture_svg(picture, f"{name}-") for name, picture in boards.items()))
