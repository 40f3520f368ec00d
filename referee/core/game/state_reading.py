"""States and situations read from documents: typed, and validated against the tables, with every problem at once."""

from __future__ import annotations

from typing import Any

from .. import documents
from ..documents import Document, Path, Problem, Unreadable
from ..documents.problems import in_order, stranger
from ..rules.compiled import CompiledRules
from ..rules.rulesets import Ruleset
from .game import Game, StateProblems
from .state import State


def read_state(game: Game, ruleset: Ruleset, document: Document, value: Any, playing: bool | None = None) -> State:
    """Return the state or situation of a document as its type, validated against the tables; raises Unreadable.

    With `playing`, the state must be complete, as a game in play is. By default, a state with a `step` is in play.
    """
    if isinstance(value, dict) and "format" not in value and "rules" in value:
        # older versions wrote format 1 without `format`; a state with `rules` was written by the referee
        value = {"format": 1, **value}
    try:
        state = documents.convert(document, game.state, value)
    except Unreadable as error:
        raise Unreadable(in_order([*error.problems, *_further(game, ruleset, document, value, playing)])) from None
    rules, problems = _rules_for(game, ruleset, document, state)
    found = faults(game, state, rules, _in_play(state, playing))
    problems += [document.problem(path, message) for path, message in found]
    if not problems:
        problems += _strangers(game, rules, document, state)
    if problems:
        raise Unreadable(in_order(problems))
    return state


def faults(game: Game, state: State, rules: CompiledRules, playing: bool) -> StateProblems:
    """Return why a state cannot be read, with paths; in play, what is impossible and not merely odd is among it."""
    out = game.validate_state(state, rules, playing)
    if playing and not out:
        out = [*out, *((fault.path, fault.message) for fault in game.impossible(state, rules) if not fault.odd)]
    return out


def odd(game: Game, state: State, rules: CompiledRules, document: Document) -> list[Problem]:
    """Return what in a readable state cannot come about in play, though play can go on."""
    found = game.impossible(state, rules)
    return in_order([document.problem(fault.path, fault.message) for fault in found if fault.odd])


def _strangers(game: Game, rules: CompiledRules, document: Document, state: State) -> list[Problem]:
    """Return the problems of names in `view` and `dice.salts` that are not players."""
    named: list[tuple[Path, str]] = [] if state.view is None else [(("view",), state.view)]
    named += [(("dice", "salts", name), name) for name in (state.dice.salts if state.dice is not None else ())]
    players = game.open(state, rules).players if named else ()
    return [document.problem(path, stranger(name, players)) for path, name in named if players and name not in players]


def _rules_for(game: Game, ruleset: Ruleset, document: Document, state: State) -> tuple[CompiledRules, list[Problem]]:
    """Return the rules of a state, and the problems of its options; wrong options get their default."""
    wrong = ruleset.wrong_options(state.options)
    chosen = {option: value for option, value in state.options.items() if option not in wrong}
    problems = [document.problem(("options", option), message) for option, message in wrong.items()]
    return game.compile(ruleset, chosen), problems


def _further(game: Game, ruleset: Ruleset, document: Document, value: Any, playing: bool | None) -> list[Problem]:
    """Return the other problems of a document with type errors, as far as it can be understood.

    If lists or mappings are missing, only unknown words are reported.
    """
    from ..documents.mending import mend

    left = mend(value, game.state)
    if left is None:
        return []
    state, said = left
    rules, problems = _rules_for(game, ruleset, document, state)
    found = faults(game, state, rules, _in_play(state, playing)) if said.whole else game.unknown(state, rules)
    told = [(path, message) for path, message in found if said.says(path) and not said.lacks(path, message)]
    return problems + [document.problem(path, message) for path, message in told]


def _in_play(state: State, playing: bool | None) -> bool:
    return state.step is not None if playing is None else playing
