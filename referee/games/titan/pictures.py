"""The boards of a state as pictures: the battle and the Masterboard."""

from __future__ import annotations

from referee.core.game.picture import Picture

from .battle.alone import BattleAlone
from .battle.pictures import draw as draw_battle
from .rules import TitanRules
from .state import State


def draw(state: State, rules: TitanRules) -> dict[str, Picture]:
    """Return pictures of the battle and the Masterboard, whichever the state has."""
    if state.masterboard is None and state.battle is None:
        return {}
    about = [f"{state.game}, step {state.step or 0}"] if state.game is not None else []
    return {"battle": _battle(state, rules, about)} if state.masterboard is None else _boards(state, rules, about)


def _battle(state: State, rules: TitanRules, about: list[str]) -> Picture:
    position = BattleAlone(state, rules)
    phase = position.phase()
    if phase is not None and state.battle is not None and state.battle.phase is not None:
        about = [*about, phase.title]
    known = rules.masterplay.colours
    colours = tuple(player if player in known else "" for player in position.players)
    return draw_battle(position, f"Battle: {_name(position.battleland)}", "; ".join(about), colours)


def _boards(state: State, rules: TitanRules, about: list[str]) -> dict[str, Picture]:
    from .campaign.position import Campaign
    from .masterboard.pictures import colour_of
    from .masterboard.pictures import draw as draw_masterboard

    campaign = Campaign(state, rules)
    out = {}
    if campaign.battle is not None:
        phase, battle = campaign.phase(), campaign.battle
        land = _name(battle.battleland)
        if campaign.engagement is not None:
            land = campaign.graph.titled(str(campaign.engagement.land))
        colours = tuple(colour_of(campaign, player) for player in battle.players)
        subtitle = "; ".join([*about, *([phase.title] if phase is not None else [])])
        out["battle"] = draw_battle(battle, f"Battle in {land}", subtitle, colours)
    out["masterboard"] = draw_masterboard(campaign, about)
    return out


def _name(battleland: str) -> str:
    return battleland.replace("_", " ").capitalize()
