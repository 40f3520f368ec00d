"""Which things on a state a text means: each reference by its words, and all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, product

import msgspec

from ..documents.problems import listed
from .named import Thing

# as many ways to understand a text are compared
_MOST = 4000
_OWN, _OTHERS = "mine", "theirs"


class Reference(msgspec.Struct):
    """What a text says of one thing: its id, what it is, where, whose, and facts. `text` is how it is called.

    A `party` is `mine`, `theirs`, a side or a player. `sort` is the kind of names that it belongs to, and `within` the
    thing that holds it.
    """

    text: str
    place_in_text: int
    id: str | None = None
    kind: str | None = None
    place: str | None = None
    parties: list[str] = []
    facts: dict[str, int] = {}
    holds: list[str] = []
    sort: str = ""
    within: str | None = None

    def fits(self, thing: Thing) -> bool:
        """Return whether a thing may be meant, apart from `my` and `his`."""
        told = [one for one in self.parties if one not in (_OWN, _OTHERS)]
        return (
            self.id in (None, thing.id)
            and self.kind in (None, thing.kind, *thing.also)
            and self.sort in ("", thing.sort)
            and self.within in (None, thing.within)
            and self.place in (None, thing.place)
            and all(one in (thing.player, thing.side) for one in told)
            and all(thing.facts.get(fact, 0) == number for fact, number in self.facts.items())
            and not Counter(self.holds) - Counter(thing.holds)
        )


# the things that references mean, by the numbers of these
Meant = Mapping[int, Thing]


def fitting(
    references: Sequence[Reference],
    things: Sequence[Thing],
    enemies: Sequence[tuple[int, int]],
    player: str | None,
    likely: Collection[str] = (),
) -> list[list[Thing]]:
    """Return every way in which references may mean things; `enemies` are pairs of references to two sides.

    Of several things that fit, those that are `likely` are meant.
    """
    found = [[thing for thing in things if one.fits(thing)] for one in references]
    found = [[thing for thing in several if thing.id in likely] or several for several in found]
    ways = (list(way) for way in islice(product(*found), _MOST))
    return [way for way in ways if _possible(references, way, enemies, player)]


def _possible(
    references: Sequence[Reference], way: Sequence[Thing], enemies: Sequence[tuple[int, int]], player: str | None
) -> bool:
    if len({thing.id for thing in way}) < len(way):
        return False
    if any(_whose(way[one]) == _whose(way[other]) for one, other in enemies):
        return False
    own = {_whose(thing) for one, thing in zip(references, way, strict=True) if _OWN in one.parties}
    others = {_whose(thing) for one, thing in zip(references, way, strict=True) if _OTHERS in one.parties}
    if player is not None and (own - {player} or player in others):
        return False
    return len(own) <= 1 and not own & others and (not own or len(others) <= 1)


def _whose(thing: Thing) -> str:
    return thing.player or thing.side


def faults_of(
    references: Sequence[Reference],
    things: Sequence[Thing],
    enemies: Sequence[tuple[int, int]],
    ways: Sequence[Sequence[Thing]],
) -> list[str]:
    """Return why references do not mean exactly one thing each: none fits, several do, or they do not go together."""
    if not ways:
        lost = [one for one in references if not any(map(one.fits, things))]
        if lost:
            return [_none(one, things) for one in lost]
        return [_together(references, things, enemies)]
    faults = []
    for number, one in enumerate(references):
        fits = list({way[number].id: way[number] for way in ways}.values())
        if len(fits) > 1:
            faults.append(f"'{one.text}': {len(fits)} fit, {listed(list(map(called, fits)), 'and')}; name one")
    return faults


def _none(one: Reference, things: Sequence[Thing]) -> str:
    """Return that nothing on the state is as the text says, with what is like it."""
    near = list(_near(one, things))
    there = f"; there is {listed(list(map(described, near[:6])), 'and')}" if near else ""
    return f"'{one.text}': nothing here is as you say{there}"


def _near(one: Reference, things: Sequence[Thing]) -> Iterator[Thing]:
    for thing in things:
        same_kind = one.kind is not None and thing.kind == one.kind
        if same_kind or (one.place is not None and thing.place == one.place) or (one.id == thing.id):
            yield thing
    if one.kind is None and one.id is None and one.place is None:
        yield from things


def _together(references: Sequence[Reference], things: Sequence[Thing], enemies: Sequence[tuple[int, int]]) -> str:
    for first, second in enemies:
        one, other = (sorted({_whose(t) for t in things if references[n].fits(t)}) for n in (first, second))
        if one == other and len(one) == 1:
            said = f"'{references[first].text}' and '{references[second].text}'"
            return f"{said} are both {one[0]}'s; the question is about enemies"
    return "what is said about the sides is not so on this state"


def called(thing: Thing) -> str:
    """Return what a thing is called, with its place."""
    return f"{thing.id} ({thing.place})" if thing.place else thing.id


def described(thing: Thing) -> str:
    """Return what a thing is called, with its place, its player and its facts."""
    told = [*([thing.place] if thing.place else []), *([_whose(thing)] if _whose(thing) else [])]
    told += [f"{number} {fact}" for fact, number in thing.facts.items() if number]
    return f"{thing.id} ({', '.join(told)})" if told else thing.id
