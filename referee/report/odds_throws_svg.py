"""The throws of combats as charts: a cell for each throw of both dice, coloured by what it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from .escape import one_line

# as many charts as fit into a picture
_MOST = 12


def draw_throws(figure: Any, thrown: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> None:
    """Draw a chart for each combat, by difference of factors: the die of `a` downwards, that of `b` across."""
    from matplotlib import colormaps
    from matplotlib.patches import Patch

    charts = sorted(thrown, key=lambda one: one[1]["difference"])[:_MOST]
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
