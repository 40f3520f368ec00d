"""States opened for play, as a player sees them, and what in them breaks a rule."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from referee.core import documents
from referee.core.documents import Document, Part, Problem, Unreadable
from referee.core.documents.problems import Argument, known_name, stranger
from referee.core.game.game import Game
from referee.core.game.state import State
from referee.core.game.state_reading import odd, read_state
from referee.core.game.trace import Trace
from referee.core.rules.compiled import CompiledRules
from referee.core.rules.rulesets import Ruleset
from referee.report.reports import OffencesReport

from .given import expect, ruleset_of


class StaleRules(Exception):
    """The tables have changed since a state was written; `rows` names what differs."""

    def __init__(self, ruleset: str, rows: list[str]) -> None:
        super().__init__(f"the rules of {ruleset} have changed since this state was written: {', '.join(rows)}")
        self.rows = rows


class Opened(msgspec.Struct, frozen=True):
    """A state with the game and the rules it is played by, and the document it was read from."""

    game: Game
    ruleset: Ruleset
    rules: CompiledRules
    state: State
    document: Document


def open_session(document: Document, folders: Sequence[Path] = (), accept_rules: bool = False) -> Opened:
    """Open a state for orders; raises Unreadable, or StaleRules if the rules changed and `accept_rules` is false."""
    expect(document, "a state")
    game, ruleset = ruleset_of(document, folders)
    state = read_state(game, ruleset, document, document.value, playing=True)
    _current(ruleset, state, accept_rules)
    return Opened(game, ruleset, game.compile(ruleset, state.options), state, document)


def _current(ruleset: Ruleset, state: State, accept_rules: bool) -> None:
    """Raise StaleRules if the tables have changed since a state was written and that is not accepted."""
    changed = ruleset.deciding.told_since(state.rules) if state.rules is not None and not accept_rules else []
    if changed:
        raise StaleRules(ruleset.name, changed)


def odd_in(opened: Opened) -> list[Problem]:
    """Return what in a state breaks a rule or cannot come about in play, though play goes on by the rules."""
    found = _offending(opened.game, opened.state, opened.rules, opened.document)
    return found + [one for one in odd(opened.game, opened.state, opened.rules, opened.document) if one not in found]


def as_seen_by(document: Document, player: str | None, folders: Sequence[Path] = ()) -> Document:
    """Return a state as a player sees it, unchanged for None; a question in it is kept. May raise Unreadable."""
    if player is None:
        return document
    game, ruleset = ruleset_of(document, folders)
    asked = {key: value for key, value in document.value.items() if key in ("ask", "id")}
    given = {key: value for key, value in document.value.items() if key not in asked}
    state = read_state(game, ruleset, document, given)
    players = list(game.open(state, game.compile(ruleset, state.options)).players)
    player = known_name(player, players)
    if players and player not in players:
        raise Unreadable.of(Argument("player"), stranger(player, players))
    if state.view not in (None, player):
        raise Unreadable.of(Argument("player"), f"this is what {state.view} sees, not {player}")
    view = game.view(state, player)
    if view is state and "chain" not in given:
        return document
    # a digest would let a player check guesses about what is hidden
    seen = {key: value for key, value in documents.builtins(view).items() if key != "chain"}
    value = {**seen, **asked}
    return documents.make_document(value, f"{document.file} as {player} sees it")


def players_of(document: Document, trace: Trace, folders: Sequence[Path] = ()) -> list[str]:
    """Return the players, by the state before an adjudication; raises Unreadable if that cannot be read."""
    game, ruleset = ruleset_of(document, folders)
    state = read_state(game, ruleset, Part(document, ("before",), trace.before), trace.state_before, playing=True)
    return list(game.open(state, game.compile(ruleset, state.options)).players)


def offences(document: Document, folders: Sequence[Path] = (), accept_rules: bool = False) -> OffencesReport:
    """Return what in a readable state breaks a rule, such as an illegal army list, and what is odd in it.

    Raise Unreadable, or StaleRules if the rules changed and `accept_rules` is false.
    """
    expect(document, "a state")
    game, ruleset = ruleset_of(document, folders)
    state = read_state(game, ruleset, document, document.value, playing=game.offences is None)
    if game.offences is not None and not state.lists_armies:
        state = read_state(game, ruleset, document, document.value, playing=True)
    _current(ruleset, state, accept_rules)
    rules = game.compile(ruleset, state.options)
    problems = _offending(game, state, rules, document)
    return OffencesReport(problems, [one for one in odd(game, state, rules, document) if one not in problems])


def _offending(game: Game, state: State, rules: CompiledRules, document: Document) -> list[Problem]:
    """Return the rules that the armies of a state break."""
    found = game.offences(state, rules) if game.offences is not None else []
    return [document.problem(path, objection.with_cites()) for path, objection in found]


def view_of(document: Document, player: str, folders: Sequence[Path] = ()) -> State:
    """Return the state of a document as a player sees it; raises Unreadable if it cannot be read."""
    return open_session(as_seen_by(document, player, folders), folders, accept_rules=True).state
