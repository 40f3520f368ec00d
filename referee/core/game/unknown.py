"""What is unknown about a position while looking ahead, because dice are still to be rolled."""

from __future__ import annotations


class Unknown:
    """What depends on dice that have not been rolled; pieces are given by id.

    `uncertain` holds the pieces whose fate depends on them, `position_unknown` those whose place does, too, and
    `pending_pieces` those that may never exist. `refused_pieces` holds the pieces whose orders are refused, so that
    objections that only follow from that are not reported. `beyond` is true if the phase itself depends on the dice.
    """

    def __init__(self) -> None:
        self.uncertain: set[str] = set()
        self.position_unknown: set[str] = set()
        self.refused_pieces: set[str] = set()
        self.pending_pieces: set[str] = set()
        self.beyond = False

    def copy(self) -> Unknown:
        """Return an independent copy."""
        other = Unknown()
        other.uncertain, other.position_unknown = set(self.uncertain), set(self.position_unknown)
        other.refused_pieces, other.pending_pieces = set(self.refused_pieces), set(self.pending_pieces)
        other.beyond = self.beyond
        return other

    @property
    def key(self) -> tuple[frozenset[str] | bool, ...]:
        """All that is unknown, as a hashable value to compare."""
        return (
            frozenset(self.uncertain),
            frozenset(self.position_unknown),
            frozenset(self.refused_pieces),
            frozenset(self.pending_pieces),
            self.beyond,
        )
