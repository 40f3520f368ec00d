"""Odds as rows with the same columns: for tables, for CSV and for plots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Row = dict[str, Any]
# quantities that are means, not chances
MEANS = (".points", ".lost_ap", " hits")


def rows_of(found: Mapping[str, Any]) -> list[Row]:
    """Return a row for each outcome; of a battle, a row for each figure with its interval."""
    if "refused" in found:
        return [{"player": row["player"], "order": row["order"], "refused": row["message"]} for row in found["refused"]]
    if not found["exact"]:
        return [{"what": name, "value": value, "low": low, "high": high} for name, value, low, high in figures(found)]
    if "lands" in found:
        return _lands(found)
    if "spells" in found:
        rows = sorted(found["spells"].items(), key=lambda item: -item[1]["p"])
        return [
            {"spell": name, "there": row["there"], "p": row["p"], "fraction": row["fraction"]} for name, row in rows
        ]
    out: list[Row] = []
    for row in found["outcomes"]:
        joint = row.get("hits", row.get("elements"))
        if joint is not None:
            out.append({**joint, "p": row["p"], "fraction": row["fraction"]})
        else:
            out.append(dict(row))
    return out


def _lands(found: Mapping[str, Any]) -> list[Row]:
    """Return a row for each Land; where the roll may be repeated, with the chance that the second roll brings."""
    second = found.get("second_roll", {}).get("lands", {})
    rows: list[Row] = []
    for land in dict.fromkeys([*found["lands"], *second]):
        row = found["lands"].get(land, {"rolls": [], "p": 0.0, "fraction": "0/1"})
        name = (row if "name" in row else second[land])["name"]
        rolls = " ".join(map(str, row["rolls"]))
        rows.append({"land": name, "rolls": rolls, "p": row["p"], "fraction": row["fraction"]})
        if land in second:
            rows[-1]["with_second_roll"] = second[land]["p"]
    return rows


def figures(found: Mapping[str, Any]) -> list[tuple[str, float, float | None, float | None]]:
    """Return the figures of battles played out: `(name, value, low, high)`, without bounds where there are none."""
    out: list[tuple[str, float, float | None, float | None]] = []
    for side in found["policies"]:
        if side in found:
            for name, one in found[side].items():
                if name == "survivors":
                    continue
                value = one["p"] if "p" in one else one["mean"]
                out.append((f"{side}.{name}", value, one["low"], one["high"]))
    for name in ("neither", "undecided"):
        if name in found:
            out.append((name, found[name]["p"], found[name]["low"], found[name]["high"]))
    out += [(f"round {number}", share, None, None) for number, share in found.get("rounds", {}).items()]
    out += [(f"turn {number}", share, None, None) for number, share in found.get("turns", {}).items()]
    for side in found["policies"]:
        for row in found.get(side, {}).get("survivors", ()):
            out.append((f"{side} left: {' '.join(row['pieces']) or 'nobody'}", row["p"], None, None))
    return out


def summary(found: Mapping[str, Any]) -> Row:
    """Return the quantities of one variant in one row, for a table of variants and a curve."""
    if "refused" in found:
        return {"refused": "; ".join(row["message"] for row in found["refused"])}
    if not found["exact"]:
        return {name: value for name, value, low, _ in figures(found) if low is not None}
    if "slain" in found:
        slain = {f"{ident} slain": chance for ident, chance in found["slain"].items()}
        return slain | {f"{ident} hits": mean for ident, mean in found["expected"].items()}
    if "lands" in found:
        return {row["name"]: row["p"] for row in found["lands"].values()}
    if "spells" in found:
        return {name: row["p"] for name, row in found["spells"].items()}
    if "gone" in found:
        gone = {f"{ident} gone": chance for ident, chance in found["gone"].items()}
        return gone | {f"{army}.lost_ap": points for army, points in found["lost_ap"].items()}
    return {_outcome(row): row["p"] for row in found["outcomes"]}


def _outcome(row: Mapping[str, Any]) -> str:
    """Return an outcome in a few words: what it says apart from its chance."""
    told = [value for name, value in row.items() if name not in _CHANCES]
    parts = [f"{name} {one}" for value in told if isinstance(value, Mapping) for name, one in value.items()]
    return ", ".join([*parts, *(str(value) for value in told if not isinstance(value, Mapping))])


# what an outcome says of its chance
_CHANCES = ("p", "fraction", "ways")


def varied_rows(varied: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> list[Row]:
    """Return a row for each variant, all with the same columns."""
    rows = [{**put, **summary(found)} for put, found in varied]
    columns = dict.fromkeys(name for row in rows for name in row)
    # an outcome that does not come, or a Land that is not reached, has no chance
    others = [0.0 if _lists_what_comes(found) else None for _, found in varied]
    return [
        {name: row.get(name, other if name != "refused" else None) for name in columns}
        for row, other in zip(rows, others, strict=True)
    ]


def _lists_what_comes(found: Mapping[str, Any]) -> bool:
    """Return whether the quantities of a variant are the chances of what may come, and of all that may."""
    return "refused" not in found and found["exact"] and found.keys().isdisjoint({"slain", "gone"})
