"""Every argument of the API is judged alike: one of a wrong type is `Unreadable`, and the problem names it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from documents_run import ROOT

import referee

pytestmark = pytest.mark.fast

STATE = (ROOT / "examples/titan/slope/012.state.yaml").read_text()
ORDERS = (ROOT / "examples/titan/slope/013.black.yaml").read_text()
QUESTION = "plains; attacker ogre C3; reach ogre"


def trace() -> Any:
    return referee.adjudicate(STATE, ORDERS).trace


def session() -> referee.Session:
    return referee.Session.open(STATE)


CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "ask": (referee.ask, {"question": QUESTION, "ruleset": "titan"}),
    "check": (referee.check, {"state": STATE, "orders": ORDERS}),
    "adjudicate": (referee.adjudicate, {"state": STATE, "orders": ORDERS}),
    "legal": (referee.legal, {"state": STATE}),
    "new": (referee.new, {"ruleset": "titan"}),
    "find": (referee.find, {"ruleset": "titan", "text": "split a legion of three"}),
    "view": (referee.view, {"state": STATE, "player": "red"}),
    "replay": (referee.replay, {"traces": trace()}),
    "show": (referee.show, {"state": STATE}),
    "odds": (referee.odds, {"given": STATE, "playouts": 2}),
    "Session.open": (referee.Session.open, {"state": STATE}),
    "Session.ask": (session().ask, {"question": "strike ogre-1 at lion-1"}),
    "Session.check": (session().check, {"orders": ORDERS}),
    "Session.adjudicate": (session().adjudicate, {"orders": ORDERS}),
    "Session.legal": (session().legal, {}),
    "Session.view": (session().view, {"player": "red"}),
    "Session.show": (session().show, {}),
    "Session.odds": (session().odds, {"question": "strike ogre-1 at lion-1"}),
}
WRONG: list[Any] = [
    *(0, 1, 3, -1, 1.5, float("nan"), True, False, "", "\x00", "refuze", b"x", b"x" * 31, b"x" * 33, bytearray(b"x")),
    *([], [1], ["a"], [None], (), (1,), {}, {1: 2}, {"a": 1}, {"a": [7]}, {"a": [True]}, {"a": object()}, {None: []}),
    *(object(), object, len, Path("no-such-folder"), {1}, frozenset(), range(3), (x for x in "ab"), 1j, Ellipsis),
]


def parameters(call: Callable[..., Any]) -> list[str]:
    kinds = inspect.signature(call).parameters.values()
    return [one.name for one in kinds if one.kind is not inspect.Parameter.VAR_KEYWORD]


def test_every_public_function_is_called() -> None:
    public = {name for name in referee.__all__ if inspect.isfunction(getattr(referee, name))}
    methods = {name for name, value in vars(referee.Session).items() if not name.startswith("_") and callable(value)}
    methods |= {name for name, value in vars(referee.Session).items() if isinstance(value, classmethod)}
    assert set(CALLS) == public | {f"Session.{name}" for name in methods}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "parameter"), [(name, one) for name, (call, _) in CALLS.items() for one in parameters(call)]
)
def test_a_wrong_argument_is_unreadable_and_named(name: str, parameter: str) -> None:
    call, given = CALLS[name]
    refused = 0
    for value in WRONG:
        try:
            call(**{**given, parameter: value})
        except referee.Unreadable as error:
            refused += 1
            for problem in error.problems:
                said = str(problem)
                assert not said.startswith("--"), said
                if isinstance(value, (str, bytes, dict, list, tuple)):
                    # what is of the right type may be wrong inside
                    continue
                assert parameter in said or str(value) in said, (parameter, value, said)
                assert isinstance(value, (int, float, range)) or "the number" not in said, said
    assert refused > 10, (name, parameter, refused)


@pytest.mark.parametrize("value", [3, object(), [object()], {1: object()}, b"\xff", (x for x in "ab"), "\x00", 1j])
@pytest.mark.parametrize("name", ["game", "players", "battleland", "attacking", "no_such_parameter"])
def test_a_wrong_parameter_of_a_new_game_is_named(name: str, value: Any) -> None:
    with pytest.raises(referee.Unreadable) as error:
        referee.new("titan", **{name: value})
    assert name in str(error.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"secret": b"x"}, "secret: holds 1 byte; a secret has 32"),
        ({"secret": "x" * 32}, f"secret: is 32 bytes, not '{'x' * 32}'"),
        ({"dice_in_orders": "refuze"}, "dice_in_orders: is 'take' or 'refuse', not 'refuze' (did you mean 'refuse'?)"),
        ({"dice": [1]}, "dice: are a mapping of events to lists of dice, not a list"),
        ({"dice": {"e": [0]}}, "dice: 'e' has a list of numbers from 1, not [0]"),
        ({"accept_edit": 3}, "accept_edit: is a text, not the number 3"),
        ({"folders": 3}, "folders: are a path or a list of paths, not the number 3"),
        ({"trace": Path("x")}, "trace: is True or False, not a Python object of type PosixPath"),
        ({"orders": (x for x in "ab")}, "orders: are documents, or one of them, not a Python object of type generator"),
    ],
)
def test_a_message_names_the_argument(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(referee.Unreadable) as error:
        referee.adjudicate(**{"state": STATE, "orders": ORDERS, **arguments})
    assert str(error.value) == message
