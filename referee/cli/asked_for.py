"""Questions asked for at a terminal, step by step with completion, and the list of what may be asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.core.documents import Document, Unreadable

from .common import problem_text, say

if TYPE_CHECKING:
    from referee.core.game.game import Game
    from referee.core.game.questions import Question
    from referee.core.rules.rulesets import Ruleset


def examples(ruleset: str, folders: tuple[Path, ...]) -> str:
    """Return the questions of a ruleset, each in its strict form and, where there is one, as people speak."""
    lines = []
    for verb, told, strict, spoken in _questions(ruleset, folders):
        lines.append(f"{verb}: {told}")
        lines += [f"    {shown}" for shown in (strict, spoken) if shown]
    return "\n".join(
        [*lines, "", "Write the situation before the question, in clauses with semicolons, or ask as you speak.", ""]
    )


def every_example() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return for each game that comes with the referee its ruleset, and its questions with one example each."""
    from referee import games
    from referee.core.rules.rulesets import Ruleset
    from referee.core.rules.search import look

    found: dict[str, str] = {}
    for name in sorted(look(()).folders):
        try:
            ruleset = Ruleset(name)
            if not ruleset.extends and games.load(name)[0].questions:
                found.setdefault(ruleset.game, name)
        except Unreadable:
            # `referee rulesets` says what is wrong with it
            continue
    return [
        (name, [(verb, spoken or strict) for verb, _, strict, spoken in _questions(name, (), "STATE '{}'")])
        for name in found.values()
    ]


def first_example(ruleset: str, folders: tuple[Path, ...]) -> str | None:
    """Return a question of a ruleset in words, None where it has none."""
    return next((spoken for *_, spoken in _questions(ruleset, folders) if spoken), None)


def _questions(ruleset: str, folders: tuple[Path, ...], of_state: str = "{}") -> Iterable[tuple[str, str, str, str]]:
    """Yield each question: its verb, what it is about, and its examples, strict and spoken.

    `of_state` is the form of the strict example of a question that needs a situation.
    """
    from referee import games
    from referee.core.line.vocabulary import TABLE, Words
    from referee.core.notation.hints import example

    game, found = games.load(ruleset, folders)
    said = found.typed(TABLE, Words).examples if TABLE in found.tables else {}
    for verb, kind in game.asked(game.compile(found, {})).items():
        told = (kind.__doc__ or "").split(":")[0].split(".")[0].strip()
        strict = example(kind)
        yield verb, told, strict if kind.alone else of_state.format(strict), said.get(verb, "")


def at_terminal() -> bool:
    """Return whether somebody is there to be asked."""
    return sys.stdin.isatty()


def ruleset_asked() -> str:
    """Return the ruleset that a player chooses."""
    from referee.core.rules.search import look

    names = sorted(look(()).folders)
    return str(_choice("Which rules", names))


def question(ruleset: str, folders: tuple[Path, ...]) -> str | None:
    """Return a question that a player types, step by step or whole, until it is understood; None without a terminal."""
    from referee import api, games
    from referee.core.asking import read_asked

    if not at_terminal():
        return None
    game, found = games.load(ruleset, folders)
    questions = game.asked(game.compile(found, {}))
    say("What do you want to know? Name one of these, or ask the whole question in your own words.\n")
    for verb, told, _, _ in _questions(ruleset, folders):
        say(f"  {verb:<12} {told}")
    say("")
    while True:
        text = _prompt("Your question", [*questions, "help"])
        if text == "help":
            say(examples(ruleset, folders))
            continue
        if text in questions:
            text = _steps(questions[text], text, _situation_words(game, found, questions[text]))
        try:
            document = api.question_line(text, ruleset, folders)
            read_asked(game, found, document)
        except Unreadable as error:
            _tell(error)
            continue
        line = _line(document, text)
        say(f"\nreferee ask -r {ruleset} {_quoted(line)}\n")
        return line


def go_on(document: Document, ruleset: str, folders: tuple[Path, ...], answer: Callable[[Document], None]) -> None:
    """Ask again with one thing changed, or another question, as long as a player types something at a terminal."""
    from referee import api
    from referee.core.asking import read_asked
    from referee.opening.given import OneLineDocument
    from referee.opening.spoken import said_again

    game, found = api.ruleset_of(document, folders)
    while at_terminal() and isinstance(document, OneLineDocument):
        try:
            text = _prompt("\nAnd? ('with 3 hits', 'on 6', or another question; Enter ends)", [], empty=True)
        except click.Abort:
            return
        if not text:
            return
        try:
            other = said_again(document, text, folders) or api.question_line(text, ruleset, folders)
            read_asked(game, found, other)
            answer(other)
        except Unreadable as error:
            _tell(error)
            continue
        document = other


def question_of_state(document: Document, file: str, folders: tuple[Path, ...], player: str | None) -> Document | None:
    """Return a state with the question that a player types about it; None without a terminal."""
    from referee import api
    from referee.core.asking import read_asked

    if not at_terminal():
        return None
    game, found = api.ruleset_of(document, folders)
    questions = game.asked(game.compile(found, {}))
    say(f"What do you want to know of this state? {', '.join(questions)}\n")
    while True:
        text = _prompt("Your question", list(questions))
        if text in questions:
            text = " ".join([text, *_fields(questions[text], text, [])])
        try:
            asked = api.state_question(document, text, folders, player)
            read_asked(game, found, asked)
        except Unreadable as error:
            _tell(error)
            continue
        say(f"\nreferee ask {file} {_quoted(_line(asked, text))}\n")
        return asked


def _situation_words(game: Game, found: Ruleset, kind: type[Question]) -> list[str]:
    """Return the words that complete the clauses of the situation that a question is about."""
    from referee.core.notation.hints import situation_words

    about = {kind.about, *kind.further_about}
    forms = [form for form in game.situation_forms if form.key in about] or game.situation_forms[:1]
    names = game.names(found)
    return [word for form in forms for word in situation_words(form, game.state, names)]


def _steps(kind: type[Question], verb: str, words: Sequence[str]) -> str:
    """Return a strict line that a player gives piece by piece: the situation, then each field of the question."""
    from referee.core.notation.hints import example

    say(f"\n{(kind.__doc__ or '').split(':')[0].strip()}, as in: {example(kind)}")
    clauses: list[str] = []
    if not kind.alone:
        say("First the situation: the place with its facts, then who is where. An empty line ends it.")
        while clause := _prompt(f"  clause {len(clauses) + 1}", words, empty=True):
            clauses.append(clause.rstrip(";. "))
    names = [word for clause in clauses for word in clause.split()]
    return "; ".join([*clauses, " ".join([verb, *_fields(kind, verb, names)])])


def _fields(kind: type[Any], verb: str, names: Sequence[str]) -> list[str]:
    """Return the words of the fields of a question, each asked for; a field that may be left out may be empty."""
    import msgspec

    from referee.core.notation.field_specs import field_specs

    specs = field_specs(kind)
    out: list[str] = []
    for name in dict.fromkeys([verb, *specs]):
        spec = specs[name]
        needed = spec.default is msgspec.NODEFAULT
        if spec.kind in ("nested", "facts", "map", "dice") and not needed:
            continue
        if spec.kind == "flag":
            if name != verb and click.confirm(f"  {name}", default=False):
                out.append(name)
            continue
        if len(spec.choices) == 1 and needed:
            out += [*([name] if name != verb else []), spec.choices[0]]
            continue
        given = _prompt(f"  {name}{'' if needed else ' (may be empty)'}", spec.choices or names, empty=not needed)
        out += [*([name] if name != verb else []), given] if given else []
    return out


def _prompt(label: str, words: Sequence[str], empty: bool = False) -> str:
    """Return what a player types; the tabulator completes words where the terminal can."""
    with _completing(words):
        while True:
            text = str(click.prompt(label, default="", show_default=False, prompt_suffix=": ")).strip()
            if text or empty:
                return text
            say(
                f"{label[: len(label) - len(label.lstrip())]}This cannot be left out; press Tab twice to see what fits."
            )


def _choice(label: str, words: Sequence[str]) -> str:
    with _completing(words):
        return str(click.prompt(label, type=click.Choice(list(words)), show_choices=True))


class _completing:
    """Completes words at the terminal inside a `with`, where the system has readline."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = sorted(set(words))

    def __enter__(self) -> None:
        try:
            import readline
        except ImportError:
            return
        readline.set_completer(self.complete)
        readline.parse_and_bind("tab: complete")

    def __exit__(self, *_: object) -> None:
        try:
            import readline
        except ImportError:
            return
        readline.set_completer(None)

    def complete(self, begun: str, number: int) -> str | None:
        """Return the word with a number of those that begin so, None after the last."""
        fits = [word for word in self.words if word.lower().startswith(begun.lower())]
        if len(fits) == 1:
            # the word is whole, so that the next one may follow
            fits = [f"{fits[0]} "]
        return fits[number] if number < len(fits) else None


def _tell(error: Unreadable) -> None:
    for problem in error.problems:
        say(problem_text(problem))
    say("")


def _line(document: Document, text: str) -> str:
    from referee import api
    from referee.opening.questions import echo

    return echo(document, api.ruleset_of(document)[0], text)


def _quoted(text: str) -> str:
    from shlex import quote

    return quote(text)
