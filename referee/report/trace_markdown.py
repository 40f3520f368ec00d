"""A trace as Markdown, for a mail or a forum."""

from __future__ import annotations

from referee.core.game.trace import Step, Trace

from .escape import safe
from .reports import TraceReport
from .trace_lines import ReasonLine, chosen_steps, heading, lines_of, shows_reasons, silence, summary, waiting


def write(report: TraceReport) -> str:
    """Return the chosen steps of a trace as Markdown: a list of what happened, then the reasons as tables."""
    trace = report.trace
    steps = chosen_steps(trace, report.only, report.step)
    title, below = heading(trace)
    out = [f"# {safe(title)}", ""]
    for line in below:
        out += [f"*{safe(line)}*", ""]
    out += [f"{n}. {safe(summary(step))}" for n, step in steps]
    out += [safe(line) for line in silence(steps, report.only)]
    if report.step is None:
        out += ["", *(f"**{safe(line)}**" for line in waiting(trace))]
    if report.reasons != "none":
        for n, step in steps:
            if shows_reasons(step, report.reasons):
                out += ["", *_step(n, step, trace)]
    return "\n".join(out) + "\n"


def _step(n: int, step: Step, trace: Trace) -> list[str]:
    out = [f"### {n}. {safe(step.what)}", "", "| | | | rule |", "|---|---:|---|---|"]
    return out + [_row(line) for line in lines_of(step, trace)]


def _row(line: ReasonLine) -> str:
    return f"| {safe(line.name)} | {safe(line.value)} | {safe(line.text)} | {safe(', '.join(line.cites))} |"
