"""Those who may act together, as sets: the largest first, and how many more there are than are named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice
from math import comb

from ..field.battlefield import Field
from ..field.elements import Element
from ..field.geometry import near_bases
from ..field.groups import linked
from .move_plan import standing_objections

Several = tuple[Element, ...]


def sets_of(elements: Sequence[Element], least: int, largest: int, most: int) -> tuple[list[Several], int]:
    """Return `most` sets of `least` to `largest` of some elements, the largest first, and how many more there are."""
    sizes = range(min(len(elements), largest), least - 1, -1)
    found = list(islice(chain.from_iterable(combinations(elements, size) for size in sizes), most))
    return found, sum(comb(len(elements), size) for size in sizes) - len(found)


def formations(field: Field, army: str) -> list[list[Element]]:
    """Return the formations of an army: all who may move and are in contact with each other as a group is (HS-G-16).

    An element that stands alone, that has moved or that an enemy holds is in none.
    """
    waiting = [e for e in field.friends(army) if not standing_objections(field, e)]
    rank = {element.id: number for number, element in enumerate(waiting)}
    out = []
    while waiting:
        formation = [waiting.pop(0)]
        for one in formation:
            joined = [other for other in waiting if _grouped(field, one, other)]
            formation += joined
            waiting = [other for other in waiting if other not in joined]
        if len(formation) > 1:
            out.append(sorted(formation, key=lambda e: rank[e.id]))
    return out


def _grouped(field: Field, one: Element, other: Element) -> bool:
    return (
        near_bases(one.base, other.base, 1)
        and one.kind.flies == other.kind.flies
        and field.slack.facing(one.base, other.base, 0)
        and linked(field.slack, one.base, other.base)
    )


def parts(field: Field, formation: Sequence[Element]) -> Iterator[Several]:
    """Yield a formation and every part of it, of two or more, that is a group by itself; the largest first."""
    beside = [{n for n, other in enumerate(formation) if _grouped(field, one, other)} for one in formation]
    # every such part is a larger one without one of its elements
    level: list[tuple[int, ...]] = [tuple(range(len(formation)))]
    while level and len(level[0]) > 1:
        yield from (tuple(formation[n] for n in part) for part in level)
        smaller = (tuple(n for n in part if n != left) for part in level for left in reversed(part))
        level = [part for part in dict.fromkeys(smaller) if _whole(part, beside)]


def _whole(part: tuple[int, ...], beside: list[set[int]]) -> bool:
    """Return whether the elements of a part are all in contact with each other, one through another."""
    left = set(part[1:])
    waiting = [part[0]]
    while waiting:
        reached = beside[waiting.pop()] & left
        left -= reached
        waiting += reached
    return not left
