"""What `--only` names of a result: dotted paths that results, or states of any game, have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from msgspec import inspect

from referee import games
from referee.core.documents import Problem, Unreadable
from referee.core.documents.plain import type_info
from referee.core.documents.problems import Argument, closest, listed
from referee.core.game.trace import Trace
from referee.results import Adjudicated

Shape = inspect.Type
_STATE, _TRACE = "state", "trace"


def check_paths(wanted: Sequence[str]) -> None:
    """Raise Unreadable for paths that no result and no state of any game has, with the nearest that there is."""
    wrong = [said for path in wanted if (said := _why_not(path))]
    if wrong:
        raise Unreadable([Problem(Argument("only"), 0, 0, "", one) for one in wrong])


def _why_not(path: str) -> str:
    """Return what is wrong with a path, "" if there is such a one."""
    steps = path.split(".")
    heads = _heads()
    if steps[0] not in heads:
        near = _near(steps, 0, heads) or f"; it begins with {listed(_keys())}, or with a key of the state"
        return f"'{path}' is no path of a result{near}"
    shapes, past = heads[steps[0]], steps[0]
    for number, step in enumerate(steps[1:], 1):
        if any(isinstance(shape, inspect.AnyType) for shape in shapes):
            return ""
        fields = [field for shape in shapes for field in _fields(shape)]
        keys = dict.fromkeys(name for name, _ in fields)
        free = [shape.value_type for shape in shapes if isinstance(shape, inspect.DictType)]
        if not keys and not free:
            return f"'{path}' goes on after '{past}', which is printed whole; give '{past}'"
        if step not in keys and not free:
            near = _near(steps, number, keys) or f"; '{past}' has {listed(list(keys), 'and')}"
            return f"'{path}' is no path of a result{near}"
        shapes = [one for found in (*free, *(kind for name, kind in fields if name == step)) for one in _within(found)]
        past = f"{past}.{step}"
    return ""


def _near(steps: Sequence[str], number: int, known: Iterable[str]) -> str:
    """Return ' (did you mean ...?)' for the path with the nearest step in place of a wrong one, or nothing."""
    meant = closest(steps[number], known)[:1]
    if not meant:
        return ""
    begun = [*steps[:number], *meant]
    whole = ".".join([*begun, *steps[number + 1 :]])
    return f" (did you mean '{'.'.join(begun) if _why_not(whole) else whole}'?)"


def _keys() -> list[str]:
    """Return the keys of a result, which are the typed attributes of its class."""
    every = [name for kind in Adjudicated.__mro__ for name in vars(kind) if isinstance(vars(kind)[name], property)]
    return list(dict.fromkeys(name for name in every if name != "done"))


@cache
def _heads() -> Mapping[str, list[Shape]]:
    """Return the first steps of all paths, each with its shapes."""
    found: dict[str, list[Shape]] = {}
    states: list[Shape] = [type_info(games.find(name).state) for name in _games()]
    for shape in states:
        for name, kind in _fields(shape):
            found.setdefault(name, []).extend(_within(kind))
    plain: list[Shape] = [type_info(str)]
    found |= dict.fromkeys(_keys(), plain)
    return {**found, _STATE: states, _TRACE: [type_info(Trace)]}


def _games() -> Iterator[str]:
    """Yield the games that can be used."""
    from referee.core.rules.packages import GAMES, offers

    for name in dict.fromkeys([*games.names(), *(offer.name for offer in offers(GAMES))]):
        try:
            games.find(name)
        except Unreadable:
            # `referee rulesets` says what is wrong with it
            continue
        yield name


def _within(shape: Shape) -> list[Shape]:
    """Return the shapes that a value may have."""
    if isinstance(shape, inspect.UnionType):
        return [inner for one in shape.types for inner in _within(one)]
    if isinstance(shape, inspect.Metadata):
        return _within(shape.type)
    return [shape]


def _fields(shape: Shape) -> list[tuple[str, Shape]]:
    """Return the fields of a struct, none of anything else."""
    if not isinstance(shape, inspect.StructType):
        return []
    return [(field.encode_name, field.type) for field in shape.fields]
