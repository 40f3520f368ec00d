"""What is asked of the bytes of a document before anything is built: their number, and that they are UTF-8."""

from __future__ import annotations

import codecs

from . import strict_yaml
from .problems import Problem, Unreadable

# the most bytes of a document of orders, of a line of JSON, and of any other document
MAX_ORDERS = 1 << 20


MAX_LINE = 8 << 20


MAX_BYTES = strict_yaml.MAX_BYTES


def check_size(text: str | bytes, file: str, most: int) -> None:
    """Raise Unreadable for a text that is too large to read."""
    if len(text) > most:
        raise Unreadable.of(file, f"the file is larger than {most >> 20} MiB")


def decoded(raw: bytes, file: str, number: int = 1) -> str:
    """Return bytes, which begin on line `number` of a file, as text; raises Unreadable for what is not UTF-8."""
    text = raw.removeprefix(codecs.BOM_UTF8)
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start)
        column = len(text[text.rfind(b"\n", 0, error.start) + 1 : error.start].decode()) + 1
        message = f"byte {text[error.start]:#04x} is not UTF-8 text; save the file as UTF-8"
        raise Unreadable([Problem(file, number + line, column, "", message)]) from None
