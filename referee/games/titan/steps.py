"""The steps of procedures that only some Titan rulesets have, by their keys in `citations`."""

FURTHER_STEPS = (
    # mustering by other ways than those of the Law of Titan
    "branch",
    "beside_ladder",
    "standing_in",
    "shown_mage",
    "victory_mage",
    # Spells drawn and held
    "terrain_draw",
    "tower_draw",
    "defender_draw",
    "draw_or_muster",
    "victory_draw",
    "spell_limit",
    "one_strategic",
    "mage_value",
)
