"""What a legion gains: Angels for points, a summons after a victory, and mustering (LoT 14 to 18)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core import documents
from referee.core.desk import Desk
from referee.core.orders import Objection
from referee.core.shapes import piece
from referee.core.trace import Change

from ...words import CHARACTER, LegionWord
from ..course import go_on
from ..engagements import donors, summonable
from ..judge import holds, over_objections, turn_objections, unknown_character
from ..legion import Legion
from ..mustering import Way, recruits, said
from ..scoring import assign, choices_at, row_at
from ..state import Gains
from ..work import MasterWork
from .base import MasterOrder, find_own


def gaining(work: MasterWork, player: str, what: str) -> Gains | list[Objection]:
    """Return what the player may gain from the Engagement he has just won, or why nothing."""
    out = over_objections(work, player)
    if out:
        return out
    now = work.engagement
    if now is None or now.gains is None:
        message = f"{what} comes right after winning an Engagement, and none has just been won"
        if work.shut == player:
            message = "nothing more could be gained from the Engagement, which has closed by itself"
        return [Objection(message, work.rules.cite("gains"))]
    if now.gains.player != player:
        message = f"only the winner may, {now.gains.player}"
        return [Objection(message, work.rules.cite("gains"))]
    return now.gains


def full(work: MasterWork, legion: Legion, more: int = 1) -> list[Objection]:
    """Return the objection that a legion has no room for so many more (LoT 4.1)."""
    most = work.rules.combat.legion_most
    if legion.height + more <= most:
        return []
    message = f"{work.named(legion)} holds {legion.height} characters, and {most} is the most"
    return [Objection(message, work.rules.cite("full"))]


class Acquire(MasterOrder, kw_only=True):
    """Add who is due for the points of a victory: `{acquire: [angel]}`."""

    verb: ClassVar[str] = "acquire"
    acquire: Annotated[list[str], CHARACTER, Meta(min_length=1, max_length=20)]

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        if work.adrift:
            return []
        gains = gaining(work, player, "adding somebody for points")
        if isinstance(gains, list):
            return gains
        cite = work.rules.cite
        out = [
            unknown_character(work, n, "acquire") for n in dict.fromkeys(self.acquire) if n not in work.rules.characters
        ]
        if out:
            return out
        out += full(work, work.legions[gains.legion], len(self.acquire))
        for name in dict.fromkeys(self.acquire):
            if work.stock(name) < self.acquire.count(name):
                left = work.stock(name)
                held = f"only {work.rules.counted(name, left)}" if left else f"no {work.rules.characters[name].title}"
                message = f"the caretaker has {held} left"
                out.append(Objection(message, cite("acquired_room"), "acquire"))
        if not out and assign(work, self.acquire, gains.multiples) is None:
            due = "; ".join(f"for {m}: {' or '.join(choices_at(work, m)) or 'nobody'}" for m in gains.multiples)
            message = f"{work.title(self.acquire)} cannot be added; due is {due or 'nobody'}"
            several = any(len(row_at(work.rules, m).takes) > 1 for m in gains.multiples)
            rule = (*cite("several_acquired"), *(cite("archangels") if several else ()))
            out.append(Objection(message, rule, "acquire"))
        return out

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        now = work.engagement
        if work.adrift or now is None or now.gains is None:
            return
        legion = work.legions[now.gains.legion]
        used = assign(work, self.acquire, now.gains.multiples)
        assert used is not None
        now.gains.multiples = [m for m in now.gains.multiples if m not in used]
        for name in self.acquire:
            work.take(name)
            if legion.contents is not None:
                legion.contents.append(name)
            else:
                legion.count += 1
        work.reveal(legion.id, "acquired", list(self.acquire))
        cite = work.rules.cite
        cites = [*cite("acquired"), *cite("acquired_room"), *cite("optional_angel")]
        if len(used) > 1:
            cites += cite("several_acquired")
        if any(m % work.rules.masterplay.acquired[0].every == 0 for m in used):
            cites += cite("archangels")
        desk.write(
            f"{player} adds {work.title(self.acquire)} to {work.named(legion)} for {', '.join(map(str, used))}",
            cites=cites,
            changes=[Change(legion.id, "contents", None, None, f"now {legion.height} high")],
        )
        go_on(work, desk)


class Summon(MasterOrder, kw_only=True, rename={"from_": "from"}):
    """Summon after winning as the attacker: `{summon: angel, from: bk03}`."""

    verb: ClassVar[str] = "summon"
    summon: Annotated[str, CHARACTER]
    from_: Annotated[LegionWord, piece("own")]

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        if work.adrift:
            return []
        gains = gaining(work, player, "summoning")
        if isinstance(gains, list):
            return gains
        cite, out = work.rules.cite, []
        if not gains.summon:
            out.append(
                Objection("only an attacker who has won otherwise than by flight summons now", cite("summons_after"))
            )
        if work.summoned:
            out.append(Objection("the one summons of this Engagement Phase is used", cite("summons")))
        legion = work.legions[gains.legion]
        out += full(work, legion)
        donor = find_own(work, player, self.from_, "from")
        if isinstance(donor, list):
            return [*out, *donor]
        if donor is legion:
            out.append(Objection(f"{donor.id} is the legion that won", cite("summons"), "from"))
        elif donor not in donors(work, legion):
            out.append(Objection(f"{work.named(donor)} stands in an Engagement", cite("summons"), "from"))
        elif (self.summon, donor.id) not in summonable(work, legion):
            message = f"nobody called '{self.summon}' can be summoned from {donor.id}"
            out.append(Objection(message, cite("summons"), "summon"))
        return out

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        now = work.engagement
        if work.adrift or now is None or now.gains is None:
            return
        legion, donor = work.legions[now.gains.legion], work.legions[self.from_]
        assert donor.contents is not None
        donor.contents.remove(self.summon)
        if legion.contents is not None:
            legion.contents.append(self.summon)
        work.summoned = True
        work.reveal(donor.id, "summoned", [self.summon], of=legion.id)
        desk.write(
            f"{player} summons {work.title([self.summon])} from {work.named(donor)} to {work.named(legion)}",
            cites=[*work.rules.cite("summons_after"), *work.rules.cite("summons")],
            changes=[
                Change(donor.id, "contents", None, None, f"now {donor.height} high"),
                Change(legion.id, "contents", None, None, f"now {legion.height} high"),
            ],
        )
        go_on(work, desk)


class Muster(MasterOrder, kw_only=True, rename={"in_": "in"}):
    """Muster: `{muster: troll, in: bk01, show: [ogre, ogre]}`; a defender who has won may leave `in` out."""

    verb: ClassVar[str] = "muster"
    muster: Annotated[str, CHARACTER]
    in_: Annotated[LegionWord, piece("own")] | None = None
    show: Annotated[list[str], CHARACTER, Meta(max_length=20)] | None = None

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        legion = self.entitled(work, player)
        if isinstance(legion, list):
            return legion
        if self.muster not in work.rules.characters:
            return [unknown_character(work, self.muster, "muster")]
        if work.adrift:
            return []
        out = self.barred(work, legion)
        if not work.stock(self.muster):
            message = f"the caretaker has no {work.rules.characters[self.muster].title} left"
            out.append(Objection(message, work.rules.cite("stacks"), "muster"))
        way = self._way(work, legion)
        return out + (way if isinstance(way, list) else [])

    def barred(self, work: MasterWork, legion: Legion) -> list[Objection]:
        """Return why a legion musters nobody, whomever it is qualified for (LoT 4.1, 18.0, 18.1)."""
        cite = work.rules.cite
        out = full(work, legion)
        if legion.mustered and work.engagement is None:
            out.append(Objection(f"{legion.id} has mustered in this Game-Turn", cite("one_muster"), "in"))
        if work.engagement is None and not legion.moved:
            message = f"{work.named(legion)} has not moved, and only legions that have muster"
            out.append(Objection(message, cite("eligible"), "in"))
        elif legion.origin == legion.land and work.rules.options["return_to_start"] == "no_muster":
            out.append(Objection(f"{work.named(legion)} ended its move where it began", cite("returning"), "in"))
        return out

    def entitled(self, work: MasterWork, player: str) -> Legion | list[Objection]:
        """Return the legion that is to muster, or why it may not at this time."""
        if work.engagement is not None and work.battle is None and not work.adrift:
            gains = gaining(work, player, "mustering")
            if isinstance(gains, list):
                return gains
            if not gains.muster:
                return [self._barred(work, gains)]
            if self.in_ not in (None, gains.legion):
                return [Objection(f"it is {gains.legion} that has won", work.rules.cite("gains"), "in")]
            return work.legions[gains.legion]
        out = turn_objections(work, player, "enlistment", "mustering")
        if out:
            return out
        if self.in_ is None:
            return [Objection("say which legion musters: 'in' is missing", work.rules.cite("muster"))]
        return find_own(work, player, self.in_, "in")

    def _barred(self, work: MasterWork, gains: Gains) -> Objection:
        """Return why the winner of an Engagement musters nobody for it (LoT 14.1, 14.2)."""
        if work.legions[gains.legion].player == work.mover:
            message = "only a defender who has won musters for an Engagement, and this is the attacker"
            return Objection(message, work.rules.cite("reinforcement_limit"))
        message = "this Engagement gives no muster: it ended without a battle, or one has been mustered in it"
        cites: tuple[str, ...] = (*work.rules.cite("reinforcement_limit"), *work.rules.cite("no_reinforcement"))
        if work.rules.options["declined_reinforcement"] == "lost":
            message += " or let pass"
            cites += work.rules.cite("declined_reinforcement")
        return Objection(message, cites)

    def _way(self, work: MasterWork, legion: Legion) -> Way | list[Objection]:
        """Return what is shown for the muster: what is named, or the only way there is (LoT 18.4)."""
        cite, rules = work.rules.cite, work.rules
        if legion.contents is None:
            return holds(work, legion, [], "in")
        land = work.graph.lands[legion.land]
        found = recruits(rules, land.terrain, legion.contents)
        ways = found.get(self.muster)
        if not ways:
            able = " or ".join(work.rules.counted(name, 1) for name in found)
            key = "tower_muster" if work.graph.is_tower(legion.land) else "muster"
            near = documents.nearest(self.muster, found)
            message = f"{work.named(legion)} is not qualified to muster {work.title([self.muster])}{near}; " + (
                f"it may muster {able}" if able else "it can muster nobody there"
            )
            return [Objection(message, cite(key), "muster")]
        told = " or ".join(said(way, rules) for way in ways)
        if self.show is None:
            if len(ways) > 1:
                return [Objection(f"say what is shown: {told}", cite("several_ways"))]
            return ways[0]
        strange = [name for name in dict.fromkeys(self.show) if name not in rules.characters]
        if strange:
            return [unknown_character(work, name, "show") for name in strange]
        for way in ways:
            if sorted(self.show) == sorted(way):
                return way
        if () in ways:
            message = f"nobody is shown for {work.title([self.muster])} in {work.graph.titled(legion.land)}"
            return [Objection(message, cite("several_ways"), "show")]
        shown = f"{work.title(self.show)} is not what qualifies" if self.show else "somebody must be shown"
        return [Objection(f"{shown}; it is {told}", cite("several_ways"), "show")]

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        if work.adrift:
            return
        legion = self.entitled(work, player)
        assert isinstance(legion, Legion)
        way = self._way(work, legion)
        assert not isinstance(way, list)
        work.take(self.muster)
        if legion.contents is not None:
            legion.contents.append(self.muster)
        if way:
            work.reveal(legion.id, "shown", list(way))
        work.reveal(legion.id, "mustered", [self.muster])
        cite = work.rules.cite
        tower = work.graph.is_tower(legion.land)
        cites = [*cite("tower_muster" if tower else "muster"), *cite("one_muster"), *cite("several_ways")]
        gains = work.engagement.gains if work.engagement is not None else None
        cites += cite("eligible") if gains is None else cite("late_reinforcement")
        desk.write(
            f"{player} musters {work.title([self.muster])} in {work.named(legion)}, showing {said(way, work.rules)}",
            cites=cites,
            changes=[Change(legion.id, "contents", None, None, f"now {legion.height} high")],
        )
        if gains is None:
            legion.mustered = True
        else:
            gains.muster = False
            go_on(work, desk)
