"""Odds as SVG, drawn by matplotlib: a histogram, a curve of variants, or a map of two varied quantities.

The throws of combats are charts: a cell for each throw of both dice, coloured by what it does.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil, isnan, nan
from typing import Any

from referee.core.documents import Unreadable
from referee.core.documents.problems import Argument
from referee.version import install

from .escape import one_line
from .odds_rows import MEANS, rows_of, summary
from .odds_text import percent
from .reports import OddsReport

Varied = Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]
# what is no part of the name of an outcome
_FIGURES = ("p", "fraction", "ways", "rolls", "there")
# as many bars as can be read, and as many charts as fit into a picture
_MOST, _MOST_CHARTS = 30, 12


def write(report: OddsReport) -> str:
    """Return the picture; raises Unreadable without matplotlib, and where there is nothing to draw."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise Unreadable.of(Argument("svg"), f"needs matplotlib: {install('plots')}") from None
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    if report.thrown:
        _throws(figure, report.thrown)
    elif report.found is not None:
        _bars(figure.add_subplot(), report.found)
    else:
        _variants(figure, figure.add_subplot(), report.varied)
    out = io.StringIO()
    # the same odds give the same file
    with matplotlib.rc_context({"svg.hashsalt": "referee", "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": "referee"})
    return out.getvalue()


def _bars(axes: Any, found: Mapping[str, Any]) -> None:
    """Draw a bar for each outcome, the likeliest at the top; of a battle, the chances with their intervals."""
    if "refused" in found:
        raise Unreadable.of(Argument("svg"), "what is refused has no odds to draw")
    rows = rows_of(found)
    if not found["exact"]:
        rows = [row for row in rows if row["low"] is not None and not row["what"].endswith(MEANS)]
        names, values = [row["what"] for row in rows], [row["value"] for row in rows]
        errors = [[row["value"] - row["low"] for row in rows], [row["high"] - row["value"] for row in rows]]
        bars = axes.barh(names, values, xerr=errors, capsize=3)
    else:
        rows = sorted(rows, key=lambda row: -row["p"])[:_MOST]
        bars = axes.barh([_name(row) for row in rows], [row["p"] for row in rows])
    axes.bar_label(bars, fmt=percent, padding=4)
    axes.margins(x=0.15)
    axes.invert_yaxis()
    axes.xaxis.set_major_formatter(lambda chance, place: f"{100 * chance:.0f} %")
    axes.set_xlim(left=0)
    axes.set_xlabel("chance")


def _name(row: Mapping[str, Any]) -> str:
    """Return an outcome in words: hits by piece, or what comes of each side."""
    if "land" in row or "spell" in row:
        return _text(str(row.get("land", row.get("spell"))))
    return _text(", ".join(f"{key} {value}" for key, value in row.items() if key not in _FIGURES))


def _variants(figure: Any, axes: Any, varied: Varied) -> None:
    """Draw a curve for each quantity over one varied quantity, or a map of the first over two."""
    paths = list(varied[0][0]) if varied else []
    rows = [(list(put.values()), summary(found)) for put, found in varied]
    found = dict.fromkeys(name for _, row in rows for name in row)
    names = [name for name in found if not name.endswith((*MEANS, "refused"))]
    if not names or len(paths) > 2:
        message = "draws one varied quantity as a curve and two as a map; these have neither"
        raise Unreadable.of(Argument("svg"), message)
    if len(paths) == 1:
        ticks = [str(values[0]) for values, _ in rows]
        for name in names:
            # what is refused has no chance
            chances = [row.get(name, nan if "refused" in row else 0.0) for _, row in rows]
            axes.plot(ticks, chances, marker="o", label=_text(name))
        axes.set_xlabel(_text(paths[0]))
        axes.set_ylabel("chance" if len(names) > 1 else f"chance: {_text(names[0])}")
        axes.set_ylim(-0.02, 1.02)
        axes.yaxis.set_major_formatter(lambda chance, place: f"{100 * chance:.0f} %")
        axes.grid(alpha=0.3)
        if len(names) > 1:
            axes.legend()
        return
    across, down = (list(dict.fromkeys(values[place] for values, _ in rows)) for place in (1, 0))
    grid = [[0.0] * len(across) for _ in down]
    for values, row in rows:
        chance = row.get(names[0], nan if "refused" in row else 0.0)
        grid[down.index(values[0])][across.index(values[1])] = chance
    image = axes.imshow(grid, vmin=0, vmax=1, aspect="auto")
    axes.set_facecolor("lightgray")
    for y, line in enumerate(grid):
        for x, chance in enumerate(line):
            said = "refused" if isnan(chance) else percent(chance)
            colour = "white" if chance < 0.5 else "black"
            axes.text(x, y, said, ha="center", va="center", color=colour)
    axes.set_xticks(range(len(across)), [_text(str(value)) for value in across])
    axes.set_yticks(range(len(down)), [_text(str(value)) for value in down])
    axes.set_xlabel(_text(paths[1]))
    axes.set_ylabel(_text(paths[0]))
    axes.set_title(f"chance: {_text(names[0])}")
    figure.colorbar(image, format=lambda chance, place: f"{100 * chance:.0f} %")


def _throws(figure: Any, thrown: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> None:
    """Draw a chart for each combat, by difference of factors: the die of `a` downwards, that of `b` across."""
    from matplotlib import colormaps
    from matplotlib.patches import Patch

    charts = sorted(thrown, key=lambda one: one[1]["difference"])[:_MOST_CHARTS]
    several = len(charts) > 1
    ways = Counter(_outcome(cell) for _, chart in charts for row in chart["cells"] for cell in row)
    order = {name: number for number, (name, _) in enumerate(ways.most_common())}
    colours = _colours(colormaps["Pastel1" if len(order) <= 9 else "tab20"])
    across = min(len(charts), 4)
    figure.set_size_inches(max(2.6 * across, 7), 3.2 * ceil(len(charts) / across) + (0.9 if several else 1.3))
    panels = figure.subplots(ceil(len(charts) / across), across, squeeze=False)
    for axes in panels.flat[len(charts) :]:
        axes.set_axis_off()
    for axes, (put, chart) in zip(panels.flat, charts, strict=False):
        cells, difference = chart["cells"], chart["difference"]
        faces = range(1, len(cells) + 1)
        axes.imshow([[colours[order[_outcome(cell)] % len(colours)] for cell in row] for row in cells])
        for a, row in enumerate(cells):
            for b in range(len(row)):
                axes.text(b, a, _signed(difference + a - b), ha="center", va="center", fontsize=8)
        axes.set_xticks(range(len(faces)), faces)
        axes.set_yticks(range(len(faces)), faces)
        axes.set_xlabel("die of b")
        axes.set_ylabel("die of a")
        which = "".join(f"\n{path} {value}" for path, value in put.items())
        axes.set_title(_text(f"factor difference {_signed(difference)}") + _text(which, keep="\n"), fontsize=9)
    total = sum(ways.values())
    legend = [
        Patch(
            facecolor=colours[number % len(colours)],
            edgecolor="gray",
            label=_text(_labelled(name, ways[name], total, not several)),
        )
        for name, number in order.items()
    ]
    figure.legend(handles=legend, loc="outside lower center", ncols=2 if not several else 3, fontsize=8)


def _colours(listed: Any) -> list[Any]:
    """Return the colours of a list of colours."""
    return list(listed.colors)


def _outcome(cell: Mapping[str, str]) -> str:
    return f"a {cell['a']}, b {cell['b']}"


def _labelled(name: str, ways: int, total: int, alone: bool) -> str:
    """Return an outcome with how many of the throws lead to it, of one chart alone."""
    return f"{name}: {ways} of {total}" if alone else name


def _text(text: str, keep: str = "") -> str:
    """Return text that is not read as a formula; the line ends that are kept stay."""
    parts = text.split(keep) if keep else [text]
    return keep.join(one_line(part).replace("$", "\\$") for part in parts)


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"
