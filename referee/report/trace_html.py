"""A trace as one self-contained HTML page, with folded reasons."""

from __future__ import annotations

from referee.core.game.trace import Step, Trace

from .escape import markup
from .page import page
from .reports import TraceReport
from .trace_lines import Depth, ReasonLine, chosen_steps, heading, lines_of, shows_reasons, silence, summary, waiting

STYLE = """
body { max-width: 46em } ol { padding-left: 2em } li { margin: .4em 0 }
summary { cursor: pointer } table { border-collapse: collapse; margin: .4em 0 .8em; font-size: .92em }
td { padding: .1em .7em .1em 0; vertical-align: top; overflow-wrap: anywhere }
td.value { text-align: right; font-variant-numeric: tabular-nums }
td.cite { color: #777 } td.cite span { white-space: nowrap }
.refused { color: #9b1c1c } .overtaken, .open { color: #8a6d1c } .awaiting { font-weight: bold }
""".strip()


def write(report: TraceReport) -> str:
    """Return the chosen steps of a trace as a page: a list of them, each with its reasons folded."""
    out = story(report.trace, report.reasons, report.only, report.step)
    if report.step is None:
        out += [f'<p class="awaiting">{markup(line)}</p>' for line in waiting(report.trace)]
    return page(heading(report.trace)[0], STYLE, out)


def story(trace: Trace, reasons: Depth = "all", only: str | None = None, number: int | None = None) -> list[str]:
    """Return a trace as a part of a page: its title, and the steps, each with its reasons folded."""
    steps = chosen_steps(trace, only, number)
    title, below = heading(trace)
    out = [f"<h1>{markup(title)}</h1>", *(f'<p class="rules">{markup(line)}</p>' for line in below), "<ol>"]
    out += [_item(n, step, trace, reasons) for n, step in steps]
    return [*out, "</ol>", *(f"<p>{markup(line)}</p>" for line in silence(steps, only))]


def _item(n: int, step: Step, trace: Trace, reasons: Depth) -> str:
    said = markup(summary(step))
    if reasons == "none" or not shows_reasons(step, reasons):
        return f'<li value="{n}" class="{step.status}">{said}</li>'
    rows = "".join(_row(line) for line in lines_of(step, trace))
    return (
        f'<li value="{n}" class="{step.status}"><details><summary>{said}</summary><table>{rows}</table></details></li>'
    )


def _row(line: ReasonLine) -> str:
    cites = ", ".join(f"<span>{markup(cite)}</span>" for cite in line.cites)
    return (
        f'<tr><td>{markup(line.name)}</td><td class="value">{markup(line.value)}</td>'
        f'<td>{markup(line.text)}</td><td class="cite">{cites}</td></tr>'
    )
