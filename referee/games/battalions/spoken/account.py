"""What a text says of units that fight, retreat or are bought: their commands, who strikes, and what is asked."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

import msgspec

from referee.core.spoken.terms import Terms

from .commands import Commands, Told
from .mentions import Unit
from .parties import FILL, MARKS, OTHER, PARTIES, SIDES

# as many units as one text counts
_MOST = 100


class Blow(msgspec.Struct):
    """Who strikes in a text, as far as it says so."""

    side: str | None
    unit: Unit | None = None


class Account(Commands):
    """Read the terms of a text about units."""

    skipped: ClassVar[tuple[str, ...]] = (
        *Commands.skipped,
        *("other", "friend", "on", "limit", "and", "with", "where", "fought", "go", "slowest", "do", "get", "play"),
        *("against", "towards", "army", "legal"),
    )

    def __init__(self, terms: Terms, holding: Collection[str], back: Collection[str], army: bool) -> None:
        super().__init__(terms, holding, back, army)
        self.listed: list[Unit] = []
        self.blows: list[Blow] = []
        self.become = self.closing = False
        self.limit: int | None = None
        self.leading = False

    # units of an army, and those that a command waits for

    def stats_said(self, values: dict[str, int], place: int) -> None:
        if not self.army:
            super().stats_said(values, place)
            self._take_command()
            return
        for _ in range(self.count):
            self.listed.append(Unit(f"r{len(self.listed) + 1}", stats=values, leader=self.leading))
        if self.leading and self.count > 1:
            self.faults.append("a battalion has one leader")
        self.leading = False

    def whose(self, letter: str, place: int) -> int:
        after = super().whose(letter, place)
        if self.terms.kind(self.after(place, "leader", *PARTIES)) not in ("unit", "stats"):
            self._take_command()
        return after

    def _on_unit(self, place: int) -> int:
        after = super()._on_unit(place)
        self._take_command()
        return after

    def _take_command(self) -> None:
        """Give a command that was said first to the side that is named next."""
        if self.pending is not None and self.side is not None:
            self.told(self.side, self.pending)
            self.asked = self.asked or (self.last.id if self.last is not None else None)
            self.pending = None

    def _on_first(self, place: int) -> int:
        return self._ordinal("r", place)

    def _on_second(self, place: int) -> int:
        return self._ordinal("b", place)

    def _ordinal(self, letter: str, place: int) -> int:
        if self.army:
            self.terms.use(place)
            return place + 1
        return self.whose(letter, place)

    def _on_other_person(self, place: int) -> int:
        """Read `he`: the other player where somebody says `I`, and the unit that was named where a blow follows."""
        after = self.terms.kind(self.after(place, "get", "do"))
        if self.personal and after in ("strike", "hit", "target"):
            return self.pronoun(place)
        return super()._on_other_person(place)

    def _on_attacker(self, place: int) -> int:
        return self._ordinal(self._roles()[0], place)

    def _on_defender(self, place: int) -> int:
        return self._ordinal(self._roles()[1], place)

    def _roles(self) -> tuple[str, str]:
        """Return the sides of the attacker and of the defender: red attacks where the text has no command yet."""
        holds = [letter for letter, told in self.commands.items() if told.command in self.holding]
        return ("b", "r") if holds == ["r"] else ("r", "b")

    # what is asked

    def _on_when(self, place: int) -> int:
        """Read `when it`, `but it`: what follows is about the subject."""
        self.terms.use(place)
        self.opposed = False
        return place + 1

    _on_but = _on_when

    def _on_by(self, place: int) -> int:
        """Read `hit by r1`, `by advancing`: the one that follows strikes, and the subject has the command."""
        self.terms.use(place)
        if self.blows and self.terms.kind(self.after(place)) in ("unit", *PARTIES):
            self.blows.pop()
        self.opposed = False
        return place + 1

    def _on_both_hold(self, place: int) -> int:
        """Read `neither moves`."""
        self.terms.use(place)
        for letter in SIDES:
            self.told(letter, Told(next(iter(self.holding))))
        return place + 1

    def _on_dead(self, place: int) -> int:
        """Read `is blue dead?` at the end of a sentence."""
        before = self.terms.before(place, *FILL[1:], "noise", "unit", "leader", *PARTIES)
        be = [n for n in range(before + 1, place) if self.terms.kind(n) == "be"]
        ended = self.terms.kind(place + 1) in ("", "stop")
        if ended and (be or self.terms.kind(place - 1) == "clause"):
            self.terms.use(place)
            self.become = True
        return place + 1

    def _on_strike(self, place: int) -> int:
        struck = self._struck(place)
        if struck is not None:
            return self._blow(place, OTHER[struck], self.named if self.named_side == OTHER[struck] else None)
        return self._blow(place, self.named_side, self.named)

    def _struck(self, place: int) -> str | None:
        """Return the side that a verb is followed by, None where it names none."""
        if self.terms.kind(place + 1) == "me":
            return self.me
        after = self.after(place, "leader")
        kind = self.terms.kind(after)
        if kind == "unit":
            return str(self.terms.value(after)[0])
        named = self.after(after, "leader")
        return str(self.terms.value(named)[0]) if self.terms.kind(named) == "unit" else self.letter(kind)

    def _on_target(self, place: int) -> int:
        return self._blow(place, OTHER.get(self.named_side or ""), None)

    def _on_hit(self, place: int) -> int:
        """Read `is r1 hit`, `can r1 hit b1`, or `hit?`, which says nothing of who strikes."""
        before = place - 1
        while before >= 0 and self.terms.kind(before) not in ("be", "get", *MARKS[:2], "and", "when", "do", "cannot"):
            before -= 1
        if self.terms.kind(before) in ("be", "get"):
            return self._on_target(place)
        if self.terms.kind(before) in ("do", "cannot") or self.terms.kind(self.after(place)) in (
            "unit",
            "it",
            "whom",
            *PARTIES,
        ):
            return self._on_strike(place)
        return self._blow(place, None, None)

    def _on_cannot(self, place: int) -> int:
        """Read `he says that r1 cannot reach b1`: it is asked all the same whether it does."""
        if self.terms.kind(self.after(place)) in ("strike", "hit"):
            self.terms.use(place)
        return place + 1

    def _blow(self, place: int, side: str | None, unit: Unit | None) -> int:
        if self.army:
            return place + 1
        self.terms.use(place)
        self.blows.append(Blow(side, unit))
        return place + 1

    def _on_into(self, place: int) -> int:
        """Read `moving into`: an advance that ends in contact."""
        self.terms.use(place)
        self.closing = True
        who = self._other_than_told(place) or self.subject
        if who is not None and who not in self.commands:
            self.commands[who] = Told("advance")
        return place + 1

    def _on_become(self, place: int) -> int:
        if self.army:
            return place + 1
        self.terms.use(place)
        self.become = True
        return place + 1

    def _on_retreat(self, place: int) -> int:
        self.terms.use(place)
        number = self._number_after(place)
        if number is not None and self.subject is not None:
            # a number of Spaces is that of a command
            self.told(self.subject, Told(next(iter(self.back))))
            return self._number(place, [self.subject])
        self.retreats = True
        self.asked = self.named.id if self.named is not None and self.asked is None else self.asked
        return place + 1

    def _on_field(self, place: int) -> int:
        after = self.after(place, "on", "clause")
        if self.army or self.terms.kind(after) in ("place", "size") or self.lead(place) == "size":
            self.terms.use(place)
        return place + 1

    def _on_size(self, place: int) -> int:
        self.terms.use(place)
        self.size = self.terms.value(place)
        return place + 1

    # armies

    def _on_points(self, place: int) -> int:
        """Read `how many points does the army cost`."""
        if self.army:
            self.terms.use(place)
        return place + 1

    _on_worth = _on_points

    def _on_pieces(self, place: int) -> int:
        """Read `units 2-2-2-2`: how many there are must show, by a number or by a list."""
        stats = self.after(place, "with")
        if self.army and self.count == 1 and self.terms.kind(stats) == "stats":
            following = self.terms.kind(self.after(stats, "and", "clause"))
            if following not in ("stats", "times", "num"):
                self.faults.append(f"how many units of {self.terms.all[stats].text} there are is not said")
        return self._on_piece(place)

    def _on_leads(self, place: int) -> int:
        """Read `a 4-4-4-4 leading two 3-3-3-3`."""
        self.terms.use(place)
        if self.listed and self.lead(place) == "stats" and not any(unit.leader for unit in self.listed):
            self.listed[-1].leader = True
        return place + 1

    def _on_faces(self, place: int) -> int:
        if self.terms.kind(self.after(place)) in ("unit", "stats", *PARTIES):
            self.terms.use(place)
        return place + 1

    def _on_leader(self, place: int) -> int:
        self.terms.use(place)
        if self.terms.kind(self.terms.before(place, *FILL, "open", "legal")) == "stats" and self.listed:
            self.listed[-1].leader = True
        else:
            self.leading = True
        return place + 1

    def otherwise(self, place: int) -> int:
        if self.terms.kind(place) == "or" and not self.army:
            self.terms.use(place)
            return place + 1
        return super().otherwise(place)

    def _on_num(self, place: int) -> int:
        terms = self.terms
        after = self.after(place)
        if terms.kind(after) == "points" and self.limit is None:
            self.limit = terms.value(place)
            terms.use(place, after)
            return after + 1
        before = terms.before(place, *FILL, "on")
        if terms.kind(before) == "limit" and self.limit is None and self.army:
            self.limit = terms.value(place)
            terms.use(place, before)
            return place + 1
        if self.army and terms.kind(after) == "leader" and terms.value(place) == 1:
            terms.use(place)
            return place + 1
        if self.army and terms.kind(after) == "legal" and self._listed_number(terms.value(place)):
            terms.use(place)
            return place + 1
        if not terms.used[place] and self._announces(place):
            return place + 1
        return super()._on_num(place)

    def _listed_number(self, number: int) -> bool:
        """Return whether a number is asked about that is one of the stats."""
        return any(number in unit.stats.values() for unit in self.listed)

    def _announces(self, place: int) -> bool:
        """Read `two red units, 3-1-2-5 and 2-1-3-5`: so many are listed."""
        end = self.terms.next(place, "noise", "the", "other", *PARTIES)
        enemies = any(self.terms.kind(n) == "enemy" for n in range(place, end))
        if (self.terms.kind(end) not in ("piece", "pieces") and not enemies) or not 0 < self.terms.value(
            place
        ) <= _MOST:
            return False
        if "stats" in (self.terms.kind(end), self.terms.kind(self.after(end, "with"))):
            return False
        sides = [n for n in range(place, end) if self.terms.kind(n) in PARTIES]
        self.terms.use(place)
        self.announced[self.terms.kind(sides[0]) if sides else ""] = self.terms.value(place)
        return True

    def unfinished(self) -> list[str]:
        """Return a fault for a command or a Space of nobody, and for each count that differs from the units listed."""
        faults = ["who has the command is not said"] if self.pending is not None else []
        if self.waiting_place is not None:
            faults.append(f"{self.waiting_place[0]},{self.waiting_place[1]}: who stands there is not said")
        for kind, number in self.announced.items():
            if self.army:
                found = {len(self.listed), sum(not unit.leader for unit in self.listed)}
            else:
                side = OTHER[self.me] if kind == "enemy" else self.letter(kind)
                found = {sum(side in (None, unit.side) for unit in self.units.values())}
            if number not in found:
                faults.append(f"{number} units are counted: write the four stats of each, as 4-2-2-4")
        return faults
