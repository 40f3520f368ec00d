"""A battle inside a game: set up from two legions, kept in step with them, and brought home (LoT 10 to 16)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from referee.core.game.recorder import Recorder

from ..battle.fight import ATTACKER, DEFENDER, OFF
from ..battle.position import BattlePosition
from ..battle.rulings import ending
from ..state import SIDES, BattleState, PieceState, Players, State, Summonable
from .phases import go_on
from .rulings.engagements import both_eliminated, bring_back, lay_open, lose, sides, summonable, won
from .rulings.mustering import recruits
from .rulings.overfull import reduce

if TYPE_CHECKING:
    from .legion import Legion
    from .position import MasterboardPosition


def resume(position: MasterboardPosition, state: State) -> BattlePosition:
    """Return the battle of a state as the part of a game that it is."""
    battle = BattlePosition(state, position.rules)
    land = str(position.engagement.land) if position.engagement is not None else ""
    # two starting legions may stand in one Tower: then a second battle follows there, and rolls of its own
    waiting = sum(legion.player != position.mover for legion in position.at(land))
    battle.occasion = position.event(f"{land}/battle-{waiting}" if waiting > 1 else f"{land}/battle")
    return battle


def fight(position: MasterboardPosition, recorder: Recorder) -> None:
    """Begin the battle of an Engagement; from now on everybody sees both legions (LoT 9.1, 10.0)."""
    now = position.engagement
    assert now is not None
    attacker, defender = sides(position)
    if attacker.contents is None or defender.contents is None:
        position.position_unknown = True
        return
    now.stage = "battle"
    now.proposals = []
    for legion in (attacker, defender):
        reduce(position, recorder, legion, by_referee=True)
    terrain = position.graph.lands[attacker.land].terrain
    printed = position.rules.battlelands.battlelands[terrain]
    pieces: list[PieceState] = []
    count: Counter[str] = Counter()
    for side, legion in zip(SIDES, (attacker, defender), strict=True):
        lay_open(position, legion)
        for name in legion.contents or ():
            count[name] += 1
            profile = position.profile(name, legion.player)
            power = profile.power if profile.grows else None
            pieces.append(PieceState(id=f"{name}-{count[name]}", character=name, side=side, power=power))
        position.reveal(legion.id, "battle", list(legion.contents or []))
    battle = BattleState(
        battleland=terrain,
        attacker_side=printed.attacker_side or attacker.side,
        round=1,
        phase="maneuver",
        active="defender",
        players=Players(attacker=attacker.player, defender=defender.player),
        pieces=pieces,
        summoned=position.summoned,
    )
    position.battle = resume(position, msgspec.structs.replace(position.source, battle=battle))
    refresh(position)
    recorder.write(
        f"a battle is fought in {position.graph.titled(attacker.land)}: {attacker.player} enters from the "
        f"{battle.attacker_side}; "
        f"{attacker.id} holds {position.title(attacker.contents)}, "
        f"{defender.id} holds {position.title(defender.contents)}",
        cites=[*position.rules.cite("battle_begins"), *position.rules.cite("entry_side")],
        by_referee=True,
    )


def refresh(position: MasterboardPosition) -> None:
    """Tell the battle who could be mustered and summoned now; the slain do not muster (LoT 14.0, 15.0)."""
    battle = position.battle
    assert battle is not None
    attacker, _ = sides(position)
    living = [piece.profile.name for piece in battle.fight.living(DEFENDER)]
    found = recruits(position.rules, battle.battleland, living)
    battle.may_muster = [name for name in found if position.stock(name) > 0]
    if position.viewer in (None, attacker.player):
        battle.may_summon = [Summonable(character=name, legion=donor) for name, donor in summonable(position, attacker)]


def settle(position: MasterboardPosition, recorder: Recorder, gone: int) -> None:
    """Keep the legions in step with a battle after an order in it, and bring it home when it is over.

    `gone` is how many had left the battle before the order: those who have since are slain, and lie aside.
    """
    battle = position.battle
    if battle is None:
        return
    _keep_in_step(position, battle, gone)
    if battle.over:
        _home(position, recorder)
        go_on(position, recorder)
    else:
        refresh(position)


def _keep_in_step(position: MasterboardPosition, battle: BattlePosition, gone: int) -> None:
    """Take from the legions who has been slain since so many had left, and move who was summoned or mustered."""
    attacker, defender = sides(position)
    for side, legion in ((ATTACKER, attacker), (DEFENDER, defender)):
        lose(position, legion, [p.profile.name for p in battle.fight.gone[gone:] if p.side == side])
    _summons(position, attacker)
    _reinforcement(position, defender)
    position.summoned = battle.summoned


def break_off(position: MasterboardPosition, recorder: Recorder, player: str) -> list[str]:
    """Stop a battle because one who fights it gives up the game; return who has lost his Titan in it all the same.

    The slain of his legion are with it again, to be counted or buried; the other's survivors are healed.
    """
    battle = position.battle
    assert battle is not None
    gone, side = len(battle.fight.gone), battle.players.index(player)
    ending.break_off(battle, recorder, side)
    _keep_in_step(position, battle, gone)
    position.battle = None
    legions, left = sides(position), [p.profile.name for p in battle.fight.of(1 - side)]
    bring_back(position, legions[side], [p.profile.name for p in battle.fight.gone if p.side == side])
    other = legions[1 - side]
    if left:
        position.reveal(other.id, "battle", left)
    recorder.write(
        f"the battle is broken off; left of {position.named(other)}: {position.title(left)}",
        cites=[*position.rules.cite("giving_up"), *position.rules.cite("healed")],
        by_referee=True,
    )
    return [battle.player(fallen) for fallen in ending.fallen_sides(battle)]


def _summons(position: MasterboardPosition, attacker: Legion) -> None:
    """Move a summoned character from its legion to the one in battle, or back again (LoT 15.1, REF titan-17)."""
    battle = position.battle
    assert battle is not None
    came, back = _changed(battle, attacker, ATTACKER)
    donor = position.legions.get(battle.summoned_from) if battle.summoned_from is not None else None
    _transfer(came, donor, attacker)
    _transfer(back, attacker, donor)
    if came and donor is not None:
        position.reveal(donor.id, "summoned", came, of=attacker.id)
    if back and donor is not None:
        position.reveal(attacker.id, "summoned", back, of=donor.id)


def _reinforcement(position: MasterboardPosition, defender: Legion) -> None:
    """Take a reinforcement from the caretaker into the defending legion, or give it back (LoT 14.0)."""
    assert position.battle is not None
    came, back = _changed(position.battle, defender, DEFENDER)
    _transfer(came, None, defender)
    _transfer(back, defender, None)
    for name in came:
        position.take(name)
    for name in back:
        position.caretaker[name] = position.stock(name) + 1


def _changed(battle: BattlePosition, legion: Legion, side: int) -> tuple[list[str], list[str]]:
    """Return who has joined a side of the battle, and who has left it otherwise than by being slain."""
    there, held = Counter(p.profile.name for p in battle.fight.of(side)), Counter(legion.contents or ())
    return list((there - held).elements()), list((held - there).elements())


def _transfer(names: list[str], giver: Legion | None, taker: Legion | None) -> None:
    """Move characters between legions, as far as their contents are known."""
    for name in names:
        if giver is not None and giver.contents is not None and name in giver.contents:
            giver.contents.remove(name)
        if taker is not None and taker.contents is not None:
            taker.contents.append(name)


def _home(position: MasterboardPosition, recorder: Recorder) -> None:
    """Bring a decided battle back to the Masterboard: losses, points and what the winner may gain."""
    battle, now = position.battle, position.engagement
    assert battle is not None
    assert now is not None
    decided = battle.decision
    assert decided is not None
    legions = sides(position)
    position.battle = None
    left = [[p.profile.name for p in battle.fight.of(side)] for side in (ATTACKER, DEFENDER)]
    for legion, names in zip(legions, left, strict=True):
        if names:
            position.reveal(legion.id, "battle", names)
    now.fallen = [legions[side].player for side in decided.fallen]
    now.set_aside = sum(piece.profile.value for piece in decided.aside)
    slays = decided.slayer is not None
    said = f"the battle is over ({decided.how})"
    cites = [*position.rules.cite("battle_over"), *decided.cites]
    winner = decided.winner
    if winner is not None and any(p.hex == OFF for p in battle.fight.of(winner)) and battle.fight.round > 1:
        cites += position.rules.cite("unentered_at_concession")
    if winner is None or not left[winner]:
        points = {legions[side].player: ledger for side, ledger in decided.points.items() if winner is None}
        both_eliminated(position, recorder, said, cites, slays, points)
        return
    won(
        position,
        recorder,
        legions[winner],
        legions[1 - winner],
        decided.points[winner],
        f"{said} and {legions[1 - winner].id} is eliminated",
        muster=decided.may_muster,
        summon=decided.may_summon,
        slays=slays,
        cites=cites,
    )
