"""What counts as contact between bases (P-2): exact poses within the tolerances, never mere touching."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ..state import Edge
from .elements import Element, Stronghold
from .geometry import Base, Point, apart, dot, minus, near_bases, segment_distance, turn


class Slack(NamedTuple):
    """The tolerances: paces and degrees (HS-G-02)."""

    paces: float
    degrees: float

    def meet(self, one: Point, other: Point) -> bool:
        """Return whether two points are one."""
        return apart(one, other) <= self.paces + 1e-9

    def facing(self, one: Base, other: Base, by: float) -> bool:
        """Return whether one base faces as another does, turned by some degrees clockwise."""
        return abs(turn(other.facing + by, one.facing)) <= self.degrees + 1e-9


def _corners(slack: Slack, one: Base, other: Base, first: bool, second: bool) -> bool:
    """Join two matching corner pairs: both, or one where the widths differ (HS-G-06)."""
    if abs(one.width - other.width) > slack.paces:
        return first or second
    return first and second


def front_contact(slack: Slack, one: Base, other: Base) -> bool:
    """Return whether two bases stand front edge against front edge."""
    if not slack.facing(one, other, 180):
        return False
    first = slack.meet(one.front_left, other.front_right)
    return _corners(slack, one, other, first, slack.meet(one.front_right, other.front_left))


def left_flank_contact(slack: Slack, one: Base, other: Base) -> bool:
    """Return whether one's front edge lies along the other's left side."""
    return slack.facing(one, other, 90) and slack.meet(one.front_left, other.front_left)


def right_flank_contact(slack: Slack, one: Base, other: Base) -> bool:
    """Return whether one's front edge lies along the other's right side."""
    return slack.facing(one, other, -90) and slack.meet(one.front_right, other.front_right)


def rear_contact(slack: Slack, one: Base, other: Base) -> bool:
    """Return whether one's front edge lies along the other's rear edge."""
    if not slack.facing(one, other, 0):
        return False
    first = slack.meet(one.front_left, other.rear_left)
    return _corners(slack, one, other, first, slack.meet(one.front_right, other.rear_right))


# the edges of another that one's front edge may be squarely against
_EDGES: tuple[tuple[Edge, Callable[[Slack, Base, Base], bool]], ...] = (
    ("front", front_contact),
    ("left", left_flank_contact),
    ("right", right_flank_contact),
    ("rear", rear_contact),
)


def contact_edge(slack: Slack, one: Base, other: Base) -> Edge | None:
    """Return the edge of the other that one's front edge is squarely against, None where they are not in contact."""
    return next((edge for edge, meets in _EDGES if meets(slack, one, other)), None)


def touches_keep(slack: Slack, base: Base, polygon: Iterable[Point]) -> bool:
    """Return whether the whole front edge lies on the boundary of a Stronghold."""
    points = list(polygon)
    sides = [(points[i - 1], points[i]) for i in range(len(points))]
    ends = (base.front_left, base.front, base.front_right)
    limit = slack.paces + 1e-9
    if any(all(segment_distance(end, one, other) <= limit for end in ends) for one, other in sides):
        return True
    if any(all(segment_distance(end, one, other) > limit for one, other in sides) for end in ends):
        return False
    # a side may be given in parts
    from shapely.geometry import LineString, Polygon

    return bool(Polygon(points).exterior.buffer(limit).covers(LineString([ends[0], ends[2]])))


def sides_meet(slack: Slack, one: Base, other: Base) -> bool:
    """Return whether a side edge of one and a side edge of the other share more than the tolerance of length."""
    swing = abs(turn(one.facing, other.facing))
    if min(swing, abs(swing - 180)) > slack.degrees:
        return False
    for a, b in ((one.front_left, one.rear_left), (one.front_right, one.rear_right)):
        for c, d in ((other.front_left, other.rear_left), (other.front_right, other.rear_right)):
            if max(abs(dot(minus(p, a), one.right)) for p in (c, d)) > slack.paces:
                continue
            low, high = sorted((dot(minus(c, a), one.ahead), dot(minus(d, a), one.ahead)))
            mine = sorted((0.0, dot(minus(b, a), one.ahead)))
            if min(high, mine[1]) - max(low, mine[0]) > slack.paces:
                return True
    return False


class Contacts:
    """Every contact on a table as it is."""

    def __init__(self, slack: Slack, standing: Sequence[Element], keeps: Iterable[Stronghold]) -> None:
        self.front: list[tuple[Element, Element]] = []
        self.left: list[tuple[Element, Element]] = []
        self.right: list[tuple[Element, Element]] = []
        self.rear: list[tuple[Element, Element]] = []
        self.keep: list[tuple[Element, Stronghold]] = []
        close: list[tuple[Element, Element]] = []
        for number, one in enumerate(standing):
            for other in standing[number + 1 :]:
                if one.army != other.army and near_bases(one.base, other.base, 1):
                    close.append((one, other))
        for one, other in close:
            if front_contact(slack, one.base, other.base):
                self.front.append((one, other))
                continue
            for who, whom in ((one, other), (other, one)):
                if left_flank_contact(slack, who.base, whom.base):
                    self.left.append((who, whom))
                elif right_flank_contact(slack, who.base, whom.base):
                    self.right.append((who, whom))
                elif rear_contact(slack, who.base, whom.base):
                    self.rear.append((who, whom))
        held = [keep for keep in keeps if keep.held]
        for element in standing:
            for keep in held:
                if keep.army != element.army and touches_keep(slack, element.base, keep.polygon):
                    self.keep.append((element, keep))
        self.overlap = self._overlaps(slack, close)

    def _overlaps(self, slack: Slack, close: list[tuple[Element, Element]]) -> list[tuple[Element, Element]]:
        engaged_front = {id(e) for pair in self.front for e in pair}
        flanking = {(id(a), id(b)) for a, b in self.on_flank}
        out = []
        for pair in close:
            for who, whom in (pair, pair[::-1]):
                if id(who) in engaged_front or id(whom) not in engaged_front or (id(who), id(whom)) in flanking:
                    continue
                if overlaps(slack, who.base, whom.base):
                    out.append((who, whom))
        return out

    @property
    def on_flank(self) -> list[tuple[Element, Element]]:
        """Pairs of elements, the first with its front edge on the flank or rear of the second."""
        return [*self.left, *self.right, *self.rear]

    @property
    def touching(self) -> set[frozenset[str]]:
        """Every two in contact, by id: elements with each other, an element with a Stronghold."""
        pairs = {frozenset((a.id, b.id)) for a, b in (*self.front, *self.on_flank)}
        return pairs | {frozenset((element.id, keep.id)) for element, keep in self.keep}

    @property
    def engaged(self) -> set[str]:
        """The ids of all elements in contact, on any edge (HS-G-09 is `front_engaged`)."""
        pairs = [*self.front, *self.on_flank]
        return {e.id for pair in pairs for e in pair} | {x for e, k in self.keep for x in (e.id, k.id)}

    @property
    def front_engaged(self) -> set[str]:
        """The ids of those with an enemy on their own front edge, a Stronghold too."""
        attacking = {who.id for who, _ in (*self.on_flank, *self.keep)}
        return {e.id for pair in self.front for e in pair} | attacking

    def fronting(self, element: Element) -> list[Element]:
        """Return the enemies in front contact with an element."""
        return [b if a is element else a for a, b in self.front if element in (a, b)]

    def flanking(self, element: Element) -> list[Element]:
        """Return the enemies with their front edge on an element's flank or rear."""
        return [who for who, whom in self.on_flank if whom is element]

    def overlapping(self, element: Element) -> list[Element]:
        """Return the enemies that overlap an element."""
        return [who for who, whom in self.overlap if whom is element]

    def against(self, element: Element) -> list[Element]:
        """Return the enemies in contact with an element on any edge of either."""
        touched = [b if a is element else a for a, b in self.on_flank if element in (a, b)]
        return [*self.fronting(element), *touched]


def overlaps(slack: Slack, one: Base, other: Base) -> bool:
    """Return whether one stands at the other's flank, corner to corner or side to side."""
    if slack.facing(one, other, 180):
        right = slack.meet(one.front_right, other.front_right)
        if right or slack.meet(one.front_left, other.front_left):
            return True
    return sides_meet(slack, one, other)
