"""Mustering: in the Enlistment Phase, or right after a battle that its defender has won (LoT 14, 18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core import documents
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import piece

from ...words import CHARACTER, LegionWord
from ..events import happens
from ..legion import Legion
from ..phases import close_if_no_gains
from ..position import MasterboardPosition
from ..rulings.judge import holds, turn_objections, unknown_character
from ..rulings.mustering import Mustering, Way, barring, barring_all, mustering, none_left, way_in_words, won_alone
from ..state import Gains
from .base import MasterOrder, find_own
from .gains import current_gains, full


class Muster(MasterOrder, kw_only=True, rename={"in_": "in"}):
    """Muster: `{muster: troll, in: bk01, show: [ogre, ogre]}`; a defender who has won may omit `in`."""

    verb: ClassVar[str] = "muster"
    # whether it may bring what a victory alone brings to an attacker
    by_victory: ClassVar[bool] = True
    muster: Annotated[str, CHARACTER]
    in_: Annotated[LegionWord, piece("own")] | None = None
    show: Annotated[list[str], CHARACTER, Meta(max_length=20)] | None = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        gains = position.gains
        if gains is not None:
            legions = [position.legions[gains.legion]]
        else:
            legions = position.own(player) if position.stage == "enlistment" else []
        for legion in legions:
            if piece in (None, legion.id) and not barred(position, legion):
                for name, ways in _found(position, legion).ways.items():
                    yield from (Candidate(cls(muster=name, in_=legion.id, show=list(way))) for way in ways)

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        legion = self.entitled(position, player)
        if isinstance(legion, list):
            return legion
        if self.muster not in position.rules.characters:
            return [unknown_character(position, self.muster, "muster")]
        if position.position_unknown:
            return []
        way = self._way(position, legion)
        return [*barred(position, legion), *self.missing(position), *(way if isinstance(way, list) else [])]

    def missing(self, position: MasterboardPosition) -> list[Objection]:
        """Return the objection that there is none left of what is mustered."""
        return none_left(position, self.muster)

    def bring(self, position: MasterboardPosition) -> None:
        """Take what is mustered from where it comes."""
        position.take(self.muster)

    def entitled(self, position: MasterboardPosition, player: str) -> Legion | list[Objection]:
        """Return the legion that musters, or the objections to mustering at this time."""
        if position.engagement is not None and not position.in_battle and not position.position_unknown:
            gains = current_gains(position, player, "mustering", "no_reinforcement")
            if isinstance(gains, list):
                return gains
            if not (gains.muster or (gains.mage and self.by_victory)):
                return self._unentitled(position, gains)
            if self.in_ not in (None, gains.legion):
                return [Objection(f"it is {gains.legion} that has won", position.rules.cite("gains"), "in")]
            return position.legions[gains.legion]
        if position.shut == player != position.mover and not position.position_unknown:
            # the Engagement of a defender who has won gave nothing, and has closed by itself
            return [self._no_muster(position)]
        out = turn_objections(position, player, "enlistment", "mustering")
        if out:
            return out
        if self.in_ is None:
            return [Objection("say which legion musters: 'in' is missing", position.rules.cite("muster"))]
        return find_own(position, player, self.in_, "in")

    def _unentitled(self, position: MasterboardPosition, gains: Gains) -> list[Objection]:
        """Return why the winner of an Engagement may not muster for it (LoT 14.1, 14.2)."""
        winner = position.legions[gains.legion]
        if winner.player == position.mover:
            why = [] if winner.mustered else barring(position, _found(position, winner), self.muster, winner.land)
            message = "only a defender who has won musters for an Engagement, and this is the attacker"
            return why or [Objection(message, position.rules.cite("reinforcement_limit"))]
        return [self._no_muster(position)]

    def _no_muster(self, position: MasterboardPosition) -> Objection:
        """Return why a defender who has won musters nobody (LoT 14.1, 14.2)."""
        message = "this Engagement gives no muster: it ended without a battle, or one has been mustered in it"
        cites: tuple[str, ...] = (*position.rules.cite("reinforcement_limit"), *position.rules.cite("no_reinforcement"))
        if position.rules.options["declined_reinforcement"] == "lost":
            message += " or declined"
            cites += position.rules.cite("declined_reinforcement")
        return Objection(message, cites)

    def qualified(self, position: MasterboardPosition, legion: Legion) -> Mustering:
        """Return what the legion may muster now."""
        return _found(position, legion)

    def _way(self, position: MasterboardPosition, legion: Legion) -> Way | list[Objection]:
        """Return the characters shown: those named, or the only way to qualify; else the objections (LoT 18.4)."""
        cite, rules = position.rules.cite, position.rules
        if legion.contents is None:
            return holds(position, legion, [], "in")
        qualified = self.qualified(position, legion)
        found = qualified.ways
        ways = found.get(self.muster)
        if not ways and (why := barring(position, qualified, self.muster, legion.land)):
            return why
        if not ways:
            able = " or ".join(position.rules.counted(name, 1) for name in found)
            key = "tower_muster" if position.graph.is_tower(legion.land) else "muster"
            near = documents.nearest(self.muster, found)
            message = f"{position.named(legion)} is not qualified to muster {position.title([self.muster])}{near}; " + (
                f"it may muster {able}" if able else "it can muster nobody there"
            )
            none = barring_all(qualified)
            message += "".join(f": {row.why}" for row in none)
            cites = [*cite(key), *(one for row in none for one in row.cites)]
            if any(name in legion.contents for name in rules.standing_in):
                cites += cite("standing_in")
            if self.muster in rules.keeping_spells:
                cites += cite("shown_mage")
            return [Objection(message, tuple(dict.fromkeys(cites)), "muster")]
        told = " or ".join(way_in_words(way, rules) for way in ways)
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
        shown = f"{position.title(self.show)} is not what qualifies" if self.show else "a character must be shown"
        return [Objection(f"{shown}; it is {told}", cite("several_ways"), "show")]

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown:
            return
        legion = self.entitled(position, player)
        assert isinstance(legion, Legion)
        way = self._way(position, legion)
        assert not isinstance(way, list)
        qualified = self.qualified(position, legion)
        needed = qualified.ledgers.get((self.muster, way))
        self.bring(position)
        if legion.contents is not None:
            legion.contents.append(self.muster)
        if way:
            position.reveal(legion.id, "shown", list(way))
        position.reveal(legion.id, "mustered", [self.muster])
        cite = position.rules.cite
        tower = position.graph.is_tower(legion.land)
        key = "muster" if not tower else "alike_muster" if len(way) > 1 else "tower_muster"
        cites = [*cite(key), *cite("one_muster"), *cite("several_ways")]
        gains = position.gains
        cites += cite("eligible") if gains is None else cite("late_reinforcement")
        cites += needed.cites if needed is not None else ()
        cites += qualified.cites.get((self.muster, way), ())
        recorder.write(
            f"{player} musters {position.title([self.muster])} in {position.named(legion)}, "
            f"showing {way_in_words(way, position.rules)}",
            reasons=[needed] if needed is not None else [],
            cites=cites,
            changes=[Change(legion.id, "contents", None, None, f"now {legion.height} high")],
        )
        if gains is None or legion.player == position.mover:
            legion.mustered = True
        if gains is not None:
            gains.muster = gains.mage = False
        self.joined(position, player, recorder, legion)
        happens(position, recorder, "mustered", legion, roles={"recruit": self.muster})
        if gains is not None:
            close_if_no_gains(position, recorder)

    def joined(self, position: MasterboardPosition, player: str, recorder: Recorder, legion: Legion) -> None:
        """Do what a supplement does when a character has just been mustered in a legion."""


def _found(position: MasterboardPosition, legion: Legion) -> Mustering:
    """Return what a legion may muster now; an attacker that has won takes only what the victory brings (MM 5.3)."""
    if position.gains is None:
        return mustering(position, legion, during="enlistment")
    found = mustering(position, legion, during="victory")
    return won_alone(position, legion, found) if legion.player == position.mover else found


def winner_barred(position: MasterboardPosition, legion: Legion) -> list[Objection]:
    """Return why a legion that has just won cannot muster for it; a defender by how it was won (LoT 14.1, 14.2)."""
    cite = position.rules.cite
    out = full(position, legion)
    if legion.mustered:
        out.append(Objection(f"{legion.id} has mustered in this Game-Turn", cite("one_muster"), "in"))
    if legion.player == position.mover:
        return out
    if legion.won not in ("battle", "concession", "agreement"):
        message = "a defender musters for an Engagement only after a battle or an agreement"
        out.append(Objection(message, cite("no_reinforcement")))
    elif legion.won == "agreement" and position.rules.chosen("muster_after_agreement", "never"):
        out.append(Objection("a defender who wins by agreement does not muster", cite("agreement_muster")))
    return out


def barred(position: MasterboardPosition, legion: Legion) -> list[Objection]:
    """Return why a legion cannot muster anything (LoT 4.1, 18.0, 18.1)."""
    cite = position.rules.cite
    out = full(position, legion)
    if legion.mustered and position.engagement is None:
        out.append(Objection(f"{legion.id} has mustered in this Game-Turn", cite("one_muster"), "in"))
    if position.engagement is None and not legion.moved:
        message = f"{position.named(legion)} has not moved, and only legions that have muster"
        out.append(Objection(message, cite("eligible"), "in"))
    elif legion.origin == legion.land and position.rules.chosen("return_to_start", "no_muster"):
        out.append(Objection(f"{position.named(legion)} ended its move where it began", cite("returning"), "in"))
    return out
