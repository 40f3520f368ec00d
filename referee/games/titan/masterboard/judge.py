"""Why a legion may not do something: every objection, in the words of the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.orders import Objection

from .graph import Travel
from .work import TITLES

if TYPE_CHECKING:
    from .legion import Legion
    from .work import MasterWork


def over_objections(work: MasterWork, player: str) -> list[Objection]:
    """Return why a player gives no orders any more."""
    cite = work.rules.cite
    if work.outcome is not None:
        return [Objection("the game is over", cite("victory"))]
    if any(fallen.player == player for fallen in work.fallen):
        return [Objection(f"{player} is out of the game", cite("titan_lost"))]
    return []


def turn_objections(work: MasterWork, player: str, stage: str, what: str) -> list[Objection]:
    """Return why a player may not give this kind of order now: the phase, or whose Game-Turn it is."""
    if work.adrift:
        return []
    out = over_objections(work, player)
    if out:
        return out
    cite = work.rules.cite
    now = work.phase()
    assert now is not None
    standing = f"it is {now.title}"
    if player not in now.players:
        standing += f", and {' and '.join(now.players)} {'is' if len(now.players) == 1 else 'are'} to order"
    elsewhen = cite("sequence") if work.stage != stage else ()
    if "setup" not in (stage, work.stage) and player != work.mover:
        cites = dict.fromkeys([*cite("mover"), *elsewhen])
        return [Objection(f"only the Mover may, {work.mover}; {standing}", tuple(cites))]
    if work.stage != stage:
        where = TITLES[stage] if stage == "setup" else f"to the {TITLES[stage]}"
        return [Objection(f"{what} belongs {where}; {standing}", elsewhen)]
    if work.battle is not None:
        return [Objection(f"{what} waits for the end of the battle; {standing}", cite("singly"))]
    return []


def march_objections(work: MasterWork, legion: Legion, field: str | None = None) -> list[Objection]:
    """Return why a legion does not go anywhere any more in this phase (LoT 7.0, 21.2)."""
    cite, out = work.rules.cite, []
    if legion.moved:
        when = "phase" if work.stage == "movement" else "Game-Turn"
        out.append(Objection(f"{work.named(legion)} has moved in this {when} already", cite("one_march"), field))
    if work.clock is not None and legion.id != work.clock:
        message = f"time is up, and the die has picked {work.clock} to move"
        out.append(Objection(message, cite("clock"), field))
    return out


def own_objections(work: MasterWork, player: str, legion: Legion, field: str) -> list[Objection]:
    """Return the objection that a legion is not the orderer's."""
    if legion.player == player:
        return []
    return [Objection(f"{legion.id} belongs to {legion.player}", work.rules.cite("own_legions"), field, always=True)]


def holds(work: MasterWork, legion: Legion, names: list[str], field: str, key: str = "whole_legion") -> list[Objection]:
    """Return an objection for every character that a legion does not hold as often as it is named."""
    out = []
    if legion.contents is None:
        return [Objection(f"what {legion.id} holds is not known here", work.rules.cite(key), field)]
    for name in dict.fromkeys(names):
        if name not in work.rules.characters:
            out.append(unknown_character(work, name, field))
            continue
        wanted, has = names.count(name), (legion.contents or []).count(name)
        if has < wanted:
            said = f"{wanted} of '{name}'" if wanted > 1 else f"no '{name}'"
            many = f"; it has {has}" if has else ""
            what = f"{legion.id} does not hold {said}" if wanted > 1 else f"{legion.id} holds {said}"
            out.append(Objection(f"{what}{many}", work.rules.cite(key), field, work.fighting()))
    return out


def unknown_character(work: MasterWork, name: str, field: str) -> Objection:
    """Return the objection that there is no such character."""
    return Objection(work.rules.unknown(name), (), field, always=True)


def locked(work: MasterWork, legion: Legion) -> bool:
    """Return whether a legion stands in an Engagement, where it can have come by moving only."""
    return any(other.player != legion.player for other in work.at(legion.land))


def travel(work: MasterWork, legion: Legion, roll: int, turns: set[str] | None = None) -> Travel:
    """Return where a legion may end a normal move of so many Lands (LoT 7); `turns` collects options it turned on."""
    if locked(work, legion):
        return {}
    friends = {other.land for other in work.own(legion.player) if other is not legion}
    enemies = {other.land for other in work.legions.values() if other.player != legion.player}
    out = work.graph.travel(legion.land, roll, friends, enemies)
    if legion.land in out:
        if turns is not None:
            turns.add("return_to_start")
        if work.rules.options["return_to_start"] == "forbidden":
            del out[legion.land]
    return out
