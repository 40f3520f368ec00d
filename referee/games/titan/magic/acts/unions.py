"""Spells that make one legion of two, or bring a Mage to another legion (MM 9.4.1, 9.4.5, 9.4.12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from referee.core.documents.problems import counted
from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ...masterboard.laid import follow_union
from ...masterboard.legion import Legion
from ...masterboard.phases import close_if_no_gains
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.engagements import show_both, sides
from ...masterboard.rulings.judge import arrive, march_objections, travel
from ...masterboard.state import Gains, type_of
from ...sides import MapSide
from ...words import land_name
from ..rulings.giving import give_back_objections, magi_named, returnable
from ..rulings.journeys import teleport_rows
from ..rulings.strategic import Mage, barring_rows, cites_with, mage_called, mages_of
from ..stacks import follow
from .base import Act, Deed, Done, legion_named


class Capture(Act):
    """Capture the enemy in the Engagement, unless it holds one that the Spell spares (MM 9.4.1)."""

    takes = ("at", "return")

    def targets(self, position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
        own = deed.mage.legion
        for other in position.at(own.land):
            if other.player != own.player:
                yield deed._replace(at=other.id)

    def rule(self, position: MasterboardPosition, deed: Deed) -> Done:
        own, spell, cite = deed.mage.legion, deed.spell, position.rules.cite
        row, enemy = spell.spell.captures, legion_named(position, deed)
        if isinstance(enemy, Objection):
            return Done([enemy])
        assert row is not None
        named = position.named(enemy)
        if enemy.player == own.player or enemy.land != own.land:
            return Done([Objection(f"{own.id} is not engaged with {named}", spell.cites, "at")])
        if row.share * enemy.height > own.height:
            held = f"{named} has {counted(enemy.height, 'character')}, and {own.id} {own.height}"
            message = f"{held}; {row.share} times as many are needed"
            return Done([Objection(message, cites_with(spell, cite("captured_share")), "at")])
        spared = [name for name in enemy.contents or () if position.rules.characters[name].cls in row.spares]
        if spared:
            return Done([], {"captured": False, "returned": 0, "points": 0}, cite("captured_points"))
        if enemy.contents is None:
            return Done([], {"captured": None, "returned": None, "points": 0}, cite("captured_points"))
        more = _above(position, own.height + enemy.height)
        cites = (*cite("captured_share"), *cite("captured_kept"), *cite("captured_points"))
        return Done([], {"captured": True, "returned": more, "points": 0}, cites)

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        """Capture the other legion: at once if it is exposed, else as soon as its player exposes it (REF magi-41)."""
        now, own = position.resolving, deed.mage.legion
        now.capture, now.gives_back = deed.mage.stack.id, list(deed.gives_back)
        attacker, defender = sides(position)
        if own is attacker:
            recorder.write(
                f"{own.id} captures {defender.id}, unless its player answers with a Spell",
                cites=[*deed.spell.cites, *position.rules.cite("considered")],
                by_referee=True,
            )
        else:
            resolve_capture(position, recorder, deed.mage, attacker, deed.spell.cites)


class Merge(Act):
    """Merge the caster's legion with another of its player in one Land (MM 9.4.5)."""

    takes = ("to", "at", "return")

    def targets(self, position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
        own, caster = deed.mage.legion, deed.mage.stack.id
        for other in position.own(own.player):
            lands = (None,) if other.land == own.land else (own.land, other.land)
            for land in lands:
                meant = deed._replace(at=other.id, to=land)
                found = self.rule(position, meant)
                if not found.objections:
                    for choice in returnable(position, [own, other], found.says["returned"], caster):
                        yield meant._replace(gives_back=tuple(choice))

    def rule(self, position: MasterboardPosition, deed: Deed) -> Done:
        """Merge the caster's legion with another of its player in one Land (MM 9.4.5).

        With `to`, the one that is not there moves there by the Movement Roll as the Spell is cast.
        """
        own, spell, other = deed.mage.legion, deed.spell, legion_named(position, deed)
        if isinstance(other, Objection):
            return Done([other])
        if other is own or other.player != own.player:
            message = f"{position.named(other)} is no other legion of {own.player}"
            return Done([Objection(message, spell.cites, "at")])
        out, land = [], own.land
        if deed.to is not None and own.land != other.land:
            found = _meeting(position, deed, own, other)
            if isinstance(found, list):
                return Done(found)
            land = found.land
            rows = barring_rows(position, deed.mage, spell, "caster", land) if land != own.land else []
            out += [Objection(f"{position.graph.titled(land)}: {row.why}", row.cites, "to") for row in rows]
        elif own.land != other.land:
            message = (
                f"{position.named(other)} is not in {position.graph.titled(own.land)}; name the Land where they meet"
            )
            out.append(Objection(f"{message}, in 'to'", spell.cites, "at"))
        elif not (own.moved or other.moved):
            message = (
                f"neither {own.id} nor {other.id} has moved; {spell.title} is cast when a legion ends its move there"
            )
            out.append(Objection(message, spell.cites, "at"))
        here = position.graph.titled(land)
        if any(one.player != own.player for one in position.at(land)):
            out.append(Objection(f"an enemy stands in {here}", spell.cites, "cast"))
        if land in map(str, position.no_muster_lands):
            message = f"legions were captured or merged in {here} in this Game-Turn already"
            out.append(Objection(message, spell.cites, "cast"))
        more = _above(position, own.height + other.height)
        return Done(out, {"returned": more}, position.rules.cite("merged"))

    def open_fields(self, position: MasterboardPosition, deed: Deed, done: Done) -> list[Objection]:
        if done.objections:
            return []
        legions = (deed.mage.legion, position.legions[str(deed.at)])
        return give_back_objections(
            position, legions, deed.gives_back, done.says["returned"], deed.mage.stack.id, "return"
        )

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        """Make one legion of two, moving the one there that is not; those above the most go back (MM 9.4.5)."""
        own, other = deed.mage.legion, position.legions[str(deed.at)]
        cites = [*deed.spell.cites, *position.rules.cite("merged")]
        meets = meeting(position, deed)
        if meets is not None:
            goer, came = meets.goer, meets.goer.land
            arrive(position, goer, meets.land, None)
            graph, change = position.graph, Change(goer.id, "land", land_name(came), land_name(goer.land))
            text = f"{goer.id} moves from {graph.titled(came)} to {graph.titled(goer.land)}"
            recorder.write(text, cites=position.rules.cite("signs"), changes=[change], by_referee=True)
        _unite(position, recorder, own, other)
        own.moved = True
        position.no_muster_lands = [*position.no_muster_lands, land_name(own.land)]
        text = f"{other.id} merges with {position.named(own)}"
        recorder.write(text, cites=cites, changes=[_height(own)], by_referee=True)
        give_back(position, recorder, own, deed.gives_back, deed.mage.stack.id)


class Carry(Act):
    """Transfer a Mage from one legion to another: the caster goes, or one comes to the caster (MM 9.4.12)."""

    takes = ("to", "at")

    def targets(self, position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
        own = deed.mage.legion
        for other in position.own(own.player):
            if other is not own:
                yield deed._replace(to=other.id)
        for mage in mages_of(position, own.player):
            if mage.legion is not own:
                yield deed._replace(at=mage.stack.id)

    def rule(self, position: MasterboardPosition, deed: Deed) -> Done:
        caster, spell, cite = deed.mage, deed.spell, position.rules.cite
        goer = caster if deed.at is None else mage_called(position, deed.at)
        if isinstance(goer, Objection):
            return Done([goer])
        going = goer.stack.id == caster.stack.id
        if deed.to is None and not going:
            target: Legion | Objection = caster.legion
        else:
            target = legion_named(position, deed, "to")
        if isinstance(target, Objection):
            return Done([target])
        out = []
        for legion, field in ((goer.legion, "at"), (target, "to")):
            if legion.player != caster.legion.player:
                message = f"{position.named(legion)} belongs to {legion.player}"
                out.append(Objection(message, cites_with(spell, cite("carried")), field))
        if not going and target is not caster.legion:
            message = f"another Mage is brought to the legion of the caster, {caster.legion.id}, not to {target.id}"
            out.append(Objection(message, spell.cites, "to"))
        if goer.legion is target:
            out.append(Objection(f"{goer.stack.id} is in {target.id} already", spell.cites, "to"))
        # both parts of a legion that has been split count together
        parts = [other for other in position.own(target.player) if other.land == target.land]
        number = sum(other.height for other in parts)
        if number >= position.rules.combat.legion_most:
            parted = f" together in {position.graph.titled(target.land)}" if len(parts) > 1 else ""
            names = " and ".join(other.id for other in parts)
            has = "has" if len(parts) == 1 else "have"
            message = f"{names}{parted} {has} {number} characters, and {position.rules.combat.legion_most} is the most"
            out.append(Objection(message, cites_with(spell, cite("carried")), "to"))
        rows = teleport_rows(position, goer.legion, spell, target.land) if not out else []
        out += [Objection(f"{goer.stack.id}: {row.why}", row.cites, "to") for row in rows]
        return Done(out, {}, cite("carried"))

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        """Transfer a Mage to another legion; one that is left empty goes off the board (MM 9.4.12, REF magi-50)."""
        caster = deed.mage
        goer = caster if deed.at is None else mage_called(position, deed.at)
        assert isinstance(goer, Mage)
        target = caster.legion if deed.to is None else position.legions[str(deed.to)]
        giver, name = goer.legion, goer.stack.character
        follow(giver, target, [goer.stack.id])
        if giver.contents is not None:
            giver.contents.remove(name)
        if target.contents is not None:
            target.contents.append(name)
        for legion in (giver, target):
            position.reveal(legion.id, "shown", [name])
        recorder.write(
            f"{goer.stack.id} goes from {position.named(giver)} to {position.named(target)}",
            cites=[*deed.spell.cites, *position.rules.cite("carried")],
            changes=[_height(giver), _height(target)],
            by_referee=True,
        )
        if not giver.height:
            text = f"{giver.id} has nobody left, and its marker goes home"
            recorder.write(text, cites=position.rules.cite("carried"), by_referee=True)
            position.remove(giver)


class Meeting(NamedTuple):
    """Where two legions meet: the one that moves there, and by which ways."""

    goer: Legion
    land: str
    ways: Mapping[MapSide, list[str]]


def _meeting(position: MasterboardPosition, deed: Deed, own: Legion, other: Legion) -> Meeting | list[Objection]:
    """Return which of two legions moves to the other in the Land of `to`, or why none does."""
    spell, land = deed.spell, position.graph.called(str(deed.to))
    if land not in (own.land, other.land):
        message = f"{own.id} and {other.id} meet where one of them stands: {own.land} or {other.land}"
        return [Objection(message, spell.cites, "to")]
    goer = own if land == other.land else other
    out = march_objections(position, goer, "to")
    if out or position.roll is None:
        return out or Meeting(goer, land, {})
    stays = own if goer is other else other
    ways = travel(position, goer, position.roll, meets=stays).get(land)
    if ways is None:
        message = f"{position.named(goer)} cannot end its move in {position.graph.titled(land)} with {position.roll}"
        return [Objection(message, (*spell.cites, *position.rules.cite("full_count")), "to")]
    return Meeting(goer, land, ways)


def meeting(position: MasterboardPosition, deed: Deed) -> Meeting | None:
    """Return which legion moves to the other as they merge, None if they share a Land already."""
    own, other = deed.mage.legion, position.legions[str(deed.at)]
    found = _meeting(position, deed, own, other) if own.land != other.land else None
    return None if isinstance(found, list) else found


def _above(position: MasterboardPosition, number: int) -> int:
    """Return how many of so many characters are too many for a legion."""
    return max(number - position.rules.combat.legion_most, 0)


def resolve_capture(
    position: MasterboardPosition, recorder: Recorder, mage: Mage, captive: Legion, cites: Iterable[str]
) -> None:
    """Capture a legion, or show it where it holds one that cannot be captured (MM 9.4.1)."""
    now, own, rules = position.resolving, mage.legion, position.rules
    spell = rules.spells[next(name for name, one in rules.spells.items() if one.does == "capture")]
    row = spell.spell.captures
    assert row is not None
    spared = [name for name in captive.contents or () if rules.characters[name].cls in row.spares]
    if spared:
        text = f"{captive.id} holds {position.title(spared[:1])}: the Spell does nothing, and the Engagement goes on"
        recorder.write(text, cites=list(cites), by_referee=True)
        show_both(position, recorder)
        return
    wanted, now.gives_back = now.gives_back, []
    held, players = list(captive.contents or ()), [own.player, captive.player]
    _unite(position, recorder, own, captive)
    own.won = "capture"
    position.reveal(own.id, "captured", held, players)
    position.no_muster_lands = [*position.no_muster_lands, now.land]
    recorder.write(
        f"{own.id} captures {captive.id}, whose marker goes home; nobody scores",
        cites=[*cites, *rules.cite("captured_kept"), *rules.cite("captured_points")],
        changes=[_height(own)],
        by_referee=True,
    )
    more = max(own.height - rules.combat.legion_most, 0)
    now.stage, now.exposed, now.capture = "gains", [], None
    now.gains = Gains(player=own.player, legion=own.id, gives_back=more, captor=mage.stack.id)
    if more and not give_back_objections(position, [own], wanted, more, mage.stack.id, "return"):
        give_back(position, recorder, own, wanted, mage.stack.id)
        now.gains.gives_back = 0
    close_if_no_gains(position, recorder)


def give_back(
    position: MasterboardPosition, recorder: Recorder, legion: Legion, named: Iterable[str], caster: str
) -> None:
    """Return characters of a legion to the caretaker, none of them slain; the Spells of Magi go back too."""
    words = list(named)
    if not words:
        return
    magi = magi_named(position, [legion], words, caster)
    position.returned += [row for row in legion.magi if row.id in magi]
    legion.magi = [row for row in legion.magi if row.id not in magi]
    names = [type_of(word) if word in magi else word for word in words]
    for name in names:
        if legion.contents is not None:
            legion.contents.remove(name)
        position.caretaker[name] = position.stock(name) + 1
    recorder.write(
        f"{position.title(names)} of {legion.id} go back to the caretaker",
        cites=position.rules.cite("given_back"),
        changes=[_height(legion)],
        by_referee=True,
    )


def _unite(position: MasterboardPosition, recorder: Recorder, own: Legion, other: Legion) -> None:
    """Make another legion part of one; its marker goes home."""
    if own.contents is None or other.contents is None:
        own.count, own.contents = own.height + other.height, None
    else:
        own.contents.extend(other.contents)
    follow(other, own, [row.id for row in other.magi])
    follow_union(position, recorder, own, other)
    position.remove(other)


def _height(legion: Legion) -> Change:
    return Change(legion.id, "contents", None, None, f"now {legion.height} high")
