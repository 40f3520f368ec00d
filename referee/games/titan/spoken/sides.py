"""Which side everybody in a scene is on: as said, else the one who acts is the attacker, and the other an enemy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from .scene import Mention, Scene

_OTHER = {"attacker": "defender", "defender": "attacker"}
_WORDS = {"mine": "theirs", "theirs": "mine"}


def sides_of(scene: Scene, actor: int, enemies: list[int]) -> Iterator[dict[int, str]]:
    """Yield every way to give sides to the characters of a scene, the likeliest first; none if what is said conflicts.

    A character of which nothing is said may be on either side; first it is an enemy of the one who acts.
    """
    mentions = scene.mentions
    own = _own(mentions, actor, enemies)
    if own is None:
        return
    given: dict[int, str] = {actor: own} | dict.fromkeys(enemies, _OTHER[own])
    parties: dict[str, str] = {}
    for n, one in enumerate(mentions):
        if n in given and one.party is not None:
            parties[one.party] = given[n]
    for party, side in list(parties.items()):
        if party in _WORDS:
            parties.setdefault(_WORDS[party], _OTHER[side])
    if any(one.party is not None and parties[one.party] != given[n] for n, one in enumerate(mentions) if n in given):
        return
    open_: list[int] = []
    for number, one in enumerate(mentions):
        if number in given:
            continue
        told = one.side or _party_side(one, mentions[actor], parties, own)
        if told is None:
            open_.append(number)
        else:
            given[number] = told
    for chosen in product((_OTHER[own], own), repeat=min(len(open_), 4)):
        yield {**given, **dict(zip(open_, chosen, strict=False)), **dict.fromkeys(open_[4:], _OTHER[own])}


def _own(mentions: list[Mention], actor: int, enemies: list[int]) -> str | None:
    """Return the side of the one who acts, None where what is said about both sides conflicts."""
    said = {mentions[actor].side} | {_OTHER.get(mentions[number].side or "") for number in enemies}
    told = said - {None}
    if len(told) > 1:
        return None
    return next(iter(told)) if told else "attacker"


def _party_side(one: Mention, actor: Mention, parties: dict[str, str], own: str) -> str | None:
    if one.party is None:
        return None
    if one.party in parties:
        return parties[one.party]
    # a colour other than that of the one who acts is an enemy's
    return _OTHER[own] if one.party != "mine" or actor.party is not None else own
