"""Replace the words by which players call pieces and other things with their ids."""

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

import msgspec

from ..documents.problems import known_name
from ..notation.field_specs import field_specs
from .boards import ScopeBoard
from .orders import Objection, Order, _with_words, _words
from .questions import Question

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
        if given is None:
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
