"""The first state of a game, from its parameters and options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core import documents
from referee.core.documents import Problem, Unreadable
from referee.core.game.game import Game
from referee.core.rules.rulesets import OptionValue, Ruleset


def start(game: Game, ruleset: Ruleset, values: Mapping[str, Any], options: Mapping[str, OptionValue]) -> Any:
    """Return the starting state of a game; raise Unreadable, each problem with its parameter.

    A game without a name gets one that ends in random letters and digits.
    """
    import secrets

    wrong = ruleset.wrong_options(options)
    if wrong:
        raise Unreadable([Problem("", 0, 0, "option", message) for message in wrong.values()])
    # a game whose options decide what state is legal takes them as a parameter
    takes_options = "options" in game.parameters.__struct_encode_fields__
    given = {**values, "options": dict(options)} if takes_options else dict(values)
    try:
        parameters = documents.convert(documents.made(given, ""), game.parameters)
    except Unreadable as error:
        raise Unreadable([Problem("", 0, 0, p.where, p.message) for p in error.problems]) from None
    state = game.new(parameters, ruleset)
    if not takes_options:
        state.options = {**state.options, **options}
    if "game" not in values:
        state.game = f"{state.game}-{secrets.token_hex(2)}"
    return state
