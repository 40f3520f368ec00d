"""A new game: markers, stacks and players before the first roll for a Tower (LoT 5)."""

from __future__ import annotations

from referee.core.documents import Problem, Unreadable
from referee.core.game.recorder import Recorder
from referee.core.rules.rulesets import Ruleset

from ..magic.cup import first_cup
from ..masterboard.graph import graph_of
from ..masterboard.legion import markers_of
from ..masterboard.phases import set_play_order
from ..masterboard.state import MasterboardState
from ..parameters import Parameters
from ..rules import TitanRules
from ..state import State
from ..words import land_name
from .position import Campaign


def new_game(chosen: Parameters, ruleset: Ruleset, rules: TitanRules) -> State:
    """Return the state of a game before its first roll; raises Unreadable if the parameters break the tables."""
    players, towers = chosen.players or [], [str(land) for land in chosen.towers or []]
    wrong = [rules.emptied] if rules.emptied else _problems(chosen, players, towers, rules)
    if wrong:
        raise Unreadable([Problem("", 0, 0, "", message) for message in wrong])
    given = {player: land_name(land) for player, land in zip(players, towers, strict=False)}
    board = MasterboardState(
        players=players,
        towers=given,
        turn=1,
        mover=players[0],
        phase="setup",
        score=dict.fromkeys(players, 0),
        markers=markers_of(players, rules),
        caretaker={
            name: chart.number - rules.reserve.count(name) * len(players) for name, chart in rules.stacked.items()
        },
        reserves={player: list(rules.reserve) for player in players} if rules.reserve else {},
        cup=first_cup(rules) if rules.keeping_spells else None,
    )
    state = State(
        format=1, ruleset=ruleset.name, game=chosen.game or "game", step=0, masterboard=board, options=chosen.options
    )
    position = Campaign(state, rules)
    if given:
        set_play_order(position, Recorder(None))
    state.masterboard = position.written()
    state.awaiting = position.awaiting()
    return state


def _problems(chosen: Parameters, players: list[str], towers: list[str], rules: TitanRules) -> list[str]:
    """Return everything that is wrong with the parameters of a game (LoT 1.1, 5.1)."""
    numbers, own = rules.masterplay.players, graph_of(rules).table.starting_towers
    out = []
    if not numbers.least <= len(players) <= numbers.most:
        out.append(f"a game has {numbers.least} to {numbers.most} players, not {len(players)}")
    out += [f"'{name}' is named twice" for name in dict.fromkeys(players) if players.count(name) > 1]
    out += [f"'{name}' differs from another name in capitals only" for name in _twins(players)]
    out += [f"'{name}' is a number; a player has a name" for name in players if name.isdecimal()]
    if towers and len(towers) != len(players):
        out.append(f"{len(players)} players need {len(players)} towers, not {len(towers)}")
    out += [
        f"'{land}' is no starting Tower; they are {', '.join(own.values())}"
        for land in towers
        if land not in own.values()
    ]
    out += [f"Tower {land} is given twice" for land in dict.fromkeys(towers) if towers.count(land) > 1]
    mixed = [
        name
        for name in ("battleland", "attacker_side", "attacker", "defender", "attacking", "defending")
        if getattr(chosen, name) is not None
    ]
    out += [f"'{name}' belongs to a new battle, not to a new game" for name in mixed]
    return out


def _twins(players: list[str]) -> list[str]:
    """Return the names that differ from another only in case."""
    folded = [name.casefold() for name in players]
    return [name for n, name in enumerate(players) if name.casefold() in folded[:n] and name not in players[:n]]
