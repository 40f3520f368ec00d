"""Documents of orders -> submissions, with every problem at its place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from .. import documents
from ..documents import Document, Path, Problem, Unreadable
from ..documents.problems import MOST_PROBLEMS
from ..notation import one_line
from ..notation.field_specs import field_specs

if TYPE_CHECKING:
    from .game import Game
from .orders import MOST_ORDERS, Order, _words
from .questions import Question
from .submissions import Given, Header, Submission


def read_orders(game: Game, document: Document) -> Submission:
    """Read a document of orders; raises Unreadable with every problem in it."""
    problems: list[Problem] = []
    header: Header | None = None
    try:
        header = documents.convert(document, game.header)
    except Unreadable as error:
        problems += error.problems
    listed = document.value.get("orders") if isinstance(document.value, dict) else None
    given = []
    for index, value in enumerate(listed[:MOST_ORDERS] if isinstance(listed, list) else []):
        if len(problems) > MOST_PROBLEMS:
            break
        path: Path = ("orders", index)
        if isinstance(value, dict) and isinstance(value.get("told"), dict):
            # a row of `legal` is an order as it stands; what is told beside it orders nothing
            value = {key: given for key, given in value.items() if key != "told"}
        try:
            order, source = read_verb(document, value, path, game.orders, "an order")
            given.append(Given(order, index + 1, source, path))
        except Unreadable as error:
            problems += error.problems
    if header is not None:
        for path, value in header.further():
            order, source = read_verb(document, value, path, game.orders, "an order")
            given.append(Given(order, len(given) + 1, source, path))
    if problems or header is None:
        raise Unreadable(problems)
    return Submission(document, header, given)


def read_verb(
    document: Document, value: Any, path: Path, verbs: Mapping[str, type[Any]], noun: str
) -> tuple[Any, dict[str, Any]]:
    """Return a mapping, or a line, as the order or question its verb says, and as a mapping; raises Unreadable."""
    as_line = isinstance(value, str)
    if isinstance(value, str):
        try:
            reading = one_line.read(value, verbs, noun)
        except one_line.Misread as error:
            raise Unreadable([document.problem_in(path, error.offset, error.message)]) from None
        document.lines[path] = reading.offsets
        value = reading.value
    verb, wrong = documents.verb_of(value, verbs, noun)
    if verb is None:
        raise Unreadable([document.problem(path, wrong)])
    known = field_specs(verbs[verb])
    if value[verb] is None and known[verb].kind != "flag":
        said = f"'{verb}' needs a value{one_line.wanted(verbs[verb], verb, as_line)}"
        raise Unreadable([document.problem((*path, verb), said)])
    # a piece may be called by its place, which may be a number
    value = {k: str(v) if type(v) is int and k in known and known[k].piece else v for k, v in value.items()}
    example = partial(one_line.example, verbs[verb], as_line)
    return documents.convert(document, verbs[verb], value, path, example), value


def mapping_of(order: Order | Question) -> dict[str, Any]:
    """Return an order as a mapping whose verb comes first."""
    plain: dict[str, Any] = documents.builtins(order)
    return {order.verb: plain[order.verb], **plain}


def pieces_named(order: Order) -> set[str]:
    """Return every word of an order that names a piece."""
    fields = dict(zip(order.__struct_encode_fields__, order.__struct_fields__, strict=True))
    given = [
        getattr(order, fields[name]) for name, shape in field_specs(type(order)).items() if shape.piece is not None
    ]
    return {word for value in given for word in _words(value)}
