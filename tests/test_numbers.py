"""Every number of a state, a situation, a question or an order is taken as given, or refused with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from documents_found import case_documents
from seeds import seeds

from referee import games
from referee.core import documents
from referee.core.documents import Document, Unreadable, builtins
from referee.core.game.game import Game
from referee.core.game.reading import read_orders
from referee.core.game.state_reading import read_state
from referee.core.rules.rulesets import Ruleset
from referee.core.testing.case_format import Case
from referee.core.testing.cases import CaseResult, run

CASES = Path(__file__).parent / "cases"
NUMBERS = (-1000, -7, -1, 0, 2, 3, 9, 13, 400, 10**4, 10**9, 0.5, 2.5, -0.25, 1e17)
# where an order that reacts holds others
REACTING = ("then", "else", "try", "always")
# what of a case is judged
PARTS = ("given", "orders", "ask", "dice")
Path_ = tuple[str | int, ...]


def leaves(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Yield the path of every number of a document."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from leaves(inner, (*path, number))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path


def put(value: Any, path: Path_, number: float) -> Any:
    """Return a document with another number at a path."""
    if not path:
        return number
    out = dict(value) if isinstance(value, dict) else list(value)
    out[path[0]] = put(value[path[0]], path[1:], number)
    return out


def at(thing: Any, path: Path_) -> Any:
    """Return what a typed document holds at a path."""
    for step in path:
        if isinstance(thing, msgspec.Struct):
            thing = getattr(
                thing, dict(zip(thing.__struct_encode_fields__, thing.__struct_fields__, strict=True))[step]
            )
        else:
            thing = thing[step]
    return thing


def plain(order: Any) -> Iterator[dict[str, Any]]:
    """Yield an order as given, or those that may be given in its place if it reacts."""
    if isinstance(order, list):
        for one in order:
            yield from plain(one)
    elif isinstance(order, dict) and not order.keys().isdisjoint(REACTING):
        for key in REACTING:
            yield from plain(order.get(key))
    elif isinstance(order, dict):
        yield order


def documents_of(game: str) -> list[Any]:
    """Return the cases of a game as plain data."""
    known = (part.value for part in case_documents() if part.file.startswith(f"{CASES / game}/"))
    return [one for one in known if isinstance(one, dict) and "unreadable" not in one["expect"]]


def made(value: Any) -> Document:
    return documents.make_document(value, "given")


def judge(game: Game, ruleset: Ruleset, document: Document) -> CaseResult:
    return run(game, ruleset, document, documents.convert(document, Case))


def accepted(read: Callable[..., Any], *given: Any) -> Any:
    """Return what a document is read as, None where it is refused with a place."""
    try:
        return read(*given)
    except Unreadable as error:
        problems = error.problems
    assert problems
    assert all(problem.where for problem in problems), problems
    return None


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(6))
@pytest.mark.parametrize("name", ["titan", "hordes", "battalions"])
def test_a_number_of_a_state_is_taken_as_given_or_refused(name: str, seed: int) -> None:
    game, ruleset = games.load(name)
    rng = Random(f"{name} {seed}")
    cases = [case for case in documents_of(name) if any(leaves(case["given"]))]
    for case in rng.sample(cases, 25):
        told = {"format": 1, "ruleset": name, **case["given"]}
        path, number = rng.choice(list(leaves(case["given"]))), rng.choice(NUMBERS)
        changed = put(told, path, number)
        state = accepted(read_state, game, ruleset, made(changed), changed)
        if state is None:
            continue
        assert (at(state, path), type(at(state, path))) == (number, type(number)), (path, case["case"])
        # what a state holds is what is written of it
        assert at(msgspec.convert(builtins(state), game.state), path) == number, (path, case["case"])


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(6))
@pytest.mark.parametrize("name", ["titan", "hordes", "battalions"])
def test_a_number_of_an_order_is_taken_as_given_or_refused(name: str, seed: int) -> None:
    game, _ = games.load(name)
    rng = Random(f"{name} {seed}")
    given = [one for case in documents_of(name) for one in case.get("orders") or () if isinstance(one, dict)]
    orders = [one for each in given for order in each.get("orders", [each]) for one in plain(order)]
    for order in rng.sample([one for one in orders if any(leaves(one))], 25):
        path, number = rng.choice(list(leaves(order))), rng.choice(NUMBERS)
        document = made({"format": 1, "ruleset": name, "player": "red", "orders": [put(order, path, number)]})
        found = accepted(read_orders, game, document)
        if found is not None:
            (read,) = found.orders
            # a name may be given as a number, as a Land for its legion
            assert at(read.order, path) in (number, str(number)), (path, order)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(6))
@pytest.mark.parametrize("name", ["titan", "hordes", "battalions"])
def test_a_case_with_another_number_is_judged_or_refused(name: str, seed: int) -> None:
    """Whatever a number is, nothing breaks on the way from the document to the answer or the trace."""
    game, ruleset = games.load(name)
    rng = Random(f"{name} {seed}")
    judged = [(case, {key: case[key] for key in PARTS if key in case}) for case in documents_of(name)]
    for case, told in rng.sample([(case, told) for case, told in judged if any(leaves(told))], 12):
        changed = case | put(told, rng.choice(list(leaves(told))), rng.choice(NUMBERS))
        document = made(changed)
        accepted(judge, game, ruleset, document)
