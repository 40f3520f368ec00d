"""A trace as Markdown, for a mail or a forum."""

from __future__ import annotations

from referee.core.game.trace import Step, Trace

from .escape import safe
from .reports import TraceReport
from .trace_lines import Depth, ReasonLine, chosen_steps, heading, lines_of, shows_reasons, silence, summary, waiting


def write(report: TraceReport) -> str:
    """Write the chosen steps of a trace as Markdown."""
    return trace_markdown(report.trace, report.reasons, report.only, report.step)


def trace_markdown(trace: Trace, reasons: Depth = "all", only: str | None = None, number: int | None = None) -> str:
    """Return a trace as Markdown: a list of what happened, then the reasons as tables."""
    steps = chosen_steps(trace, only, number)
    title, below = heading(trace)
    out = [f"# {safe(title)}", ""]
    for line in below:
        out += [f"*{safe(line)}*", ""]
    out += [f"{n}. {safe(summary(step))}" for n, step in steps]
    out += [safe(line) for line in silence(steps, only)]
    if number is None:
        out += ["", *(f"**{safe(line)}**" for line in waiting(trace))]
    if reasons != "none":
        for n, step in steps:
            if shows_reasons(step, reasons):
                out += ["", *_step(n, step, trace)]
    return "\n".join(out) + "\n"


def _step(n: int, step: Step, trace: Trace) -> list[str]:
    out = [f"### {n}. {safe(step.what)}", "", "| | | | rule |", "|---|---:|---|---|"]
    return out + [_row(line) for line in lines_of(step, trace)]


def _row(line: ReasonLine) -> str:
    return f"| {safe(line.name)} | {safe(line.value)} | {safe(line.text)} | {safe(', '.join(line.cites))} |"
