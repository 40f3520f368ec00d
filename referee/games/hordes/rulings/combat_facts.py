"""The facts of a combat on the table: what P-9 asks about each of two fighters."""

from __future__ import annotations

from shapely.geometry import LineString
from shapely.ops import nearest_points

from ..field.battlefield import Field
from ..field.contacts import rear_contact
from ..field.elements import Element, Stronghold
from ..field.ground import shared
from ..field.line_of_sight import ranged_objections
from ..state import Kind as CombatKind
from .totals import Clash, Fighter, can_shoot_back

_HAIR = 1e-6
Side = Element | Stronghold


def clash_of(field: Field, a: Side, b: Side, kind: CombatKind, *, aiding: int = 0, active: str | None = None) -> Clash:
    """Return the combat between two on the table; `aiding` is how many more shoot at, or bespell, b."""
    back = False
    if kind == "shoot" and isinstance(a, Element) and isinstance(b, Element) and can_shoot_back(True, a.kind, b.kind):
        back = not b.shot and not ranged_objections(field, b, a, b.army == active)
    one, other = _fighter(field, a, b, kind), _fighter(field, b, a, kind)
    if kind != "close":
        other.extra_attackers = aiding
        one.distance = other.distance = int(a.area.distance(b.area))
    if kind == "bespell" and isinstance(a, Element):
        other.across_water = _across_water(field, a, b)
    return Clash(one, other, kind, back)


def _fighter(field: Field, me: Side, foe: Side, kind: CombatKind) -> Fighter:
    out = Fighter(kind=me.kind, name=me.named)
    out.terrains = {name: stands_in(field, me, name) for name in field.rules.terrains_named}
    if isinstance(me, Stronghold):
        others = [e for e, keep in field.contacts().keep if keep is me and e is not foe]
        out.extra_attackers = len(others)
        out.cites += field.rules.cite("stronghold_fights")
        out.ground_aid = any(not e.kind.flies for e in others)
        return out
    bad, cover, good = standing(field, me)
    out.bad, out.cover, out.good = bad, cover, good
    if good and (bad or field.ground.covers(me.area, field.ground.water)):
        out.cites += field.rules.cite("on_road")
    out.moved = me.moved > 0
    if field.rules.asks_of("friends_touching"):
        touching = [one for one in field.friends(me.army) if field.distance(me, one) <= field.slack.paces]
        out.friends_touching = len(touching) - 1
    out.general = field.is_general(me)
    out.general_behind = not out.general and _general_behind(field, me)
    out.guarded = me.kind.casts and _guarded(field, me, foe)
    out.near_own_stronghold = _near_own_keep(field, me)
    if out.guarded or (kind == "bespell" and out.near_own_stronghold and me.kind.casts):
        out.cites += field.rules.cite("near")
    _place_facts(field, out, me, foe)
    if kind == "close":
        _close_facts(field, out, me, foe)
    return out


def _place_facts(field: Field, out: Fighter, me: Element, foe: Side) -> None:
    contacts = field.contacts()
    flankers = {e.id: e for e in (*contacts.flanking(me), *contacts.overlapping(me))}
    out.flank_enemies = len(flankers)
    cite = field.rules.cite
    out.cites += cite("flanks") if flankers else ()
    if isinstance(foe, Element):
        out.uphill = field.ground.level(me.base.centre) > field.ground.level(foe.base.centre)
        out.holds_bank = _holds_bank(field, me, foe)
        out.cites += [*(cite("uphill") if out.uphill else ()), *(cite("bank") if out.holds_bank else ())]


def _close_facts(field: Field, out: Fighter, me: Element, foe: Side) -> None:
    out.aggressor = (me.id, foe.id) in field.attacks
    out.flankers = [e.kind for e in field.contacts().flanking(me) if e is not foe]
    if sum(me in pair for pair in field.contacts().front) > 1:
        out.cites += field.rules.cite("second_in_front")
    behind = next((f for f in supporters(field, me)), None)
    if behind is not None:
        out.spear_behind = True
        out.cites += field.rules.cite("support")
        with field.rules.unnoted():
            out.behind_bad = standing(field, behind)[0]
        out.behind_attacked = attacked(field, behind)


def standing(field: Field, element: Element) -> tuple[bool, bool, bool]:
    """Return whether an element is in bad going, covered by wood or town, and in good going for 12* (HS-G-54)."""
    rules, ground = field.rules, field.ground
    area = element.area
    whole = element.width * element.depth
    rough = shared(area, ground.bad)
    least = max(rules.number("tolerance.area"), rules.number("bad_fraction") * whole)
    if 0 < rough < whole - 1:
        rules.note(("bad_fraction",))
    bad = rough > least
    covered = shared(area, ground.cover)
    if 0 < covered < whole - 1:
        rules.note(("cover_fraction",))
    share = rules.number("cover_fraction") * whole
    cover = covered > rules.number("tolerance.area") and covered >= share - _HAIR * whole
    good = ground.on_road(element.base.front) or not (bad or ground.covers(area, ground.water))
    return bad, cover, good


def stands_in(field: Field, side: Side, terrain: str) -> bool:
    """Return whether any part of an element's base is in a kind of terrain; a Stronghold is in none."""
    here = [patch.area for patch in field.ground.patches if patch.name == terrain]
    return isinstance(side, Element) and any(field.ground.covers(side.area, area) for area in here)


def _general_behind(field: Field, me: Element) -> bool:
    general = field.general(me.army)
    return general is not None and general is not me and rear_contact(field.slack, general.base, me.base)


def supporters(field: Field, me: Element) -> list[Element]:
    """Return the friends that could support from directly behind (HS-MIS-7)."""
    if not me.kind.supports:
        return []
    return [
        f
        for f in field.friends(me.army)
        if f is not me and f.kind.supports and rear_contact(field.slack, f.base, me.base)
    ]


def attacked(field: Field, element: Element) -> bool:
    """Return whether an enemy's front edge touches an element (HS-G-58)."""
    slack = field.slack.paces
    for foe in field.enemies(element.army):
        edge = LineString([foe.base.front_left, foe.base.front_right])
        if edge.distance(element.area) <= slack:
            return True
    return False


def _guarded(field: Field, me: Element, foe: Side) -> bool:
    """Return whether a Cleric or Paladin other than the opponent is near a Magician (HS-TAC-3)."""
    reach = field.rules.table.guard_range + _HAIR
    return any(e is not foe and e.kind.guards and field.distance(e, me) <= reach for e in field.standing())


def _near_own_keep(field: Field, me: Element) -> bool:
    reach = field.rules.table.guard_range + _HAIR
    return any(k.army == me.army and k.held and k.area.distance(me.area) <= reach for k in field.keeps.values())


def _holds_bank(field: Field, me: Element, foe: Element) -> bool:
    ground = field.ground
    if ground.covers(me.area, ground.rivers) or not ground.covers(foe.area, ground.rivers):
        return False
    return not (ground.covers(me.area, ground.crossings) or ground.covers(foe.area, ground.crossings))


def _across_water(field: Field, a: Element, b: Side) -> bool:
    """Return whether the shortest segment between two bases crosses water (HS-TAC-1)."""
    one, other = nearest_points(a.area, b.area)
    line = LineString([one, other])
    water = field.ground.all_water
    return bool(line.intersects(water) and line.intersection(water).length > field.slack.paces)


def pairs(field: Field) -> list[tuple[Side, Side]]:
    """Return the pairs of close combat: front against front, the unturned victim, the Stronghold (P-11).

    An element that flanks an enemy engaged elsewhere does not fight. Where several can be the principal enemy of an
    unturned victim or of a Stronghold, each is a pair; the active player names one.
    """
    contacts = field.contacts()
    out: list[tuple[Side, Side]] = list(contacts.front)
    paired = {e.id for pair in contacts.front for e in pair}
    victims = [(who, whom) for who, whom in contacts.on_flank if who.id not in paired and whom.id not in paired]
    flanking = {who.id for who, _ in victims}
    # a victim whose own front is on an enemy's flank fights that enemy
    out += [(who, whom) for who, whom in victims if whom.id not in flanking]
    settled = {x.id for pair in out for x in pair}
    out += [(who, whom) for who, whom in victims if whom.id in flanking and not {who.id, whom.id} & settled]
    settled |= {x.id for pair in out for x in pair}
    out += [(who, keep) for who, keep in contacts.keep if who.id not in settled]
    return out
