"""Ledgers as lines: the value, why, and the rule, in at most 72 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any

WIDTH = 72
_NAME, _VALUE = 15, 5
_LONGEST_HEAD = 30

_SIGNS = {"set": "=", "halve_down": "/", "halve_up": "/", "at_least": ">=", "at_most": "<="}


def ledger_lines(ledgers: Iterable[dict[str, Any]], indent: str = "  ") -> list[str]:
    """Return the lines of several ledgers."""
    return [line for ledger in ledgers for line in _ledger(ledger, indent)]


def _ledger(ledger: dict[str, Any], indent: str) -> list[str]:
    entries = ledger["entries"]
    lines: list[str] = []
    for number, entry in enumerate(entries):
        value = _value(entry, number == 0)
        name = ledger["quantity"] if number == 0 else ""
        lines += _line(indent, name, value, entry["why"], ", ".join(entry["cite"]))
    if len(entries) != 1:
        lines.append(f"{indent}{'' if entries else ledger['quantity']:<{_NAME}}{ledger['total']:>{_VALUE}}")
    return lines


def _value(entry: dict[str, Any], first: bool) -> str:
    op, value = entry["op"], entry["value"]
    if op == "add":
        return str(value) if first else f"{value:+d}"
    return f"{_SIGNS[op]}{value}"


def _line(indent: str, name: str, value: str, why: str, cite: str) -> list[str]:
    head = f"{indent}{name:<{_NAME}}{value:>{_VALUE}}   "
    return wrapped(head, why, cite)


def wrapped(head: str, text: str, cite: str = "") -> list[str]:
    """Return text behind a head, its rule at the right where it fits and in brackets where it does not."""
    room = WIDTH - len(head)
    if cite and len(text) + len(cite) + 2 <= room:
        gap = room - len(text) - len(cite)
        column = max(2, min(gap, 36 - len(text)))
        return [f"{head}{text}{' ' * column}{cite}"]
    whole = f"{text} ({cite})" if cite else text
    if len(head) > _LONGEST_HEAD:
        left = " " * (len(head) - len(head.lstrip()) + 4)
        return textwrap.wrap(head + whole, WIDTH, subsequent_indent=left, break_on_hyphens=False)
    lines = textwrap.wrap(whole, room, break_on_hyphens=False) or [""]
    return [head + lines[0], *(" " * len(head) + line for line in lines[1:])]
