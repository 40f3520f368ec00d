"""Rangestrikes: the line, what blocks it, dice and strike-number (LoT 13)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from itertools import pairwise

import msgspec

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.rules.compiled import Recalled
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact, Facts, ledger

from ...profiles import Profile
from ...rows import TitanRow
from ...sections import GivenFacts
from ..board import Board
from .rows import bearings, counted_once, further_rows, own_rows
from .strikes import dice_ledger, hit_changes, number_ledgers


class Aim(msgspec.Struct, frozen=True, gc=False):
    """The dice and strike-number along one path, and what rows make of its hits; paths with the same hazards share one.

    Of two paths with the same strike-number, the lower `uncapped` is better.
    """

    dice: int
    number: int
    uncapped: int
    ledgers: tuple[Ledger, ...]
    objections: tuple[Objection, ...]
    changes: tuple[Entry, ...] = ()


class LineOfFire(msgspec.Struct, frozen=True, gc=False):
    """A path that a rangestrike may take: the hexes between, and the set of those where a character blocks it."""

    path: tuple[int, ...]
    blockers: int
    aim: Aim


class Shot(msgspec.Struct, frozen=True, gc=False):
    """The paths of a rangestrike between two hexes; which are open depends on the other characters.

    `unbarred` are those that no hazard bars, the one with the lowest strike-number first.
    """

    lines: tuple[LineOfFire, ...]
    objections: tuple[Objection, ...]
    unbarred: tuple[LineOfFire, ...] = ()

    def free(self, occupied: int) -> list[LineOfFire]:
        """Return the open paths: no hazard on them bars the rangestrike, and no character blocks it (LoT 13.3)."""
        return [line for line in self.lines if not line.aim.objections and not line.blockers & occupied]

    def best(self, occupied: int) -> LineOfFire | None:
        """Return the open path with the lowest strike-number; None if all are blocked (LoT 13.3)."""
        for line in self.unbarred:
            if not line.blockers & occupied:
                return line
        return None


class _Path(msgspec.Struct, frozen=True, gc=False):
    """A path of a straight line, from end to end, as it is for all who shoot along it.

    `blockers` are the hexes where a character blocks it, and `ground` is the number of what rows read of the ground
    along it. No row and no option may bar one that is `unbarred`.
    """

    whole: tuple[int, ...]
    blockers: int
    ground: int
    unbarred: bool


class _Span(msgspec.Struct, frozen=True, gc=False):
    """What lies between two hexes, the same for all who shoot: the range, both counted, and the paths.

    It is `near` where the range is less than that of a rangestrike.
    """

    range: int
    near: bool
    paths: tuple[_Path, ...]


def span_of(board: Board, source: int, at: int) -> _Span:
    """Return what lies between two hexes."""
    known: Recalled[Hashable, _Span] = board.rules.recalled["span"]
    return known.get((board, source, at)) or known.recall((board, source, at), _span, board, source, at)


def _span(board: Board, source: int, at: int) -> _Span:
    recall = board.rules.recalled["whole paths"].recall
    wholes: list[tuple[int, ...]] = recall((source, at), _whole_paths, board, source, at)
    found = [_Path(whole, line_blockers(board, whole), board.rolled[whole], _clear(board, whole)) for whole in wholes]
    distance = board.steps(source, at) + 1
    return _Span(distance, distance < board.rules.combat.rangestrikes.nearest, tuple(found))


def _whole_paths(board: Board, source: int, at: int) -> list[tuple[int, ...]]:
    """Return the paths of the straight line with its end hexes, the same on every Battleland."""
    return [(source, *path, at) for path in paths(board, source, at)]


def _clear(board: Board, whole: tuple[int, ...]) -> bool:
    """Return whether nothing along a path, on the characters or everywhere, and no option may bar a rangestrike."""
    section = board.rules.sections["sight"]
    if section.on_characters or section.everywhere or board.rules.options["rangestrike_reach"] == "reduced":
        return False
    hexes, sides = board.barring
    return hexes.isdisjoint(whole) and not any(pair in sides for pair in pairwise(whole))


def shot_of(board: Board, striker: Profile, source: int, target: Profile, at: int, given: GivenFacts = ()) -> Shot:
    """Return the ruling on a rangestrike between two hexes (LoT 13.1 to 13.3, 13.5)."""
    key = board, striker.number, source, target.number, at, given
    shot: Shot = board.rules.recalled["shot"].recall(key, _rule, board, striker, source, target, at, given)
    return shot


def can_shoot(board: Board, striker: Profile, source: int, target: Profile, at: int, occupied: int) -> bool:
    """Return whether a rangestriker has an open path within its range, as `shot_of` finds it."""
    span = span_of(board, source, at)
    if span.near or target.immune:
        return shot_of(board, striker, source, target, at).best(occupied) is not None
    for path in span.paths:
        if path.blockers & occupied and not striker.unhindered:
            continue
        if path.unbarred or not aim_along(board, striker, target, path.whole, path.ground).objections:
            return True
    return False


def best_line(
    board: Board, striker: Profile, source: int, target: Profile, at: int, occupied: int
) -> LineOfFire | None:
    """Return the best open path within the range of a rangestriker, as `shot_of` finds it; it records no options."""
    span = span_of(board, source, at)
    if span.near or target.immune:
        return shot_of(board, striker, source, target, at).best(occupied)
    free = [path for path in span.paths if striker.unhindered or not path.blockers & occupied]
    found = _unbarred([_line(board, striker, target, path, ()) for path in free])
    return found[0] if found else None


def _line(board: Board, striker: Profile, target: Profile, path: _Path, given: GivenFacts) -> LineOfFire:
    """Return the ruling on one path of a rangestrike."""
    aim = aim_along(board, striker, target, path.whole, path.ground, given)
    return LineOfFire(path.whole[1:-1], 0 if striker.unhindered else path.blockers, aim)


def _unbarred(lines: list[LineOfFire]) -> list[LineOfFire]:
    """Return the paths that no hazard bars, the best first: the one with the lowest strike-number (LoT 13.3)."""
    out = [line for line in lines if not line.aim.objections]
    if len(out) > 1:
        out.sort(key=lambda line: (line.aim.number, line.aim.uncapped, line.path))
    return out


def _rule(board: Board, striker: Profile, source: int, target: Profile, at: int, given: GivenFacts) -> Shot:
    cite, span = board.rules.cite, span_of(board, source, at)
    within = not span.near and span.range <= farthest(board, striker)
    objections = [] if within else _range(board, striker, source, at)
    if not striker.rangestrikes:
        objections.insert(0, no_rangestriker(board, striker))
    if target.immune and "rangestrikes_lords" not in striker.traits:
        objections.append(Objection(f"{target.named} is immune to the rangestrike of {striker.named}", cite("immune")))
    if objections:
        return Shot((), tuple(objections))
    board.rules.note(board.elevation_options)
    lines = [_line(board, striker, target, path, given) for path in span.paths]
    return Shot(tuple(lines), (), tuple(_unbarred(lines)))


def farthest(board: Board, striker: Profile) -> int:
    """Return the greatest range of a rangestriker in hexes, both end hexes counted (LoT 13.2)."""
    return min(striker.range, board.rules.combat.rangestrikes.most)


def no_rangestriker(board: Board, striker: Profile, instead: str = "", further: tuple[str, ...] = ()) -> Objection:
    """Return the objection that a character does not rangestrike; `instead` says what would take its place, by what."""
    cites = board.rules.cite("rangestrikers") + _cited(striker, "rangestrikes")
    why = [entry.why for entry in striker.changes["rangestrikes"] if entry.why]
    now = f": {listed(why, 'and')}" if why else ""
    return Objection(f"{striker.named} does not rangestrike{instead}{now}", (*cites, *further))


def _cited(profile: Profile, changed: str) -> tuple[str, ...]:
    """Return the rules by which something of a character is not as in the chart."""
    return (*profile.cites, *(cite for entry in profile.changes[changed] for cite in entry.cite))


def _range(board: Board, striker: Profile, source: int, at: int) -> list[Objection]:
    """Judge the distance, both end hexes counted (LoT 13.0, 13.2)."""
    cite = board.rules.cite
    distance = board.steps(source, at) + 1
    if distance < board.rules.combat.rangestrikes.nearest:
        across = distance == 2 and striker.unhindered and bool(board.separating_rows(source, at))
        if across and board.rules.chosen("warlock_across_cliff", "allowed"):
            return []
        cites = cite("across_cliff" if across else "nonadjacent")
        if distance > 2:
            nearest = board.rules.combat.rangestrikes.nearest
            return [Objection(f"the range is {distance} hexes; a rangestrike needs {nearest}", cites)]
        return [Objection("the target is adjacent; a rangestrike needs one that is not", cites)]
    most = farthest(board, striker)
    if distance > most:
        reach = _reach(board, striker)
        capped = f", at most {most}" if reach is not None and reach.total > most else ""
        because = f" ({reach.words}{capped})" if reach is not None else ""
        message = f"the range is {distance} hexes; {striker.named} reaches {most}{because}"
        return [Objection(message, cite("range") + _cited(striker, "range"))]
    return []


def _reach(board: Board, striker: Profile) -> Ledger | None:
    """Return the ledger of how far a character rangestrikes, None where that is as printed."""
    if not striker.changes["range"]:
        return None
    return Ledger("range", [striker.printed("Skill", board.rules.cite("range")), *striker.changes["range"]])


def paths(board: Board, source: int, at: int) -> list[tuple[int, ...]]:
    """Return the paths of the straight line, end hexes left out: two where it follows a hexside (LoT 13.3)."""
    (q, r), (s, t) = board.coordinates[source], board.coordinates[at]
    found = [[board.hex_at.get((q + dq, r + dr)) for dq, dr in path] for path in _offsets(s - q, t - r)]
    return [tuple(h for h in path if h is not None) for path in found if None not in path]


@cache
def _offsets(dq: int, dr: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the paths between the middles of two hexes, as axial offsets from the first."""
    steps = max(abs(dq), abs(dr), abs(dq + dr))
    # a line along a hexside is nudged to either side; coordinates are in parts of a step, 1000 * steps to one
    scale = 1000 * steps
    found: dict[tuple[tuple[int, int], ...], None] = {}
    for nudge in (steps, -steps):
        points = [(1000 * dq * k + nudge, 1000 * dr * k + 2 * nudge) for k in range(1, steps)]
        found[tuple(_round(q, r, scale) for q, r in points)] = None
    return tuple(found)


def _round(q: int, r: int, scale: int) -> tuple[int, int]:
    """Return the hex of an axial point given in parts of a hex, `scale` to one; the point lies on no hexside."""
    s = -q - r
    a, b, c = ((2 * part + scale) // (2 * scale) for part in (q, r, s))
    off = abs(a * scale - q), abs(b * scale - r), abs(c * scale - s)
    if off[0] > off[1] and off[0] > off[2]:
        a = -b - c
    elif off[1] > off[2]:
        b = -a - c
    return a, b


class _OnLine(msgspec.Struct, frozen=True):
    """The rows that hold along one path: those that change the rangestrike, with those on the characters, and bars.

    `number` stands for all of it, and for what the rows count: where it is the same, so is what the rows do.
    """

    rows: tuple[TitanRow, ...]
    own: frozenset[TitanRow]
    bars: tuple[TitanRow, ...]
    facts: Facts
    number: int


def aim_along(
    board: Board, striker: Profile, target: Profile, whole: tuple[int, ...], ground: int, given: GivenFacts = ()
) -> Aim:
    """Return the ruling on a path with the number of what it reads of the ground, as `Board.rolled` gives it."""
    key = striker.number, target.number, ground, given
    known: Recalled[Hashable, Aim] = board.rules.recalled["aim"]
    return known.get(key) or known.recall(key, _aim, board, striker, target, whole, given)


def _aim(board: Board, striker: Profile, target: Profile, whole: tuple[int, ...], given: GivenFacts) -> Aim:
    """Return the ruling on a path, remembered by the rows that hold along it."""
    rules = board.rules
    people = {"striker": striker, "target": target}
    key = *bearings(board, people, whole), given
    line: _OnLine = rules.recalled["line"].recall(key, _on_line, board, people, whole, given)
    granting = board.rolled[whole] if striker.granted or target.granted else None
    found = striker.number, target.number, line.number, granting
    aim: Aim = rules.recalled["ruled line"].recall(found, _rule_line, board, people, whole, line)
    return aim


def _on_line(board: Board, people: Mapping[str, Profile], whole: tuple[int, ...], given: GivenFacts) -> _OnLine:
    rules = board.rules
    modifiers, sight = rules.sections["modifiers"], rules.sections["sight"]
    facts: dict[str, Fact] = {"roll": "rangestrike", "line": "rangestrike", "range": len(whole)}
    facts["unhindered"] = people["striker"].unhindered
    facts |= {**crossed(board, whole), **modifiers.facts(people), **sight.facts(people), **dict(given)}
    rows: list[TitanRow] = []
    bars: list[TitanRow] = []
    for h in whole:
        where = "striker" if h == whole[0] else "target" if h == whole[-1] else "between"
        here = facts | {"at": where}
        rows += rules.rows_on(modifiers, board.borne[h], here, people)
        bars += sight_rows(board, h, here, people)
    seen: set[str] = set()
    for pair in pairwise(whole):
        for carrier, crossing in board.sides.get(pair, ()):
            here = facts | {"crossing": crossing}
            rows += rules.rows_on(modifiers, (carrier,), here, people)
            if carrier.name not in seen:
                bars += rules.rows_on(sight, (carrier,), here, people)
                seen.add(carrier.name)
    rows += rules.ruled(rules.combat.rangestrikes.modifiers.values(), facts)
    rows += further_rows(board, modifiers, facts, people)
    held = tuple(counted_once(rows, modifiers))
    bars += further_rows(board, sight, facts, people)
    own = own_rows(board, modifiers, facts, people)
    counted = tuple([facts[row.per] for row in held if row.per is not None])
    number = rules.number_of(("line", held, own, tuple(bars), counted, len(whole)))
    return _OnLine(held, own, tuple(bars), facts, number)


def _rule_line(board: Board, people: Mapping[str, Profile], whole: tuple[int, ...], line: _OnLine) -> Aim:
    rules, rows, facts = board.rules, line.rows, line.facts
    striker, target = people["striker"], people["target"]
    objections = [Objection(row.why, row.cites) for row in line.bars if row.forbid]
    number, ledgers = number_ledgers(board, striker, target, rows, facts)
    reduced, changed = striker.range, 0
    if any(row.skill for row in rows):
        rules.note(("rangestrike_reach",))
        near = [row for row in rows if "range" not in row.when]
        reduced = ledger("skill", [Entry("add", striker.range, "")], near, facts).total
        changed = ledger("skill", [Entry("add", 0, "")], rows, facts).total
    if rules.options["rangestrike_reach"] == "reduced" and reduced < len(whole):
        message = f"the Skill-factor left is {reduced}; the range is {len(whole)}"
        objections.append(Objection(message, rules.cite("reach_reduced")))
    cite = rules.cite("range_strength")
    power = [striker.printed("Power", cite), *striker.changes["power"]]
    power += striker.changes["rangestrikes"]
    if striker.granted or target.granted:
        ground = [carrier for h in whole for carrier in board.borne[h]]
        ground += [carrier for pair in pairwise(whole) for carrier, _ in board.sides.get(pair, ())]
        power += rules.sections["modifiers"].granted(ground, people)
    dice = dice_ledger(board, power, rows, facts, line.own, rules.combat.rangestrikes.strength)
    reach = _reach(board, striker)
    if reach is not None:
        if reach.total > (most := rules.combat.rangestrikes.most):
            reach = reach.plus(Entry("at_most", most, f"at most {most}", rules.cite("range")))
        ledgers = (reach, *ledgers)
    uncapped = number.entries[0].value - changed
    return Aim(dice.total, number.total, uncapped, (dice, *ledgers), tuple(objections), hit_changes(rows, facts))


def sight_rows(board: Board, hex_: int, facts: Facts, people: Mapping[str, Profile]) -> list[TitanRow]:
    """Return the rows on a hex of a line that hold; those at an end of the line are the rows that name it."""
    found = board.rules.rows_on(board.rules.sections["sight"], board.borne[hex_], facts, people)
    return found if facts["at"] == "between" else [row for row in found if "at" in row.when]


def crossed(board: Board, whole: tuple[int, ...]) -> dict[str, int]:
    """Count the hexsides that a line crosses, for each hazard, and those with an end hex at their top or foot."""
    out = dict(board.rules.uncrossed)
    ends = (0, len(whole) - 1)
    for number, pair in enumerate(pairwise(whole)):
        # where several lie on one hexside the first of a hazard counts
        for hazard, crossing in dict(reversed(board.crossings.get(pair, ()))).items():
            if hazard in out:
                high, low = (number, number + 1) if crossing == "down" else (number + 1, number)
                out[hazard] += 1
                out[f"{hazard}_foot"] += low in ends
                out[f"{hazard}_atop" if high in ends else f"{hazard}_between"] += 1
    return out


def line_blockers(board: Board, whole: tuple[int, ...]) -> int:
    """Return the set of hexes on which a character blocks a line, which may be one hex (LoT 11.7 Character)."""
    source, between, at = whole[0], whole[1:-1], whole[-1]
    elevation, overlooked = board.elevation, board.overlooked[source] | board.overlooked[at]
    lowest_end = min(elevation[source], elevation[at])
    return sum([1 << h for h in between if elevation[h] >= lowest_end and not overlooked >> h & 1])
