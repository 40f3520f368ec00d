"""Odds as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.documents import problems

from .escape import one_line
from .odds_rows import MEANS, rows_of, varied_rows
from .reports import OddsReport

# columns of chances, and their heads
_CHANCES = {"p": "chance", "with_second_roll": "with the second roll"}
# as many outcomes as are worth reading; `--json` and `--csv` have all
_MOST = 40


def write(report: OddsReport) -> str:
    """Return the outcomes with their chances in percent, and what they come to."""
    if report.found is None:
        return _variants(report)
    found = report.found
    if "refused" in found:
        return "".join(f"{_refusal(row)}\n" for row in found["refused"])
    if not found["exact"]:
        return _battles(found)
    if not (outcomes := sorted(rows_of(found), key=lambda row: -row["p"])):
        return "".join(f"{line}\n" for line in _ways(found))
    lines = [_table([_outcome(row) for row in outcomes[:_MOST]], _heads(outcomes[0]))]
    if len(outcomes) > _MOST:
        # of Lands and Spells more than one may come
        apart = found.keys().isdisjoint({"lands", "spells"})
        rest = f", {percent(sum(row['p'] for row in outcomes[_MOST:]))} together" if apart else ""
        lines.append(f"and {len(outcomes) - _MOST} others{rest}; --csv and --json have them all")
    if fates := fates_of(found):
        lines += ["", *fates]
    if ways := _ways(found):
        lines += ["", *ways]
    if "gone" in found:
        lines += [
            one_line(f"{army} has then lost {points:.2f} AP on average, those lost before included")
            for army, points in found["lost_ap"].items()
        ]
        lines += [one_line(f"{army} wins at once: {percent(p)}") for army, p in found["wins"].items() if p]
    return "\n".join(lines) + "\n"


def _variants(report: OddsReport) -> str:
    """Return a row for each variant, and below them why any are refused."""
    found = varied_rows(report.varied)
    heads = [name for name in (found[0] if found else ()) if name != "refused"]
    lines = [_table([[_shown(name, row[name]) for name in heads] for row in found], heads)] if heads else []
    for (put, _), row in zip(report.varied, found, strict=True):
        if row.get("refused"):
            which = ", ".join(f"{path} {value}" for path, value in put.items())
            lines.append(one_line(f"{which} is refused: {row['refused']}"))
    return "\n".join(lines) + "\n"


def fates_of(found: Mapping[str, Any]) -> list[str]:
    """Return the chance of each piece to be lost, in words."""
    gone = found.get("gone", {})
    slain = [_fate(ident, found) for ident in found.get("slain", ())]
    return slain or [one_line(f"{ident}: gone {percent(chance)}") for ident, chance in gone.items()]


def _ways(found: Mapping[str, Any]) -> list[str]:
    """Return where each face of a Movement Roll leads, or what is drawn, in words."""
    if "lands" in found:
        names = {land: row["name"] for land, row in found["lands"].items()}
        lines = []
        for row in found["outcomes"]:
            ways = [f"{names[land]} ({', '.join(sides)})" for land, sides in row["destinations"].items()]
            ways += [f"{names[land]} by teleport" for land in row["teleports"]]
            lines.append(f"roll {row['roll']}: {', '.join(ways) or 'nowhere'}")
        if second := found.get("second_roll"):
            lines.append(
                f"The roll may be repeated once ({', '.join(second['cites'])}); "
                "the last column repeats each that does not lead to the Land."
            )
        lines += found.get("notes", ())
        if assumed := found.get("assumed"):
            lines.append(f"Assumed: {'; '.join(f'{name} {value}' for name, value in assumed.items())}")
        return [one_line(line) for line in lines]
    if "spells" in found:
        drawn = ", ".join(f"{number} for {whom}" for whom, number in found["by"].items())
        return [one_line(f"drawn: {drawn}, among {found['among']} that may come; the chance is that of one or more")]
    return []


def _refusal(row: Mapping[str, Any]) -> str:
    number = f"{row['player']} {row['order']}: " if row["order"] is not None else ""
    cites = f" ({', '.join(row['because'])})" if row["because"] else ""
    return one_line(f"{number}{row['message']}{cites}")


def _fate(ident: str, found: Mapping[str, Any]) -> str:
    chance, mean = found["slain"][ident], found["expected"][ident]
    return one_line(f"{ident}: slain {percent(chance)}, {mean:.2f} hits on average")


def _heads(row: Mapping[str, Any]) -> list[str]:
    return [_CHANCES.get(name, name) for name in row]


def _outcome(row: Mapping[str, Any]) -> list[str]:
    return [percent(value) if name in _CHANCES else one_line(str(value)) for name, value in row.items()]


def _battles(found: Mapping[str, Any]) -> str:
    how = ", ".join(f"{side} {name}" for side, name in found["policies"].items())
    from tabulate import tabulate

    lines = [f"{found['playouts']} playouts ({how}), seed {one_line(str(found['seed']))}; 95 % intervals", ""]
    rows = []
    for row in rows_of(found):
        value = percent(row["value"]) if _is_chance(row["what"]) else f"{row['value']:.2f}"
        bounds = ""
        if row["low"] is not None:
            low, high = row["low"], row["high"]
            bounds = f"{percent(low)} to {percent(high)}" if _is_chance(row["what"]) else f"{low:.2f} to {high:.2f}"
        rows.append([one_line(row["what"]), value, bounds])
    shown = rows[:_MOST]
    if len(rows) > _MOST:
        shown.append([f"and {len(rows) - _MOST} more", "", ""])
    return "\n".join([*lines, tabulate(shown, tablefmt="plain")]) + "\n"


def _is_chance(what: str) -> bool:
    return not what.endswith(MEANS)


def _shown(name: str, value: Any) -> str:
    if isinstance(value, float):
        return percent(value) if _is_chance(name) else f"{value:.2f}"
    return one_line(str(value)) if value is not None else ""


def _table(rows: list[list[str]], heads: list[str]) -> str:
    from tabulate import tabulate

    return tabulate(rows, headers=[one_line(head) for head in heads], disable_numparse=True)


def percent(chance: float) -> str:
    """Return a chance in percent, with a decimal place, as a table has it."""
    return problems.percent(chance, "<", ">")
