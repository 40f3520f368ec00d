"""The manual as pages of the site: README, docs/ and the changelog, rendered from Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Any

from referee.core.documents import Unreadable
from referee.report.escape import markup
from referee.version import install

# the address of a site in the manual, where nobody has said where it is
PLACEHOLDER = "https://referee.example/"
# what the pages of the first files are called
_NAMED = {"README.md": "index", "CHANGELOG.md": "releases"}


def manual_folder() -> Path:
    """Return the folder that holds README.md, CHANGELOG.md and docs/."""
    inside = Path(__file__).parent / "documents"
    return inside if inside.is_dir() else Path(__file__).parents[2]


def manual_pages(folder: Path, address: str | None) -> dict[str, bytes]:
    """Return the pages of the manual by name, and the pictures in it; `address` is that of the site.

    Raises Unreadable where markdown-it-py is missing.
    """
    sources = [*(folder / name for name in _NAMED), *sorted((folder / "docs").glob("*.md"))]
    names = {path.relative_to(folder).as_posix(): _NAMED.get(path.name, path.stem) for path in sources}
    texts = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sources}
    titles = {source: _title(text) for source, text in texts.items()}
    links = "".join(f'<li><a href="{names[source]}.html">{markup(title)}</a></li>' for source, title in titles.items())
    frame = Path(__file__).with_suffix(".html").read_text(encoding="utf-8")
    out: dict[str, bytes] = {}
    for source, text in texts.items():
        body = _rendered(text.replace(PLACEHOLDER, address or "../index.html"), PurePosixPath(source), names)
        page = frame.format(title=markup(titles[source]), links=links, body=body)
        out[f"{names[source]}.html"] = page.encode()
    return out | {path.name: path.read_bytes() for path in (folder / "docs").glob("*.svg")}


def _title(text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith("# "))[2:].replace("`", "")


def _rendered(text: str, source: PurePosixPath, names: Mapping[str, str]) -> str:
    """Return Markdown as HTML whose headings have anchors, and whose links lead to pages of the site alone."""
    try:
        from markdown_it import MarkdownIt
    except ImportError:
        raise Unreadable.of("", f"the manual is rendered by markdown-it-py: {install('site')}") from None
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    # the manual's own picture is the one piece of HTML in it
    text = re.sub(r'<img src="(?:docs/)?([\w-]+\.svg)"[^>]* alt="([^"]*)"[^>]*>', r"![\2](\1)", text)
    tokens = reader.parse(text)
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", _slug(inline.content))
    for token in tokens:
        token.children = list(_linked(token.children, source, names)) if token.children else token.children
    rendered: str = reader.renderer.render(tokens, reader.options, {})
    return rendered


def _linked(tokens: Iterable[Any], source: PurePosixPath, names: Mapping[str, str]) -> Iterator[Any]:
    """Yield inline tokens whose links lead to pages; what leads to files that the site lacks is no link any more."""
    kept = True
    for token in tokens:
        if token.type == "link_open":
            address, kept = _address(str(token.attrGet("href")), source, names)
            token.attrSet("href", address)
        if token.type not in ("link_open", "link_close") or kept:
            yield token


def _address(link: str, source: PurePosixPath, names: Mapping[str, str]) -> tuple[str, bool]:
    """Return where a link leads in the site, and whether it leads anywhere."""
    path, _, anchor = link.partition("#")
    if "://" in path or not path or path == "../index.html":
        return link, True
    parts: list[str] = []
    for part in (source.parent / path).parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    name = names.get("/".join(parts))
    return f"{name}.html{'#' if anchor else ''}{anchor}", name is not None


def _slug(heading: str) -> str:
    """Return the anchor of a heading, as in links between the pages."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
