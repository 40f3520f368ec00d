"""The style of pictures: tints, hatchings of grounds, colours of players, strokes of hexsides."""

from __future__ import annotations

from math import atan2, degrees, hypot

from referee.core.game.picture import GroundStyle, Pattern, Point, Tint

INK = "#3b2f22"
PAPER = "#fbf6e7"
NIGHT = "#1d1b17"
TINTS: dict[Tint, str] = {
    "paper": "#f6f0dc",
    "straw": "#f3e3b3",
    "grass": "#e3e8bd",
    "leaf": "#c3d6a4",
    "moss": "#d6dba8",
    "water": "#bcd3d6",
    "mud": "#d9cfae",
    "earth": "#e6cfa3",
    "stone": "#d4cdc4",
    "snow": "#e9eff2",
    "dusk": "#d8c6d4",
    "brick": "#ecc7b0",
}
# a kind of ground without a style gets the next of these tints
ORDER: tuple[Tint, ...] = (
    "paper",
    "grass",
    "straw",
    "water",
    "dusk",
    "earth",
    "stone",
    "moss",
    "mud",
    "snow",
    "leaf",
    "brick",
)
COLOURS = {
    "black": "#2b2b2b",
    "blue": "#27488f",
    "brown": "#6d4526",
    "gold": "#a97b12",
    "green": "#2a6a3b",
    "red": "#9a2424",
}
OWNERS = ("#9a2424", "#27488f", "#2a6a3b", "#6d4526", "#5a2f6b", "#2b2b2b")

# a tile of 24 by 24: paths to be stroked with a hairline
_TILES: dict[Pattern, str] = {
    "blades": "M4 22 Q5 14 2 9 M4 22 Q6 14 9 10 M16 12 Q17 5 14 1 M16 12 Q18 5 21 2 M10 23 Q12 18 11 14",
    "trees": "M6 14 V10 M2 10 L6 3 L10 10 Z M18 23 V20 M14 20 L18 13 L22 20 Z",
    "tufts": "M3 9 L5 4 M5 9 V3 M7 9 L6 4 M15 21 L17 16 M17 21 V15 M19 21 L18 16",
    "reeds": "M2 12 H10 M4 12 V6 M7 12 V4 M13 23 H22 M16 23 V17 M19 23 V15",
    "waves": "M0 6 Q3 3 6 6 T12 6 M12 18 Q15 15 18 18 T24 18",
    "dots": "M4 5 h.8 M12 9 h.8 M19 4 h.8 M7 16 h.8 M16 18 h.8 M22 13 h.8 M1 21 h.8",
    "hatch": "M0 24 L24 0 M-6 6 L6 -6 M18 30 L30 18",
    "hills": "M1 10 Q6 2 11 10 M4 10 Q6 6 8 10 M13 22 Q18 14 23 22 M16 22 Q18 18 20 22",
    "peaks": "M1 11 L6 2 L11 11 M6 2 L7 6 L5 8 M13 23 L18 14 L23 23 M18 14 L19 18 L17 20",
    "cross": "M4 4 l4 4 M8 4 l-4 4 M6 3 v6 M16 15 l4 4 M20 15 l-4 4 M18 14 v6",
    "bricks": "M0 6 H24 M0 12 H24 M0 18 H24 M0 24 H24 M6 0 V6 M18 6 V12 M6 12 V18 M18 18 V24",
}


def definitions(grounds: list[GroundStyle], prefix: str) -> list[str]:
    """Return the fill patterns of grounds as definitions of an SVG; their names begin with a prefix."""
    out = []
    for number, ground in enumerate(grounds):
        tile = _TILES.get(ground.pattern)
        lines = f'<path d="{tile}" fill="none" stroke="{INK}" stroke-width=".55" opacity=".45"/>' if tile else ""
        out.append(
            f'<pattern id="{prefix}ground{number}" width="24" height="24" patternUnits="userSpaceOnUse">'
            f'<rect width="24" height="24" fill="{TINTS[ground.tint]}"/>{lines}</pattern>'
        )
    return out


# what the marks of a hexside say of its two sides
DOWNHILL = {
    "hachure": "its strokes run downhill",
    "teeth": "its teeth point downhill",
    "dunes": "its strokes run downhill",
    "wall": "its second line is on the higher side",
}


def stroke(ends: tuple[Point, Point], style: str) -> list[str]:
    """Return a hexside as paths: the far side of the line, from its first end, is the lower."""
    (xa, ya), (xb, yb) = ends
    length = hypot(xb - xa, yb - ya) or 1.0
    # along the line, and across it to the lower side
    ux, uy = (xb - xa) / length, (yb - ya) / length
    dx, dy = -uy, ux
    line = f"M{xa:.1f} {ya:.1f} L{xb:.1f} {yb:.1f}"
    ticks = []
    count = {"hachure": 9, "teeth": 6, "dunes": 7}.get(style, 0)
    for k in range(count):
        share = (k + 0.5) / count
        x, y = xa + (xb - xa) * share, ya + (yb - ya) * share
        deep = {"hachure": 6.0, "teeth": 6.5, "dunes": 4.0}[style]
        if style == "teeth":
            half = length / count / 2
            ticks.append(
                f"M{x - ux * half:.1f} {y - uy * half:.1f} L{x + dx * deep:.1f} {y + dy * deep:.1f} "
                f"L{x + ux * half:.1f} {y + uy * half:.1f} Z"
            )
        else:
            ticks.append(f"M{x:.1f} {y:.1f} l{dx * deep:.1f} {dy * deep:.1f}")
    if style == "wall":
        inner = f"M{xa - dx * 3:.1f} {ya - dy * 3:.1f} L{xb - dx * 3:.1f} {yb - dy * 3:.1f}"
        return [f'<path d="{line} {inner}" stroke="#6b2f1c" stroke-width="2.6" fill="none"/>']
    if style == "teeth":
        return [f'<path d="{line} {" ".join(ticks)}" stroke="{INK}" stroke-width="1" fill="{INK}"/>']
    width, dash = {"hachure": ("1.6", ""), "dunes": ("1.6", ' stroke-dasharray="1 2.5" stroke-linecap="round"')}.get(
        style, ("3", "")
    )
    out = [f'<path d="{line}" stroke="{INK}" stroke-width="{width}" fill="none"{dash}/>']
    if ticks:
        out.append(f'<path d="{" ".join(ticks)}" stroke="{INK}" stroke-width=".8" fill="none"/>')
    return out


# each sign is drawn at the origin and points to the right
_SIGNS = {
    "block": "M-3.6 -4.6 H3.4 V4.6 H-3.6 Z",
    "arch": "M-3.4 -4.8 H-1 A4.8 4.8 0 0 1 -1 4.8 H-3.4 Z",
    "arrow": "M-3.4 -4.8 L4.4 0 L-3.4 4.8 Z",
    "entry": "M-8 -1.5 H-1 V-4.6 L8 0 L-1 4.6 V1.5 H-8 Z",
    "triple-arrow": "M-6 -9 L0 -5.8 L-6 -2.8 Z M-6 2.8 L0 5.8 L-6 9 Z M-3 -4 L4.6 0 L-3 4 Z",
}

# how far the lines of each reach from its place, whichever way it is turned
REACH = {"block": 5.9, "arch": 5.9, "arrow": 5.9, "entry": 8.2, "triple-arrow": 10.9}


def pointer(kind: str, at: Point, towards: Point, fill: str = INK) -> str:
    """Return a sign at its place, turned to where it points."""
    turn = degrees(atan2(towards[1] - at[1], towards[0] - at[0]))
    shape = _SIGNS.get(kind, _SIGNS["arrow"])
    return f'<path d="{shape}" fill="{fill}" transform="translate({at[0]:.1f} {at[1]:.1f}) rotate({turn:.0f})"/>'
