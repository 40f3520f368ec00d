"""Replace the words by which players call pieces and other things with their ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from ..documents.problems import known_name
from ..notation.field_specs import FieldSpec, field_specs
from .boards import ScopeBoard
from .orders import Objection, Order, _with_words, _words
from .questions import Question

A = TypeVar("A", Order, Question)


def resolve_names(
    order: A, position: ScopeBoard, player: str | None, expected: Iterable[str] = ()
) -> tuple[A, list[Objection]]:
    """Return an order with pieces named by their ids, and objections to words that fit several pieces.

    A piece may be called by its id in any case, by its place, or by its kind if only one fits. Other things may be
    called as they are printed. Pieces that are `expected` do not exist yet.
    """
    known: Mapping[str, FieldSpec] = field_specs(type(order))
    order = _as_known(order, position, known)
    # the piece that acts comes first, since it decides which enemies are meant
    fields = {name: whose for name in (order.verb, *known) if (whose := known[name].piece) is not None}
    if not fields:
        return order, []
    names = dict(zip(order.__struct_encode_fields__, order.__struct_fields__, strict=True))
    changed: dict[str, Any] = {}
    objections: list[Objection] = []
    subject: str | None = None
    for name, whose in fields.items():
        given = getattr(order, names[name])
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
            changed[names[name]] = value
    return (msgspec.structs.replace(order, **changed) if changed else order), objections


def _as_known(order: A, position: ScopeBoard, known: Mapping[str, FieldSpec]) -> A:
    """Return an order in which known words for things other than pieces are replaced with the names of the tables."""
    changed: dict[str, Any] = {}
    for field, name in zip(order.__struct_fields__, order.__struct_encode_fields__, strict=True):
        what, given = known[name].names, getattr(order, field)
        if what is None or not isinstance(given, (str, list, dict)):
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
