"""An answer to a disputed ruling as text to read aloud."""

from __future__ import annotations

import textwrap
from typing import Any

from referee.core.orders import Answer

from .escape import plain
from .ledgers import WIDTH, ledger_lines, wrapped


def answer_text(answer: Answer) -> str:
    """Return an answer: the ruling, its reasons, what was assumed, and the other readings."""
    lines = _mapping(answer.answer, "")
    if answer.reasons:
        lines += ["", "Reasons", *ledger_lines(answer.reasons)]
    if answer.cites:
        lines += ["", *wrapped("Rules: ", ", ".join(answer.cites))]
    if answer.assumed:
        lines += wrapped("Assumed: ", "; ".join(f"{key} {_said(value)}" for key, value in answer.assumed.items()))
    for other in answer.otherwise:
        differs = {k: v for k, v in other["answer"].items() if answer.answer.get(k) != v}
        lines += wrapped(f"Otherwise, with {other['option']} {other['value']} ({other['ruling']}): ", _flat(differs))
    return plain("\n".join(lines)) + "\n"


def _mapping(value: dict[str, Any], indent: str) -> list[str]:
    lines: list[str] = []
    for key, inner in value.items():
        head = f"{indent}{key.replace('_', ' '):<17} "
        if isinstance(inner, list) and inner and all(isinstance(one, dict) for one in inner):
            lines.append(head.rstrip())
            for one in inner:
                cite = ", ".join(one["cite"]) if "cite" in one else ""
                text = one["message"] if "message" in one else _flat(one)
                lines += wrapped(f"{indent}  - ", text, cite)
        elif isinstance(inner, dict) and inner:
            lines.append(head.rstrip())
            for name, one in inner.items():
                lines += wrapped(f"{indent}  {name}: ", _flat(one) if isinstance(one, dict) else _said(one))
        else:
            lines += wrapped(head, _said(inner))
    return lines


def _flat(value: dict[str, Any]) -> str:
    parts = []
    for key, inner in value.items():
        name = key.replace("_", " ")
        if key == "because":
            parts.append("; ".join(f"{b['message']} ({', '.join(b['cite'])})" for b in inner))
        elif isinstance(inner, dict):
            parts.append(f"{name}: {_flat(inner)}" if inner else f"{name}: none")
        elif isinstance(inner, list) and inner and isinstance(inner[0], dict):
            parts.append(f"{name}: " + " / ".join(_flat(one) for one in inner))
        else:
            parts.append(f"{name} {_said(inner)}")
    return ", ".join(parts)


def _said(value: Any) -> str:
    if value is True or value is False:
        return "yes" if value else "no"
    if value is None:
        return "nothing"
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".") if value else "0"
    if isinstance(value, list):
        return ", ".join(_said(v) for v in value) if value else "none"
    return str(value)


def paragraph(text: str, indent: str = "") -> str:
    """Return prose at most 72 columns wide."""
    return plain(textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent))
