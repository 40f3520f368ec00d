"""The contents of every form of a trace: steps, summaries, and reasons line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from referee.core.game.dice import USED_ONCE, Roll
from referee.core.game.drawing import DiceTerms
from referee.core.game.trace import Step, Trace
from referee.core.notation import line_writer
from referee.core.rules.stamps import shorten

Depth = Literal["none", "notable", "all"]

_SIGNS = {"set": "=", "times": "x", "halve_down": "/", "halve_up": "/", "at_least": ">=", "at_most": "<="}


class ReasonLine(NamedTuple):
    """One line of the reasons of a step."""

    name: str
    value: str
    text: str
    cites: tuple[str, ...] = ()


def chosen_steps(trace: Trace, only: str | None, number: int | None) -> list[tuple[int, Step]]:
    """Return the steps of a trace with their numbers from 1: all, one, or those of a kind."""
    return [(n, step) for n, step in enumerate(trace.steps, 1) if _wanted(trace, step, n, only, number)]


def _wanted(trace: Trace, step: Step, n: int, only: str | None, number: int | None) -> bool:
    if number is not None and n != number:
        return False
    if only == "ruling":
        return any(cite in trace.rulings for cite in step.cites)
    return only is None or step.status == only


def shows_reasons(step: Step, reasons: Depth) -> bool:
    """Return whether the reasons of a step are printed; notable reasons are more than the base value."""
    if reasons == "all":
        return True
    return step.status in ("refused", "overtaken") or any(len(ledger["entries"]) > 1 for ledger in step.reasons)


def heading(trace: Trace) -> tuple[str, list[str]]:
    """Return the title of a trace, and below it its rules, the commitment of its dice, and hand edits."""
    name = trace.game or trace.ruleset
    changed = f"; {said}" if (said := accepted_line(trace)) else ""
    below = [f"rules: {trace.ruleset} {trace.rules.digest[:8]}{changed}", *commitment_line(trace.dice)]
    below += [f"the state was edited by hand: {trace.edit}"] if trace.edit is not None else []
    return f"{name}, step {trace.step}: {trace.title}", below


def commitment_line(terms: DiceTerms | None) -> list[str]:
    """Return the line with the commitment of a game's dice, where there is one."""
    return [f"dice: {terms.commitment}"] if terms is not None and terms.commitment is not None else []


def accepted_line(trace: Trace) -> str:
    """Return what of the rules had changed before this adjudication and was accepted, or nothing."""
    rows = ", ".join(shorten(trace.accepted))
    return f"accepted: {rows} changed since the state was written" if rows else ""


def summary(step: Step) -> str:
    """Return a step in one sentence: what was done, and the result."""
    if step.status in ("refused", "overtaken", "passed over"):
        return f"{step.status}: {order_of(step)}: {step.what}"
    outcome = "; ".join(f"{c.what} {c.says}" for c in step.changes if c.says)
    by = " (by: default)" if step.order is not None and step.order.by is not None else ""
    return f"{step.what}{by}{': ' + outcome if outcome else ''}"


def order_of(step: Step) -> str:
    """Return the order that a step answers."""
    if step.order is None:
        return "the referee"
    line = step.order.reacted.line if step.order.reacted is not None else line_writer.line(step.order.order)
    return f"{step.order.player}'s order {step.order.number}, {line}"


def proof_warning(trace: Trace) -> list[str]:
    """Return the warning that drawn dice cannot be proved, or that their source could be chosen."""
    if trace.secret == USED_ONCE:
        return ["The dice were drawn from a secret used once and cannot be proved. `referee commit` keeps one."]
    if trace.secret is not None and trace.dice is not None and trace.dice.commitment is None:
        return ["The dice were drawn from a text that the game is not committed to, and that could be chosen."]
    return []


def waiting(trace: Trace) -> list[str]:
    """Return the lines on the players the game waits for, and what they must and may do."""
    out = []
    for one in trace.awaiting:
        said = f"Awaiting {one.player}: {one.phase}."
        if one.must:
            said += f" Must: {', '.join(one.must)}."
        if one.may:
            said += f" May: {', '.join(one.may)}."
        out.append(said)
    return (out or ["Nothing is awaited: the game is over."]) + proof_warning(trace)


def silence(steps: Sequence[object], only: str | None) -> list[str]:
    """Return the line for an empty selection: no step of a kind, or all hidden from a player."""
    if steps:
        return []
    return [f"no step is of this kind: {only}" if only is not None else "nothing that can be shown here has happened"]


def lines_of(step: Step, trace: Trace) -> list[ReasonLine]:
    """Return the reasons of a step: ledgers, dice and their results, notes and rules."""
    after = [ledger for ledger in step.reasons if ledger["quantity"] == "hits" and step.rolled]
    reacted = step.order.reacted if step.order is not None else None
    lines = [ReasonLine("reacts", "", f"{reacted.line}: {'; '.join(reacted.found)}")] if reacted is not None else []
    lines += [line for ledger in step.reasons if ledger not in after for line in ledger_lines(ledger)]
    for roll in step.rolled:
        said = " ".join(map(str, roll.dice))
        if roll.reroll is not None:
            said += f", rerolled {' '.join(map(str, roll.reroll))}"
        lines.append(ReasonLine("rolled", "", f"{said}   {came(roll, trace)}"))
    lines += [line for ledger in after for line in ledger_lines(ledger)]
    lines += [ReasonLine(change.what, "", change.says) for change in step.changes if change.says]
    lines += [ReasonLine("note", "", note) for note in step.notes]
    if step.cites:
        rules = (f"{cite} ({value})" if (value := trace.rulings.get(cite)) else cite for cite in step.cites)
        lines.append(ReasonLine("rules", "", ", ".join(rules)))
    return lines


def came(roll: Roll, trace: Trace) -> str:
    """Return where the dice of a roll came from."""
    if roll.source == "file":
        return "from the master's dice file"
    if roll.source == "drawn":
        return "drawn"
    # an older trace does not distinguish dice of a file from those of an order
    where = " in the order" if trace.dice is not None else ""
    return f"supplied by {roll.supplied_by or roll.by}{where}"


def ledger_lines(ledger: Mapping[str, Any]) -> list[ReasonLine]:
    """Return a ledger line by line: the first has its name, the last its total."""
    entries = ledger["entries"]
    lines = []
    for number, entry in enumerate(entries):
        name = ledger["quantity"] if number == 0 else ""
        lines.append(ReasonLine(name, _value(entry, number == 0), entry["why"], tuple(entry["cite"])))
    if len(entries) != 1:
        lines.append(ReasonLine("" if entries else ledger["quantity"], str(ledger["total"]), ""))
    return lines


def _value(entry: Mapping[str, Any], first: bool) -> str:
    op, value = entry["op"], entry["value"]
    if op == "add":
        return str(value) if first else f"{value:+}"
    return f"{_SIGNS[op]}{value}"
