"""Charts as text, as Markdown, as data, and as a card to print."""

from __future__ import annotations

from referee.core.game.charts import Chart, ChartPart

from .escape import markup, one_line
from .json_text import json_text
from .page import page
from .reports import ChartReport

_STYLE = """
body { max-width: none }
table { border-collapse: collapse; width: 100%; font-size: .8em; margin-bottom: 1em }
th, td { border: 1px solid #bbb; padding: .15em .4em; text-align: left; vertical-align: top }
th { background: #eee8d8 } caption { text-align: left; font-weight: bold; padding: .3em 0 }
.wide { overflow-x: auto }
@media print { body { margin: 0; font-size: 9pt } tr, caption { break-inside: avoid } }
""".strip()


def write(report: ChartReport) -> str:
    """Return a chart as text: a table for each part."""
    from tabulate import tabulate

    chart = report.chart
    lines = [chart.title]
    for part in chart.parts:
        headings, rows = _columns(chart, part)
        lines += ["", part.title, tabulate(rows, headings, disable_numparse=True)]
    return "\n".join([*lines, "", *chart.notes]) + "\n"


def write_markdown(report: ChartReport) -> str:
    """Return a chart as Markdown tables, a heading above each."""
    from tabulate import tabulate

    chart = report.chart
    lines = list[str]()
    for part in chart.parts:
        headings, rows = _columns(chart, part)
        cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
        lines += [f"**{part.title}**", "", tabulate(cells, headings, tablefmt="github", disable_numparse=True), ""]
    return "\n".join([*lines, *chart.notes]) + "\n"


def _columns(chart: Chart, part: ChartPart) -> tuple[list[str], list[list[str]]]:
    """Return the headings and the rows of a part without the columns in which it has nothing."""
    used = [number for number in range(len(chart.headings)) if any(row[number] for row in part.rows)]
    return [chart.headings[n] for n in used], [[one_line(row[n]) for n in used] for row in part.rows]


def write_json(report: ChartReport) -> str:
    """Return a chart as data: a list of rows by heading for each part."""
    chart = report.chart
    parts = [
        {"title": part.title, "rows": [dict(zip(chart.headings, row, strict=True)) for row in part.rows]}
        for part in chart.parts
    ]
    return json_text({"title": chart.title, "parts": parts, "notes": list(chart.notes)})


def write_html(report: ChartReport) -> str:
    """Return a chart as a page to print."""
    chart = report.chart
    body = [f"<h1>{markup(chart.title)}</h1>"]
    for part in chart.parts:
        headings, rows = _columns(chart, part)
        head = "".join(f'<th scope="col">{markup(heading)}</th>' for heading in headings)
        body.append(f'<div class="wide"><table><caption>{markup(part.title)}</caption>')
        body.append(f"<thead><tr>{head}</tr></thead><tbody>")
        body += ["<tr>" + "".join(f"<td>{markup(cell)}</td>" for cell in row) + "</tr>" for row in rows]
        body.append("</tbody></table></div>")
    body += [f"<p>{markup(note)}</p>" for note in chart.notes]
    return page(chart.title, _STYLE, body)
