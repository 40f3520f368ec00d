"""The steps of procedures that only some Titan rulesets have, by their keys in `citations`."""

from __future__ import annotations

from functools import cache

from referee.core.rules.rulesets import Ruleset
from referee.core.rules.search import builtin


@cache
def further_steps() -> dict[str, None]:
    """Return the steps that the rulesets that come with the referee add to those of this game, in their order."""
    steps: dict[str, None] = {}
    for manifest in sorted(builtin().glob("*/manifest.yaml")):
        # the folder given is looked in first
        ruleset = Ruleset(manifest.parent.name, [builtin()])
        lowest = ruleset.document(ruleset.layers[0], "citations")
        if ruleset.game == "titan" and lowest is not None:
            own, keys = lowest.value["citations"], ruleset.raw("citations")["citations"]
            steps |= dict.fromkeys(key for key in keys if key not in own)
    return steps
