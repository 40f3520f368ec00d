"""What is not known of a position while orders are looked ahead, because dice have still to be rolled."""

from __future__ import annotations


class Unknown:
    """What hangs on dice that have not been rolled.

    `uncertain` holds the pieces whose fate hangs on them, `position_unknown` those of which it is not even known where
    they are, `pending_pieces` the names of pieces that may not come to be, `refused_pieces` the pieces whose orders are
    refused, so that what only follows from that is not reported as well. `beyond` says that the phase itself hangs on
    them.
    """

    def __init__(self) -> None:
        self.uncertain: set[str] = set()
        self.position_unknown: set[str] = set()
        self.refused_pieces: set[str] = set()
        self.pending_pieces: set[str] = set()
        self.beyond = False

    def copy(self) -> Unknown:
        """Return the same, to be changed apart from this."""
        other = Unknown()
        other.uncertain, other.position_unknown = set(self.uncertain), set(self.position_unknown)
        other.refused_pieces, other.pending_pieces = set(self.refused_pieces), set(self.pending_pieces)
        other.beyond = self.beyond
        return other

    @property
    def key(self) -> tuple[frozenset[str] | bool, ...]:
        """All that is unknown, as a value to compare."""
        return (
            frozenset(self.uncertain),
            frozenset(self.position_unknown),
            frozenset(self.refused_pieces),
            frozenset(self.pending_pieces),
            self.beyond,
        )
