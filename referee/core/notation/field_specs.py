"""How the fields of orders, questions and situations are written on one line, derived from their types."""

import re
import types
import typing
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from .supposed_facts import SupposedFacts

Kind = Literal["flag", "word", "number", "scalar", "words", "either", "numbers", "dice", "map", "facts", "nested"]


class FieldSpec(NamedTuple):
    """One field: its kind, whether several words may follow its name, and whose piece it names.

    A `scalar` is a word or a number; `either` is one word or a list. `names` is the kind of other thing that its words
    name. A `titled` word may be written as printed, with a title before its number; a `phrase` has several words. For
    `facts`, which run to the end of the line, `inner` is their type. The fields of a struct, or of several, follow by
    name: `parts` is its type.
    """

    kind: Kind
    many: bool = False
    piece: str | None = None
    default: Any = msgspec.NODEFAULT
    choices: tuple[str, ...] = ()
    names: str | None = None
    titled: bool = False
    phrase: bool = False
    inner: type[Any] | None = None
    parts: type[Any] | None = None


def piece(whose: Literal["own", "enemy", "any"]) -> msgspec.Meta:
    """Return the annotation of a field that names pieces: the player's own, an enemy's, or any."""
    return msgspec.Meta(extra={"piece": whose})


def names(what: str, phrase: bool = False) -> msgspec.Meta:
    """Return the annotation of a field whose words `Position.words_called` knows, such as a Land or a character.

    A `phrase` is a printed name of several words, which run to the name of the next field.
    """
    return msgspec.Meta(extra={"names": what, "phrase": phrase})


# a word that may have a title before its number
TITLED = msgspec.Meta(extra={"titled": True})

# `$` alone allows a line break at the end
Name = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^\w[\w.'-]{0,39}$(?!\n)",
        description="is not a name: up to 40 letters, digits and . _ ' -, of which the first is a letter or a digit",
    ),
]
# the most entries of a list or mapping in a state, of one that grows during a game, and in an order
FEW = msgspec.Meta(max_length=1000)
MANY = msgspec.Meta(max_length=20_000)
SHORT = msgspec.Meta(max_length=100)
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
DICE = msgspec.Meta(max_length=200, extra={"dice": True})

# values without quotes, and the marks that end a sentence, ignored at the end of a line
TRUE, FALSE = ("true", "yes"), ("false", "no")
NUMBER = re.compile(r"[-+]?[0-9]{1,18}(\.[0-9]+)?\Z")
STOP = re.compile(r"[.?!]+\Z")


def field_specs(kind: type[Any]) -> Mapping[str, FieldSpec]:
    """Return the fields of a type by their names in documents."""
    found = _known.get(kind)
    if found is None:
        found = _known[kind] = _shapes(kind)
    return found


_known: dict[type[Any], dict[str, FieldSpec]] = {}


def _shapes(kind: type[Any]) -> dict[str, FieldSpec]:
    hints = typing.get_type_hints(kind, include_extras=True)
    out = {}
    for field in msgspec.structs.fields(kind):
        default = field.default
        if default is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        out[field.encode_name] = _shape(hints[field.name])._replace(default=default)
    return out


def struct_of(kind: type[Any], name: str) -> type[Any]:
    """Return the type of the struct, or of the structs of the list, that a field holds; raises TypeError."""
    found = struct_in(kind, name)
    if found is None:
        raise TypeError(f"'{name}' has no fields inside")
    return found


# the annotations of a type, which are dear to find
_hints: dict[type[Any], dict[str, Any]] = {}


def struct_in(kind: type[Any], name: str) -> type[Any] | None:
    """Return the type of the struct, or of the structs of the list, that a field holds; None for plain values."""
    if kind not in _hints:
        _hints[kind] = typing.get_type_hints(kind, include_extras=True)
    annotation = _hints[kind][name]
    for part in _parts(annotation, {}):
        inner = _parts(typing.get_args(part)[0], {})[0] if typing.get_origin(part) is list else part
        if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
            return inner
    return None


def _shape(annotation: Any) -> FieldSpec:
    extra: dict[str, Any] = {}
    parts = _parts(annotation, extra)
    found = _plain_shape(parts, "dice" in extra)
    return found._replace(**{key: extra[key] for key in ("piece", "names", "titled", "phrase") if key in extra})


def _plain_shape(parts: list[Any], dice: bool) -> FieldSpec:
    if dice:
        return FieldSpec("dice", True)
    if len(parts) == 1 and isinstance(parts[0], type) and issubclass(parts[0], SupposedFacts):
        return FieldSpec("facts", True, inner=parts[0])
    kinds = {_plain_kind(part) for part in parts}
    if kinds == {"bool"}:
        return FieldSpec("flag")
    if kinds <= {"number"}:
        return FieldSpec("number")
    if kinds <= {"word", "number"}:
        choices = tuple(str(c) for part in parts if typing.get_origin(part) is Literal for c in typing.get_args(part))
        return FieldSpec("word" if kinds == {"word"} else "scalar", choices=choices)
    if kinds == {"numbers"}:
        return FieldSpec("numbers", True)
    if kinds <= {"words", "word"}:
        return FieldSpec("words" if kinds == {"words"} else "either", True)
    if kinds == {"map"}:
        return FieldSpec("map", True)
    return FieldSpec("nested", many=all(typing.get_origin(part) is list for part in parts), parts=_plain_struct(parts))


def _plain_struct(parts: list[Any]) -> type[Any] | None:
    """Return the one struct that a type is, or a list of it, if all its fields are single words and numbers."""
    found = {_parts(typing.get_args(part)[0], {})[0] if typing.get_origin(part) is list else part for part in parts}
    struct = next(iter(found)) if len(found) == 1 else None
    if not (isinstance(struct, type) and issubclass(struct, msgspec.Struct)):
        return None
    return struct if all(spec.kind in ("word", "number", "scalar") for spec in field_specs(struct).values()) else None


def ways_of(struct: type[Any]) -> tuple[tuple[str, ...], ...]:
    """Return how a struct is written on a line: the name of a first field, and the fields that follow it in order.

    A type that can be written in several ways says so in `ways`.
    """
    return getattr(struct, "ways", None) or (tuple(field_specs(struct)),)


def _parts(annotation: Any, extra: dict[str, Any]) -> list[Any]:
    """Return the alternatives of a type without None, and collect its annotations."""
    if hasattr(annotation, "__metadata__"):
        for meta in annotation.__metadata__:
            extra.update(getattr(meta, "extra", None) or {})
        return _parts(annotation.__origin__, extra)
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return [part for one in typing.get_args(annotation) for part in _parts(one, extra)]
    return [] if annotation is type(None) else [annotation]


def _plain_kind(annotation: Any) -> str:
    origin = typing.get_origin(annotation)
    if annotation is bool or (origin is typing.Literal and typing.get_args(annotation) == (True,)):
        return "bool"
    if annotation in (int, float):
        return "number"
    if annotation is str or origin is typing.Literal:
        return "word"
    if origin is list:
        inner = {_plain_kind(part) for part in _parts(typing.get_args(annotation)[0], {})}
        return "numbers" if inner <= {"number"} else "words" if inner == {"word"} else "nested"
    if origin is dict:
        inner = {_plain_kind(part) for part in _parts(typing.get_args(annotation)[1], {})}
        return "map" if inner <= {"number"} or inner == {"word"} else "nested"
    return "nested"
