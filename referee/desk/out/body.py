"""The text of a mail that goes out, at 72 columns: what was understood, what happened, what may be done now."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from datetime import datetime

from referee.core.adjudication.legal import legal, rows_of
from referee.core.game.trace import Awaiting, Trace
from referee.core.rules.rulesets import Ruleset
from referee.opening.states import Opened
from referee.report.escape import one_line
from referee.report.legal_text import row_text
from referee.report.trace_lines import waiting
from referee.report.trace_text import trace_text

from ..clock import written
from ..mail.lines import Problem
from ..taking import Taken

WIDTH = 72
_MOST_LINES = 60

HELP = (
    "One order on each line, at the beginning of a line. What is none is set aside and reported.",
    "status: whom the game awaits. show: where your pieces are. legal, or legal PIECE: what you may order.",
    "rules CITE: a rule. add, on a line of its own: this mail adds to the last one. clear: withdraw what waits.",
    "if roll 5: ORDER; else: ORDER; try A | B; always: POLICY - orders may react to dice and to what you see.",
    "press to NAME: TEXT, then a line 'end press': a message to another player.",
)


def wrap(text: str, head: str = "") -> list[str]:
    """Return a text in lines of at most 72 columns, after a head."""
    rest = " " * len(head)
    return textwrap.wrap(
        one_line(text), WIDTH, initial_indent=head, subsequent_indent=rest, break_on_hyphens=False
    ) or [head.rstrip()]


def understood(one: Taken) -> list[str]:
    """Return what was understood of a mail, what was set aside, and what is wrong with it."""
    letter = one.letter
    lines = wrap(f"Your mail {letter.mail} ({letter.digest[:12]}):")
    if one.double:
        return [*lines, *wrap("it came before, and counts once.", "  ")]
    lines += [row for line in letter.understood for row in wrap(line, "  understood: ")]
    if one.passed and letter.understood:
        lines += wrap(f"step {letter.step} has passed; these orders are judged by the present state.", "  ")
    lines += wrap(f"your newer mail {one.replaced_by} replaces it.", "  ") if one.replaced_by is not None else []
    if letter.problems:
        lines += problems(letter.problems)
        lines += wrap("Nothing of this mail is carried out; correct it and send all of it again.", "  ")
    lines += [row for line in letter.set_aside for row in wrap(line, "  no order:   ")]
    return lines


def problems(found: Iterable[Problem]) -> list[str]:
    """Return what is wrong with some lines."""
    return [row for one in found for row in (*wrap(one.line, "  problem:    "), *wrap(one.message, "    "))]


def happened(traces: Sequence[Trace], player: str) -> list[str]:
    """Return what happened, as far as a player may know."""
    out: list[str] = []
    for trace in traces:
        # whom the game awaits is said once, for the present state
        waits = waiting(trace.for_player(player))
        wrapped = (textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False) for line in waits)
        folded = {row for rows in wrapped for row in rows}
        rows = trace_text(trace.for_player(player), "notable").rstrip("\n").split("\n")
        out += [*(row for row in rows if row not in folded or not row), ""]
    return _without_gaps(out)


def _without_gaps(lines: Sequence[str]) -> list[str]:
    """Return lines with one empty line where there were several."""
    return [line for place, line in enumerate(lines) if line or (place and lines[place - 1])]


def choices(opened: Opened, player: str, piece: str | None = None) -> list[str]:
    """Return what a player may order now, as lines to copy."""
    state = opened.game.view(opened.state, player)
    position = opened.game.open(state, opened.rules)
    found = legal(opened.game, position, player, piece)
    rows = zip(found, rows_of(found), strict=True)
    lines = [f"  {one_line(row_text(row, type(candidate.order)))}" for candidate, row in rows]
    more = len(lines) - _MOST_LINES
    return [*lines[:_MOST_LINES], *([f"  and {more} more; ask with 'legal PIECE'"] if more > 0 else [])]


def awaited(awaiting: Sequence[Awaiting], due: dict[str, datetime | None], player: str) -> list[str]:
    """Return whom the game awaits, and until when."""
    out = []
    for one in awaiting:
        by = due.get(one.player)
        said = f"Awaiting {one.player}: {one.phase}{f', by {written(by)}' if by is not None else ''}."
        if one.player == player:
            said += f" Must: {', '.join(one.must)}." if one.must else ""
            said += f" May: {', '.join(one.may)}." if one.may else ""
        out += wrap(said)
    return out or ["The game is over."]


def rule(ruleset: Ruleset, cite: str) -> list[str]:
    """Return a rule or a ruling in words."""
    known = next((one for one in ruleset.citable if one.casefold() == cite.casefold()), cite)
    if known in ruleset.rulings:
        ruling = ruleset.rulings[known]
        return wrap(f"{known}: {ruling.question} {ruling.answer}")
    found = ruleset.rules.get(ruleset.rule_of(known))
    return wrap(f"{known}: {found.summary}" if found is not None else f"{cite} is no rule here")
