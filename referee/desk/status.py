"""Where a game by mail stands, and what a run has done, for the master."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.core.documents.problems import counted
from referee.report.escape import join_lines, one_line

from .archive import Archive
from .clock import late, moment
from .playing import Progress
from .result import Result


def status_of(folder: Path, folders: Sequence[Path] = ()) -> dict[str, Any]:
    """Return where a game stands as `--json` prints it."""
    archive = Archive(folder, folders)
    opened = archive.opened()
    terms = opened.state.dice
    now = moment(None, archive.settings.deadline)
    found = Result(archive, now, [], Progress(opened, archive.waiting()), archive.n).plain()
    return {
        "game": archive.settings.game,
        "ruleset": archive.settings.ruleset,
        "n": archive.n,
        "era": archive.chain.era,
        "step": opened.state.step or 0,
        **{key: found[key] for key in ("awaiting", "waiting", "head")},
        "commitment": terms.commitment if terms is not None else None,
    }


def status_text(found: dict[str, Any]) -> str:
    """Return where a game stands as text."""
    lines = [f"{found['game']} ({found['ruleset']}), record {found['n']}, step {found['step']}"]
    return _text([*lines, *_standing(found), f"head {found['head']}", f"dice {found['commitment']}"])


def result_text(result: Result) -> str:
    """Return what a run has done as text."""
    found = result.plain()
    lines = ["nothing is written or rolled: this is a preview"] if result.preview else []
    for mail in found["taken"]:
        if mail.get("double"):
            lines.append(f"taken      {mail['mail']}: a double")
        elif mail["player"] is None:
            lines.append(f"set aside  {mail['mail']}: {mail['problems'][0]['message']}")
        else:
            count = counted(len(mail["understood"]), "order") if mail["understood"] else "no orders"
            replaced = f", replaced by {mail['replaced_by']}" if "replaced_by" in mail else ""
            lines.append(f"taken      {mail['mail']}: {mail['player']}, {count}{replaced}")
            lines += [f"    problem: {one['line']}: {one['message']}" for one in mail["problems"]]
    lines += [f"partial    {name}: it waits until it is whole" for name in found.get("partial", ())]
    for one in found["adjudicated"]:
        lines.append(f"record {one['n']:>3}  step {one['step']}: {one['title']} ({', '.join(one['by'])})")
    lines += _unsure(found)
    for one in result.taken:
        sent = [press.text for press in one.letter.press if "master" in press.to and not one.double]
        lines += [f"press      {one.letter.player} to the master: {text}" for text in sent]
    lines += _standing(found)
    lines += [f"reminded   {player}{_default_at(result, player)}" for player in result.reminded]
    lines += [f"late       {player}: no default is safe; `referee desk adjust` decides" for player in result.late()]
    if not result.preview:
        lines += [f"written    {path}" for path in found["written"] if path.startswith("out/")]
    for mail in found.get("mails", ()):
        lines += ["", f"to {mail['to']}: {mail['subject']}", ""]
        lines += [f"    {line}".rstrip() for line in mail["text"].rstrip("\n").split("\n")]
    return _text(lines)


def _default_at(result: Result, player: str) -> str:
    """Return in words when a default stands in for a player who is late."""
    by, deadline = result.due.get(player), result.archive.settings.deadline
    return f": a default stands in from {late(by, deadline).isoformat()}" if by is not None and deadline else ""


def _unsure(found: dict[str, Any]) -> list[str]:
    """Return what of a preview hangs on dice, each roll with a `?`."""
    lines = []
    for one in found.get("unsure", ()):
        order = f"{one['player']}: {one['order']}" if one["order"] else "a standing order"
        told = [*(f"{roll}: ?" for roll in one["rolls"]), *one["because"]]
        mark = "?" if one["rolls"] or one["verdict"] == "open" else " "
        said = f" ({one['verdict']}{': ' if told else ''}{'; '.join(told)})"
        lines.append(f"{mark}          {order}{said}")
    return lines


def _standing(found: dict[str, Any]) -> list[str]:
    lines = []
    for one in found["awaiting"]:
        due = f", due {one['due']}" if one["due"] else ""
        lines.append(f"awaiting   {one['player']}: {one['phase']}{due}")
    lines += [f"waiting    {one['player']}: {'; '.join(one['orders'])}" for one in found["waiting"]]
    return lines or ["the game is over"]


def _text(lines: Sequence[str]) -> str:
    return join_lines([one_line(line) for line in lines])
