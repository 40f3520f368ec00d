"""The cases of a file: what its first document shares with the rest, and one case for each row of parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..documents import Document, Part, Path, Problem, Unreadable, nearest
from ..documents.problems import written

_NAME = re.compile(r"\$\{(\w+)\}")
# keys of a document that shares something
_SHARED = ("shared", "ruleset", "format", "note")


# what a case names beside what is given; a state has it within, so that it may be there too
_HEAD = ("ruleset",)


class SharedGiven:
    """What the first document of a file gives to the others: `{shared: {...}}`, and a ruleset if it names one."""

    def __init__(self, document: Document | None = None) -> None:
        """Read it; None shares nothing. Raises Unreadable."""
        self.given: dict[str, Any] = {}
        self.head: dict[str, Any] = {}
        if document is None:
            return
        value = document.value
        strange = [key for key in value if key not in _SHARED]
        if strange:
            message = f"'{strange[0]}' does not go with 'shared': a document that shares something is no case"
            raise Unreadable([document.problem((strange[0],), message)])
        if not isinstance(value["shared"], dict):
            raise Unreadable([document.problem(("shared",), "is what is given for the rest, as in 'given'")])
        if "given" in value["shared"]:
            message = "'shared' itself holds what 'given' holds in a case; write its keys there"
            raise Unreadable([document.problem(("shared", "given"), message)])
        self.given = {key: inner for key, inner in value["shared"].items() if key not in _HEAD}
        own = {key: value["shared"][key] for key in _HEAD if key in value["shared"]}
        self.head = {**own, **{key: value[key] for key in _HEAD if key in value}}

    def filled(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return a case with what is shared beneath what it gives itself."""
        if not self.given and not self.head:
            return value
        own = value.get("given", {})
        given = laid_over(self.given, own) if isinstance(own, dict) else own
        return {**self.head, **value, "given": given}


def shares(document: Document) -> bool:
    """Return whether a document is one that shares something with the rest of its file."""
    return isinstance(document.value, dict) and "shared" in document.value and "case" not in document.value


def laid_over(below: Any, above: Any) -> Any:
    """Return a value laid over another: mappings by key, lists of mappings with ids by id, anything else whole."""
    if isinstance(below, dict) and isinstance(above, dict):
        return {**below, **{key: laid_over(below.get(key), inner) for key, inner in above.items()}}
    if _has_ids(below) and _has_ids(above):
        changed = {one["id"]: one for one in above}
        old = [laid_over(one, changed.pop(one["id"], {})) for one in below]
        return [*old, *changed.values()]
    return above


def _has_ids(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(one, dict) and isinstance(one.get("id"), str) for one in value)
    )


def expanded(documents: Iterable[Document], shared: SharedGiven) -> Iterator[Document]:
    """Yield each case with what is shared, once for each row of its parameters; raises Unreadable."""
    for document in documents:
        if not isinstance(document.value, dict):
            yield document
            continue
        value = shared.filled(document.value)
        if "each" in value:
            rest = {key: inner for key, inner in value.items() if key != "each"}
            for row in _rows(document, value["each"]):
                if wrong := [*_strange(document, rest, row, ()), *_unused(document, rest, row)]:
                    raise Unreadable(wrong)
                filled = _put(rest, row)
                if isinstance(filled.get("case"), str) and filled["case"] == rest.get("case"):
                    filled["case"] += f" [{', '.join(f'{name}={written(one)}' for name, one in row.items())}]"
                yield Part(document, (), filled)
        elif "${" in document.text and (wrong := list(_strange(document, value, {}, ()))):
            raise Unreadable(wrong)
        elif value is document.value:
            yield document
        else:
            yield Part(document, (), value)


def _rows(document: Document, each: Any) -> list[dict[str, Any]]:
    """Return the rows of parameters: the first value of each, then the second of each, and so on."""
    if not isinstance(each, Mapping) or not each:
        raise Unreadable([document.problem(("each",), "names parameters with their values: {hits: [0, 1, 2]}")])
    wrong = [name for name, values in each.items() if not isinstance(values, list) or not values]
    if wrong:
        raise Unreadable([document.problem(("each", wrong[0]), "is a list of values, one for each case")])
    lengths = {len(values) for values in each.values()}
    if len(lengths) > 1:
        message = f"the lists are taken side by side, so all are as long; these have {sorted(lengths)} values"
        raise Unreadable([document.problem(("each",), message)])
    return [dict(zip(each, row, strict=True)) for row in zip(*each.values(), strict=True)]


def _strange(document: Document, value: Any, row: Mapping[str, Any], path: Path) -> Iterator[Problem]:
    """Yield a problem for each `${name}` that is no parameter."""
    if isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(key, str) and _NAME.search(key):
                yield document.problem((*path, key), "a parameter stands in a value, not in a key")
            yield from _strange(document, inner, row, (*path, key))
    elif isinstance(value, str) and "${" in value:
        for name in dict.fromkeys(_NAME.findall(value)):
            if name not in row:
                has = f"'each' has {', '.join(row)}" if row else "the case has no 'each'"
                message = f"'${{{name}}}' is no parameter{nearest(name, row)}; {has}"
                yield document.problem(path, message)


def _unused(document: Document, value: Any, row: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for each parameter that stands nowhere in a case."""
    used = set(_used(value))
    for name in row:
        if name not in used:
            message = f"'${{{name}}}' stands nowhere in the case; use the parameter, or leave it out"
            yield document.problem(("each", name), message)


def _used(value: Any) -> Iterator[str]:
    if isinstance(value, (dict, list)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _used(inner)
    elif isinstance(value, str):
        yield from _NAME.findall(value)


def _put(value: Any, row: Mapping[str, Any]) -> Any:
    """Return a value with `${name}` replaced; a text that is only `${name}` becomes the parameter itself."""
    if isinstance(value, dict):
        return {key: _put(inner, row) for key, inner in value.items()}
    if isinstance(value, list):
        return [_put(inner, row) for inner in value]
    if not isinstance(value, str) or "${" not in value:
        return value
    whole = _NAME.fullmatch(value)
    return row[whole[1]] if whole is not None else _NAME.sub(lambda found: str(row[found[1]]), value)
