"""The first state of a game, from its parameters and options, given as values or as words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect

from referee.core import documents
from referee.core.documents import Problem, Unreadable
from referee.core.documents.plain import type_info
from referee.core.game.game import Game
from referee.core.game.state import State
from referee.core.rules.index import OptionValue, read_value
from referee.core.rules.rulesets import Ruleset


class ParameterKind(msgspec.Struct, frozen=True):
    """How a parameter of a new game is given in words: one value or several, a word, a number or a truth value."""

    several: bool
    value: type[str] | type[float] | type[bool]
    scalar: bool

    @property
    def says(self) -> str:
        """The kind in words, as `new --list` prints it."""
        if self.several:
            return f"{'numbers' if self.value is float else 'words'} separated by commas"
        return {str: "a word", float: "a number", bool: "true or false"}[self.value]

    def read(self, text: str) -> Any:
        """Return the value of words; those that are not of this kind are returned as they are."""
        one = read_scalar if self.scalar else str
        return [one(word.strip()) for word in text.split(",")] if self.several else one(text)


def parameters_of(game: Game) -> dict[str, ParameterKind]:
    """Return the parameters of a new game by name, except the options of the rules."""
    fields = type_info(game.parameters)
    assert isinstance(fields, inspect.StructType)
    return {field.encode_name: _kind(field.type) for field in fields.fields if field.encode_name != "options"}


def _kind(given: inspect.Type) -> ParameterKind:
    items = _items(given)
    kinds = _scalars(items if items is not None else [given])
    value = (
        str
        if inspect.StrType in kinds or inspect.LiteralType in kinds
        else bool
        if kinds == {inspect.BoolType}
        else float
    )
    scalar = bool(kinds & {inspect.IntType, inspect.FloatType, inspect.BoolType})
    return ParameterKind(items is not None, value, scalar)


def _items(given: inspect.Type) -> list[inspect.Type] | None:
    """Return the types of the items of a list or a tuple, None for what is neither."""
    for kind in _plain(given):
        if isinstance(kind, inspect.TupleType):
            return list(kind.item_types)
        if isinstance(kind, inspect.CollectionType):
            return [kind.item_type]
    return None


def _scalars(given: list[inspect.Type]) -> set[type[inspect.Type]]:
    return {type(kind) for one in given for kind in _plain(one)} - {inspect.NoneType}


def _plain(given: inspect.Type) -> list[inspect.Type]:
    """Return the types of a union, without what is noted on them."""
    if isinstance(given, inspect.Metadata):
        return _plain(given.type)
    return [kind for one in given.types for kind in _plain(one)] if isinstance(given, inspect.UnionType) else [given]


def read_scalar(text: str) -> OptionValue:
    """Return a whole number, true or false from a word; any other word is returned as it is."""
    return read_value(text.strip())


def start(game: Game, ruleset: Ruleset, values: Mapping[str, Any], options: Mapping[str, OptionValue]) -> Any:
    """Return the starting state of a game; raises Unreadable, each problem with its parameter.

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
        parameters = documents.convert(documents.make_document(given, ""), game.parameters)
    except Unreadable as error:
        raise Unreadable([Problem("", 0, 0, p.where, p.message) for p in error.problems]) from None
    state = game.new(parameters, ruleset)
    if not takes_options:
        state.options = {**state.options, **options}
    if "game" not in values:
        state.game = f"{state.game}-{secrets.token_hex(2)}"
    _check(game, ruleset, state)
    return state


def _check(game: Game, ruleset: Ruleset, state: State) -> None:
    """Read a starting state as any other; raises Unreadable for one that parameters have made impossible."""
    from referee.core.game.state_reading import read_state

    value = documents.builtins(state)
    try:
        read_state(game, ruleset, documents.make_document(value, ""), value, playing=True)
    except Unreadable as error:
        said = [f"the new state cannot be: {p.where}: {p.message}" for p in error.problems]
        raise Unreadable([Problem("", 0, 0, "", one) for one in said]) from None
