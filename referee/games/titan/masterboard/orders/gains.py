"""What a legion gains: Angels for points, a summons after a victory, and mustering (LoT 14 to 18)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core import documents
from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import piece

from ...words import CHARACTER, LegionWord
from ..legion import Legion
from ..phases import go_on
from ..position import MasterboardPosition
from ..rulings.engagements import donors, summonable
from ..rulings.judge import holds, over_objections, turn_objections, unknown_character
from ..rulings.mustering import Way, recruits, said
from ..rulings.scoring import assign, choices_at, row_at
from ..state import Gains
from .base import MasterOrder, find_own


def gaining(position: MasterboardPosition, player: str, what: str) -> Gains | list[Objection]:
    """Return what the player may gain from the Engagement he has just won, or why nothing."""
    out = over_objections(position, player)
    if out:
        return out
    now = position.engagement
    if now is None or now.gains is None:
        message = f"{what} comes right after winning an Engagement, and none has just been won"
        if position.shut == player:
            message = "nothing more could be gained from the Engagement, which has closed by itself"
        return [Objection(message, position.rules.cite("gains"))]
    if now.gains.player != player:
        message = f"only the winner may, {now.gains.player}"
        return [Objection(message, position.rules.cite("gains"))]
    return now.gains


def full(position: MasterboardPosition, legion: Legion, more: int = 1) -> list[Objection]:
    """Return the objection that a legion has no room for so many more (LoT 4.1)."""
    most = position.rules.combat.legion_most
    if legion.height + more <= most:
        return []
    message = f"{position.named(legion)} holds {legion.height} characters, and {most} is the most"
    return [Objection(message, position.rules.cite("full"))]


class Acquire(MasterOrder, kw_only=True):
    """Add who is due for the points of a victory: `{acquire: [angel]}`."""

    verb: ClassVar[str] = "acquire"
    acquire: Annotated[list[str], CHARACTER, Meta(min_length=1, max_length=20)]

    def check(self, position: MasterboardPosition, player: str) -> list[Objection]:
        if position.position_unknown:
            return []
        gains = gaining(position, player, "adding somebody for points")
        if isinstance(gains, list):
            return gains
        cite = position.rules.cite
        out = [
            unknown_character(position, n, "acquire")
            for n in dict.fromkeys(self.acquire)
            if n not in position.rules.characters
        ]
        if out:
            return out
        out += full(position, position.legions[gains.legion], len(self.acquire))
        for name in dict.fromkeys(self.acquire):
            if position.stock(name) < self.acquire.count(name):
                left = position.stock(name)
                held = (
                    f"only {position.rules.counted(name, left)}"
                    if left
                    else f"no {position.rules.characters[name].title}"
                )
                message = f"the caretaker has {held} left"
                out.append(Objection(message, cite("acquired_room"), "acquire"))
        if not out and assign(position, self.acquire, gains.multiples) is None:
            due = "; ".join(f"for {m}: {' or '.join(choices_at(position, m)) or 'nobody'}" for m in gains.multiples)
            message = f"{position.title(self.acquire)} cannot be added; due is {due or 'nobody'}"
            several = any(len(row_at(position.rules, m).takes) > 1 for m in gains.multiples)
            rule = (*cite("several_acquired"), *(cite("archangels") if several else ()))
            out.append(Objection(message, rule, "acquire"))
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        now = position.engagement
        if position.position_unknown or now is None or now.gains is None:
            return
        legion = position.legions[now.gains.legion]
        used = assign(position, self.acquire, now.gains.multiples)
        assert used is not None
        now.gains.multiples = [m for m in now.gains.multiples if m not in used]
        for name in self.acquire:
            position.take(name)
            if legion.contents is not None:
                legion.contents.append(name)
            else:
                legion.count += 1
        position.reveal(legion.id, "acquired", list(self.acquire))
        cite = position.rules.cite
        cites = [*cite("acquired"), *cite("acquired_room"), *cite("optional_angel")]
        if len(used) > 1:
            cites += cite("several_acquired")
        if any(m % position.rules.masterplay.acquired[0].every == 0 for m in used):
            cites += cite("archangels")
        recorder.write(
            f"{player} adds {position.title(self.acquire)} to {position.named(legion)} for {', '.join(map(str, used))}",
            cites=cites,
            changes=[Change(legion.id, "contents", None, None, f"now {legion.height} high")],
        )
        go_on(position, recorder)


class Summon(MasterOrder, kw_only=True, rename={"from_": "from"}):
    """Summon after winning as the attacker: `{summon: angel, from: bk03}`."""

    verb: ClassVar[str] = "summon"
    summon: Annotated[str, CHARACTER]
    from_: Annotated[LegionWord, piece("own")]

    def check(self, position: MasterboardPosition, player: str) -> list[Objection]:
        if position.position_unknown:
            return []
        gains = gaining(position, player, "summoning")
        if isinstance(gains, list):
            return gains
        cite, out = position.rules.cite, []
        if not gains.summon:
            out.append(
                Objection("only an attacker who has won otherwise than by flight summons now", cite("summons_after"))
            )
        if position.summoned:
            out.append(Objection("the one summons of this Engagement Phase is used", cite("summons")))
        legion = position.legions[gains.legion]
        out += full(position, legion)
        donor = find_own(position, player, self.from_, "from")
        if isinstance(donor, list):
            return [*out, *donor]
        if donor is legion:
            out.append(Objection(f"{donor.id} is the legion that won", cite("summons"), "from"))
        elif donor not in donors(position, legion):
            out.append(Objection(f"{position.named(donor)} stands in an Engagement", cite("summons"), "from"))
        elif (self.summon, donor.id) not in summonable(position, legion):
            message = f"nobody called '{self.summon}' can be summoned from {donor.id}"
            out.append(Objection(message, cite("summons"), "summon"))
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        now = position.engagement
        if position.position_unknown or now is None or now.gains is None:
            return
        legion, donor = position.legions[now.gains.legion], position.legions[self.from_]
        assert donor.contents is not None
        donor.contents.remove(self.summon)
        if legion.contents is not None:
            legion.contents.append(self.summon)
        position.summoned = True
        position.reveal(donor.id, "summoned", [self.summon], of=legion.id)
        recorder.write(
            f"{player} summons {position.title([self.summon])} from {position.named(donor)} "
            f"to {position.named(legion)}",
            cites=[*position.rules.cite("summons_after"), *position.rules.cite("summons")],
            changes=[
                Change(donor.id, "contents", None, None, f"now {donor.height} high"),
                Change(legion.id, "contents", None, None, f"now {legion.height} high"),
            ],
        )
        go_on(position, recorder)


class Muster(MasterOrder, kw_only=True, rename={"in_": "in"}):
    """Muster: `{muster: troll, in: bk01, show: [ogre, ogre]}`; a defender who has won may leave `in` out."""

    verb: ClassVar[str] = "muster"
    muster: Annotated[str, CHARACTER]
    in_: Annotated[LegionWord, piece("own")] | None = None
    show: Annotated[list[str], CHARACTER, Meta(max_length=20)] | None = None

    def check(self, position: MasterboardPosition, player: str) -> list[Objection]:
        legion = self.entitled(position, player)
        if isinstance(legion, list):
            return legion
        if self.muster not in position.rules.characters:
            return [unknown_character(position, self.muster, "muster")]
        if position.position_unknown:
            return []
        out = self.barred(position, legion)
        if not position.stock(self.muster):
            message = f"the caretaker has no {position.rules.characters[self.muster].title} left"
            out.append(Objection(message, position.rules.cite("stacks"), "muster"))
        way = self._way(position, legion)
        return out + (way if isinstance(way, list) else [])

    def barred(self, position: MasterboardPosition, legion: Legion) -> list[Objection]:
        """Return why a legion musters nobody, whomever it is qualified for (LoT 4.1, 18.0, 18.1)."""
        cite = position.rules.cite
        out = full(position, legion)
        if legion.mustered and position.engagement is None:
            out.append(Objection(f"{legion.id} has mustered in this Game-Turn", cite("one_muster"), "in"))
        if position.engagement is None and not legion.moved:
            message = f"{position.named(legion)} has not moved, and only legions that have muster"
            out.append(Objection(message, cite("eligible"), "in"))
        elif legion.origin == legion.land and position.rules.options["return_to_start"] == "no_muster":
            out.append(Objection(f"{position.named(legion)} ended its move where it began", cite("returning"), "in"))
        return out

    def entitled(self, position: MasterboardPosition, player: str) -> Legion | list[Objection]:
        """Return the legion that is to muster, or why it may not at this time."""
        if position.engagement is not None and position.battle is None and not position.position_unknown:
            gains = gaining(position, player, "mustering")
            if isinstance(gains, list):
                return gains
            if not gains.muster:
                return [self._barred(position, gains)]
            if self.in_ not in (None, gains.legion):
                return [Objection(f"it is {gains.legion} that has won", position.rules.cite("gains"), "in")]
            return position.legions[gains.legion]
        out = turn_objections(position, player, "enlistment", "mustering")
        if out:
            return out
        if self.in_ is None:
            return [Objection("say which legion musters: 'in' is missing", position.rules.cite("muster"))]
        return find_own(position, player, self.in_, "in")

    def _barred(self, position: MasterboardPosition, gains: Gains) -> Objection:
        """Return why the winner of an Engagement musters nobody for it (LoT 14.1, 14.2)."""
        if position.legions[gains.legion].player == position.mover:
            message = "only a defender who has won musters for an Engagement, and this is the attacker"
            return Objection(message, position.rules.cite("reinforcement_limit"))
        message = "this Engagement gives no muster: it ended without a battle, or one has been mustered in it"
        cites: tuple[str, ...] = (*position.rules.cite("reinforcement_limit"), *position.rules.cite("no_reinforcement"))
        if position.rules.options["declined_reinforcement"] == "lost":
            message += " or let pass"
            cites += position.rules.cite("declined_reinforcement")
        return Objection(message, cites)

    def _way(self, position: MasterboardPosition, legion: Legion) -> Way | list[Objection]:
        """Return what is shown for the muster: what is named, or the only way there is (LoT 18.4)."""
        cite, rules = position.rules.cite, position.rules
        if legion.contents is None:
            return holds(position, legion, [], "in")
        land = position.graph.lands[legion.land]
        found = recruits(rules, land.terrain, legion.contents)
        ways = found.get(self.muster)
        if not ways:
            able = " or ".join(position.rules.counted(name, 1) for name in found)
            key = "tower_muster" if position.graph.is_tower(legion.land) else "muster"
            near = documents.nearest(self.muster, found)
            message = f"{position.named(legion)} is not qualified to muster {position.title([self.muster])}{near}; " + (
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
            return [unknown_character(position, name, "show") for name in strange]
        for way in ways:
            if sorted(self.show) == sorted(way):
                return way
        if () in ways:
            message = f"nobody is shown for {position.title([self.muster])} in {position.graph.titled(legion.land)}"
            return [Objection(message, cite("several_ways"), "show")]
        shown = f"{position.title(self.show)} is not what qualifies" if self.show else "somebody must be shown"
        return [Objection(f"{shown}; it is {told}", cite("several_ways"), "show")]

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown:
            return
        legion = self.entitled(position, player)
        assert isinstance(legion, Legion)
        way = self._way(position, legion)
        assert not isinstance(way, list)
        position.take(self.muster)
        if legion.contents is not None:
            legion.contents.append(self.muster)
        if way:
            position.reveal(legion.id, "shown", list(way))
        position.reveal(legion.id, "mustered", [self.muster])
        cite = position.rules.cite
        tower = position.graph.is_tower(legion.land)
        cites = [*cite("tower_muster" if tower else "muster"), *cite("one_muster"), *cite("several_ways")]
        gains = position.engagement.gains if position.engagement is not None else None
        cites += cite("eligible") if gains is None else cite("late_reinforcement")
        recorder.write(
            f"{player} musters {position.title([self.muster])} in {position.named(legion)}, "
            f"showing {said(way, position.rules)}",
            cites=cites,
            changes=[Change(legion.id, "contents", None, None, f"now {legion.height} high")],
        )
        if gains is None:
            legion.mustered = True
        else:
            gains.muster = False
            go_on(position, recorder)
