"""The names that the fields of Titan's documents and tables may have, for the schemas that editors use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.rules.rulesets import Ruleset

from .rules_tables import STORM
from .tables import TRAITS

# the fields that hold names of one list, by that list of `_Names`; of a `land` these are only the numbers, since it may
# also be named by its terrain and number, or by a legion that stands there
_FIELDS = {
    "hexes": """
        battle.orders.move.Move.to battle.orders.move.Move.path EnterBattle.to EnterBattle.path Rangestrike.via
        magic.orders.reinforce.Muster.to SummonInBattle.to CastSpell.to CastSpell.via Shift.to AskReach.to AskEnter.to
        AskRangestrike.via PieceState.hex EffectState.hex SpellState.hex Battleland.hexes Battleland.elevation
        Battleland.deploy Battlelands.sides
    """,
    "abilities": "UseAbility.use AskUse.use",
    "limited": "UseState.ability",
    "counted": "LegionUse.ability",
    "of_legions": "UseBoardAbility.use AskInvoke.invoke",
    "places": """
        land:numbers LegionState.land LegionState.origin EngagementState.land LaidState.land BattleState.land
        StormState.land MasterboardState.no_muster_lands
    """,
    "characters": """
        PieceState.character Summonable.character BattleState.may_muster LegionState.contents Reveal.characters
        MasterboardState.caretaker:keys MasterboardState.slain:keys EngagementState.slain:keys
        MasterboardState.dead:keys LegionState.drew:keys MageState.evoked_killed MageState.evoked_banished
        LaidState.character SpellMuster.instead Chart.ladder:keys Chart.free Chart.shown:keys Shown.one Rung.below
        Chart.branches:keys Chart.sides:keys Shown.several:keys StartingForce.lords StartingForce.creatures
        StartingMore.characters StartingMore.one_of StartingReserve.characters Acquired.takes Acquired.also
        Start.attacking Start.defending
    """,
    "battlelands": "BattleState.battleland MasterboardTable.terrains:keys Start.battleland",
    "effects": "EffectState.effect LaidState.effect",
    "windows": "Spell.when SpellKind.when",
    "signs": "SpellMove.reads SpellMove.reads:keys SpellMove.reverses Land.exits",
    "classes": "SpellCapture.spares Character.class Alike.class",
    "terrains": "Character.home Land.terrain Masterchart.masterchart:keys",
    "hazards": "Battlelands.ground Battleland.hexes:keys Battleland.hexsides:keys Effect.bears Effect.ring",
    "lands": "Land.exits:keys Land.sides:keys MasterboardTable.starting_towers",
    "sides": "Battlelands.facing Battlelands.facing:keys",
}


class _Names:
    """The names that the tables of a ruleset give, each list once."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        known = ruleset.raw("characters")
        self.characters, self.classes = list(known.get("characters", {})), list(known.get("classes", {}))
        self.laid = ruleset.raw("effects").get("effects", {})
        self.effects, self.hazards = list(self.laid), list(ruleset.raw("hazards").get("hazards", {}))
        self.grounds = [
            name for name, one in self.laid.items() if isinstance(one, dict) and one.get("lies") in ("hex", "hexside")
        ]
        self.maps, board = ruleset.raw("battlelands"), ruleset.raw("masterboard")
        self.hexes, self.battlelands = list(self.maps.get("coordinates", {})), list(self.maps.get("battlelands", {}))
        self.sides = list(self.maps.get("sides", {}))
        self.lands, self.terrains = list(board.get("lands", {})), list(board.get("terrains", {}))
        tables = [ruleset.raw(table) for table in ruleset.tables]
        self.abilities = list(dict.fromkeys(name for table in tables for name in _rows(table, "abilities")))
        self.limited = [
            *self.abilities,
            *dict.fromkeys(name for table in tables for name in _rows(table, "events", "uses")),
        ]
        self.of_legions = list(dict.fromkeys(name for table in tables for name in _rows(table, "board_abilities")))
        self.counted = [
            *self.of_legions,
            *dict.fromkeys(name for table in tables for name in _rows(table, "board_events", "uses")),
            *self.limited,
        ]
        self.rounds = ruleset.raw("combat").get("rounds")
        magic = ruleset.raw("spells")
        self.spells, self.windows, self.signs = (
            magic.get("spells", {}),
            list(magic.get("windows", {})),
            list(board.get("signs", {})),
        )
        self.places: list[str | int] = [*self.lands, *(int(land) for land in self.lands if land.isdigit())]
        self.called = [word for name, row in known.get("characters", {}).items() for word in _called(name, row)]


def names(ruleset: Ruleset) -> Mapping[str, Sequence[str | int]]:
    """Return the names by type and field; `:keys` are those of the keys of a mapping."""
    known = _Names(ruleset)
    grounds = [*known.hazards, *known.grounds]
    hexsides = _hexsides(known.maps)
    storms = [name for name, one in known.laid.items() if _storm(one)]
    listed = {field: getattr(known, name) for name, fields in _FIELDS.items() for field in fields.split()}
    return {
        **listed,
        "character": [*known.characters, *known.called],
        "any_character": [*known.characters, *known.called, "anybody"],
        **dict.fromkeys(("UseAbility.at:pairs", "UseAbility.from:pairs"), hexsides),
        **dict.fromkeys(("AskUse.at:pairs", "AskUse.from:pairs"), hexsides),
        **dict.fromkeys(("Battleland.hexsides", "EffectState.hexside"), hexsides),
        # Spells prolong battles
        **(
            {"BattleState.round": range(1, known.rounds + 1)}
            if isinstance(known.rounds, int) and not known.spells
            else {}
        ),
        **dict.fromkeys(("BattleState.storm", "StormState.spell"), storms),
        # a type, its printed name, or a counter
        "spell": [*known.spells, *_spell_names(known.spells)],
        "SpellState.spell": _lying(known),
        "AskMuster.spell": list(known.ruleset.raw("magic").get("musters", {})),
        "AskTravel.spell": [name for name, one in known.spells.items() if isinstance(one, dict) and _takes_along(one)],
        # an effect on a hex counts as a hazard of its name
        **dict.fromkeys(("Hazard.natives_of", "Character.native_to", "ProfileRow.native_to"), grounds),
        **dict.fromkeys(("Character.traits", "Class.traits"), sorted(TRAITS)),
        "Masterplay.overfull": [*known.characters, *known.classes],
    }


def _takes_along(spell: Mapping[str, Any]) -> bool:
    """Return whether a Spell takes the legion of its caster elsewhere."""
    return "moves" in spell or "teleports" in spell


def _spell_names(spells: Mapping[str, Any]) -> Iterator[str]:
    """Yield the printed names of Spells and the counters of each."""
    for name, spell in spells.items():
        if isinstance(spell, dict):
            yield str(spell.get("title", name))
            yield from (f"{name}-{number}" for number in range(1, spell.get("count", 0) + 1))


def _lying(known: _Names) -> list[str]:
    """Return what lies in a battle by a Spell: each effect, and the types and counters of Spells that lay one."""
    lays = {name for name, spell in known.spells.items() if isinstance(spell, dict) and "lays" in spell}
    words = [*known.spells, *_spell_names(known.spells)]
    lying = [word for word in words if re.sub(r"-[0-9]+\Z", "", word) in {*known.effects, *lays}]
    return list(dict.fromkeys([*known.effects, *lying]))


def _storm(effect: Any) -> bool:
    return isinstance(effect, dict) and effect.get("group") == STORM


def _hexsides(maps: Mapping[str, Any]) -> list[str]:
    """Return every hexside, written high>low."""
    at = {tuple(place): name for name, place in maps.get("coordinates", {}).items()}
    ways = maps.get("directions", {}).values()
    return [f"{name}>{at[to]}" for (x, y), name in at.items() for dx, dy in ways if (to := (x + dx, y + dy)) in at]


def _called(name: str, row: Any) -> tuple[str, ...]:
    """Return a character's title, its plural and the names of each of it, by which orders may call it."""
    if not isinstance(row, dict):
        return ()
    title = str(row.get("title", name))
    # those who keep Spells have names of their own
    told = (f"{name}-{number}" for number in range(1, row.get("number", 0) + 1)) if "spell_limit" in row else ()
    return title, str(row.get("plural") or f"{title}s"), *told


def _rows(table: Any, section: str, saying: str = "") -> Iterator[str]:
    """Yield the name of every row in the sections of a name in a table, or of those that say something."""
    for key, value in table.items() if isinstance(table, dict) else ():
        if key == section and isinstance(value, dict):
            yield from (name for name, row in value.items() if not saying or (isinstance(row, dict) and saying in row))
        else:
            yield from _rows(value, section, saying)
