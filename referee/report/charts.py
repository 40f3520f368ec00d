"""Charts as text, as Markdown, as data, and as a card to print."""

from __future__ import annotations

from referee.core.game.sheets import Chart, ChartPart

from .escape import markup, one_line
from .page import page
from .reports import ChartReport

_STYLE = """
body { max-width: none }
table { border-collapse: collapse; width: 100%; font-size: .8em; margin-bottom: 1em }
th, td { border: 1px solid #bbb; padding: .15em .4em; text-align: left; vertical-align: top }
th { background: #eee8d8 } caption { text-align: left; font-weight: bold; padding: .3em 0 }
.wide { overflow-x: auto } td:last-child { white-space: nowrap }
@media screen and (max-width: 700px) {
 thead { position: absolute; left: -9999px } table, tbody, caption { display: block } table { font-size: .9em }
 tr { display: block; border: 1px solid #bbb; margin-bottom: .5em; padding: .2em .5em }
 td { display: grid; grid-template-columns: 7em 1fr; border: 0; padding: .1em 0 } td:empty { display: none }
 td::before { content: attr(data-label); color: #6b6250 } td:first-child { display: block; font-weight: bold }
 td:first-child::before { content: none } td:last-child { white-space: normal }
}
@page { size: A4 landscape; margin: 12mm }
@media print {
 body { margin: 0; padding: 0; font-size: 10pt; background: none } .wide { overflow: visible }
 tr, caption { break-inside: avoid } caption, thead { break-after: avoid } table { margin-bottom: .6em }
}
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


def write_html(report: ChartReport) -> str:
    """Return a chart as a page to print."""
    chart = report.chart
    body = [f"<h1>{markup(chart.title)}</h1>"]
    for part in chart.parts:
        headings, rows = _columns(chart, part)
        head = "".join(f'<th scope="col" role="columnheader">{markup(heading)}</th>' for heading in headings)
        # on a narrow screen a row is a block, with the heading before each cell; the roles keep it a table to readers
        body.append(f'<div class="wide"><table role="table"><caption>{markup(part.title)}</caption>')
        body.append(f'<thead role="rowgroup"><tr role="row">{head}</tr></thead><tbody role="rowgroup">')
        for row in rows:
            cells = (
                f'<td role="cell" data-label="{markup(heading)}">{markup(cell)}</td>'
                for heading, cell in zip(headings, row, strict=True)
            )
            body.append(f'<tr role="row">{"".join(cells)}</tr>')
        body.append("</tbody></table></div>")
    body += [f"<p>{markup(note)}</p>" for note in chart.notes]
    return page(chart.title, _STYLE, body)
