"""A trace as plain text, wrapped, and the digests that bind it to its game."""

from __future__ import annotations

import textwrap

from referee.core.game.trace import Step, Trace

from .escape import join_lines, one_line
from .ledgers import line_text, wrap
from .reports import DigestsReport, TraceReport
from .trace_lines import Depth, chosen_steps, heading, lines_of, order_of, shows_reasons, silence, summary, waiting
from .width import width


def write(report: TraceReport) -> str:
    """Write the chosen steps of a trace as text."""
    return trace_text(report.trace, report.reasons, report.only, report.step)


def trace_text(trace: Trace, reasons: Depth = "all", only: str | None = None, number: int | None = None) -> str:
    """Return a trace as text: heading, one line for each step, what is awaited, the reasons."""
    steps = chosen_steps(trace, only, number)
    title, below = heading(trace)
    lines = textwrap.wrap(one_line(title), width())
    lines += [row for line in below for row in textwrap.wrap(one_line(line), width(), break_on_hyphens=False)]
    lines.append("")
    for n, step in steps:
        lines += summary_lines(n, step)
    lines += silence(steps, only)
    if number is None:
        lines.append("")
        for line in waiting(trace):
            lines += textwrap.wrap(one_line(line), width(), subsequent_indent="  ", break_on_hyphens=False)
    shown = [(n, step) for n, step in steps if reasons != "none" and shows_reasons(step, reasons)]
    if shown:
        lines += ["", "Reasons"]
    for n, step in shown:
        lines += _step(n, step, trace)
    return join_lines(lines) + "\n"


def summary_lines(n: int, step: Step, more: str = "") -> list[str]:
    """Return a step with its number as one sentence, wrapped, with more words at its end."""
    cites = ", ".join(step.cites) if step.status in ("refused", "overtaken") else ""
    return wrap(f"{n:>3}. ", f"{summary(step)}{more}", cites)


def _step(n: int, step: Step, trace: Trace) -> list[str]:
    title = step.what if step.status in ("done", "referee") else f"{step.status}: {order_of(step)}: {step.what}"
    head = f"{n:>3}. "
    return [
        "",
        *wrap(head, title),
        *(row for line in lines_of(step, trace) for row in line_text(line, " " * len(head))),
    ]


def write_digests(report: DigestsReport) -> str:
    """Return the digests, one on each line."""
    told = report.told()
    rows = [(key, value) for key, value in told.items() if key != "orders"]
    orders = [("orders", f"{order['digest']}  {order['player']}") for order in told.get("orders", ())]
    place = next((n + 1 for n, (key, _) in enumerate(rows) if key == "state"), 0)
    return join_lines(f"{key:<10} {value}" for key, value in [*rows[:place], *orders, *rows[place:]]) + "\n"
