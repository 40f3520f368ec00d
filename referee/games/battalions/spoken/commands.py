"""What a text says of commands: which side gives which one, with its number and direction."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from referee.core.spoken.terms import Terms

from .mentions import Mentions
from .parties import FILL, MARKS, OTHER, PARTIES, SIDES

# words that do something, before which no command of an earlier unit reaches
_TOWARDS = ("into", "against", "strike", "hit", "towards", "")


class Told(msgspec.Struct):
    """A command in a text, with its number and a direction as far as they are said."""

    command: str
    number: int | None = None
    direction: str | None = None


class Commands(Mentions):
    """Reads the commands of both sides."""

    def __init__(self, terms: Terms, holding: Collection[str], back: Collection[str], army: bool) -> None:
        super().__init__(terms, army)
        # the commands that carry no number, and those that move back
        self.holding = holding
        self.back = back
        self.commands: dict[str, Told] = {}
        # the unit of which a command was said first
        self.asked: str | None = None
        # a command said before the unit that it is for, and the direction of a retreat
        self.pending: Told | None = None
        self.towards: str | None = None
        self.retreats = False

    def _on_relative(self, place: int) -> int:
        """Read `that holds`, `which advances`: the unit named last does so."""
        self.terms.use(place)
        after = self.terms.kind(self.after(place, "get", "do"))
        if self.lead(place) in ("", *MARKS) or after in ("hit", "strike", "target", "become"):
            self.named = self.named_side = None
        if self.opposed and self.last is not None:
            self.subject = self.last.side
            self.opposed = False
        return place + 1

    def _on_command(self, place: int) -> int:
        terms = self.terms
        terms.use(place)
        command = Told(terms.value(place))
        after, lead = terms.kind(self.after(place)), self.lead(place)
        command.number = self._number_before(place)
        if after == "stats" and lead in (*_TOWARDS, *PARTIES):
            self.pending = command
            return place + 1
        who = self._other_than_told(place) or self.subject
        described = self.lead_word(place) in ("stats", "unit", "place", "close", "red", "blue")
        if self.opposed and self.last is not None and described:
            who, self.opposed = self.last.side, False
        if self.lead(place) == "both":
            for letter in SIDES:
                self.told(letter, Told(command.command))
            return self._number(place, list(SIDES))
        if who is None:
            self.pending = command
            return self._pending_number(place)
        self.told(who, command)
        if self.last is not None and self.last.side == who and self.asked is None:
            self.asked = self.last.id
        return self._number(place, [who])

    def _other_than_told(self, place: int) -> str | None:
        """Return the side that `it` means where the subject has its command already, and the other has none."""
        if self.terms.kind(self.terms.before(place, "noise")) != "it" or self.subject not in self.commands:
            return None
        other = OTHER[self.subject]
        return other if other not in self.commands and self._own(other) is not None else None

    def lead_word(self, place: int) -> str:
        """Return the kind of the term just before a place; `by` and `when` are terms, articles are not."""
        return self.terms.kind(self.terms.before(place, "noise", "the", "be", "it", "piece", "pieces"))

    def told(self, letter: str, command: Told) -> None:
        """Note the command of a side; a second one is a fault."""
        known = self.commands.get(letter)
        if known is not None and known.command != command.command:
            self.faults.append(f"{SIDES[letter]} has one command")
        self.commands.setdefault(letter, command)

    def _number_before(self, place: int) -> int | None:
        """Use the number just before a command, as in `goes 2 Spaces forward`, and return it."""
        number = self.terms.before(place, "noise", "the", "to")
        gone = self.terms.kind(self.terms.before(number, "noise", "the", "it", "do")) in ("go", "command")
        if self.terms.kind(number) != "num" or self.terms.used[number] or not gone:
            return None
        if self._number_after(place) is not None or self.terms.value(place) in self.holding:
            return None
        self.terms.use(number)
        return int(self.terms.value(number))

    def _number_after(self, place: int) -> int | None:
        """Return the place of the number of a command, None where there is none."""
        after = self.after(place, "by")
        if self.terms.kind(after) != "num" or self.terms.used[after]:
            return None
        following = self.terms.kind(self.terms.next(after, *FILL))
        if following == "command" and self.terms.kind(self.terms.before(place, *FILL)) == "num":
            return None
        stat = following.startswith("stat_") and not self.numbered_after(after)
        return None if following in ("points", "stats", "times") or stat else after

    def numbered_after(self, number: int) -> bool:
        """Return whether the stat that follows a number has a number of its own, or is the one who asks."""
        stat = self.terms.next(number, *FILL)
        own = self.terms.kind(self.after(stat)) == "num"
        return own or self.terms.text(stat) == "i"

    def _number(self, place: int, letters: list[str]) -> int:
        """Read the number of a command."""
        after = self._number_after(place)
        if after is None or any(self.commands[letter].command in self.holding for letter in letters):
            return place + 1
        for letter in letters:
            known = self.commands[letter].number
            if known not in (None, self.terms.value(after)):
                self.faults.append(f"two numbers for the command of {SIDES[letter]}")
            self.commands[letter].number = self.terms.value(after)
        self.terms.use(*range(place, after + 1))
        return after + 1

    def _pending_number(self, place: int) -> int:
        after = self._number_after(place)
        if after is None or self.pending is None or self.pending.command in self.holding:
            return place + 1
        self.pending.number = self.terms.value(after)
        self.terms.use(*range(place, after + 1))
        return after + 1

    def _on_both(self, place: int) -> int:
        blows = ("hit", "strike", "target")
        after, lead = self.terms.kind(self.after(place)), self.lead(place)
        if after in ("command", "stats", "all_stats", "num", *blows, *PARTIES) or lead in ("become", *blows, *PARTIES):
            self.terms.use(place)
        return place + 1

    def direction(self, way: str, place: int) -> int:
        told = self.commands.get(self.subject or "")
        self.terms.use(place)
        if self.open_relation is not None and self.open_relation.way is None and told is None:
            self.open_relation.way = way
        elif told is None and not self.retreats and (far := self.far_before(place)) is not None:
            self.relate(place, way, far)
            self.open_relation = None
        elif self.retreats and told is None and self.towards in (None, way):
            self.towards = way
        elif told is not None and told.direction in (None, way):
            told.direction = way
            return self._number(place, [self.subject or ""]) if told.number is None else place + 1
        else:
            self.terms.used[place] = False
        return place + 1
