"""Check what is laid in a battle, and the uses of abilities, against the tables and the pieces."""

from __future__ import annotations

from referee.core.documents import Path, nearest
from referee.core.game.game import StateProblems

from ..carriers import Effect
from ..rules import TitanRules
from ..sides import SIDES
from .effects import place_of
from .position import BattlePosition
from .state import BattleState, EffectState

# the field of a state in which the place of an effect stands, by what it lies on
_FIELDS = {"hex": "hex", "hexside": "hexside", "piece": "piece", "legion": "side"}
_PLACES = ("hex", "hexside", "piece", "side")


def laid_faults(battle: BattleState, rules: TitanRules) -> StateProblems:
    """Return every problem of what is laid and of what has been used, each with its path."""
    out: StateProblems = []
    pieces = [piece.id for piece in battle.pieces]
    anybody = [*pieces, *(piece.id for piece in battle.slain)]
    seen: dict[tuple[str | None, ...], int] = {}
    groups: dict[tuple[str | None, ...], int] = {}
    count: dict[str, int] = {}
    for number, effect in enumerate(battle.effects):
        path: Path = ("battle", "effects", number)
        if effect.piece is not None and effect.piece not in pieces:
            out.append(
                ((*path, "piece"), f"'{effect.piece}' is no piece of this battle{nearest(effect.piece, pieces)}")
            )
        if effect.by is not None and effect.by not in anybody:
            out.append(((*path, "by"), f"'{effect.by}' is no piece of this battle{nearest(effect.by, anybody)}"))
        table = rules.effects.get(effect.effect)
        if table is None:
            continue
        out += _misplaced(path, effect, table)
        out += _too_long(path, effect, table)
        place = place_of(effect)
        if place in seen:
            out.append((path, f"{table.title} lies there already, as effect {seen[place] + 1}"))
        seen.setdefault(place, number)
        group = (table.group, *place[1:])
        if table.group is not None and groups.setdefault(group, number) != number:
            out.append((path, f"of {table.group} one lies in a place, and effect {groups[group] + 1} lies there"))
        count[effect.effect] = count.get(effect.effect, 0) + 1
        if table.most is not None and count[effect.effect] == table.most + 1:
            out.append((path, f"{table.title} lies {table.most} times at most"))
    return out + _uses(battle, rules, pieces)


def _misplaced(path: Path, effect: EffectState, table: Effect) -> StateProblems:
    """Return where an effect is laid on something else than it lies on by the tables."""
    needed = _FIELDS.get(table.lies)
    out: StateProblems = [
        ((*path, field), f"{table.title} does not lie on a {field}; it lies on a {table.lies}")
        for field in _PLACES
        if getattr(effect, field) is not None and field != needed
    ]
    if needed is not None and getattr(effect, needed) is None:
        out.append((path, f"'{needed}' is missing: {table.title} lies on a {table.lies}"))
    return out


def _too_long(path: Path, effect: EffectState, table: Effect) -> StateProblems:
    if effect.left is None:
        return []
    if table.lasts.until is None:
        return [((*path, "left"), f"{table.title} does not end at a moment, so none is left to come")]
    if effect.left > table.lasts.times:
        return [((*path, "left"), f"must be {table.lasts.times} at most, as often as {table.title} lasts")]
    return []


def _uses(battle: BattleState, rules: TitanRules, pieces: list[str]) -> StateProblems:
    out: StateProblems = []
    most: dict[str, int] = {}
    for name, uses in rules.limits:
        most[name] = max(uses.times, most.get(name, 0))
    seen: set[tuple[str, str]] = set()
    players = [battle.players.attacker, battle.players.defender] if battle.players is not None else [*SIDES]
    per = {name: uses.per for name, uses in rules.limits}
    for number, used in enumerate(battle.uses):
        path: Path = ("battle", "uses", number)
        who, known = {"turn": ("side", [*SIDES]), "game": ("player", players)}.get(
            per.get(used.ability, ""), ("piece", pieces)
        )
        if used.by not in known:
            counted = f"; its uses are counted for each {who}" if who != "piece" else ""
            message = f"'{used.by}' is no {who} of this battle{nearest(used.by, known)}{counted}"
            out.append(((*path, "by"), message))
        if used.ability in most and used.times > most[used.ability]:
            out.append(((*path, "times"), f"must be {most[used.ability]} at most, as often as it may be used"))
        if (used.by, used.ability) in seen:
            out.append((path, f"the uses of {used.ability} by {used.by} are here twice"))
        seen.add((used.by, used.ability))
    return out


def too_many_hits(battle: BattleState, rules: TitanRules) -> StateProblems:
    """Return the pieces with more hits than they can take as they are now, or slain in a Maneuver Phase."""
    out: StateProblems = []
    position = BattlePosition(battle, rules)
    for number, piece in enumerate(battle.pieces):
        power = position.fight.pieces[piece.id].profile.power
        path: Path = ("battle", "pieces", number, "hits")
        if piece.hits > power:
            out.append((path, f"{piece.hits} hits are more than its Power-factor of {power}"))
        elif battle.phase == "maneuver" and piece.hits == power and not rules.spells:
            cites = ", ".join(rules.cite("removed"))
            out.append((path, f"a slain character is removed before a Maneuver Phase begins ({cites})"))
    return out
