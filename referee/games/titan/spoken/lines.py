"""A scene as a strict line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .scene import Mention, Scene


def line(scene: Scene, land: str, sides: Mapping[int, str], hexes: Mapping[int, str | None], question: str) -> str:
    """Return the strict line of a scene: the Battleland, every character with its side and hex, and the question."""
    head = land + (f" attacker_side {scene.attacker_side}" if scene.attacker_side is not None else "")
    clauses = [_clause(one, sides[number], hexes.get(number)) for number, one in enumerate(scene.mentions)]
    return "; ".join([head, *clauses, question])


def _clause(one: Mention, side: str, hex_: str | None) -> str:
    parts = [side, one.who, *([hex_] if hex_ is not None else [])]
    parts += [f"hits {one.hits}"] if one.hits else []
    parts += [f"power {one.power}"] if one.power is not None else []
    return " ".join(parts)


def called(mentions: Sequence[Mention], number: int, hexes: Mapping[int, str | None]) -> str:
    """Return how a question calls a character: by what it is, by its hex where there are several of these."""
    one = mentions[number]
    alone = [other.who for other in mentions].count(one.who) == 1
    return one.who if alone else hexes.get(number) or one.who
