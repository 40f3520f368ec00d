"""The arguments of the Python API: one of a wrong type is reported by its name, as a document is by its file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from referee.core import documents
from referee.core.documents import Problem, Unreadable
from referee.core.documents.problems import Argument, kind_of, listed, nearest
from referee.core.game.drawing import SECRET_BYTES, TAKE_OR_REFUSE, held


def expect_arguments(**given: Any) -> None:
    """Raise Unreadable with a problem for every argument of a wrong type; None stands for one that is not given."""
    refuse({name: _KINDS[name](value) for name, value in given.items() if value is not None})


def expect_text(name: str, value: Any) -> None:
    """Raise Unreadable if an argument that must be given is no text."""
    refuse({name: _text(value)})


def refuse(wrong: Mapping[str, str]) -> None:
    """Raise Unreadable with the problems of arguments, if a message is not empty."""
    problems = [Problem(Argument(name), 0, 0, "", message) for name, message in wrong.items() if message]
    if problems:
        raise Unreadable(problems)


def unplain(given: Mapping[str, Any]) -> dict[str, str]:
    """Return a message for every argument that is not plain data."""
    out: dict[str, str] = {}
    for name, value in given.items():
        try:
            documents.builtins({name: value})
        except (TypeError, ValueError, RecursionError) as error:
            out[name] = f"is not plain data: {error}"
    return out


def _text(value: Any) -> str:
    return "" if isinstance(value, str) else f"is a text, not {kind_of(value)}"


def _truth(value: Any) -> str:
    return "" if isinstance(value, bool) else f"is True or False, not {kind_of(value)}"


def _secret(value: Any) -> str:
    if not isinstance(value, bytes):
        return f"is {SECRET_BYTES} bytes, not {kind_of(value)}"
    return "" if len(value) == SECRET_BYTES else held(value)


def _one_of(known: Sequence[str], value: Any) -> str:
    if value in known:
        return ""
    near = nearest(value, known) if isinstance(value, str) else ""
    return f"is {listed([repr(one) for one in known])}, not {kind_of(value)}{near}"


def _dice(value: Any) -> str:
    if not isinstance(value, Mapping):
        return f"are a mapping of events to lists of dice, not {kind_of(value)}"
    for event, dice in value.items():
        if not isinstance(event, str):
            return f"are named by events, which are texts, not {kind_of(event)}"
        if not isinstance(dice, list) or not all(type(die) is int and die >= 1 for die in dice):
            shown = kind_of(dice) if not isinstance(dice, list) else str(dice)
            return f"'{event}' has a list of numbers from 1, not {shown}"
    return ""


def _options(value: Any) -> str:
    if not isinstance(value, Mapping):
        return f"are a mapping of names to values, not {kind_of(value)}"
    wrong = [name for name in value if not isinstance(name, str)]
    return f"have names that are texts, not {kind_of(wrong[0])}" if wrong else ""


def _number(value: Any) -> str:
    right = isinstance(value, int) and not isinstance(value, bool) and value >= 1
    return "" if right else f"is a number from 1, not {kind_of(value)}"


def _share(value: Any) -> str:
    right = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1
    return "" if right else f"is a part of 1, as 0.005, not {kind_of(value)}"


def _texts(value: Any) -> str:
    if not isinstance(value, Mapping):
        return f"are a mapping of sides to names, not {kind_of(value)}"
    wrong = [one for pair in value.items() for one in pair if not isinstance(one, str)]
    return f"are texts by texts, not {kind_of(wrong[0])}" if wrong else ""


def _question(value: Any) -> str:
    if isinstance(value, Mapping):
        return _options(value) if value else "is empty; a question is a mapping with its verb"
    return "" if isinstance(value, str) else f"is a text or a mapping, not {kind_of(value)}"


def _seed(value: Any) -> str:
    right = isinstance(value, (str, int)) and not isinstance(value, bool)
    return "" if right else f"is a text or a number, not {kind_of(value)}"


_KINDS: dict[str, Callable[[Any], str]] = {
    "accept_edit": _text,
    "accept_rules": _truth,
    "board": _text,
    "cluster": _text,
    "dice": _dice,
    "dice_in_orders": partial(_one_of, TAKE_OR_REFUSE),
    "engine": partial(_one_of, ("fast", "judge")),
    "format": _text,
    "jobs": _number,
    "most": _number,
    "options": _options,
    "piece": _text,
    "player": _text,
    "playouts": _number,
    "policies": _texts,
    "question": _question,
    "ruleset": _text,
    "secret": _secret,
    "seed": _seed,
    "skip_illegal": _truth,
    "trace": _truth,
    "within": _share,
}
