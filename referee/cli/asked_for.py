"""Questions asked for at a terminal, and the list of what may be asked."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from referee.core.documents import Unreadable

from .common import problem_text, say


def examples(ruleset: str, folders: tuple[Path, ...]) -> str:
    """Return the questions of a ruleset, each in its strict form and, where there is one, as people speak."""
    from referee import games
    from referee.core.notation.hints import example
    from referee.core.spoken.vocabulary import words_of
    from referee.core.spoken.words import TABLE

    game, found = games.load(ruleset, folders)
    said = words_of(found).help if TABLE in found.tables else {}
    lines = []
    for verb, kind in game.questions.items():
        lines.append(f"{verb}: {(kind.__doc__ or '').split(':')[0].split('.')[0].strip()}")
        lines += [f"    {shown}" for shown in (example(kind), said.get(verb, "")) if shown]
    return "\n".join(
        [*lines, "", "Write the situation before the question, in clauses with semicolons, or ask as you speak.", ""]
    )


def question(ruleset: str, folders: tuple[Path, ...]) -> str | None:
    """Return a question that a player types, asked for until it is understood; None if nobody is at a terminal."""
    from referee import api

    if not sys.stdin.isatty():
        return None
    say(examples(ruleset, folders))
    while True:
        text = str(click.prompt("Your question", prompt_suffix="? "))
        try:
            document = api.question_line(text, ruleset, folders)
        except Unreadable as error:
            for problem in error.problems:
                say(problem_text(problem))
            continue
        heard = getattr(document, "heard", None)
        line = heard.line if heard is not None else text
        say(f"referee ask -r {ruleset} '{line}'\n")
        return line
