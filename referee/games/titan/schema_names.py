"""The names that the fields of Titan's documents and tables may have, for the schemas that editors use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.rules.rulesets import Ruleset

from .rules import STORM
from .tables import TRAITS


def names(ruleset: Ruleset) -> Mapping[str, Sequence[str | int]]:
    """Return the names by type and field; `:keys` are those of the keys of a mapping."""
    known = ruleset.raw("characters")
    characters, classes = list(known.get("characters", {})), list(known.get("classes", {}))
    effects = list(ruleset.raw("effects").get("effects", {}))
    hazards = list(ruleset.raw("hazards").get("hazards", {}))
    laid = ruleset.raw("effects").get("effects", {}).items()
    grounds = [name for name, one in laid if isinstance(one, dict) and one.get("lies") in ("hex", "hexside")]
    maps, board = ruleset.raw("battlelands"), ruleset.raw("masterboard")
    hexes, battlelands = list(maps.get("coordinates", {})), list(maps.get("battlelands", {}))
    lands, terrains = list(board.get("lands", {})), list(board.get("terrains", {}))
    places: list[str | int] = [*lands, *(int(land) for land in lands if land.isdigit())]
    return {
        **dict.fromkeys(("PieceState.character", "Summonable.character", "BattleState.may_muster"), characters),
        **dict.fromkeys(("LegionState.contents", "Reveal.characters", "Proposal.losses"), characters),
        **dict.fromkeys(("MasterboardState.caretaker:keys", "MasterboardState.slain:keys"), characters),
        "EngagementState.slain:keys": characters,
        **dict.fromkeys(("PieceState.hex", "EffectState.hex", "SpellState.hex"), hexes),
        "BattleState.storm": [name for name, one in ruleset.raw("effects").get("effects", {}).items() if _storm(one)],
        "BattleState.battleland": battlelands,
        **dict.fromkeys(("EffectState.effect", "LaidState.effect"), effects),
        **dict.fromkeys(("LegionState.land", "LegionState.origin", "EngagementState.land"), places),
        **dict.fromkeys(("LaidState.land", "BattleState.land"), places),
        "LaidState.character": characters,
        "Character.class": classes,
        # an effect on a hex counts as a hazard of its name
        **{field: [*hazards, *grounds] for field in ("Character.native_to", "ProfileRow.native_to")},
        **dict.fromkeys(("Character.traits", "Class.traits"), sorted(TRAITS)),
        "Battlelands.ground": hazards,
        **dict.fromkeys(("Battleland.hexes:keys", "Battleland.hexsides:keys"), hazards),
        **dict.fromkeys(("Battleland.hexes", "Battleland.elevation", "Battleland.deploy", "Battlelands.sides"), hexes),
        "Land.terrain": terrains,
        "Land.exits:keys": lands,
        "Masterchart.masterchart:keys": terrains,
        **dict.fromkeys(("Chart.ladder:keys", "Chart.free", "Chart.shown:keys", "Shown.one", "Rung.below"), characters),
        **dict.fromkeys(("Chart.branches:keys", "Chart.sides:keys", "Shown.several:keys"), characters),
        "Alike.class": classes,
        **dict.fromkeys(
            ("StartingForce.lords", "StartingForce.creatures", "Acquired.takes", "Acquired.also"), characters
        ),
        "Start.battleland": battlelands,
        **dict.fromkeys(("Start.attacking", "Start.defending"), characters),
    }


def _storm(effect: Mapping[str, object]) -> bool:
    return effect.get("group") == STORM
