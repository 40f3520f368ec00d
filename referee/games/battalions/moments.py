"""What the rows of a Battalions ruleset may name and change."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.rules.moments import YES, FactKind, Moment, QuantityKind
from referee.core.rules.rulesets import Ruleset

from .tables import Commands, Constants, Modifiers, Stat


def moments_of(ruleset: Ruleset) -> dict[str, Moment]:
    """Return every moment of a combat turn with the facts and quantities of its rows."""
    commands = tuple(ruleset.typed("commands", Commands).commands)
    terrains = tuple(ruleset.typed("modifiers", Modifiers).terrains)
    stats = tuple(ruleset.typed("constants", Constants).stats.values())
    turn = {"turn": FactKind("which turn of the combat it is", least=1)}
    acting = {"command": FactKind("the command of its battalion", commands), **_unit("", terrains, stats), **turn}
    blow = {
        **acting,
        **_unit("target_", terrains, stats),
        "distance": FactKind("the Spaces to the unit struck", least=0),
        "strikers": FactKind("how many units strike that one at once", least=1),
        "gone": FactKind("how many Spaces the unit has gone in this turn", least=0),
        "target_command": FactKind("the command of the unit struck", commands),
    }
    return {
        "march": Moment("the march of a unit", acting, {"spaces": _number("Spaces that it may go")}),
        "reach": Moment("the reach of a unit", acting, {"reach": _number("Spaces that it strikes far")}),
        "blow": Moment("a blow", blow, {"strength": _number("Strength of the blow")}),
        "wear": Moment(
            "the wear of a blow that does not destroy", blow, {"wear": _number("Constitution that it takes")}
        ),
    }


def _unit(role: str, terrains: Iterable[str], stats: Iterable[Stat]) -> dict[str, FactKind]:
    who = "the unit struck" if role else "the unit"
    return {
        f"{role}leader": FactKind(f"whether {who} leads its battalion", YES),
        f"{role}leaderless": FactKind(f"whether the battalion of {who} has lost its leader", YES),
        f"{role}leader_beside": FactKind(f"whether the leader of {who} stands in a Space beside it", YES),
        f"{role}worn": FactKind(f"how much Constitution {who} has lost", least=0),
        **{f"{role}{stat.fact}": FactKind(f"the {stat.title} of {who}, as bought", least=0) for stat in stats},
        **{
            f"{role}in_{name}": FactKind(f"whether {who} stands in {name}", YES, family=f"{role}in")
            for name in terrains
        },
    }


def _number(says: str) -> QuantityKind:
    return QuantityKind(says, most=1000, why="as no stat is higher")
