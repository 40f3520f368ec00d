"""What a Spell of the Masterboard does: captures, mergers, transfers, Visions, Storms (MM 9.4, 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.core.documents.problems import counted, listed
from referee.core.game.orders import Objection

from ...masterboard.check_standing import mage_fault
from ...masterboard.legion import Legion
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.duties import legions_sharing_lands
from ...masterboard.rulings.judge import in_engagement, march_objections, travel
from ...sides import MapSide
from ..spell_tables import Does, SpellType
from .journeys import Journey, going_cites, going_objections, journey, needs_roll, nowhere, teleport_rows
from .strategic import Mage, barring_rows, cites_with, mage_called

STORM, ALL = "storm", "all"


class Deed(NamedTuple):
    """A Spell that a Mage casts on the Masterboard at something: `at` and `to` as an order or a question names them.

    An order also has the `counter` that is cast and, where the Spell needs it, the `side` of entry, who is given back
    to the caretaker, who is split `off` under which `marker`, and whom a muster `shows`.
    """

    mage: Mage
    spell: SpellType
    at: str | None = None
    to: str | None = None
    counter: str | None = None
    side: MapSide | None = None
    gives_back: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    marker: str | None = None
    shows: tuple[str, ...] = ()


class Done(NamedTuple):
    """What comes of a Spell: the objections to it, else further fields of the answer, with the rules behind them."""

    objections: list[Objection]
    says: Mapping[str, Any] = {}
    cites: tuple[str, ...] = ()


def done(position: MasterboardPosition, deed: Deed) -> Done:
    """Return what a Spell does, or why it cannot do it there; the time and the caster are judged elsewhere."""
    does = deed.spell.does
    return _DEEDS[does](position, deed) if does is not None else Done([])


def _legion(position: MasterboardPosition, deed: Deed, field: str = "at") -> Legion | Objection:
    """Return the legion that a field names."""
    word = deed.at if field == "at" else deed.to
    if word is None:
        message = f"'{field}' is missing: {deed.spell.title} names a legion"
        return Objection(message, deed.spell.cites, field)
    return position.find(word, field)


def _going(position: MasterboardPosition, deed: Deed) -> Done:
    """Move or teleport the caster's legion; `to` names the Land, and without it one is enough."""
    legion, spell = deed.mage.legion, deed.spell
    out = going_objections(position, legion, spell)
    unrolled = needs_roll(spell) and position.roll is None
    if out or unrolled or (in_engagement(position, legion) and spell.does == "move"):
        return Done(out)
    found = journey(position, legion, spell, position.roll)
    out = nowhere(position, legion, spell, found)
    if not out and deed.to is not None:
        out = _not_there(position, deed, found)
    return Done(out, {}, going_cites(position, spell))


def _not_there(position: MasterboardPosition, deed: Deed, found: Journey) -> list[Objection]:
    """Return why a Spell does not take a legion to the Land that is named, if it does not."""
    spell, word = deed.spell, deed.to or ""
    land = position.graph.called(word)
    if land is None:
        return [Objection(position.graph.unknown(word), (), "to")]
    if land in found.ends or land in found.teleports:
        return []
    told = [Objection(f"{spell.title}: {row.why}", row.cites, "to") for at, row in found.barred if at == land]
    where = position.graph.titled(land)
    return told or [Objection(f"{spell.title} does not take {deed.mage.legion.id} to {where}", spell.cites, "to")]


def _capture(position: MasterboardPosition, deed: Deed) -> Done:
    """Capture the enemy in the Engagement, unless it holds one that the Spell spares (MM 9.4.1)."""
    own, spell, cite = deed.mage.legion, deed.spell, position.rules.cite
    row, enemy = spell.spell.captures, _legion(position, deed)
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


def _above(position: MasterboardPosition, number: int) -> int:
    """Return how many of so many characters are too many for a legion."""
    return max(number - position.rules.combat.legion_most, 0)


def _merge(position: MasterboardPosition, deed: Deed) -> Done:
    """Merge the caster's legion with another of its player in one Land (MM 9.4.5).

    With `to`, the one that is not there moves there by the Movement Roll as the Spell is cast.
    """
    own, spell, other = deed.mage.legion, deed.spell, _legion(position, deed)
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
        message = f"{position.named(other)} is not in {position.graph.titled(own.land)}; name the Land where they meet"
        out.append(Objection(f"{message}, in 'to'", spell.cites, "at"))
    elif not (own.moved or other.moved):
        message = f"neither {own.id} nor {other.id} has moved; {spell.title} is cast when a legion ends its move there"
        out.append(Objection(message, spell.cites, "at"))
    here = position.graph.titled(land)
    if any(one.player != own.player for one in position.at(land)):
        out.append(Objection(f"an enemy stands in {here}", spell.cites, "cast"))
    if land in map(str, position.no_muster_lands):
        message = f"legions were captured or merged in {here} in this Game-Turn already"
        out.append(Objection(message, spell.cites, "cast"))
    more = _above(position, own.height + other.height)
    return Done(out, {"returned": more}, position.rules.cite("merged"))


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


def _carry(position: MasterboardPosition, deed: Deed) -> Done:
    """Transfer a Mage from one legion to another: the caster goes, or one comes to the caster (MM 9.4.12)."""
    caster, spell, cite = deed.mage, deed.spell, position.rules.cite
    goer = caster if deed.at is None else mage_called(position, deed.at)
    if isinstance(goer, Objection):
        return Done([goer])
    going = goer.stack.id == caster.stack.id
    if deed.to is None and not going:
        target: Legion | Objection = caster.legion
    else:
        target = _legion(position, deed, "to")
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


def may_be_hidden(position: MasterboardPosition, word: str) -> bool:
    """Return whether a word names a Mage that may be in a legion which the player of a view does not see into."""
    if position.viewer is None or mage_fault(word, position.rules) is not None:
        return False
    own = [row.id for legion in position.own(position.viewer) for row in legion.magi]
    return word not in own and any(legion.contents is None for legion in position.legions.values())


def _see(position: MasterboardPosition, deed: Deed) -> Done:
    """Look at an enemy legion, or at the Spells of an enemy Mage (MM 9.4.16)."""
    spell, word, cite = deed.spell, deed.at, position.rules.cite
    if word is None:
        return Done([Objection(f"'at' is missing: {spell.title} is cast at a legion or a Mage", spell.cites, "at")])
    at_legion = word in position.legions
    mage = mage_called(position, word) if not at_legion else None
    if isinstance(mage, Objection) and may_be_hidden(position, word):
        # of a view it is not known whether that Mage is there
        return Done([], {}, cite("seen"))
    if isinstance(mage, Objection):
        return Done([Objection(f"'{word}' is neither a legion nor a Mage on the board", spell.cites, "at")])
    legion = mage.legion if mage is not None else position.legions[word]
    if legion.player == deed.mage.legion.player:
        return Done(
            [Objection(f"{word} is {legion.player}'s own; {spell.title} is cast at an enemy", spell.cites, "at")]
        )
    rows = barring_rows(position, deed.mage, spell, "target", legion.land)
    if mage is None:
        return Done([Objection(f"{word}: {row.why}", row.cites, "at") for row in rows], {}, cite("seen"))
    seen = ["legion"] if rows else ["legion", "spells"]
    return Done([], {"seen": seen}, (*cite("seen"), *(one for row in rows for one in row.cites)))


def _storm(position: MasterboardPosition, deed: Deed) -> Done:
    """Raise a Storm over the Land of the caster's legion (MM 10.1, 10.4)."""
    land = deed.mage.legion.land
    there = [storm.spell for storm in position.storms if str(storm.land) == land]
    if not there:
        return Done([], {}, position.rules.cite("storm_there"))
    title = position.rules.effects[there[0]].title
    message = f"{title} is over {position.graph.titled(land)}, and a Land has one Storm"
    return Done([Objection(message, position.rules.cite("one_storm"), "spell")])


def _dispel(position: MasterboardPosition, deed: Deed) -> Done:
    """End the Storm over the Land of the caster's legion (MM 16.2)."""
    spell, land, cite = deed.spell, deed.mage.legion.land, position.rules.cite
    if deed.at != STORM:
        message = f"{spell.title} is cast at 'storm' on the Masterboard, not at {deed.at or 'nothing'}"
        return Done([Objection(message, cite("dispel_board"), "at")])
    if all(str(storm.land) != land for storm in position.storms):
        return Done([Objection(f"no Storm is over {position.graph.titled(land)}", cite("dispel_board"), "at")])
    return Done([], {}, cite("dispel_board"))


def _stay(position: MasterboardPosition, deed: Deed) -> Done:
    """Keep the caster's legion where it stands, or with `at: all` every legion of the player (MM 9.4.2)."""
    spell, own = deed.spell, deed.mage.legion
    if deed.at not in (None, ALL, own.id):
        message = f"{spell.title} is cast for {own.id}, or for all legions ('at: all'), not for {deed.at}"
        return Done([Objection(message, spell.cites, "at")])
    marched = [other.id for other in position.own(own.player) if other.moved] if deed.at == ALL else []
    out = [Objection(f"{one} has moved already", spell.cites, "at") for one in marched]
    out += _unparted(position, spell, None if deed.at == ALL else own)
    return Done(out, {}, position.rules.cite("stayed"))


def _unparted(position: MasterboardPosition, spell: SpellType, own: Legion | None) -> list[Objection]:
    """Return the legions that share a Land and cannot be one again, as starting legions in their Tower.

    Where one of a player's `own` alone is to stay, the others in its Land may still part from it, unless they stay too.
    """
    cite = position.rules.cite("stayed", "starting_part")
    out = []
    for legions in legions_sharing_lands(position):
        if own is not None and any(own not in legions or not (legion is own or legion.stays) for legion in legions):
            continue
        whole = [legion.id for legion in legions if legion.split_from is None]
        if len(whole) > 1:
            message = f"{listed(whole, 'and')} share a Land, were not split off each other, and must part"
            out.append(Objection(message, cites_with(spell, cite), "at"))
    return out


def _split(position: MasterboardPosition, deed: Deed) -> Done:
    """Split the caster's legion after the roll, if it has enough for two parts (MM 9.4.15)."""
    own, least = deed.mage.legion, 2 * position.rules.masterplay.split_least
    if own.height >= least:
        return Done([], {}, position.rules.cite("split"))
    message = f"{position.named(own)} has {counted(own.height, 'character')}, and a split needs {least}"
    return Done([Objection(message, cites_with(deed.spell, position.rules.cite("split")), "cast")])


def _plain(position: MasterboardPosition, deed: Deed) -> Done:
    """Do what needs no more than its time."""
    return Done([])


_DEEDS: Mapping[Does, Callable[[MasterboardPosition, Deed], Done]] = {
    "move": _going,
    "teleport": _going,
    "capture": _capture,
    "merge": _merge,
    "carry": _carry,
    "see": _see,
    "storm": _storm,
    "dispel": _dispel,
    "stay": _stay,
    "split": _split,
    "roll_again": _plain,
    "muster": _plain,
}
