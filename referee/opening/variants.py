"""The same question asked otherwise: with options set, under other rulesets, or with other values in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from referee import games
from referee.core.documents import Document, Unreadable, nearest
from referee.core.documents.problems import Argument
from referee.core.rules.index import read_value
from referee.core.rules.rulesets import Ruleset

from .given import OneLineDocument

# a variant: what is other in it, and its document
Variant = tuple[dict[str, Any], Document]


def with_options(document: Document, given: Sequence[str]) -> Document:
    """Return a document with options set, each written NAME=VALUE; raises Unreadable."""
    if not given:
        return document
    chosen: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise _wrong("option", f"'{text}' is not NAME=VALUE, as in carry_benefits=same_benefit")
        chosen[name.strip()] = read_value(value.strip())
    return _with_chosen(document, chosen)


def _with_chosen(document: Document, chosen: dict[str, Any]) -> Document:
    options = document.value.get("options", {})
    # what is no mapping is left for who validates the document
    return changed(document, {"options": {**options, **chosen}}) if isinstance(options, dict) else document


def changed(document: Document, fields: dict[str, Any]) -> Document:
    """Return a document with some of its fields replaced; an answer to it is placed as before."""
    out = OneLineDocument("", document.file, {**document.value, **fields})
    if isinstance(document, OneLineDocument):
        out.heard = document.heard
    return out


def compared(document: Document, what: str, ruleset: Ruleset, folders: Sequence[Path] = ()) -> Iterator[Variant]:
    """Yield a document under each of several rulesets, `titan,titan-valley`, or under each value of one option."""
    names = [name.strip() for name in what.split(",") if name.strip()]
    if len(names) == 1 and names[0] in ruleset.options:
        option = names[0]
        _, ruling = ruleset.ruling_of(option)
        for value in dict.fromkeys([ruling.default, *ruling.alternatives]):
            yield {option: value}, _with_chosen(document, {option: value})
        return
    if len(names) < 2:
        near = nearest(what, ruleset.options)
        raise _wrong("compare", f"'{what}' is no option{near}; name one, or rulesets separated by commas")
    for name in names:
        games.load(name, tuple(folders))
        yield {"ruleset": name}, changed(document, {"ruleset": name})


def varied(document: Document, given: Sequence[str]) -> Iterator[Variant]:
    """Yield a document with other values in it, each written PATH=VALUES, in every combination; raises Unreadable."""
    from .varying import read_vary, variants

    for values, value in variants(deepcopy(document.value), [read_vary(text) for text in given]):
        yield values, changed(document, value)


def _wrong(option: str, message: str) -> Unreadable:
    return Unreadable.of(Argument(option), message)
