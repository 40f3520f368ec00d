"""Objections to orders on the Masterboard: every reason at once, each with its rule."""

from __future__ import annotations

from collections.abc import Sequence, Set

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact, ledger

from ...rows import BoardRow, EntryRow
from ...sides import MapSide
from ..graph import ORDINARY, Manner, Travel
from ..legion import Legion
from ..position import ROLL, TITLES, MasterboardPosition
from .rows import has_rows, land_facts, lands_bearing, legion_facts, rows_for
from .stacks import named_in, unclear_magi


def over_objections(position: MasterboardPosition, player: str) -> list[Objection]:
    """Return why a player can give no more orders: the game is over, or the player is out of it."""
    cite = position.rules.cite
    if position.outcome is not None:
        return [Objection("the game is over", cite("victory"))]
    if any(fallen.player == player for fallen in position.fallen):
        return [Objection(f"{player} is out of the game", cite("titan_lost"))]
    return []


def turn_objections(position: MasterboardPosition, player: str, stage: str, what: str) -> list[Objection]:
    """Return why a player may not give such an order now: the phase is wrong, or the Game-Turn another player's."""
    if position.position_unknown:
        return []
    out = over_objections(position, player)
    if out:
        return out
    if position.passage is not None:
        asked = position.acting()
        message = f"{' or '.join(asked)} first says whether {position.passage.legion} may pass"
        return [Objection(message, position.rules.cite("passage"))]
    of_mover = "setup" not in (stage, position.stage)
    if position.stage == stage and not position.in_battle and (player == position.mover or not of_mover):
        return []
    cite = position.rules.cite
    now = position.phase()
    assert now is not None
    standing = f"it is {now.title}"
    if player not in now.players:
        standing += f", and {' and '.join(now.players)} {'is' if len(now.players) == 1 else 'are'} to order"
    elsewhen = cite("sequence") if position.stage != stage else ()
    if of_mover and player != position.mover:
        cites = dict.fromkeys([*cite("mover"), *elsewhen])
        return [Objection(f"only the Mover, {position.mover}, may do so; {standing}", tuple(cites))]
    if position.stage != stage:
        where = TITLES[stage] if stage == "setup" else f"to the {TITLES[stage]}"
        return [Objection(f"{what} belongs {where}; {standing}", elsewhen)]
    return [Objection(f"{what} waits for the end of the battle; {standing}", cite("singly"))]


def march_objections(position: MasterboardPosition, legion: Legion, field: str | None = None) -> list[Objection]:
    """Return why a legion can no longer move in this phase (LoT 7.0, 21.2)."""
    cite, out = position.rules.cite, []
    if legion.stays:
        out.append(Objection(f"a Spell keeps {position.named(legion)} where it is", cite("stayed"), field))
    if legion.moved:
        when = "phase" if position.stage == "movement" else "Game-Turn"
        out.append(Objection(f"{position.named(legion)} has moved in this {when} already", cite("one_march"), field))
    if position.clock is not None and legion.id != position.clock:
        message = f"time is up, and the die has picked {position.clock} to move"
        out.append(Objection(message, cite("clock"), field))
    return out


def own_objections(position: MasterboardPosition, player: str, legion: Legion, field: str) -> list[Objection]:
    """Return the objection that a legion belongs to another player, if it does."""
    if legion.player == player:
        return []
    return [
        Objection(f"{legion.id} belongs to {legion.player}", position.rules.cite("own_legions"), field, always=True)
    ]


def holds(
    position: MasterboardPosition, legion: Legion, names: list[str], field: str, key: str = "whole_legion"
) -> list[Objection]:
    """Return an objection for every character that is listed more often than the legion holds it."""
    out = []
    if legion.contents is None:
        return [Objection(f"what {legion.id} holds is not known here", position.rules.cite(key), field)]
    if legion.magi:
        out += unclear_magi(position, legion, names, field)
        names, _ = named_in(legion, names)
    for name in dict.fromkeys(names):
        if name not in position.rules.characters:
            out.append(unknown_character(position, name, field))
            continue
        wanted, has = names.count(name), (legion.contents or []).count(name)
        if has < wanted:
            said = f"{wanted} of '{name}'" if wanted > 1 else f"no '{name}'"
            many = f"; it has {has}" if has else ""
            what = f"{legion.id} does not hold {said}" if wanted > 1 else f"{legion.id} holds {said}"
            out.append(Objection(f"{what}{many}", position.rules.cite(key), field, position.fighting()))
    return out


def unknown_character(position: MasterboardPosition, name: str, field: str) -> Objection:
    """Return the objection that there is no such character."""
    return Objection(position.rules.unknown(name), (), field, always=True)


def in_engagement(position: MasterboardPosition, legion: Legion) -> bool:
    """Return whether a legion shares its Land with an enemy."""
    return any(other.player != legion.player for other in position.at(legion.land))


def reaches(position: MasterboardPosition, legion: Legion, roll: int, target: str) -> bool:
    """Return whether a legion could end a move in a Land if its player's other legions were not there."""
    return target in _travel(position, legion, roll, frozenset())


def _travel(
    position: MasterboardPosition, legion: Legion, roll: int, friends: Set[str], manner: Manner = ORDINARY
) -> Travel:
    """Return where a move may end among these legions of the same player, by the rows of the Masterboard."""
    enemies = {other.land for other in position.legions.values() if other.player != legion.player}
    lands = manner.lands
    if lands is None:
        lands = lands_of(position, legion, roll).total if has_rows(position.rules, "travel") else roll
    if not has_rows(position.rules, "entry"):
        return position.graph.travel(legion.land, lands, friends, enemies, manner=manner)
    near = lands_bearing(position, "entry", legion, position.graph.within(legion.land, lands))
    if not near:
        return position.graph.travel(legion.land, lands, friends, enemies, manner=manner)
    passing = {land: _entry_rows(position, legion, land, "through", manner) for land in near}
    ending = {land: _entry_rows(position, legion, land, "end", manner) for land in near}
    through = frozenset(land for land in near if any(row.forbid for row in passing[land]))
    end = frozenset(land for land in near if any(row.forbid for row in ending[land]))
    halt = frozenset(land for land in near if any(row.stops for row in passing[land]))
    exact = frozenset(land for land in near if _exact(passing[land]))
    return position.graph.travel(legion.land, lands, friends, enemies, through, end, halt, exact, manner)


def lands_of(position: MasterboardPosition, legion: Legion, roll: int) -> Ledger:
    """Return the ledger of how many Lands a legion moves by a Movement Roll (LoT 7.1)."""
    cite = position.rules.cite("full_count")
    rolled = Entry("add", roll, "rolled", cite)
    if not has_rows(position.rules, "travel"):
        return Ledger("lands", [rolled])
    rows = rows_for(position, "travel", legion, {"roll": roll}, {"here": legion.land})
    facts = legion_facts(position, legion)
    # the longest way leads once round the Masterboard
    ledger_of = ledger("lands", [rolled], rows, facts, least=Entry("at_least", 0, "no fewer than none", cite))
    most = len(position.graph.lands)
    return ledger_of if ledger_of.total <= most else ledger_of.plus(Entry("at_most", most, "all there are", cite))


def entry_bars(position: MasterboardPosition, legion: Legion, land: str, manner: str) -> list[BoardRow]:
    """Return the rows that keep a legion from entering a Land: to end its move there, or to pass through."""
    return [row for row in _entry_rows(position, legion, land, manner) if row.forbid]


def stopping_rows(position: MasterboardPosition, legion: Legion, land: str, by: Manner = ORDINARY) -> list[EntryRow]:
    """Return the rows by which a move of a legion that comes to a Land ends there."""
    return [row for row in _entry_rows(position, legion, land, "through", by) if row.stops]


def _entry_rows(
    position: MasterboardPosition, legion: Legion, land: str, manner: str, by: Manner = ORDINARY
) -> list[EntryRow]:
    if not has_rows(position.rules, "entry"):
        return []
    facts: dict[str, Fact] = {
        "manner": manner,
        "enemies": sum(other.player != legion.player for other in position.at(land)),
        **land_facts(position, land),
        **land_facts(position, legion.land, "from_"),
    }
    if by.spell:
        facts["spell"] = by.spell
    return rows_for(position, "entry", legion, facts, {"here": land})


def barred_ends(position: MasterboardPosition, legion: Legion, roll: int) -> list[tuple[str, BoardRow]]:
    """Return the Lands that rows close to a legion with a Movement Roll, each with the row.

    These are ends of moves, and Lands that bar the way where that keeps it from an end.
    """
    if not has_rows(position.rules, "entry") or in_engagement(position, legion):
        return []
    ends = _unbarred(position, legion, roll)
    found = {(land, row.why): row for land in ends for row in entry_bars(position, legion, land, "end")}
    if set(ends) - {land for land, _ in found} - _travel(position, legion, roll, frozenset()).keys():
        found |= {(land, row.why): row for land, row in barred_ways(position, legion, roll)}
    return [(land, row) for (land, _), row in found.items()]


def barred_ways(position: MasterboardPosition, legion: Legion, roll: int) -> list[tuple[str, BoardRow]]:
    """Return the Lands near a legion that rows do not let it pass through, each with the row."""
    lands = lands_of(position, legion, roll).total
    near = [land for land in position.graph.within(legion.land, max(lands - 1, 0)) if land != legion.land]
    return [(land, row) for land in near for row in entry_bars(position, legion, land, "through")]


def stops(
    position: MasterboardPosition, legion: Legion, roll: int, manner: Manner = ORDINARY
) -> list[tuple[str, EntryRow]]:
    """Return the Lands near a legion where rows end its move, each with the row."""
    return [(land, row) for land, row in _near_rows(position, legion, roll, manner) if row.stops]


def hidden_lands(
    position: MasterboardPosition, legion: Legion, roll: int, manner: Manner = ORDINARY
) -> list[tuple[str, EntryRow]]:
    """Return the Lands near a legion where rows let it meet enemies at the full count alone, each with the row."""
    found = _near_rows(position, legion, roll, manner)
    met = {land for land, row in found if row.met}
    return [(land, row) for land, row in found if row.exact and land not in met]


def _near_rows(position: MasterboardPosition, legion: Legion, roll: int, manner: Manner) -> list[tuple[str, EntryRow]]:
    """Return the rows on entering the Lands within a move of a legion, to pass through them, each with its Land."""
    if not has_rows(position.rules, "entry"):
        return []
    lands = manner.lands if manner.lands is not None else lands_of(position, legion, roll).total
    near = [land for land in position.graph.within(legion.land, lands) if land != legion.land]
    return [(land, row) for land in near for row in _entry_rows(position, legion, land, "through", manner)]


def _exact(rows: Sequence[EntryRow]) -> bool:
    """Return whether enemies in a Land with these rows are met at the full count alone."""
    return any(row.exact for row in rows) and not any(row.met for row in rows)


def only_rows_bar(position: MasterboardPosition, legion: Legion, roll: int, target: str) -> bool:
    """Return whether a legion could end its move in a Land if no row closed any."""
    return has_rows(position.rules, "entry") and target in _unbarred(position, legion, roll)


def _unbarred(position: MasterboardPosition, legion: Legion, roll: int) -> Travel:
    """Return where a move could end if no row closed any Land, and no other legion of the player stood there."""
    enemies = {other.land for other in position.legions.values() if other.player != legion.player}
    return position.graph.travel(legion.land, lands_of(position, legion, roll).total, frozenset(), enemies)


def travel(
    position: MasterboardPosition,
    legion: Legion,
    roll: int,
    manner: Manner = ORDINARY,
    meets: Legion | None = None,
) -> Travel:
    """Return where a legion may end a move of `roll` Lands (LoT 7), or one in the manner of a Spell (MM 9.4).

    It may end where it `meets` another of its player's.
    """
    if in_engagement(position, legion):
        return {}
    friends = {other.land for other in position.own(legion.player) if other is not legion and other is not meets}
    out = _travel(position, legion, roll, friends, manner)
    if legion.land in out and position.rules.chosen("return_to_start", "forbidden"):
        return {land: ways for land, ways in out.items() if land != legion.land}
    return out


def arrive(
    position: MasterboardPosition, legion: Legion, target: str, side: MapSide | None, before: str | None = None
) -> None:
    """Move a legion into a Land; the side of entry is kept only if an enemy is there.

    `before` is the Land from which it comes there, None for a teleport.
    """
    legion.came_from = before if position.rules.retreats is not None else None
    legion.origin, legion.land, legion.moved = legion.land, target, True
    legion.side = side if in_engagement(position, legion) else None


def side_cites(position: MasterboardPosition, target: str, key: str = "entry_side") -> tuple[str, ...]:
    """Return the citation for the sides of entry of a Land, by `key` where it is no Tower (LoT 10.1, 10.2, 10.4)."""
    return position.rules.cite("tower_entry" if position.graph.is_tower(target) else key)


def side_of(
    position: MasterboardPosition,
    target: str,
    open_sides: list[MapSide],
    named: MapSide | None,
    key: str = "entry_side",
) -> MapSide | list[Objection]:
    """Return the side of entry: the one named, or the only one; else the objections."""
    cite = side_cites(position, target, key)
    land = position.graph.titled(target)
    if named is not None:
        if named in open_sides:
            return named
        message = f"{land} is not entered from the {named} here; it is from the {listed(open_sides)}"
        return [Objection(message, cite, "side", (ROLL,))]
    if len(open_sides) > 1 and position.at(target):
        message = f"{land} can be entered from the {listed(open_sides)}; name the side"
        return [Objection(message, cite, None, (ROLL,))]
    return open_sides[0]
