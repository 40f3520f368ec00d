"""Convert documents of orders to submissions, with every problem at its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from .. import documents
from ..documents import Document, Path, Problem, Unreadable
from ..documents.problems import MOST_PROBLEMS, known_name
from ..notation.field_specs import FieldSpec, field_specs
from ..notation.verbs import verb_of
from .boards import ScopeBoard
from .game import Game
from .orders import MOST_ORDERS, Objection, Order, _with_words, _words
from .questions import Question
from .submissions import Header, Submission, SubmittedOrder

if TYPE_CHECKING:
    from .reacting import Reacting


A = TypeVar("A", Order, Question)


class _Naming(msgspec.Struct, frozen=True):
    """The fields of a type that name things: those that name pieces, and the attributes of those that name others.

    A piece is (field, attribute, whose), the piece that acts first, since it decides which enemies are meant.
    """

    pieces: tuple[tuple[str, str, str], ...]
    others: tuple[tuple[str, str], ...]


@cache
def _naming(kind: type[Any]) -> _Naming:
    specs = field_specs(kind)
    attributes = dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))
    in_order = dict.fromkeys([kind.verb, *specs])
    return _Naming(
        tuple((name, attributes[name], whose) for name in in_order if (whose := specs[name].piece) is not None),
        tuple((attributes[name], what) for name, spec in specs.items() if (what := spec.names) is not None),
    )


def resolve_names(
    order: A, position: ScopeBoard, player: str | None, expected: Iterable[str] = ()
) -> tuple[A, list[Objection]]:
    """Return an order with pieces named by their ids, and objections to words that fit several pieces.

    A piece may be called by its id in any case, by its place, or by its kind if only one fits. Other things may be
    called as they are printed. Pieces that are `expected` do not exist yet.
    """
    naming = _naming(type(order))
    if naming.others:
        order = _as_known(order, position, naming)
    changed: dict[str, Any] = {}
    objections: list[Objection] = []
    subject: str | None = None
    for name, attribute, whose in naming.pieces:
        given = getattr(order, attribute)
        if given is None or not order.names_piece(position, name):
            continue
        found = []
        for word in _words(given):
            fits = position.pieces_called(word, whose, player, subject)
            if len(fits) > 1:
                places = " and ".join(f"{ident} ({place})" if place else ident for ident, place in fits)
                objections.append(Objection(f"{word}: {len(fits)} fit, {places}; name one", (), name))
            found.append(fits[0][0] if len(fits) == 1 else word if fits else known_name(word, expected))
        subject = subject or found[0] if found else subject
        if len(set(found)) < len(found) and isinstance(given, dict):
            twice = next(ident for ident in found if found.count(ident) > 1)
            objections.append(Objection(f"{twice} is named twice", (), name))
            continue
        value = _with_words(given, found)
        if value != given:
            changed[attribute] = value
    return (msgspec.structs.replace(order, **changed) if changed else order), objections


def _as_known(order: A, position: ScopeBoard, naming: _Naming) -> A:
    """Return an order in which known words for things other than pieces are replaced with the names of the tables."""
    changed: dict[str, Any] = {}
    for field, what in naming.others:
        given = getattr(order, field)
        if not isinstance(given, (str, list, dict)):
            continue
        if isinstance(given, dict):
            words = [position.words_called(what, [word])[0] for word in given]
            # two keys must not become one
            changed[field] = _with_words(given, words) if len(set(words)) == len(words) else given
            continue
        found = position.words_called(what, given if isinstance(given, list) else [given])
        if isinstance(given, list):
            changed[field] = found
        elif len(found) == 1:
            changed[field] = found[0]
    return msgspec.structs.replace(order, **changed) if changed else order


# what begins an order that reacts
_REACTING = ("if", "else", "try", "always", "on ")


def read_orders(game: Game, document: Document) -> Submission:
    """Read a document of orders; raises Unreadable with every problem in it."""
    problems: list[Problem] = []
    header: Header | None = None
    try:
        header = documents.convert(document, game.header)
    except Unreadable as error:
        problems += error.problems
    listed = document.value.get("orders") if isinstance(document.value, dict) else None
    given: list[SubmittedOrder] = []
    reading = _reading_of(game, document, listed)
    for index, value in enumerate(listed[:MOST_ORDERS] if isinstance(listed, list) else []):
        if len(problems) > MOST_PROBLEMS:
            break
        path: Path = ("orders", index)
        if isinstance(value, dict) and isinstance(value.get("told"), dict):
            # a row of `legal` is a complete order; `told` holds only remarks
            value = {key: given for key, given in value.items() if key != "told"}
        try:
            if reading is not None:
                reading.add(value, path)
            else:
                given.append(read_order(game, document, value, path, index + 1))
        except Unreadable as error:
            problems += error.problems
    given = reading.orders if reading is not None else given
    if header is not None:
        for path, value in header.further():
            given.append(read_order(game, document, value, path, len(given) + 1))
    if problems or header is None:
        raise Unreadable(problems)
    return Submission(document, header, given, reading.standing if reading is not None else ())


def _reading_of(game: Game, document: Document, listed: Any) -> Reacting | None:
    """Return the reader for orders of which some react, None if none does."""
    if not isinstance(listed, list) or not any(_may_react(value) for value in listed):
        return None
    from .reacting import Reacting

    return Reacting(document, lambda value, path, number: read_order(game, document, value, path, number), game.terms)


def _may_react(value: Any) -> bool:
    """Return whether an order may be one that reacts; `reacting` looks closer."""
    if isinstance(value, str):
        return value.lstrip()[:6].lower().startswith(_REACTING)
    return isinstance(value, dict) and any(isinstance(key, str) and key.lower() in _REACTING for key in value)


def read_order(
    game: Game, document: Document, value: Any, path: Path, number: int, now: str | None = None
) -> SubmittedOrder:
    """Read an order in the first scope that can read it; raises Unreadable if no scope with its verb can.

    The problems are those of the scope whose turn it is `now`, if that is known and has the verb.
    """
    value = _in_small_letters(value, game.orders.values())
    if len(game.orders) == 1:
        ((scope, verbs),) = game.orders.items()
        order, source = read_verb(document, value, path, verbs, "an order")
        return SubmittedOrder(order, number, source, path, {scope: lambda: order})
    verb = _verb(document, value, path, game.verbs)
    # the order type of a scope is imported when it is first used
    scopes = {scope: verbs for scope, verbs in game.orders.items() if verb in verbs}
    readings = {s: partial(_reading, value, verbs, verb, game.where.get(s, "here")) for s, verbs in scopes.items()}
    for scope, reading in readings.items():
        order = reading()
        if isinstance(order, Order):
            source = value
            if isinstance(value, str):
                order, source = read_verb(document, value, path, scopes[scope], "an order")
            return SubmittedOrder(order, number, source, path, {**readings, scope: partial(_known, order)})
    # the problems are collected only if no scope can read it
    failed: dict[str, list[Problem]] = {}
    for scope, verbs in scopes.items():
        try:
            read_verb(document, value, path, {verb: verbs[verb]}, "an order")
        except Unreadable as error:
            failed[game.where.get(scope, "here")] = error.problems
    here = game.where.get(now, "here") if now is not None else None
    raise Unreadable(failed[here] if here in failed else _least_wrong(failed))


def _least_wrong(failed: Mapping[str, list[Problem]]) -> list[Problem]:
    """Return the problems of the scope that reads most of an order, or of several that read as much.

    `failed` holds the problems by the words for each scope.
    """

    def well_read(problems: list[Problem]) -> tuple[int, int, int]:
        return -len(problems), problems[0].line, problems[0].column

    best = max(map(well_read, failed.values()))
    left = {where: problems for where, problems in failed.items() if well_read(problems) == best}
    several = {problems[0].message: f"{where}: {problems[0].message}" for where, problems in left.items()}
    first = next(iter(left.values()))
    if len(first) > 1 or len(several) == 1:
        return first
    return [first[0]._replace(message="; ".join(several.values()))]


def _verb(document: Document, value: Any, path: Path, verbs: Mapping[str, type[Any]]) -> str:
    """Return the verb of an order; raises Unreadable."""
    if isinstance(value, str):
        from ..notation import one_line
        from ..notation.tokens import Misread

        try:
            return one_line.verb_of(value, verbs, "an order")
        except Misread as error:
            raise Unreadable([document.problem_in(path, error.offset, error.message)]) from None
    verb, wrong = verb_of(value, verbs, "an order")
    if verb is None:
        raise Unreadable([document.problem(path, wrong)])
    return verb


def _known(order: Order) -> Order | list[Objection]:
    return order


def _reading(value: Any, verbs: Mapping[str, type[Order]], verb: str, where: str) -> Order | list[Objection]:
    """Return an order as a scope reads it, or objections if it means nothing there, though another scope reads it."""
    kind = verbs[verb]
    if isinstance(value, str):
        from ..notation import one_line
        from ..notation.tokens import Misread

        try:
            value = one_line.read(value, {verb: kind}, "an order").value
        except Misread as error:
            return [Objection(f"this means nothing {where}: {error.message}")]
    try:
        order: Order = msgspec.convert(_as_words(value, kind), kind, strict=True)
        return order
    except msgspec.ValidationError as error:
        known = field_specs(kind)
        strange = [(key, key) for key in value if key not in known]
        if known[verb].choices and str(value[verb]) not in known[verb].choices:
            strange.append((verb, str(value[verb])))
        told = [Objection(f"'{what}' means nothing {where}", (), field) for field, what in strange]
        return told or [Objection(f"this means nothing {where}: {error}")]


def _in_small_letters(value: Any, scopes: Iterable[Mapping[str, type[Any]]]) -> Any:
    """Return a mapping with its verb and fields in lower case, if they are written in capitals."""
    if not isinstance(value, dict) or all(not isinstance(key, str) or key.islower() for key in value):
        return value
    small = {key: key.lower() if isinstance(key, str) else key for key in value}
    kinds = [verbs[verb] for verbs in scopes for verb in small.values() if verb in verbs]
    known = {field for kind in kinds for field in field_specs(kind)}
    return {small[k] if k not in known and small[k] in known - value.keys() else k: v for k, v in value.items()}


def read_verb(
    document: Document, value: Any, path: Path, verbs: Mapping[str, type[Any]], noun: str
) -> tuple[Any, dict[str, Any]]:
    """Return a mapping or a line as the order or question of its verb, and as a mapping; raises Unreadable."""
    as_line = isinstance(value, str)
    if isinstance(value, str):
        from ..notation import one_line
        from ..notation.tokens import Misread

        try:
            reading = one_line.read(value, verbs, noun)
        except Misread as error:
            raise Unreadable([document.problem_in(path, error.offset, error.message)]) from None
        document.lines[path] = reading.offsets
        value = reading.value
    value = _in_small_letters(value, [verbs])
    verb, wrong = verb_of(value, verbs, noun)
    if verb is None:
        raise Unreadable([document.problem(path, wrong)])
    known = field_specs(verbs[verb])
    if value[verb] is None and known[verb].kind != "flag":
        from ..notation import hints

        said = f"'{verb}' needs a value{hints.hint(verbs[verb], verb, as_line)}"
        raise Unreadable([document.problem((*path, verb), said)])
    value = _as_words(value, verbs[verb])

    def example() -> str:
        from ..notation import hints

        return hints.example(verbs[verb], as_line)

    return documents.convert(document, verbs[verb], value, path, example), value


def _as_words(value: Mapping[str, Any], kind: type[Any]) -> dict[str, Any]:
    """Return an order in which numbers that call a piece by its place are words."""
    known = field_specs(kind)
    return {k: str(v) if type(v) is int and k in known and known[k].piece else v for k, v in value.items()}


def mapping_of(order: Order | Question) -> dict[str, Any]:
    """Return an order as a mapping, the verb first."""
    return mappings_of([order])[0]


def mappings_of(orders: Sequence[Order | Question]) -> list[dict[str, Any]]:
    """Return orders as mappings, the verb first in each."""
    plain: list[dict[str, Any]] = documents.builtins(orders)
    return [{order.verb: one[order.verb], **one} for order, one in zip(orders, plain, strict=True)]


def pieces_named(order: Order) -> set[str]:
    """Return every word of an order that names a piece."""
    return {word for spec, word in _named_words(order) if spec.piece is not None}


def names_in(order: Order) -> set[str]:
    """Return every word of an order that names anything: a piece, a place, a kind."""
    return {word for spec, word in _named_words(order) if spec.piece is not None or spec.names is not None}


def _named_words(order: Order) -> Iterator[tuple[FieldSpec, str]]:
    """Yield each word of an order with the specification of its field."""
    specs = field_specs(type(order))
    for field, name in zip(order.__struct_fields__, order.__struct_encode_fields__, strict=True):
        if specs[name].piece is not None or specs[name].names is not None:
            yield from ((specs[name], word) for word in _words(getattr(order, field)))
