"""The rows that bear on what a legion does on the Masterboard, collected from everything that can carry them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from referee.core.rules.rows import Fact

from ...carriers import Carrying
from ...rules import TitanRules
from ..legion import Legion
from ..position import MasterboardPosition

# characters by what they are at a moment, such as the recruit and the one shown
Roles = Mapping[str, str]
NOBODY: Roles = {}


def has_rows(rules: TitanRules, section: str) -> bool:
    """Return whether anything carries a row of a section."""
    return not rules.sections[section].empty


def rows_for(
    position: MasterboardPosition,
    section: str,
    legion: Legion,
    facts: Mapping[str, Fact],
    lands: Mapping[str, str],
    roles: Roles = NOBODY,
) -> list[Any]:
    """Return the rows of a section that hold for a legion.

    `lands` are the Lands whose rows are asked, by what each is (`at`). The rows on what the legion holds are asked as
    far as that is known; a character that is something more than a member is given in `roles`.
    """
    return Bearing(position, section, legion, facts, lands).rows({}, roles)


class Bearing:
    """What may bear on a legion at one moment: found once, and asked for each of several ways or characters."""

    def __init__(
        self,
        position: MasterboardPosition,
        section: str,
        legion: Legion,
        facts: Mapping[str, Fact],
        lands: Mapping[str, str],
    ) -> None:
        self.rules, self.legion, self.section = position.rules, legion, section
        self._position, self._given = position, facts
        others = carriers_for(position, legion, lands)
        self.others = [held for held in others if getattr(held[0].table, section)]

    @cached_property
    def facts(self) -> dict[str, Fact]:
        """What is known of the legion and of the moment."""
        return {**legion_facts(self._position, self.legion), **self._given}

    def rows(self, facts: Mapping[str, Fact], roles: Roles) -> list[Any]:
        """Return the rows that hold with further facts, for characters in their roles."""
        return [row for _, row, _ in self.carried(facts, roles)]

    def carried(self, facts: Mapping[str, Fact], roles: Roles) -> list[tuple[Carrying, Any, str | None]]:
        """Return the rows that hold, each with its carrier, and the character that carries it."""
        if not self.others and not roles:
            return []
        known = {**self.facts, **facts}
        for role, name in roles.items():
            known |= {role: name, f"{role}_class": self.rules.characters[name].cls}
            if self.legion.contents is not None:
                known[f"holds_{role}"] = self.legion.contents.count(name)
        out: list[tuple[Carrying, Any, str | None]] = []
        for carrier, more, character in (*_in_roles(self.rules, roles), *self.others):
            rows = getattr(carrier.table, self.section)
            if rows:
                held = known | more | laid_by(carrier, self.legion)
                out += ((carrier, row, character) for row in self.rules.ruled(rows.values(), held))
        return out


def lands_bearing(position: MasterboardPosition, section: str, legion: Legion, lands: Sequence[str]) -> Sequence[str]:
    """Return the Lands at which any row of a section may hold for a legion."""
    own = (carrier for carrier, _, _ in carriers_for(position, legion, {}))
    if any(getattr(carrier.table, section) for carrier in own):
        return lands
    laid = {str(storm.land) for storm in position.storms} | {str(one.land) for one in position.effects if one.land}
    printed = position.rules.lands_with(section)
    return [
        land
        for land in lands
        if (land in laid or land in printed or position.graph.lands[land].terrain in printed)
        and any(getattr(carrier.table, section) for carrier in land_carriers(position, land))
    ]


def laid_by(carrier: Carrying, legion: Legion) -> dict[str, Fact]:
    """Return the fact of who laid what carries a row; nothing where that is not known."""
    if carrier.side is None:
        return {}
    return {"laid_by": "owner" if carrier.side == legion.player else "other"}


def legion_facts(position: MasterboardPosition, legion: Legion) -> dict[str, Fact]:
    """Return the facts of a legion: whose it is, where it stands, and how many of each it holds, if that is known."""
    facts: dict[str, Fact] = {
        "owner": legion.player,
        "legion": legion.id,
        "height": legion.height,
        "turn": position.turn,
        **land_facts(position, legion.land),
    }
    if legion.player in position.score:
        facts["score"] = position.score[legion.player]
    if legion.contents is not None:
        facts |= position.rules.holding_nobody
        classes = Counter(position.rules.characters[name].cls for name in legion.contents)
        facts |= {f"holds_{name}": number for name, number in (Counter(legion.contents) + classes).items()}
    return facts


def victory_facts(position: MasterboardPosition, legion: Legion) -> dict[str, Fact]:
    """Return how a legion has won in this Game-Turn, if it has, and whether its Land saw a capture or a merger."""
    facts: dict[str, Fact] = {"no_muster_land": legion.land in map(str, position.no_muster_lands)}
    return facts if legion.won is None else {**facts, "won": legion.won}


def land_facts(position: MasterboardPosition, land: str, before: str = "") -> dict[str, Fact]:
    """Return the facts of a Land, their names after a prefix such as `to_`."""
    return {f"{before}land": land, f"{before}terrain": position.graph.lands[land].terrain}


def carriers_for(
    position: MasterboardPosition,
    legion: Legion,
    lands: Mapping[str, str],
    all_members: bool = False,
) -> Iterator[tuple[Carrying, dict[str, Fact], str | None]]:
    """Yield everything that may carry a row, with the facts that depend on the carrier, and the character it stands on.

    Characters come first, then what the legion carries, the Lands, and what holds everywhere. What several characters
    share is named once, with the first of them, or with `all_members` for each.
    """
    rules = position.rules
    seen = set[Carrying]()
    for name in dict.fromkeys(legion.contents or ()):
        for carrier in rules.profile(name).carriers:
            if all_members or carrier not in seen:
                seen.add(carrier)
                yield carrier, {"as": "member"}, name
    for carrier in _laid(position, "legion", legion.id):
        yield carrier, {"as": "member"}, None
    for at, land in lands.items():
        for carrier in land_carriers(position, land):
            yield carrier, {"at": at}, None
    for carrier in everywhere(position):
        yield carrier, {}, None


def _in_roles(rules: TitanRules, roles: Roles) -> Iterator[tuple[Carrying, dict[str, Fact], str | None]]:
    for role, name in roles.items():
        for carrier in rules.profile(name).carriers:
            yield carrier, {"as": role}, name


def land_carriers(position: MasterboardPosition, land: str) -> list[Carrying]:
    """Return what carries the rows of a Land: its terrain, itself, and what lies on it."""
    rules = position.rules
    printed = [*rules.on_land("terrain", position.graph.lands[land].terrain), *rules.on_land("land", land)]
    return [*printed, *_laid(position, "land", land)]


def carried_by(position: MasterboardPosition, legion: Legion) -> list[Carrying]:
    """Return the effects that lie on a legion."""
    return list(_laid(position, "legion", legion.id))


def everywhere(position: MasterboardPosition) -> list[Carrying]:
    """Return what carries rows for the whole game."""
    always = position.rules.carrying("always", "always")
    return [*([always] if always.table.has_rows else []), *_laid(position, "game", "")]


def _laid(position: MasterboardPosition, lies: str, where: str) -> Iterable[Carrying]:
    """Yield the effects that lie on a Land, on a legion, or on the game; a Storm lies on its Land."""
    if lies == "land":
        for storm in position.storms:
            if str(storm.land) == where:
                yield position.rules.carrying("effect", storm.spell)
    for laid in position.effects:
        place = laid.legion if lies == "legion" else str(laid.land) if lies == "land" else ""
        if position.rules.effects[laid.effect].lies == lies and place == where:
            yield position.rules.carrying("effect", laid.effect, None, laid.by)
