"""Report what a battle cannot have come to by its round and phase: reinforcements, summons, an end without a result."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents import Path
from referee.core.game.game import Fault

from ..rules import TitanRules
from ..sides import SIDES
from .board import Board
from .rulings.harm import harm
from .state import BattleState


def course(battle: BattleState, rules: TitanRules, board: Board) -> Iterator[Fault]:
    """Yield what cannot have happened by now: a side of entry, a reinforcement, a summons, a battle that is over."""
    side = battle.attacker_side
    if side is not None and board.printed.attacker_side not in (None, side):
        message = f"the attacker enters {battle.battleland} from the {board.printed.attacker_side}"
        yield fault_of(("attacker_side",), f"{message}, not from the {side}", rules, "entry_side")
    if battle.players is not None and battle.players.attacker == battle.players.defender:
        yield fault_of(("players",), f"'{battle.players.attacker}' cannot play both sides", rules, "engagement")
    yield from _ended(battle, rules)
    if battle.round is None or battle.phase is None:
        return
    few = not (rules.spells or rules.eventful or rules.abilities)
    yield from _too_early(battle, rules, battle.round, few)
    if battle.conceded is not None and battle.result is None:
        waits = rules.options["concession_in_strikes"] == "phase_played_out" and battle.phase == "strike"
        if not waits:
            message = f"the {battle.conceded} has conceded, and the battle is over: give its 'result'"
            yield fault_of(("conceded",), message, rules, "concession")
    yield from _storm_rounds(battle, rules, battle.round)
    if battle.retreat and (rules.retreats is None or (battle.phase, battle.active) != ("maneuver", "attacker")):
        message = "a retreat is asked for in a Maneuver Phase of the attacker's own, where the options allow it"
        yield fault_of(("retreat",), message, rules, "retreat")
    yield from _owed(battle, rules)
    if few and battle.phase == "strike" and battle.result is None:
        yield from _strikes(battle, rules, board)
    yield from _summons(battle, rules, few)
    yield from _over(battle, rules)


def fault_of(path: Path, message: str, rules: TitanRules, key: str, odd: bool = False) -> Fault:
    """Return a fault of a battle, with the rules of a citation."""
    return Fault(("battle", *path), rules.citing(message, key), odd)


def _ended(battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield a side that is eliminated by the result, and lives (LoT 16)."""
    result = battle.result
    if result is None or result.how not in ("elimination", "mutual elimination"):
        return
    for side in SIDES:
        own = [piece for piece in battle.pieces if (piece.owner or piece.side) == side and piece.by is None]
        living = [piece.id for piece in own if piece.hits < rules.profile(piece.character, piece.power).power]
        if living and (result.how == "mutual elimination" or side != result.winner):
            message = f"by {result.how} nobody of the {side} is left, and {living[0]} lives"
            yield fault_of(("result", "how"), message, rules, "battle_over")


def _too_early(battle: BattleState, rules: TitanRules, now: int, few: bool) -> Iterator[Fault]:
    """Yield what comes before its round or phase; `few` says that no Spell, event or ability can have caused it."""
    first = rules.combat.reinforcement_round
    for field in ("reinforced", "declined"):
        if getattr(battle, field) and now < first:
            message = f"a defender is reinforced in round {first}, and this is round {now}"
            yield fault_of((field,), message, rules, "reinforcement")
    if battle.declined and (battle.round, battle.phase, battle.active) == (first, "maneuver", "defender"):
        message = "a reinforcement is declined when the defender's Maneuver Phase ends"
        yield fault_of(("declined",), message, rules, "declined_reinforcement")
    if battle.reinforced and battle.declined:
        yield fault_of(("declined",), "a reinforcement is taken or declined", rules, "declined_reinforcement")
    begun = (battle.round, battle.phase, battle.active) != (1, "maneuver", "defender")
    if not (begun or battle.result or rules.options.get("tower_rounds") == "attacker_first"):
        if battle.slain and few:
            yield fault_of(("slain",), "nobody is slain before the first Strike Phase", rules, "defender_first")
        if battle.attacker_entered:
            message = "no attacker is on the map before the attacker's first Maneuver Phase"
            yield fault_of(("attacker_entered",), message, rules, "defender_first")


def _storm_rounds(battle: BattleState, rules: TitanRules, now: int) -> Iterator[Fault]:
    if battle.storm_rounds >= now and battle.result is None:
        message = f"must be {now - 1} at most in round {now}: whole rounds are counted"
        yield fault_of(("storm_rounds",), message, rules, "time_loss")
    elif battle.storm is not None and 0 < battle.storm_rounds < now - 1:
        message = f"must be {now - 1} in round {now}: the Storm has been there from the first"
        yield fault_of(("storm_rounds",), message, rules, "time_loss")


def _summons(battle: BattleState, rules: TitanRules, few: bool) -> Iterator[Fault]:
    """Yield a summons that does not follow from who has been slain, and when."""
    killed = few and any(p.side == "defender" and p.by is None and p.hits for p in battle.slain)
    if battle.summons == "closed" and killed and battle.result is None:
        message = "a defender has been slain: it is 'due' in that phase, 'open' in the attacker's next, and then 'past'"
        yield fault_of(("summons",), message, rules, "summons", odd=True)
    in_turn = (battle.phase, battle.active) == ("maneuver", "attacker")
    if few and battle.result is None and (battle.summons == "open") != in_turn and battle.summons in ("open", "due"):
        due = "it is 'due' until the attacker's next Maneuver Phase, 'open' in that phase, and then 'past'"
        yield fault_of(("summons",), due, rules, "summons")
    lost = any("defender" in (piece.side, piece.owner) for piece in battle.slain)
    gone = lost or battle.left or battle.slain_by_hazard
    if (battle.summons != "closed" or battle.summoned_from is not None) and not gone:
        message = "no defender has been slain, which an attacker must do before an Angel is summoned"
        field = "summons" if battle.summons != "closed" else "summoned_from"
        yield fault_of((field,), message, rules, "summons")


def _over(battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield a battle that is over and has no result."""
    # a row of an event may take a piece out of the map in a Strike Phase, and the battle ends with the phase (LoT 19.3)
    taken_out = battle.phase == "strike" and bool(rules.eventful or rules.abilities)
    if battle.result is None and battle.players is not None and not taken_out:
        fallen = [n for n, piece in enumerate(battle.slain) if rules.profile(piece.character, piece.power).vital]
        waits = battle.phase == "strike" and rules.options["unentered_titan"] == "after_strikes"
        # one with somebody to play on with plays on where they are (MM 19.5)
        there = (*battle.pieces, *battle.slain)
        on = {piece.owner or piece.side for piece in there if piece.character in rules.playing_on}
        on |= {side for side in SIDES if rules.playing_on and battle.left}
        for number in [n for n in fallen if (battle.slain[n].owner or battle.slain[n].side) not in on and not waits]:
            message = f"{battle.slain[number].id} is slain, and the battle is over: give its 'result'"
            yield fault_of(("slain", number), message, rules, "titan_slain")
        for whose in SIDES:
            if not any(whose in (piece.side, piece.owner) for piece in battle.pieces):
                message = f"the {whose} has nobody, and the battle is over: give its 'result'"
                yield fault_of(("pieces",), message, rules, "battle_over")


def _strikes(battle: BattleState, rules: TitanRules, board: Board) -> Iterator[Fault]:
    """Yield who has struck before their side does, and who is slain in one in which no enemy struck (LoT 12)."""
    first = battle.striking in (None, battle.active)
    struck = {piece.side for piece in battle.pieces if piece.struck}
    for number, piece in enumerate(battle.pieces):
        path = ("battle", "pieces", number)
        if first and piece.struck and piece.side != battle.active:
            message = f"the {battle.active} strikes first: give 'striking: {piece.side}' if {piece.id} has struck"
            yield Fault((*path, "struck"), rules.citing(message, "strikes_first"))
        profile = rules.profile(piece.character, piece.power)
        if not piece.hits or piece.hex is None or rules.powers_change or piece.hits < profile.power:
            continue
        harmed = harm(board, profile, board.index[piece.hex], piece.side == "defender").ledger.total
        if not harmed and not struck - {piece.side}:
            message = f"{piece.id} is slain, and no enemy has struck in this Strike Phase: give 'struck'"
            yield Fault((*path, "hits"), rules.citing(message, "slain"), odd=True)


def _owed(battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield that the second side strikes although the first one owes a strike (LoT 12.0)."""
    if battle.phase != "strike" or battle.striking in (None, battle.active) or battle.result is not None:
        return
    if rules.spells or rules.eventful or rules.abilities:
        # they may bring an enemy into contact after the first side has struck
        return
    from .position import BattlePosition

    fight = BattlePosition(battle, rules).fight
    if owing := [piece.id for piece in fight.of(fight.active) if fight.must_strike(piece)]:
        message = f"the {battle.active} strikes first in this Strike Phase, and {owing[0]} owes a strike"
        yield fault_of(("striking",), message, rules, "must_strike", odd=True)
