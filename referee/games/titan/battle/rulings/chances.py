"""Chances of hits: so many dice of so many faces at a strike-number, and what rows make of their hits (LoT 12.2)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache

from referee.core.game.chances import hit_weights
from referee.core.game.dice import Face
from referee.core.rules.ledger import Entry, Ledger


class FacesChange(Entry, frozen=True):
    """A change by which some faces count otherwise; it adds nothing by itself."""

    faces: tuple[Face, ...] = ()

    @property
    def counting(self) -> list[Face]:
        """The faces that count as another number of hits than one."""
        return [face for face in self.faces if face.hits != 1]


def special_faces(changes: Sequence[Entry]) -> tuple[Face, ...]:
    """Return the faces that count otherwise; of several changes that set the same of one, the last counts."""
    found: dict[int, Face] = {}
    for face in (face for change in changes if isinstance(change, FacesChange) for face in change.faces):
        of = found.get(face.shown, Face(face.shown))
        of = of._replace(hits=face.hits) if face.hits != 1 else of
        found[face.shown] = of._replace(again=True, keeps=face.keeps) if face.again else of
    return tuple(found[shown] for shown in sorted(found))


def _shown(dice: int, number: int, faces: int, changes: Sequence[Entry]) -> int:
    """Return the most hits that so many dice can show, those rolled again included."""
    special = special_faces(changes)
    if not special:
        return dice
    return dice * max(hits for hits, ways in enumerate(hit_weights(1, number, faces, special)) if ways)


def scored(hits: int, changes: Sequence[Entry]) -> int:
    """Return the hits that count of those that dice show, by the changes of rows; never fewer than none."""
    for change in changes:
        hits = change.on(hits)
    return max(hits, 0)


def most_hits(dice: int, number: int, faces: int, changes: Sequence[Entry]) -> int:
    """Return the most hits that count of so many dice."""
    return scored(_shown(dice, number, faces, changes), changes) if dice else 0


def counting(dice: int, number: int, faces: int, changes: Sequence[Entry]) -> list[Ledger]:
    """Return the ledger of the most hits that count, none where no row changes how many do."""
    shown = _shown(dice, number, faces, changes)
    return [Ledger("hits", [Entry("add", shown, "if every die hits"), *changes])] if changes and dice else []


@cache
def at_least(dice: int, number: int, hits: int, faces: int, changes: tuple[Entry, ...] = ()) -> float:
    """Return the chance, 0 to 1, of at least `hits` hits with `dice` dice of so many faces at a strike-number."""
    if hits <= 0:
        return 1.0
    if changes and dice:
        # no change makes fewer hits of more
        most = _shown(dice, number, faces, changes)
        hits = next((shown for shown in range(most + 1) if scored(shown, changes) >= hits), most + 1)
        if not hits:
            return 1.0
    weights = hit_weights(dice, number, faces, special_faces(changes))
    return sum(weights[hits:]) / sum(weights)


def drawn_hits(dice: int, number: int, faces: int, chance: float, changes: Sequence[Entry] = ()) -> int:
    """Return the hits of so many dice that a number from 0 to below 1 draws, with the chances of the dice."""
    hits = bisect_right(_at_most(dice, number, faces, special_faces(changes) if changes else ()), chance)
    return scored(hits, changes) if changes and dice else hits


@cache
def _at_most(dice: int, number: int, faces: int, special: tuple[Face, ...]) -> list[float]:
    """Return the chance of at most so many hits, for each number of hits but the greatest."""
    weights = hit_weights(dice, number, faces, special)
    return [1 - sum(weights[hits:]) / sum(weights) for hits in range(1, len(weights))]


def expected(dice: int, number: int, faces: int, changes: tuple[Entry, ...] = ()) -> float:
    """Return the mean number of hits of so many dice of so many faces at a strike-number."""
    if changes:
        return dealt(dice, number, 0, most_hits(dice, number, faces, changes), faces, changes)
    return dice * max(faces + 1 - max(number, 1), 0) / faces


@cache
def dealt(dice: int, number: int, before: int, most: int, faces: int, changes: tuple[Entry, ...] = ()) -> float:
    """Return the mean number of hits that one takes who can take so many, after `before` have gone to others."""
    return sum(at_least(dice, number, hits, faces, changes) for hits in range(before + 1, before + most + 1))
