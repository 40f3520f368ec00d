"""A trace as text, at most 72 columns plain."""

from __future__ import annotations

import textwrap
from typing import Literal

from referee.core import phrases
from referee.core.trace import Step, Trace

from .escape import plain
from .ledgers import WIDTH, ledger_lines, wrapped

Depth = Literal["none", "notable", "all"]


def trace_text(trace: Trace, reasons: Depth = "all", only: str | None = None, number: int | None = None) -> str:
    """Return a trace as a player reads it: heading, a line an order, what is awaited, the reasons."""
    steps = chosen_steps(trace, only, number)
    rulings = {n: f"{n} ({value})" if value else n for n, value in trace.rulings.items()}
    lines = _heading(trace)
    for n, step in steps:
        lines += _summary(n, step)
    if number is None:
        lines += _awaiting(trace)
    if reasons != "none":
        shown = [(n, step) for n, step in steps if _told(step, reasons)]
        if shown:
            lines += ["", "Reasons"]
        for n, step in shown:
            lines += _step(n, step, rulings)
    return plain("\n".join(lines)) + "\n"


def chosen_steps(trace: Trace, only: str | None, number: int | None) -> list[tuple[int, Step]]:
    """Return the steps of a trace with their numbers from 1: all, one, or those of a kind."""
    return [(n, step) for n, step in enumerate(trace.steps, 1) if _wanted(trace, step, n, only, number)]


def _wanted(trace: Trace, step: Step, n: int, only: str | None, number: int | None) -> bool:
    if number is not None and n != number:
        return False
    if only == "ruling":
        return any(cite in trace.rulings for cite in step.cites)
    return only is None or step.status == only


def _told(step: Step, reasons: Depth) -> bool:
    if reasons == "all":
        return True
    return step.status in ("refused", "overtaken") or any(len(ledger["entries"]) > 1 for ledger in step.reasons)


def _heading(trace: Trace) -> list[str]:
    name = trace.game or trace.ruleset
    first = f"{name}, step {trace.step}: {trace.title}"
    rules = f"rules: {trace.ruleset} {trace.rules.digest[:8]}"
    return [*textwrap.wrap(first, WIDTH), rules, ""]


def _summary(n: int, step: Step) -> list[str]:
    head = f"{n:>3}. "
    if step.status in ("refused", "overtaken"):
        said = f"{step.status}: {_order(step)}: {step.what}"
        return wrapped(head, said, ", ".join(step.cites))
    outcome = "; ".join(f"{c.what} {c.says}" if c.says else c.what for c in step.changes if c.says)
    text = f"{step.what}{': ' + outcome if outcome else ''}"
    lines = textwrap.wrap(text, WIDTH - len(head), break_on_hyphens=False)
    return [head + lines[0], *(" " * len(head) + line for line in lines[1:])]


def _order(step: Step) -> str:
    if step.order is None:
        return "the referee"
    return f"{step.order.player}'s order {step.order.number}, {phrases.line(step.order.order)}"


def _awaiting(trace: Trace) -> list[str]:
    lines = [""]
    for one in trace.awaiting:
        said = f"Awaiting {one.player}: {one.phase}."
        if one.must:
            said += f" Must: {', '.join(one.must)}."
        if one.may:
            said += f" May: {', '.join(one.may)}."
        lines += textwrap.wrap(said, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return lines if trace.awaiting else ["", "Nothing is awaited: all is over."]


def _step(n: int, step: Step, rulings: dict[str, str]) -> list[str]:
    head = f"{n:>3}. "
    title = step.what if step.status in ("done", "referee") else f"{step.status}: {_order(step)}: {step.what}"
    wrap = textwrap.wrap(title, WIDTH - len(head), break_on_hyphens=False)
    lines = ["", head + wrap[0], *(" " * len(head) + line for line in wrap[1:])]
    indent = " " * len(head)
    ledgers = step.reasons
    after = [ledger for ledger in ledgers if ledger["quantity"] == "hits" and step.rolled]
    lines += ledger_lines([ledger for ledger in ledgers if ledger not in after], indent)
    for roll in step.rolled:
        said = " ".join(map(str, roll.dice))
        if roll.reroll is not None:
            said += f", rerolled {' '.join(map(str, roll.reroll))}"
        lines += wrapped(
            f"{indent}{'rolled':<15}   ",
            f"{said}   {roll.source}{' by ' + roll.by if roll.source == 'supplied' else ''}",
        )
    lines += ledger_lines(after, indent)
    for change in step.changes:
        if change.says:
            name = change.what if len(change.what) < 15 else change.what + " "
            lines += wrapped(f"{indent}{name:<15}   ", change.says)
    for note in step.notes:
        lines += wrapped(f"{indent}{'note':<15}   ", note)
    if step.cites:
        lines += wrapped(f"{indent}{'rules':<15}   ", ", ".join(rulings.get(cite, cite) for cite in step.cites))
    return lines
