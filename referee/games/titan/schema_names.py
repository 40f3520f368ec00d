"""The names that the fields of Titan's documents and tables may have, for the schemas that editors use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.rules.rulesets import Ruleset

from .rules import STORM
from .tables import TRAITS

# the fields of orders and questions that name a hex alone
_HEXES = (
    *("battle.orders.move.Move.to", "battle.orders.move.Move.path", "Enter.to", "Enter.path", "Rangestrike.via"),
    *("battle.orders.arrive.Muster.to", "battle.orders.arrive.Summon.to"),
    *("AskReach.to", "AskEnter.to", "AskRangestrike.via"),
)


def names(ruleset: Ruleset) -> Mapping[str, Sequence[str | int]]:
    """Return the names by type and field; `:keys` are those of the keys of a mapping."""
    known = ruleset.raw("characters")
    characters, classes = list(known.get("characters", {})), list(known.get("classes", {}))
    laid = ruleset.raw("effects").get("effects", {})
    effects, hazards = list(laid), list(ruleset.raw("hazards").get("hazards", {}))
    grounds = [name for name, one in laid.items() if isinstance(one, dict) and one.get("lies") in ("hex", "hexside")]
    maps, board = ruleset.raw("battlelands"), ruleset.raw("masterboard")
    hexes, battlelands = list(maps.get("coordinates", {})), list(maps.get("battlelands", {}))
    sides = list(maps.get("sides", {}))
    lands, terrains = list(board.get("lands", {})), list(board.get("terrains", {}))
    tables = [ruleset.raw(table) for table in ruleset.tables]
    abilities = list(dict.fromkeys(name for table in tables for name in _abilities(table, "abilities")))
    of_legions = list(dict.fromkeys(name for table in tables for name in _abilities(table, "board_abilities")))
    rounds = ruleset.raw("combat").get("rounds")
    magic = ruleset.raw("spells")
    spells, windows, signs = magic.get("spells", {}), list(magic.get("windows", {})), list(board.get("signs", {}))
    places: list[str | int] = [*lands, *(int(land) for land in lands if land.isdigit())]
    called = [word for name, row in known.get("characters", {}).items() for word in _called(name, row)]
    return {
        "character": [*characters, *called],
        **dict.fromkeys(_HEXES, hexes),
        **dict.fromkeys(("UseAbility.use", "AskUse.use", "UseState.ability"), abilities),
        **dict.fromkeys(("UseBoardAbility.use", "AskInvoke.invoke"), of_legions),
        **dict.fromkeys(("UseAbility.at:pairs", "UseAbility.from:pairs"), _hexsides(maps)),
        **dict.fromkeys(("AskUse.at:pairs", "AskUse.from:pairs"), _hexsides(maps)),
        # a Land may also be named by its terrain and number, or by a legion that stands there
        "land:numbers": places,
        **({"BattleState.round": range(1, rounds + 1)} if isinstance(rounds, int) else {}),
        **dict.fromkeys(("PieceState.character", "Summonable.character", "BattleState.may_muster"), characters),
        **dict.fromkeys(("LegionState.contents", "Reveal.characters", "Proposal.losses"), characters),
        **dict.fromkeys(("MasterboardState.caretaker:keys", "MasterboardState.slain:keys"), characters),
        **dict.fromkeys(("EngagementState.slain:keys", "MasterboardState.dead:keys"), characters),
        **dict.fromkeys(("LegionState.drew:keys", "MageState.evoked_killed", "MageState.evoked_banished"), characters),
        **dict.fromkeys(("PieceState.hex", "EffectState.hex", "SpellState.hex"), hexes),
        **{
            field: [name for name, one in laid.items() if _storm(one)]
            for field in ("BattleState.storm", "StormState.spell")
        },
        "BattleState.battleland": battlelands,
        **dict.fromkeys(("EffectState.effect", "LaidState.effect"), effects),
        **dict.fromkeys(("LegionState.land", "LegionState.origin", "EngagementState.land"), places),
        **dict.fromkeys(("LaidState.land", "BattleState.land", "StormState.land"), places),
        "MasterboardState.no_muster_lands": places,
        "LaidState.character": characters,
        "AskMuster.spell": list(ruleset.raw("magic").get("musters", {})),
        "AskTravel.spell": [name for name, one in spells.items() if isinstance(one, dict) and _takes_along(one)],
        **dict.fromkeys(("Spell.when", "SpellKind.when"), windows),
        **dict.fromkeys(("SpellMove.reads", "SpellMove.reads:keys", "SpellMove.reverses"), signs),
        "SpellCapture.spares": classes,
        "SpellMuster.instead": characters,
        "Character.class": classes,
        "Character.home": terrains,
        # an effect on a hex counts as a hazard of its name
        **{field: [*hazards, *grounds] for field in ("Character.native_to", "ProfileRow.native_to")},
        **dict.fromkeys(("Character.traits", "Class.traits"), sorted(TRAITS)),
        "Battlelands.ground": hazards,
        **dict.fromkeys(("Battleland.hexes:keys", "Battleland.hexsides:keys"), hazards),
        **dict.fromkeys(("Battleland.hexes", "Battleland.elevation", "Battleland.deploy", "Battlelands.sides"), hexes),
        "Land.terrain": terrains,
        **dict.fromkeys(("Land.exits:keys", "Land.sides:keys", "MasterboardTable.starting_towers"), lands),
        "Land.exits": signs,
        "MasterboardTable.terrains:keys": battlelands,
        **dict.fromkeys(("Battlelands.facing", "Battlelands.facing:keys"), sides),
        **dict.fromkeys(("Battleland.hexsides", "EffectState.hexside"), _hexsides(maps)),
        **dict.fromkeys(("Effect.bears", "Effect.ring"), hazards),
        "Masterplay.overfull": [*characters, *classes],
        "Masterchart.masterchart:keys": terrains,
        **dict.fromkeys(("Chart.ladder:keys", "Chart.free", "Chart.shown:keys", "Shown.one", "Rung.below"), characters),
        **dict.fromkeys(("Chart.branches:keys", "Chart.sides:keys", "Shown.several:keys"), characters),
        "Alike.class": classes,
        **dict.fromkeys(("StartingForce.lords", "StartingForce.creatures"), characters),
        **dict.fromkeys(("StartingMore.characters", "StartingMore.one_of"), characters),
        **dict.fromkeys(("Acquired.takes", "Acquired.also"), characters),
        "Start.battleland": battlelands,
        **dict.fromkeys(("Start.attacking", "Start.defending"), characters),
    }


def _takes_along(spell: Mapping[str, Any]) -> bool:
    """Return whether a Spell takes the legion of its caster elsewhere."""
    return "moves" in spell or "teleports" in spell


def _storm(effect: Any) -> bool:
    return isinstance(effect, dict) and effect.get("group") == STORM


def _hexsides(maps: Mapping[str, Any]) -> list[str]:
    """Return every hexside, written high>low."""
    at = {tuple(place): name for name, place in maps.get("coordinates", {}).items()}
    ways = maps.get("directions", {}).values()
    return [f"{name}>{at[to]}" for (x, y), name in at.items() for dx, dy in ways if (to := (x + dx, y + dy)) in at]


def _called(name: str, row: Any) -> tuple[str, ...]:
    """Return a character's title and its plural, by which orders may call it."""
    if not isinstance(row, dict):
        return ()
    title = str(row.get("title", name))
    return title, str(row.get("plural") or f"{title}s")


def _abilities(table: Any, section: str) -> Iterator[str]:
    """Yield the name of every ability in the sections of a name in a table."""
    for key, value in table.items() if isinstance(table, dict) else ():
        if key == section and isinstance(value, dict):
            yield from value
        else:
            yield from _abilities(value, section)
