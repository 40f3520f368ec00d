"""The first state of a battle or of a whole game, and states from which games at random meet what rows are about."""

from __future__ import annotations

from random import Random

import msgspec

from referee.core.documents import Problem, Unreadable, nearest
from referee.core.game.recorder import Recorder
from referee.core.rules.rulesets import Ruleset

from .battle.events import begin
from .battle.position import BattlePosition
from .battle.state import BattleState, PieceState, Players
from .check_state import impossible, validate_state
from .parameters import Parameters
from .rules import compile_rules
from .sides import SIDES
from .state import State
from .tables import Battlelands, Characters, Start

# who plays in games at random
_PLAYERS = ("black", "red")
# of so many games one is of the Masterboard
_GAMES = 3
_MOST = 5


def new(chosen: Parameters, ruleset: Ruleset) -> State:
    """Return the state of a battle before its first Maneuver Phase, or of a game before its first roll.

    Raises Unreadable if the tables do not allow the parameters.
    """
    rules = compile_rules(ruleset, chosen.options)
    if chosen.players is not None or chosen.towers is not None:
        from .campaign.new import new_game

        return new_game(chosen, ruleset, rules)
    lands, characters = rules.battlelands.battlelands, rules.characters
    start = ruleset.typed("start", Start)
    given = {
        k: v
        for k, v in msgspec.structs.asdict(chosen).items()
        if v is not None and k not in ("game", "options", "players", "towers")
    }
    parameters = msgspec.structs.replace(start, **given)
    wrong = []
    if parameters.battleland not in lands:
        near = nearest(parameters.battleland, lands)
        wrong.append(f"'{parameters.battleland}' is no battleland{near}; they are {', '.join(lands)}")
    for legion in (parameters.attacking, parameters.defending):
        wrong += [rules.unknown(name) for name in legion if name not in characters]
        if len(legion) > (most := rules.combat.legion_most):
            wrong.append(f"a legion holds {most} characters at most, not {len(legion)}")
    fixed = lands[parameters.battleland].attacker_side if parameters.battleland in lands else None
    if fixed is not None and chosen.attacker_side not in (None, fixed):
        wrong.append(f"the {parameters.battleland} is entered from the {fixed}, not from the {chosen.attacker_side}")
    if parameters.attacker == parameters.defender:
        wrong.append("the two players need different names")
    if wrong:
        raise Unreadable([Problem("", 0, 0, "", message) for message in wrong])
    pieces = []
    count: dict[str, int] = {}
    for side, legion in zip(SIDES, (parameters.attacking, parameters.defending), strict=True):
        for name in legion:
            count[name] = count.get(name, 0) + 1
            power = characters[name].power if characters[name].grows else None
            pieces.append(PieceState(id=f"{name}-{count[name]}", character=name, side=side, power=power))
    battle = BattleState(
        battleland=parameters.battleland,
        attacker_side=fixed or parameters.attacker_side,
        round=1,
        phase="maneuver",
        active="defender",
        players=Players(attacker=parameters.attacker, defender=parameters.defender),
        pieces=pieces,
    )
    if rules.eventful:
        position = BattlePosition(battle, rules)
        begin(position, Recorder(None))
        battle = position.written()
    state = State(
        format=1, ruleset=ruleset.name, game=chosen.game or "battle", step=0, battle=battle, options=chosen.options
    )
    wrong = [message for _, message in validate_state(state, rules, playing=True)]
    if wrong := wrong or [fault.message for fault in impossible(state, rules) if not fault.odd]:
        raise Unreadable([Problem("", 0, 0, "", message) for message in wrong])
    return state


def trial(ruleset: Ruleset, chance: Random) -> State:
    """Return a battle of a few characters, or a new game of two players."""
    if chance.randrange(_GAMES) == 0:
        return new(Parameters(game="trial", players=list(_PLAYERS)), ruleset)
    people = ruleset.typed("characters", Characters)
    lands = list(ruleset.typed("battlelands", Battlelands).battlelands)
    evoked = {name for name, one in people.classes.items() if "evoked" in one.traits}
    names = [name for name, one in people.characters.items() if one.number and one.cls not in evoked]
    sides = [chance.sample(names, chance.randint(1, _MOST)) for _ in _PLAYERS]
    given = Parameters(game="trial", battleland=chance.choice(lands), attacking=sides[0], defending=sides[1])
    return new(given, ruleset)
