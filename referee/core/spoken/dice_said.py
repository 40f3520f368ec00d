"""The dice that a question on a state names, each with the one who has rolled it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .naming import NamingReader

_SCORE = "score"


class DiceSaid:
    """The numbers that a text gives for dice, as it is read: beside the one who rolls, or in the order of the two."""

    def __init__(self, reader: NamingReader, field: str, kinds: Collection[str]) -> None:
        self.reader, self.field, self.kinds = reader, field, kinds
        # the number of a reference with its die, or None where the order says whose it is
        self._rolls: list[tuple[int | None, int]] = []
        self._whose: str | None = None

    @property
    def given(self) -> bool:
        """Whether a text gives a number for a die."""
        return bool(self._rolls)

    def heard(self, place: int) -> bool:
        """Read a term that is about dice; return whether it is one."""
        reader, terms = self.reader, self.reader.terms
        kind = terms.kind(place)
        whose = next((whose for whose, kinds in reader.words.persons.items() if kind in kinds), None)
        if whose is not None:
            self._whose, reader.open = whose, None
        elif kind == _SCORE:
            self._rolls += [(None, number) for number in terms.value(place)]
        elif kind == "num" and terms.kind(place + 1) != "who":
            self._roll(terms.value(place))
        elif kind not in self.kinds:
            return False
        terms.use(place)
        return True

    def _roll(self, number: int) -> None:
        reader = self.reader
        if self._whose is not None and reader.open is None:
            found = [n for n, one in enumerate(reader.references) if self._whose in one.parties]
            if len(found) == 1:
                self._rolls.append((found[0], number))
            else:
                reader.faults.append(f"whose {number} is meant is not said; write a die beside each of the two")
            self._whose = None
            return
        last = next((event.reference for event in reversed(reader.events) if event.kind == "who"), None)
        self._rolls.append((last if reader.open is not None else None, number))

    def assigned(self, ids: Sequence[str], first: int | None) -> tuple[dict[str, int], list[str]]:
        """Return the die of each id, of references in order, and what is wrong; two numbers alone are in that order.

        `first` is the reference that acts.
        """
        rolls = self._rolls
        told = [one for one, _ in rolls]
        named = {one for one in told if one is not None}
        if not rolls:
            return {}, []
        if len(rolls) == len(named) == 2:
            return {ids[one]: number for one, number in rolls if one is not None}, []
        if len(rolls) == 2 and len(ids) == 2 and first == 0 and len(set(told)) == 1 and told[0] in (None, 1):
            return {ident: number for ident, (_, number) in zip(ids, rolls, strict=True)}, []
        return {}, ["whose dice these are is not said; write a die beside each of the two"]
