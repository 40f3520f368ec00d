"""Mails of many makes, written in tests/mails: each with the orders that must be understood in it."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ORDERS = [
    "end commencement",
    "if roll 5: move bk01 to 38",
    "else: try move bk01 to 41 | move bk02 to 42",
    "end movement",
]
TEXT = "\n".join(ORDERS)
OLD = ["move bk01 to 1", "end movement"]
MAILS = Path(__file__).parent / "mails"


class Make(NamedTuple):
    """A mail, what must be understood in it, and what is set aside: None is anything."""

    mail: bytes
    read: list[str]
    aside: list[str] | None


def raw(body: bytes | str, *headers: str, charset: str = "utf-8") -> bytes:
    """Return a mail from its body and its headers."""
    head = ["From: Ann Lee <ann@x.org>", "To: desk@x.org", "Subject: Re: [duel 5] ann to order", "MIME-Version: 1.0"]
    content = body.encode(charset) if isinstance(body, str) else body
    return (
        "\r\n".join([*head, *headers]).encode() + b"\r\n\r\n" + content.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    )


def plain(body: str) -> bytes:
    """Return a mail of plain text."""
    return raw(body, "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit")


def parts(kind: str, *inner: tuple[str, str | bytes]) -> bytes:
    """Return a mail with several parts, each with its headers and its content."""
    out = b""
    for head, content in inner:
        body = content.encode() if isinstance(content, str) else content
        out += b"--BOUND\r\n" + head.encode() + b"\r\n\r\n" + body + b"\r\n"
    return raw(out + b"--BOUND--\r\n", f'Content-Type: {kind}; boundary="BOUND"')


def load(name: str) -> Any:
    """Return what a file of tests/mails holds."""
    return yaml.safe_load((MAILS / f"{name}.yaml").read_text(encoding="utf-8"))


def makes(name: str) -> Iterator[tuple[str, Make]]:
    """Yield the makes of a file of tests/mails by their names."""
    given = load(name)
    for row in given["makes"]:
        for number, said in enumerate(given[row["for"]] if "for" in row else [""]):
            aside = row.get("aside", [])
            label = f"{row['name']} {number}: {said.splitlines()[0]}" if said else row["name"]
            yield label, Make(_mail(row, said), row.get("read", ORDERS), aside)


def _mail(row: dict[str, Any], said: str) -> bytes:
    if "parts" in row:
        return parts(row["kind"], *((part["head"], _content(part, said)) for part in row["parts"]))
    kind = f"Content-Type: text/{'html' if 'html' in row else 'plain'}; charset={row.get('charset', 'utf-8')}"
    return raw(
        _content(row, said), *row.get("head", [kind, f"Content-Transfer-Encoding: {row.get('encoding', '8bit')}"])
    )


def _content(row: dict[str, Any], said: str) -> bytes:
    """Return the orders as a row writes them, in the text that holds them."""
    written = []
    for number, order in enumerate(ORDERS):
        order = escape(order) if "html" in row else order
        verb, rest = order.split(maxsplit=1)
        places = {"{verb}": verb, "{rest}": rest, "{n}": str(number + 1), "{a}": "abcd"[number]}
        places |= {"{r}": ["i", "ii", "iii", "iv"][number], "{}": order}
        written.append(_filled(row.get("each", "{}"), places))
    orders = row.get("join", "\n").join(written)
    if "replaces" in row:
        orders = orders.replace(*row["replaces"])
    places = {"{wrapped}": "\n".join(said.rsplit(" ", 1)), "{said}": escape(said) if "html" in row else said}
    places |= {"{text}": TEXT, "{old}": OLD[0], "{quoted}": "\n".join(f"> {one}" for one in OLD), "{orders}": orders}
    content = _filled(row.get("holds", "{orders}"), places).encode(row.get("charset", "utf-8"))
    return base64.encodebytes(content) if "encoding" in row else content


def _filled(text: str, places: dict[str, str]) -> str:
    for place, said in places.items():
        text = text.replace(place, said)
    return text
