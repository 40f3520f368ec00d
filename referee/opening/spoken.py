"""Questions as people write them, read where the strict form of a line was not understood."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import msgspec

from referee import games
from referee.core.asking import ask_document, without_words
from referee.core.documents import Document, Problem, Unreadable
from referee.core.documents.problems import listed
from referee.core.game.game import Game
from referee.core.game.state import State
from referee.core.game.state_reading import read_state
from referee.core.line.mentions import Open
from referee.core.line.reader import (
    Heard,
    Lines,
    NotUnderstood,
    changed,
    read,
    read_of_state,
    read_order,
    said_whole,
    vocabulary_of,
)
from referee.core.line.vocabulary import Vocabulary
from referee.core.notation import line_writer
from referee.core.rules.compiled import CompiledRules
from referee.core.rules.full_text import Found
from referee.core.rules.rulesets import Ruleset

from .given import OneLineDocument, ruleset_of, with_value

# of two places that fit, the one that is taken does not matter
_OF_PLACES = ("path", "other_paths")


# so many rules are shown to those who get no verdict
_FEW = 3


class NoVerdict(Unreadable):
    """A text is no question that can be answered: its problems, and the rules that it may be about.

    `line` is its strict form as far as it goes, with blanks, and `not_used` are the words that this leaves out. `look`
    finds the rules.
    """

    def __init__(
        self,
        ruleset: str,
        problems: Sequence[Problem],
        line: str | None,
        not_used: Sequence[str],
        look: Callable[[], list[Found]],
    ) -> None:
        super().__init__(problems)
        self.ruleset = ruleset
        self.line = line
        self.not_used = list(not_used)
        self._look = look

    @cached_property
    def found(self) -> list[Found]:
        """The rules, rulings and sheets that the text is about, best first."""
        return self._look()

    def beside(self) -> dict[str, Any]:
        return {"found": msgspec.to_builtins(self.found), "line": self.line, "not_used": self.not_used}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.ruleset, self.problems, self.line, self.not_used, partial(list, self.found))


def reader_of(game: Game, ruleset: Ruleset) -> tuple[CompiledRules, Vocabulary, Lines] | None:
    """Return the rules, the vocabulary and the lines of a game with which texts are read; None where it has none."""
    if game.lines is None:
        return None
    rules, lines = game.compile(ruleset, {}), game.lines()
    vocabulary = vocabulary_of(ruleset, rules, lines)
    return (rules, vocabulary, lines) if vocabulary is not None else None


def order_said(text: str, game: Game, ruleset: Ruleset, state: State, player: str) -> str | None:
    """Return the line of the order that a player gives in the words of a question, None if there is none.

    Names are those of what the player sees.
    """
    reader = reader_of(game, ruleset)
    if reader is None:
        return None
    rules, vocabulary, lines = reader
    things = lines.things(game.view(state, player), rules)
    order = read_order(text, game.questions, game.verbs, vocabulary, things, player)
    return None if order is None else line_writer.line(order, game.verbs[next(iter(order))])


def said_again(document: OneLineDocument, text: str, folders: Sequence[Path]) -> OneLineDocument | None:
    """Return a question with one thing changed in it or in its situation, None if a text says no such thing."""
    game, ruleset = ruleset_of(document, folders)
    reader = reader_of(game, ruleset)
    if reader is None:
        return None
    _, vocabulary, lines = reader
    value = changed(document.value, text, game.questions, vocabulary, lines)
    if value is None:
        return None
    # what was asked beside the question is asked again
    further = dict(document.heard.further) if document.heard is not None else {}
    if "told" in further and value["ask"].get("number") != document.value["ask"].get("number"):
        # a number was asked about, and so is the other one
        further["told"] = [value["ask"]["number"]]
        value = {**value, "ask": document.value["ask"]}
    out = with_value(document, value)
    out.heard = Heard(value, further=further)
    return out


class Standing(msgspec.Struct, frozen=True):
    """A `verdict` in a sentence: on a `claim` the rules behind it too; of a state who orders now, and who has won."""

    verdict: str
    players: Sequence[str] = ()
    winners: Sequence[str] | None = None
    claim: bool = False
    cites: Sequence[str] = ()


def told(text: str, name: str, document: Document | None, folders: Sequence[Path]) -> Standing | None:
    """Return what a state shows of itself, or whether the rows bear out what a text claims; None for another text.

    `name` is that of the ruleset where there is no state. Raises Unreadable.
    """
    game, ruleset = games.load(name, tuple(folders)) if document is None else ruleset_of(document, folders)
    reader = reader_of(game, ruleset)
    if reader is None:
        return None
    asked = said_whole(text, reader[1], "status") if document is not None else []
    if asked and document is not None:
        return _standing(game, ruleset, document, asked[0].get("whether"))
    claims = said_whole(text, reader[1], "effect")
    if len(claims) != 1:
        return None
    from .claims import judged

    verdict, cites = judged(claims[0], game, ruleset, reader[0])
    return Standing(verdict, claim=True, cites=cites)


def _standing(game: Game, ruleset: Ruleset, document: Document, whether: str | None) -> Standing:
    """Return how a state is; `whether` it is over or won is answered by yes or no."""
    value = {key: inner for key, inner in document.value.items() if key not in ("ask", "id")}
    state = read_state(game, ruleset, document, value)
    position = game.open(state, game.compile(ruleset, state.options))
    winners, awaited = position.winners(), position.awaiting()
    yes = winners is not None if whether == "over" else bool(winners)
    head = f"{'Yes' if yes else 'No'}. " if whether is not None else ""
    if winners is not None:
        who = f"{listed(winners, 'and')} {'have' if len(winners) > 1 else 'has'} won" if winners else "nobody has won"
        return Standing(f"{head}It is over: {who}.", [], list(winners))
    players = list(dict.fromkeys(one.player for one in awaited))
    waits = f"orders are awaited from {listed(players, 'and')}" if players else "no orders are awaited"
    said = f"{head}Nobody has won yet: {waits}."
    return Standing(" ".join(filter(None, (said, position.lasts()))), players)


def heard_document(text: str, game: Game, ruleset: Ruleset) -> OneLineDocument | None:
    """Return the document of a question as people write it; raises NotUnderstood. None where the game has no words."""
    reader = reader_of(game, ruleset)
    if reader is None:
        return None
    rules, vocabulary, lines = reader
    head = {"format": 1, "ruleset": ruleset.name}
    heard = read(text, game.questions, vocabulary, lines, rules, _judge(game, ruleset, head))
    return _document(heard, "", "the question", {**head, **heard.value})


def heard_of_state(
    document: Document, text: str, game: Game, ruleset: Ruleset, player: str | None
) -> OneLineDocument | None:
    """Return a state with the question that a text asks of it; raises NotUnderstood and Unreadable.

    `player` is the one who asks, if that is known. None where the game has no words.
    """
    reader = reader_of(game, ruleset)
    if reader is None:
        return None
    rules, vocabulary, lines = reader
    value = {key: inner for key, inner in document.value.items() if key not in ("ask", "id")}
    state = read_state(game, ruleset, document, value)
    things = lines.things(state, rules)
    # what is wrong with the state itself is printed with any answer, and refutes no reading
    known = {fault.message for fault in game.impossible(state, game.compile(ruleset, state.options))}
    heard = read_of_state(text, game.questions, vocabulary, things, player, _judge(game, ruleset, value, known))
    return _document(heard, document.text, document.file, {**document.value, **heard.value})


def _judge(game: Game, ruleset: Ruleset, beside: Mapping[str, Any], known: Collection[str] = ()) -> Any:
    def judge(value: Mapping[str, Any]) -> Any:
        try:
            found = ask_document(game, ruleset, OneLineDocument("", "the question", {**beside, **value}))
        except Unreadable as error:
            raise Open(*(problem.message for problem in error.problems)) from None
        if faults := [one for one in (*found.cannot_be, *found.warnings) if one not in known]:
            raise Open(*(f"this cannot be: {fault}" for fault in faults))
        return {key: inner for key, inner in without_words(found.answer).items() if key not in _OF_PLACES}

    return judge


def _document(heard: Heard, text: str, file: Any, value: dict[str, Any]) -> OneLineDocument:
    out = OneLineDocument(text, file, value)
    out.heard = heard
    return out


def _in_words(text: str, game: Game, ruleset: Ruleset) -> str:
    """Return a text without what is written in figures, such as hexes: no rule is about these."""
    reader = reader_of(game, ruleset)
    if reader is None:
        return text
    heard = reader[1].read(text)
    figured = {token.text for token in heard.tokens if token.figures.keys() - {"number", "times"}}
    return " ".join(word for word in text.split() if word.strip("(),.;:?!") not in figured)


def no_verdict(error: NotUnderstood, strict: Sequence[Problem], text: str, game: Game, ruleset: Ruleset) -> NoVerdict:
    """Return the error of a text that is no question, with the problems of its strict form if it looks like one."""
    faults = [Problem("the question", 0, 0, "", fault) for fault in error.faults]

    def look() -> list[Found]:
        from referee.core.game.finding import find

        return find(game, ruleset, _in_words(text, game, ruleset), _FEW)

    return NoVerdict(ruleset.name, [*strict, *faults], error.line, error.not_used, look)
