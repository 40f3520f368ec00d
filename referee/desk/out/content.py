"""What the templates of mails get: plain data on what was understood, what happened and what may be ordered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from referee.core.adjudication.legal import rows_of
from referee.core.game.picture import Picture
from referee.core.game.trace import Awaiting, Step, Trace
from referee.core.notation.field_specs import field_specs
from referee.core.rules.rulesets import Ruleset
from referee.opening.states import Opened
from referee.report.escape import one_line
from referee.report.legal_text import row_text
from referee.report.pictures import picture_list, picture_text
from referee.report.trace_lines import chosen_steps, commitment_line, heading, silence
from referee.report.trace_text import summary_lines
from referee.report.width import wrapped_at

from ..mail.clean import Problem
from ..mail.letter import Letter
from ..offered import LATER, later, offered
from ..settings import written
from ..taking import Taken
from .templates import WIDTH, tidy, wrap

_MOST_LINES = 60
# a map that is cut and higher than this is given as a list
_MOST_CUT = 80


def understood(one: Taken) -> dict[str, Any]:
    """Return what was understood of a mail, what was set aside, and what is wrong with it."""
    letter = one.letter
    return {
        "mail": letter.mail,
        "digest": letter.digest,
        "reason": letter.reason,
        "nothing": _nothing(letter),
        "salt": letter.salt or "",
        "salted": one.salted,
        "away": " to ".join(letter.away) if letter.away is not None else "",
        "vacation": one.away,
        "understood": (letter.with_proposals() if letter.word else letter).understood,
        "replaced_by": one.replaced_by,
        "problems": problems(letter.problems),
        "word": letter.word,
        "set_aside": letter.set_aside,
        "press": [", ".join(press.to) for press in letter.press],
        "answers": [],
    }


def _nothing(letter: Letter) -> str:
    """Return why a mail holds nothing for the desk, empty if it does."""
    if letter.holds:
        return ""
    if letter.set_aside:
        return "no orders in it that can be read"
    return "no orders in it: only lines of the desk's own mails" if letter.own else "no orders in it"


def problems(found: Sequence[Problem]) -> list[dict[str, str]]:
    """Return what is wrong with some lines."""
    return [{"line": one.line, "message": one.message} for one in found]


def happened(traces: Sequence[Trace], player: str) -> list[str]:
    """Return what happened, as far as a player may know, in lines of 72 columns: each step with its dice.

    The reasons are on the page.
    """
    out: list[str] = []
    for trace in traces:
        seen = trace.for_player(player)
        title, below = heading(seen)
        # the commitment of the dice is said once, with the chain, and the digest of the rules on the page
        committed = commitment_line(seen.dice)
        out += wrap(one_line(title))
        usual = [*committed, *(line for line in below[:1] if ";" not in line)]
        out += [row for line in below if line not in usual for row in wrap(one_line(line))]
        steps = chosen_steps(seen, None, None)
        with wrapped_at(WIDTH):
            for number, step in steps:
                out += summary_lines(number, step, _dice(step))
        out += [*silence(steps, None), ""]
    return tidy(out)


def _dice(step: Step) -> str:
    """Return the dice of a step in words, empty if it has none."""
    rolls = [" ".join(map(str, roll.dice)) for roll in step.rolled]
    rolls += [f"again {' '.join(map(str, roll.reroll))}" for roll in step.rolled if roll.reroll]
    return f"; dice {', '.join(rolls)}" if rolls else ""


class Choices:
    """What a player may order now: their legal orders as rows, as lines to copy, and where their pieces can go."""

    def __init__(self, opened: Opened, player: str, piece: str | None = None) -> None:
        position = opened.game.open(opened.game.view(opened.state, player), opened.rules)
        found = offered(opened.game, position, player, piece)
        self.rows = rows_of(found)
        lines = [
            row_text({key: value for key, value in row.items() if key != "told"}, type(one.order))
            for row, one in zip(self.rows, found, strict=True)
        ]
        self.later = later(opened.game, position, player, lines) if piece is None else []
        self.kinds = [type(candidate.order) for candidate in found]

    def shown(self) -> dict[str, Any]:
        """Return the lines that fit into a mail, and how many more there are; a long remark has lines of its own."""
        pairs = list(zip(self.rows, self.kinds, strict=True))[:_MOST_LINES]
        lines: list[str] = []
        for row, kind in pairs:
            line = one_line(row_text(row, kind))
            order, mark, remark = line.partition("  # ")
            lines += [line] if len(line) <= WIDTH - 2 or not mark else [order, *wrap(remark, "  # ", "  # ", WIDTH - 2)]
        lines += [f"{line}  # {LATER}" for line in self.later]
        return {"lines": lines, "more": len(self.rows) - len(pairs)}

    def reach(self) -> list[str]:
        """Return for each piece what its orders choose among, as `move bk01 to 31, 32`."""
        found: dict[str, list[str]] = {}
        for row, kind in zip(self.rows, self.kinds, strict=True):
            verb, *others = (key for key in row if key != "told")
            own = field_specs(kind)[verb].piece is not None and isinstance(row[verb], str)
            if own and others and isinstance(row[others[0]], (str, int)):
                values = found.setdefault(f"{verb} {row[verb]} {others[0]}", [])
                if str(row[others[0]]) not in values:
                    values.append(str(row[others[0]]))
        return [f"{head} {', '.join(values)}" for head, values in found.items()]


def prospects(opened: Opened, player: str) -> list[tuple[str, str]]:
    """Return where each piece of a player could go for each result of their next roll, in words."""
    position = opened.game.open(opened.game.view(opened.state, player), opened.rules)
    return [
        (piece, "; ".join(f"{roll}: {', '.join(places) or 'nowhere'}" for roll, places in by_roll.items()))
        for piece, by_roll in position.prospects(player).items()
    ]


def board_lines(boards: Mapping[str, Picture]) -> tuple[list[str], bool]:
    """Return the boards as text, each as a map, in two parts if it is wide, and whether all of them are whole.

    One that would be too long is a list.
    """
    lines: list[str] = []
    fit = True
    for picture in boards.values():
        text = picture_text(picture).rstrip("\n").split("\n")
        if max(map(len, text)) > WIDTH:
            fit = False
            text = picture_text(picture, WIDTH).rstrip("\n").split("\n")
            if len(text) > _MOST_CUT:
                text = picture_list(picture).rstrip("\n").split("\n")
        lines += [*text, ""]
    return tidy(lines), fit


def own_first(picture: Picture, player: str) -> Picture:
    """Return a picture whose table lists the pieces of a player first."""
    head, *rows = picture.table or ((),)
    return replace(picture, table=(head, *sorted(rows, key=lambda row: row[0] != player)) if rows else picture.table)


def awaited(
    awaiting: Sequence[Awaiting], due: Mapping[str, datetime | None], player: str, language: str
) -> list[dict[str, Any]]:
    """Return whom the game awaits, until when, and what this player must and may order."""
    out = []
    for one in awaiting:
        by = due.get(one.player)
        own = one.player == player
        out.append(
            {
                "player": one.player,
                "phase": one.phase,
                "by": written(by, language) if by is not None else None,
                "own": own,
                "must": list(one.must) if own else [],
                "may": list(one.may) if own else [],
            }
        )
    return out


def rule(ruleset: Ruleset, cite: str) -> str:
    """Return a rule or a ruling in words."""
    known = next((one for one in ruleset.citable if one.casefold() == cite.casefold()), cite)
    if known in ruleset.rulings:
        ruling = ruleset.rulings[known]
        return f"{known}: {ruling.question} {ruling.answer}"
    found = ruleset.rules.get(ruleset.rule_of(known))
    return f"{known}: {found.summary}" if found is not None else f"{cite} is no rule here"
