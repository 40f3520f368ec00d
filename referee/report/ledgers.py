"""Lines of reasons in columns: the name, the value, why, and the rule, in columns that fit."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

from .escape import one_line
from .trace_lines import ReasonLine, ledger_lines
from .width import width

_NAME, _VALUE = 15, 5
_LONGEST_HEAD = 30


def ledger_text(ledgers: Iterable[Mapping[str, Any]], indent: str = "  ") -> list[str]:
    """Return the lines of several ledgers."""
    return [row for ledger in ledgers for line in ledger_lines(ledger) for row in line_text(line, indent)]


def line_text(line: ReasonLine, indent: str) -> list[str]:
    """Return one line of reasons, wrapped."""
    name = line.name if len(line.name) < _NAME or line.value else f"{line.name} "
    value = f"{line.value:>{_VALUE}}" if line.value or not line.name else ""
    return wrap(f"{indent}{name:<{_NAME}}{value}   ", line.text, ", ".join(line.cites))


def headed(ident: str, title: str, kind: str) -> list[str]:
    """Return the heading of a rule or a ruling: its id, its title and its kind."""
    return wrap(f"{ident}  ", f"{title}  [{kind}]")


def wrap(head: str, text: str, cite: str = "") -> list[str]:
    """Return text after a head, with its rule at the right if it fits, else in brackets."""
    head, text, cite = one_line(head), one_line(text), one_line(cite)
    room = width() - len(head)
    if cite and len(text) + len(cite) + 2 <= room:
        gap = room - len(text) - len(cite)
        column = max(2, min(gap, 36 - len(text)))
        return [f"{head}{text}{' ' * column}{cite}"]
    whole = f"{text} ({cite})" if cite else text
    if len(head) > _LONGEST_HEAD:
        left = " " * (len(head) - len(head.lstrip()) + 4)
        return textwrap.wrap(head + whole, width(), subsequent_indent=left, break_on_hyphens=False)
    lines = textwrap.wrap(whole, room, break_on_hyphens=False) or [""]
    return [(head + lines[0]).rstrip(), *(" " * len(head) + line for line in lines[1:])]
