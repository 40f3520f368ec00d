"""Odds as SVG, drawn by matplotlib: a histogram, a curve of variants, or a map of two varied quantities."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.documents import Problem, Unreadable
from referee.core.documents.problems import Argument

from .escape import one_line
from .odds_rows import MEANS, rows_of, summary
from .reports import OddsReport

Varied = Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]
# as many bars as can be read
_MOST = 30


def write(report: OddsReport) -> str:
    """Return the picture; raises Unreadable without matplotlib, and where there is nothing to draw."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        message = "needs matplotlib: pip install 'tabletop-referee[plots]'"
        raise Unreadable([Problem(Argument("svg"), 0, 0, "", message)]) from None
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.add_subplot()
    if report.found is not None:
        _bars(axes, report.found)
    else:
        _variants(figure, axes, report.varied)
    out = io.StringIO()
    # the same odds give the same file
    with matplotlib.rc_context({"svg.hashsalt": "referee", "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": "referee"})
    return out.getvalue()


def _bars(axes: Any, found: Mapping[str, Any]) -> None:
    """Draw a bar for each outcome, the likeliest at the top; of a battle, the chances with their intervals."""
    if "refused" in found:
        raise Unreadable([Problem(Argument("svg"), 0, 0, "", "what is refused has no odds to draw")])
    rows = rows_of(found)
    if not found["exact"]:
        rows = [row for row in rows if row["low"] is not None and not row["what"].endswith(MEANS)]
        names, values = [row["what"] for row in rows], [row["value"] for row in rows]
        errors = [[row["value"] - row["low"] for row in rows], [row["high"] - row["value"] for row in rows]]
        axes.barh(names, values, xerr=errors, capsize=3)
    else:
        rows = sorted(rows, key=lambda row: -row["p"])[:_MOST]
        axes.barh([_name(row) for row in rows], [row["p"] for row in rows])
    axes.invert_yaxis()
    axes.set_xlabel("chance")


def _name(row: Mapping[str, Any]) -> str:
    """Return an outcome in words: hits by piece, or what comes of each side."""
    return _text(", ".join(f"{key} {value}" for key, value in row.items() if key not in ("p", "fraction", "ways")))


def _variants(figure: Any, axes: Any, varied: Varied) -> None:
    """Draw a curve for each quantity over one varied quantity, or a map of the first over two."""
    paths = list(varied[0][0]) if varied else []
    rows = [(list(put.values()), summary(found)) for put, found in varied]
    found = dict.fromkeys(name for _, row in rows for name in row)
    names = [name for name in found if not name.endswith((*MEANS, "refused"))]
    if not names or len(paths) > 2:
        message = "draws one varied quantity as a curve and two as a map; these have neither"
        raise Unreadable([Problem(Argument("svg"), 0, 0, "", message)])
    if len(paths) == 1:
        ticks = [str(values[0]) for values, _ in rows]
        for name in names:
            axes.plot(ticks, [row.get(name, 0.0) for _, row in rows], marker="o", label=_text(name))
        axes.set_xlabel(_text(paths[0]))
        axes.set_ylabel("chance")
        axes.set_ylim(0, 1)
        axes.legend()
        return
    across, down = (list(dict.fromkeys(values[place] for values, _ in rows)) for place in (1, 0))
    grid = [[0.0] * len(across) for _ in down]
    for values, row in rows:
        grid[down.index(values[0])][across.index(values[1])] = row.get(names[0], 0.0)
    image = axes.imshow(grid, vmin=0, vmax=1, aspect="auto")
    for y, line in enumerate(grid):
        for x, chance in enumerate(line):
            colour = "white" if chance < 0.5 else "black"
            axes.text(x, y, f"{100 * chance:.0f} %", ha="center", va="center", color=colour)
    axes.set_xticks(range(len(across)), [_text(str(value)) for value in across])
    axes.set_yticks(range(len(down)), [_text(str(value)) for value in down])
    axes.set_xlabel(_text(paths[1]))
    axes.set_ylabel(_text(paths[0]))
    axes.set_title(_text(names[0]))
    figure.colorbar(image)


def _text(text: str) -> str:
    """Return text that is not read as a formula."""
    return one_line(text).replace("$", "\\$")
