"""Moves: their cost and allowance in paces, and every objection to a path (P-4, P-6)."""

from __future__ import annotations

from itertools import pairwise

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact, Row

from ..field.battlefield import Field
from ..field.contacts import contact_edge, front_contact, overlaps, rear_contact, touches_keep
from ..field.elements import Element, Stronghold
from ..field.geometry import Base, near_bases, near_bounds, stored, turn
from ..field.ground import outline, sweep
from ..field.nearness import OneBase
from ..field.placing import start_objections
from ..field.ways import PathPart, fine, leg_cost


def passing_right(field: Field, element: Element, other: Element | Stronghold, poses: list[Base]) -> Row | None:
    """Return the right by which an element passes through another while it faces as the poses do (P-6.4)."""
    slack = field.slack
    aligned = isinstance(other, Element) and all(
        slack.facing(pose, other.base, 0) or slack.facing(pose, other.base, 180) for pose in poses
    )
    kind = element.kind
    facts: dict[str, Fact] = {
        "type": kind.name,
        "cat": kind.cat,
        "bulky": "bulky" in kind.traits,
        "crossed": "friend" if other.army == element.army else "enemy",
        "crossed_type": other.kind.name,
        "crossed_cat": other.kind.cat,
        "aligned": aligned,
    }
    return field.rules.first(field.rules.movement.passing, facts)


def break_off_objections(field: Field, element: Element, back: Base, paces: float) -> list[Objection]:
    """Return why an element cannot break off by this move (HS-G-21)."""
    rules = field.rules
    cites = rules.cite("break_off")
    how = rules.option("break_off")
    contacts = field.contacts()
    against = contacts.against(element)
    if not against:
        return [Objection(f"{element.named} is in contact with no enemy", cites, None, (element.id,))]
    if how == "never":
        return [Objection("no element leaves contact", cites, None, (element.id, *(e.id for e in against)))]
    if how == "free":
        return []
    out = []
    least = rules.movement.break_off
    if paces < least:
        out.append(Objection(f"breaking off goes at least {least} P, not {paces:g}", cites, "paces"))
    flankers = contacts.flanking(element)
    if flankers:
        names = ", ".join(e.named for e in flankers)
        message = f"{names} holds the flank or rear of {element.named}"
        out.append(Objection(message, cites, None, (element.id, *(e.id for e in flankers))))
    goings = field.ground.goings(sweep([element.base, back]))
    mine = min(getattr(element.kind.row.move, going) for going in goings)
    for foe in against:
        theirs = min(getattr(foe.kind.row.move, going) for going in goings)
        if mine <= theirs:
            message = f"{element.named} moves {mine} P there, {foe.named} {theirs} P: only the faster breaks off"
            out.append(Objection(message, cites, None, (element.id, foe.id)))
    return out


_HAIR = 1e-6
# paces between the poses at which the going of a leg is sampled
_COARSE = 20


class JudgedMove:
    """A judged move of one element or of a group: its cost, its allowance and every objection."""

    def __init__(
        self,
        field: Field,
        parts: list[PathPart],
        cost: float | None = None,
        *,
        attack: Element | Stronghold | None = None,
        column: bool = False,
        road_bonus: int = 0,
    ) -> None:
        self.field = field
        self.parts = parts
        self.attack = attack
        self.cites: list[str] = []
        self.notes: list[str] = []
        self.cost = stored(self._cost() if cost is None else cost)
        self.road_rate: str | None = None
        self.moving = {part.element.id for part in parts}
        self._touched: dict[str, list[Element]] = {}
        if any(turn(leg[0].facing, leg[-1].facing) for part in parts for leg in part.legs):
            field.rules.note(("turn_cost",))
        self.allowance, self.ledger = self._allowance(column or len(parts) == 1, road_bonus)

    def _cost(self) -> float:
        return max(sum(leg_cost(self.field, leg[0], leg[-1]) for leg in part.legs) for part in self.parts)

    def _allowance(self, may_use_road: bool, road_bonus: int) -> tuple[float, Ledger]:
        rules = self.field.rules
        if may_use_road:
            rates = [self.field.ground.along_road(self._track(part)) for part in self.parts]
            if all(rates):
                self.road_rate = "road_bad" if "road_bad" in rates else "road_good"
                if self.attack is not None and not rules.option("road_contact"):
                    self.road_rate = None
        found = [self._part_allowance(part) for part in self.parts]
        least = min(range(len(found)), key=lambda i: found[i][0])
        value, entries = found[least]
        if self.road_rate is not None and road_bonus:
            row = rules.pips.road_bonus
            bonus = road_bonus * (row.paces or 0)
            value += bonus
            entries = [*entries, Entry("add", bonus, row.why, row.cites)]
        element = self.parts[least].element
        return value, Ledger(f"allowance of {element.id}", entries)

    @staticmethod
    def _track(part: PathPart) -> list[tuple[float, float]]:
        return [pose.front for leg in part.legs for pose in leg]

    def _part_allowance(self, part: PathPart) -> tuple[float, list[Entry]]:
        rules, kind = self.field.rules, part.element.kind
        move, title = kind.row.move, kind.title
        goings = self.field.ground.goings(part.area)
        entries: list[Entry] = []
        for going in goings:
            cites = (*rules.cite(f"going_{going}"), *kind.cites)
            entries.append(
                Entry("at_most" if entries else "set", getattr(move, going), f"{title} in {rules.going(going)}", cites)
            )
        value: float = min(getattr(move, going) for going in goings)
        if len(goings) > 1 and rules.chosen("mixed_going", "proportional"):
            value = self._proportional(part)
            cites = (*rules.cite("going_mixed"), *kind.cites)
            entries = [Entry("set", int(value), f"{title}, each going at its own rate", cites)]
        if self.road_rate is not None:
            road: int = getattr(move, self.road_rate)
            if road >= value:
                why = f"{title} on a road over {'bad' if self.road_rate == 'road_bad' else 'good'} going"
                return road, [Entry("set", road, why, (*rules.cite("road"), *kind.cites))]
        return value, entries

    def _proportional(self, part: PathPart) -> float:
        """Return the allowance of a path on which each stretch is paid at the rate of its own going (HS-G-13)."""
        move = part.element.kind.row.move
        used = cost = 0.0
        for leg in part.legs:
            for one, other in pairwise(fine(leg, _COARSE)):
                goings = self.field.ground.goings(sweep([one, other]))
                rate = min(getattr(move, going) for going in goings)
                if rate == 0:
                    return 0
                piece = leg_cost(self.field, one, other)
                cost += piece
                used += piece / rate
        return stored(cost / used) if used else move.good

    def objections(self) -> list[Objection]:
        """Return every objection to the move as a path; whether its movers may move is judged elsewhere."""
        out = self._too_far()
        for part in self.parts:
            out += self._off_board(part)
            out += self._through(part)
            out += self._ending(part)
            out += self._too_near(part)
        return out

    def _too_far(self) -> list[Objection]:
        rules = self.field.rules
        for part in self.parts:
            if self.road_rate is not None and getattr(part.element.kind.row.move, self.road_rate):
                continue
            forbidden = self.field.forbidden(part.element, self.field.ground.goings(part.area))
            if forbidden:
                message = f"{part.element.named} may not enter {listed([rules.going(one) for one in forbidden])}"
                return [Objection(message, rules.cite("allowance"), None, (part.element.id,))]
        if self.cost > self.allowance + _HAIR:
            cites = rules.cite("road") if self.road_rate is not None else rules.cite("allowance")
            message = f"the move costs {self.cost:g} P; the allowance is {self.allowance:g} P"
            return [Objection(message, cites, None, tuple(sorted(self.moving)))]
        return []

    def _off_board(self, part: PathPart) -> list[Objection]:
        ground = self.field.ground
        if ground.inside_board(part.area) and ground.inside_board(outline(part.end.rounded())):
            return []
        return [
            Objection(
                f"{part.element.named} would leave the table",
                (*self.field.rules.cite("off_board"), *self.field.edge_cites),
                None,
                (part.element.id,),
            )
        ]

    def _through(self, part: PathPart) -> list[Objection]:
        """Return an objection for each piece that is passed through without a right to (P-6.4)."""
        field, element = self.field, part.element
        out = []
        for other in field.standing():
            if other.id in self.moving or not near_bounds(part.bounds, other.base.bounds):
                continue
            crossing = [
                leg for leg, area in zip(part.legs, part.sweeps, strict=True) if field.ground.covers(area, other.core)
            ]
            if crossing and not self._passes(element, other, [pose for leg in crossing for pose in (leg[0], leg[-1])]):
                message = f"{element.named} has no right to pass through {other.named}"
                if other is self.attack:
                    message = f"{element.named} comes through {other.named} so: name places around it in 'path'"
                out.append(Objection(message, field.rules.cite("passing"), None, (element.id, other.id)))
        for keep in field.keeps.values():
            if field.ground.covers(part.area, keep.core) and not self._passes(element, keep, []):
                message = f"{element.named} cannot pass through {keep.named}"
                out.append(Objection(message, field.rules.cite("passing"), None, (element.id,)))
        return out

    def _passes(self, element: Element, other: Element | Stronghold, poses: list[Base]) -> bool:
        """Return whether a mover has a right to pass through an element, and record which."""
        right = passing_right(self.field, element, other, poses)
        if right is not None:
            self.cites += (*right.cites, *self.field.rules.cite("room"))
        return right is not None

    def _ending(self, part: PathPart) -> list[Objection]:
        """Return why the move cannot end where it does: on an element, or against an enemy but not squarely."""
        field, rules, element = self.field, self.field.rules, part.element
        out = []
        for ident in field.overlaps_any(part.end.rounded(), self.moving):
            out.append(
                Objection(f"{element.named} would end on {ident}", rules.cite("ends_on"), None, (element.id, ident))
            )
        for foe in self.touched(part):
            if foe.kind.flies:
                self.cites += rules.cite("aerials")
            if not field.can_fight(element, foe):
                message = f"{element.named} may not attack {foe.named}: an Aerial whose front was not in contact before"
                out.append(Objection(message, rules.cite("aerials"), None, (element.id, foe.id)))
            edge = contact_edge(field.slack, part.end, foe.base) or "front"
            self.cites += rules.cite("attack_start") if edge != "front" else ()
            out += start_objections(field, element, foe, edge, "edge" if foe is self.attack else None)
            out += self._attack_objections(element, foe)
        if isinstance(self.attack, Stronghold):
            out += self._attack_objections(element, self.attack)
            if not touches_keep(field.slack, part.end, self.attack.polygon):
                message = f"{element.named} would not have its whole front on a side of {self.attack.named}"
                out.append(Objection(message, rules.cite("square"), "at", (element.id,)))
        if not out:
            for foe in field.enemies(element.army):
                near = near_bases(part.end, foe.base, 1) and part.ends_on.distance(foe.area) <= _HAIR
                if near and self._permission(part, foe) is None:
                    message = f"{element.named} would touch {foe.named} but not squarely"
                    out.append(Objection(message, rules.cite("square"), None, (element.id, foe.id)))
        return out

    def _attack_objections(self, element: Element, foe: Element | Stronghold) -> list[Objection]:
        facts: dict[str, Fact] = {
            "type": element.kind.name,
            "cat": element.kind.cat,
            "target": foe.kind.name,
            "target_cat": foe.kind.cat,
            "target_fixed": foe.kind.fixed,
            **self.field.timed,
        }
        rows = self.field.rules.rows(self.field.rules.movement.attacks, facts)
        return [Objection(row.why, row.cites, None, (element.id,)) for row in rows if row.forbid]

    def touched(self, part: PathPart) -> list[Element]:
        """Return the enemies against which a mover ends square, its front edge on them."""
        out = self._touched.get(part.element.id)
        if out is None:
            slack, end = self.field.slack, part.end
            out = self._touched[part.element.id] = [
                foe
                for foe in self.field.enemies(part.element.army)
                if near_bases(end, foe.base, 1) and contact_edge(slack, end, foe.base) is not None
            ]
        return out

    def _permission(self, part: PathPart, foe: Element) -> str | None:
        """Return why a mover may end close to an enemy, empty if it attacks that one; None if it may not (HS-G-10).

        The permission is that of its own attack: where it attacks another its place follows from that, at the flank of
        one that a friend fights it overlaps (P-2), and behind one that attacks it is a further rank of that attack.
        """
        if foe in self.touched(part):
            return ""
        if self._attacks(part):
            return "it attacks beside it"
        if self._overlapping(part, foe):
            return "it overlaps it"
        ahead = next((other for other in self.parts if rear_contact(self.field.slack, part.end, other.end)), None)
        if ahead is None or self._permission(ahead, foe) is None:
            return None
        return f"it stands behind {ahead.element.id}"

    def _attacks(self, part: PathPart) -> bool:
        """Return whether a mover ends in contact by its own front edge."""
        if self.attack is not None or self.touched(part):
            return True
        held = [keep for keep in self.field.keeps.values() if keep.held and keep.army != part.element.army]
        return any(touches_keep(self.field.slack, part.end, keep.polygon) for keep in held)

    def _overlapping(self, part: PathPart, foe: Element) -> bool:
        """Return whether a mover ends overlapping an enemy that a friend fights frontally (P-2)."""
        slack = self.field.slack
        if not near_bases(part.end, foe.base, 1) or not overlaps(slack, part.end, foe.base):
            return False
        ends = {p.element.id: p.end for p in self.parts}
        friends = [f for f in self.field.friends(part.element.army) if f.id != part.element.id]
        return any(front_contact(slack, ends.get(friend.id, friend.base), foe.base) for friend in friends)

    def _too_near(self, part: PathPart) -> list[Objection]:
        """Return the enemies within one base of whom the mover comes without attacking (P-6.5)."""
        rule = OneBase(self.field, part)
        out = []
        for foe in self.field.enemies(part.element.army):
            if rule.holds_off(foe) and not self._waived(rule, foe):
                out.append(rule.objection(foe))
        self.cites += rule.cites
        self.notes += rule.notes
        return out

    def _waived(self, rule: OneBase, foe: Element) -> bool:
        """Return whether the rule is waived for an enemy: the mover attacks close to it, or moves straight away."""
        near = rule.part.ends_on.distance(foe.area) <= rule.limit + _HAIR
        why = self._permission(rule.part, foe) if near else None
        if why is not None:
            return rule.waive(foe, why)
        return rule.leaves(foe) and rule.waive(foe, "it moves straight away")
