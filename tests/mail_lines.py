"""Lines of mails, written in tests/mails, and what must be read in each."""

from __future__ import annotations

from typing import Any

import pytest
from mail_makes import load, plain
from msgspec import structs
from seeds import sampled

from referee.desk.mail.letter import Desk
from referee.desk.mail.reading import read_letter


def lines_sampled(name: str) -> list[Any]:
    """Return every line of a file with its group, as parameters of a test: of some groups, those of today."""
    found = []
    for group in load(name):
        for line in sampled(group["lines"], group.get("sampled", 1)):
            said, marks = (line, ()) if isinstance(line, str) else (line.values[0], line.marks)
            found.append(pytest.param(group, said, id=f"{group['at']}: {group['what']}: {said}", marks=marks))
    return found


def lines_of(name: str, what: str) -> list[str]:
    """Return the lines of a group of a file."""
    found: list[str] = next(group["lines"] for group in load(name) if group["what"] == what)
    return found


def check(group: dict[str, Any], line: str, desk: Desk) -> None:
    """Read a line in every mail of its group, and compare what is read with what the group says of it."""
    if "legal" in group:
        desk = structs.replace(desk, legal=lambda _: group["legal"])
    for mail in group.get("mails", ["{}\n"]):
        found = read_letter(plain(mail.replace("{}", line)), "mail.eml", desk)
        problems = [problem.line for problem in found.problems]
        assert found.player in desk.members
        if isinstance(group["lines"], dict):
            assert found.understood == group["lines"][line]
        if "understood" in group:
            assert found.understood == group["understood"]
        if "held" in group:
            assert bool(problems) is group["held"], problems
        if "asked" in group:
            assert problems == [line if group["asked"] is True else group["asked"]]
            assert len(found.problems[0].message) > 10
        if "aside" in group:
            assert found.set_aside == ([line] if group["aside"] else [])
        if "aside_lines" in group:
            assert len(found.set_aside) == group["aside_lines"]
        if "suggests" in group:
            assert any("did you mean" in problem.message for problem in found.problems) is group["suggests"]
        assert (found.requests, found.press) == ([], [])
