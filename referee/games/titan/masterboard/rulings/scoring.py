"""The value of characters, and the score of a player (LoT 16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from referee.core.game.trace import Change
from referee.core.rules.ledger import Ledger
from referee.core.rules.rows import Fact

from ...points import Worth, points_of, rows_for_slain, share
from ...rows import BoardRow
from ..legion import Legion
from ..position import MasterboardPosition
from .rows import carried_by, everywhere, has_rows, land_carriers, land_facts
from .stacks import stacks_of

How = Literal["battle", "flight", "peace"]


def value_of(position: MasterboardPosition, legion: Legion, names: Iterable[str]) -> Ledger:
    """Return the value of characters of a legion: Power times Skill each (LoT 16.0)."""
    return points_of(_of_legion(position, legion, names), position.rules.cite("scoring"))


def points_for(
    position: MasterboardPosition, legion: Legion, names: Iterable[str], how: How, quantity: str = "points"
) -> Ledger:
    """Return the points for characters of a legion: their value (LoT 16.0), and what rows make of it."""
    named = _of_legion(position, legion, names)
    if not has_rows(position.rules, "score"):
        return points_of(named, position.rules.cite("scoring"), quantity)
    carriers = [*carried_by(position, legion), *land_carriers(position, legion.land), *everywhere(position)]
    facts: dict[str, Fact] = {"how": how, "owner": legion.player, **land_facts(position, legion.land)}
    if how != "battle":
        facts["height"] = legion.height

    def rows(worth: Worth) -> list[BoardRow]:
        return rows_for_slain(position.rules, worth, carriers, facts)

    return points_of(named, position.rules.cite("scoring"), quantity, rows)


def _named(position: MasterboardPosition, names: Iterable[str], player: str) -> list[Worth]:
    profiles = [position.profile(name, player) for name in position.rules.in_chart_order(names)]
    return [Worth(profile.title, profile) for profile in profiles]


def _of_legion(position: MasterboardPosition, legion: Legion, names: Iterable[str]) -> list[Worth]:
    """Return characters of a legion to be scored, with their Spells, and those killed that they evoked."""
    stacks, drew = stacks_of(position, legion), Counter(legion.drew)
    out = []
    for worth in _named(position, names, legion.player):
        name = worth.profile.name
        stack = next((one for one in stacks if one.character == name), None)
        if stack is not None:
            stacks.remove(stack)
            cites = position.rules.cite("mage_value")
            out.append(replace(worth, spells=stack.spells - stack.gone, cites=cites))
            evoked = _named(position, stack.killed, legion.player)
            out += [replace(one, name=f"{one.name}, evoked and killed", cites=cites) for one in evoked]
        else:
            out.append(replace(worth, drew=drew[name] > 0))
            drew[name] -= 1
    return out


def flight_points(position: MasterboardPosition, legion: Legion) -> Ledger:
    """Return the points for a legion that flees: half its value, rounded down (LoT 9.2, 16.1)."""
    whole = points_for(position, legion, legion.contents or [], "flight", "points for flight")
    return whole.plus(*share(position.rules, position.rules.masterplay.shares.flight))


def bound(position: MasterboardPosition, legion: Legion) -> list[str]:
    """Return the characters in a legion that prevent it from fleeing (LoT 9.2)."""
    return [name for name in legion.contents or () if "cannot_flee" in position.rules.profile(name).traits]


def add_score(position: MasterboardPosition, player: str, points: Ledger) -> Change:
    """Add points to a player's score and return the change (LoT 16.2)."""
    was = position.score_of(player)
    position.score[player] = now = was + points.total
    return Change(player, "score", was, now, f"{was} to {now}")
