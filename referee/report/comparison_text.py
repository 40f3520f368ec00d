"""Answers to variants of one question, side by side: what differs in a table, then what is the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.documents.problems import percent

from .escape import join_lines, plain
from .ledgers import wrap
from .reports import ComparisonReport

# what is given for its reader alone, or too long for a table
_LEFT_OUT = ("because", "options", "other_paths", "poses", "modifiers", "refused", "grades")
# what an outcome is known without
_OF_OUTCOMES = ("p", "rules", "throws", "notes")


def write(report: ComparisonReport) -> str:
    """Return the table as text."""
    rows = [(given, _flat(answer)) for given, answer in report.rows]
    keys = list(dict.fromkeys(key for _, answer in rows for key in answer))
    differ = [key for key in keys if len({repr(answer.get(key)) for _, answer in rows}) > 1]
    heads = [*rows[0][0], *differ] if rows else []
    table = [
        [_said(given[name]) for name in given] + [_said(answer.get(key), key) for key in differ]
        for given, answer in rows
    ]
    widths = [max([len(str(head)), *(len(row[n]) for row in table)]) for n, head in enumerate(heads)]
    lines = ["  ".join(head.replace("_", " ").ljust(width) for head, width in zip(heads, widths, strict=True)).rstrip()]
    lines += ["  ".join("-" * width for width in widths)]
    lines += ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
    same = [key for key in keys if key not in differ]
    if same and rows:
        told = "; ".join(f"{key.replace('_', ' ')} {_said(rows[0][1][key], key)}" for key in same)
        lines += ["", *wrap("The same: ", told)]
    if not differ:
        lines += ["", "Nothing differs."]
    return plain(join_lines(lines)) + "\n"


def _flat(answer: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Return the plain values of an answer by their names, those inside with the names above them."""
    out: dict[str, Any] = {}
    for key, value in answer.items():
        if key in _LEFT_OUT:
            continue
        if isinstance(value, Mapping):
            out |= _flat(value, f"{before}{key} ")
        elif isinstance(value, list) and value and all(isinstance(one, Mapping) and "p" in one for one in value):
            out |= {_outcome(one): _chance(one["p"]) for one in value}
        elif not (isinstance(value, list) and any(isinstance(one, (dict, list)) for one in value)):
            out[before + key] = value
    return out


def _outcome(one: Mapping[str, Any]) -> str:
    """Return an outcome in words, without its chance: `a recoil, b stand`, and what follows, as sentences say it."""
    parts: list[str] = []
    for key, value in one.items():
        if key in _OF_OUTCOMES or value is None:
            continue
        if isinstance(value, Mapping):
            parts += [f"{name} {inner}" for name, inner in value.items()]
        elif not isinstance(value, list):
            parts.append(f"{key} {value}")
        else:
            steps = [step for step in value if isinstance(step, Mapping) and "says" in step]
            parts += [f"{next(iter(step.values()))} {step['says']}" for step in steps]
    return ", ".join(parts)


def _chance(given: Any) -> str:
    from fractions import Fraction

    return percent(float(Fraction(given)))


def _said(value: Any, key: str = "") -> str:
    if value is True or value is False:
        return "yes" if value else "no"
    if value is None:
        return "-"
    if isinstance(value, float) and key.endswith("probability"):
        return percent(value)
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".") or "0"
    if isinstance(value, list):
        return ", ".join(map(_said, value)) or "none"
    return str(value)
