"""A battle in a game: set up from two legions, kept in step with them, and carried back (LoT 10 to 16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from referee.core.game.recorder import Recorder

from ..battle.events import begin
from ..battle.pieces import ATTACKER, DEFENDER, OFF
from ..battle.position import BattlePosition
from ..battle.rulings import ending
from ..battle.rulings.ending import scored, set_aside
from ..battle.state import BattleState, PieceState, Players, Summonable
from ..magic.rulings.passages import way_back_objections
from ..masterboard.laid import follow_source
from ..masterboard.legion import Legion
from ..masterboard.position import MasterboardPosition
from ..masterboard.rulings.engagements import (
    both_eliminated,
    lose,
    restore_slain,
    sides,
    sort_contents,
    summons,
    withdraw,
    won,
)
from ..masterboard.rulings.mustering import Mustering, barring, mustering, none_left
from ..masterboard.rulings.scoring import add_score
from ..masterboard.rulings.stacks import stacks_of
from ..masterboard.rulings.victory import lose_titan, pay
from ..masterboard.state import type_of
from ..rules import TitanRules
from ..sides import SIDES
from ..state import State
from .around import (
    bring_back,
    call_up,
    connect,
    give_back_stacks,
    in_battle,
    musters_by_spell,
    note_strategists,
    pass_through,
    settle_storm,
    storm_over,
    take_over,
)


def resume(board: MasterboardPosition, given: BattleState) -> BattlePosition:
    """Return the battle of an Engagement, with its own names of events."""
    land = str(board.engagement.land) if board.engagement is not None else ""
    if board.storms:
        given = replace(given, storm=storm_over(board, land) or given.storm)
    battle = BattlePosition(replace(given, land=land or None), board.rules)
    # a player may have two legions there (LoT 5.2, REF titan-39); the second battle needs its own events
    waiting = len(board.at(land)) - 1
    battle.event_prefix = board.event(f"{land}/battle-{waiting}" if waiting > 1 else f"{land}/battle")
    if board.engagement is not None:
        attacker, defender = sides(board)
        battle.legions = (attacker.id, defender.id)
        if board.rules.retreats is not None:
            battle.retreat_bars = way_back_objections(board, attacker)
        if board.reserves:
            battle.reserves = {
                name: list(board.reserves.get(legion.player, ()))
                for name, legion in zip(SIDES, (attacker, defender), strict=True)
            }
        if board.rules.playing_on:
            _note_who_plays_on(board, battle)
    if board.rules.keeping_spells:
        take_over(board, battle)
    beyond = board.rules.used_beyond_battles
    battle.uses |= {key: times for key, times in board.uses.items() if key[1] in beyond}
    if board.rules.spells:
        from ..magic.upkeep import SpellUpkeep

        battle.upkeep = SpellUpkeep()
        battle.upkeep.opened(battle)
        if board.engagement is not None:
            connect(board, battle)
            battle.may_muster_by = musters_by_spell(board, battle)
    if board.engagement is not None:
        _follow_board(board, battle)
    return battle


def _follow_board(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Take from the Masterboard whom it gives to the battle, as far as its legions are known (LoT 14.0, 15.0)."""
    _bar_musters(board, battle)
    _bar_summons(board, battle)
    musters, able = newcomers(board, battle)
    battle.summoned |= board.summoned
    if musters is not None:
        battle.may_muster = musters
    if able is not None:
        battle.may_summon = able


def newcomers(board: MasterboardPosition, battle: BattlePosition) -> tuple[list[str] | None, list[Summonable] | None]:
    """Return who could be mustered and summoned now by the Masterboard; None where it does not show all legions."""
    attacker, defender = sides(board)
    own = [legion for legion in board.legions.values() if legion.player == attacker.player]
    musters = _musters(board, _mustering(board, battle)) if defender.contents is not None else None
    able = _summons_of(board, attacker) if all(legion.contents is not None for legion in own) else None
    return musters, able


def _musters(board: MasterboardPosition, found: Mustering) -> list[str]:
    return [name for name in found.ways if board.stock(name) > 0]


def _summons_of(board: MasterboardPosition, attacker: Legion) -> list[Summonable]:
    found = summons(board, attacker, "battle")
    return [Summonable(character=name, legion=donor) for (name, donor), bars in found.items() if not bars]


def open_battle(board: MasterboardPosition, recorder: Recorder) -> BattlePosition:
    """Begin the battle of an Engagement; all players now see both legions (LoT 9.1, 10.0)."""
    attacker, defender = sides(board)
    terrain = board.graph.lands[attacker.land].terrain
    printed = board.rules.battlelands.battlelands[terrain]
    pieces: list[PieceState] = []
    count: Counter[str] = Counter()
    for side, legion in zip(SIDES, (attacker, defender), strict=True):
        sort_contents(board, legion)
        magi = [stack.id for stack in stacks_of(board, legion)]
        for name in legion.contents or ():
            count[name] += 1
            profile = board.profile(name, legion.player)
            power = profile.power if profile.grows else None
            ident = magi.pop(0) if magi and type_of(magi[0]) == name else f"{name}-{count[name]}"
            pieces.append(PieceState(id=ident, character=name, side=side, power=power))
        board.reveal(legion.id, "battle", list(legion.contents or []))
    begun = BattleState(
        battleland=terrain,
        attacker_side=printed.attacker_side or attacker.side,
        round=1,
        phase="maneuver",
        active="defender",
        players=Players(attacker=attacker.player, defender=defender.player),
        pieces=pieces,
        effects=in_battle(board, attacker.land, (attacker, defender)),
        summoned=board.summoned,
    )
    battle = resume(board, begun)
    refresh(board, battle)
    recorder.write(
        f"a battle is fought in {board.graph.titled(attacker.land)}: {attacker.player} enters from the "
        f"{begun.attacker_side}; "
        f"{attacker.id} holds {board.title(attacker.contents or [])}, "
        f"{defender.id} holds {board.title(defender.contents or [])}",
        cites=[*board.rules.cite("battle_begins"), *board.rules.cite("entry_side")],
        by_referee=True,
    )
    begin(battle, recorder)
    return battle


def _note_who_plays_on(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Tell the battle who has lost a Titan, and who has somebody elsewhere to play on with (MM 4.1.1)."""
    fighting = sides(board)
    battle.titan_lost = frozenset(side for side in (ATTACKER, DEFENDER) if fighting[side].player in board.titan_lost)
    # of a legion that is not known, nobody can say
    elsewhere = {
        legion.player
        for legion in board.legions.values()
        if legion not in fighting and (legion.contents is None or board.rules.playing_on.intersection(legion.contents))
    }
    battle.playing_on = frozenset(side for side in (ATTACKER, DEFENDER) if fighting[side].player in elsewhere)


def lose_titans(board: MasterboardPosition, battle: BattlePosition, recorder: Recorder) -> None:
    """Remove the legions of players who have just lost a Titan beside one who plays on (MM 19.5, REF magi-16)."""
    for side in sorted(battle.titan_lost):
        if battle.player(side) not in board.titan_lost:
            lose_titan(board, recorder, battle.player(side), battle.player(1 - side))


def refresh(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Set the characters that could be mustered and summoned now; the slain do not muster (LoT 14.0, 15.0)."""
    attacker, _ = sides(board)
    battle.may_muster = _musters(board, _bar_musters(board, battle))
    if board.rules.spells:
        connect(board, battle)
        battle.may_muster_by = musters_by_spell(board, battle)
    if board.viewer in (None, attacker.player):
        battle.may_summon = _summons_of(board, attacker)
        _bar_summons(board, battle)


def _mustering(board: MasterboardPosition, battle: BattlePosition) -> Mustering:
    return mustering_by_living(board, [p.profile.name for p in battle.fight.living(DEFENDER) if p.by is None])


def mustering_by_living(board: MasterboardPosition, living: Sequence[str]) -> Mustering:
    """Return what the defender could muster if these characters of its legion were left (LoT 14.0)."""
    _, defender = sides(board)
    return mustering(board, defender, living, "battle")


def _bar_musters(board: MasterboardPosition, battle: BattlePosition) -> Mustering:
    """Tell the battle who cannot be mustered, and why; return what the defender's living could muster (LoT 14.0)."""
    found = _mustering(board, battle)
    barred = [name for name in dict.fromkeys([*found.bars, *found.short]) if name not in found.ways]
    out = {name: barring(board, found, name, sides(board)[1].land) for name in barred}
    out |= {name: none_left(board, name, "reinforcement") for name in found.ways if not board.stock(name)}
    battle.muster_bars = out
    return found


def _bar_summons(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Tell the battle whom rows of the Masterboard keep from being summoned, and why."""
    found = summons(board, sides(board)[0], "battle")
    battle.summons_bars = {key: bars for key, bars in found.items() if bars}


def keep_in_step(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Update the legions: move those who stay with the winner, remove the slain, move those summoned or mustered."""
    attacker, defender = legions = sides(board)
    if battle.called_up:
        call_up(board, battle)
    if battle.passed:
        pass_through(board, battle)
    if board.storms:
        settle_storm(board, battle)
    for piece in battle.kept:
        _transfer([piece.profile.name], legions[1 - piece.owner], legions[piece.owner])
    battle.kept = ()
    for side, legion in enumerate(legions):
        gone = [p for p in battle.fight.gone[battle.gone_settled :] if p.owner == side and p.by is None]
        lose(board, legion, [p.profile.name for p in gone], [p.id for p in gone])
    battle.gone_settled = len(battle.fight.gone)
    _summons(board, battle, attacker)
    _reinforcement(board, battle, defender)
    if board.rules.keeping_spells:
        give_back_stacks(board, battle)
        if battle.strategists:
            note_strategists(board, battle)
    board.summoned = battle.summoned
    board.uses |= battle.uses_beyond()


def break_off(board: MasterboardPosition, battle: BattlePosition, recorder: Recorder, player: str) -> list[str]:
    """Stop a battle because one of its players gives up the game; return the players who lost a Titan in it.

    The slain of that player's legion return to it, to be scored or removed with it; the other side's survivors heal.
    """
    side = battle.players.index(player)
    ending.break_off(battle, recorder, side)
    keep_in_step(board, battle)
    legions = sides(board)
    bring_back(board, battle, legions[0].land, legions, battle.effects)
    left = [p.profile.name for p in battle.fight.of(1 - side)]
    gone = [p for p in battle.fight.gone if p.owner == side and p.by is None]
    restore_slain(board, legions[side], [p.profile.name for p in gone], [p.id for p in gone])
    other = legions[1 - side]
    if left:
        board.reveal(other.id, "battle", left)
    recorder.write(
        f"the battle is broken off; left of {board.named(other)}: {board.title(left)}",
        cites=[*board.rules.cite("giving_up"), *board.rules.cite("healed")],
        by_referee=True,
    )
    lost = {battle.player(side) for side in battle.titan_lost}.difference(board.titan_lost)
    return [*lost, *(battle.player(fallen) for fallen in ending.fallen_sides(battle))]


def _summons(board: MasterboardPosition, battle: BattlePosition, attacker: Legion) -> None:
    """Move a summoned character from its legion to the attacking legion, or back (LoT 15.1, REF titan-17)."""
    joined, left_side = _changed(battle, attacker, ATTACKER)
    donor = board.legions.get(battle.summoned_from) if battle.summoned_from is not None else None
    _transfer(joined, donor, attacker)
    _transfer(left_side, attacker, donor)
    if joined and donor is not None:
        board.reveal(donor.id, "summoned", joined, of=attacker.id)
        follow_source(board, donor, attacker)
    if left_side and donor is not None:
        follow_source(board, attacker, donor)
        board.reveal(attacker.id, "summoned", left_side, of=donor.id)


def _reinforcement(board: MasterboardPosition, battle: BattlePosition, defender: Legion) -> None:
    """Move a reinforcement from the caretaker to the defending legion, or back (LoT 14.0)."""
    joined, left_side = _changed(battle, defender, DEFENDER)
    _transfer(joined, None, defender)
    _transfer(left_side, defender, None)
    for name in joined:
        if name == battle.raised:
            board.slain[name] -= 1
            battle.raised = None
        else:
            board.take(name)
    for name in left_side:
        board.caretaker[name] = board.stock(name) + 1


def _changed(battle: BattlePosition, legion: Legion, side: int) -> tuple[list[str], list[str]]:
    """Return the characters that have joined a side of the battle, and those that have left it unslain."""
    there = [p.profile.name for p in battle.fight.pieces.values() if p.owner == side and p.by is None]
    held = legion.contents or []
    if sorted(there) == sorted(held):
        return [], []
    joined, left_side = Counter(there) - Counter(held), Counter(held) - Counter(there)
    return list(joined.elements()), list(left_side.elements())


def _transfer(names: list[str], giver: Legion | None, taker: Legion | None) -> None:
    """Move characters between legions whose contents are known."""
    for name in names:
        there = giver is not None and giver.contents is not None and name in giver.contents
        stacks = giver.release([name]) if there and giver is not None else []
        if taker is not None and taker.contents is not None:
            taker.contents.append(name)
            taker.magi = [*taker.magi, *stacks]


def apply_result(board: MasterboardPosition, battle: BattlePosition, recorder: Recorder) -> None:
    """Carry the result of a battle back to the Masterboard: losses, points and gains (LoT 9.5, 16)."""
    now, decided = board.resolving, battle.decision
    assert decided is not None
    legions = sides(board)
    bring_back(board, battle, str(now.land), legions, battle.left_lying)
    left = [[p.profile.name for p in battle.fight.of(side)] for side in (ATTACKER, DEFENDER)]
    for legion, names in zip(legions, left, strict=True):
        if names:
            board.reveal(legion.id, "battle", names)
    now.fallen = [legions[side].player for side in decided.fallen]
    now.set_aside = set_aside(battle, decided.aside).total
    slays = decided.slayer is not None
    text = f"the battle is over ({decided.how})"
    cites = [*board.rules.cite("battle_over"), *decided.cites]
    winner = decided.winner
    if winner is not None and any(p.hex == OFF for p in battle.fight.of(winner)) and battle.fight.round > 1:
        cites += board.rules.cite("unentered_at_concession")
    if decided.how == "retreat":
        withdraw(board, recorder, decided.points[DEFENDER], [], text, cites)
        pay_owed(board, battle, recorder)
        return
    if winner is None or not left[winner]:
        points = {legions[side].player: ledger for side, ledger in decided.points.items() if winner is None}
        both_eliminated(board, recorder, text, cites, slays, points)
        pay_owed(board, battle, recorder)
        return
    won(
        board,
        recorder,
        legions[winner],
        legions[1 - winner],
        decided.points[winner],
        f"{text} and {legions[1 - winner].id} is eliminated",
        muster=decided.may_muster,
        summon=decided.may_summon,
        slays=slays,
        by="concession" if decided.how == "concession" else "battle",
        cites=cites,
    )
    pay_owed(board, battle, recorder)


def pay_owed(board: MasterboardPosition, battle: BattlePosition, recorder: Recorder) -> None:
    """Score what the battle has kept waiting: half points for legions that left the board during it (MM 19.5).

    By an option the slayer of a Titan scores it even if the other side has won (REF magi-16).
    """
    now, decided = board.resolving, battle.decision
    assert decided is not None
    for side in sorted(battle.titan_lost) if board.rules.playing_on else ():
        titans = [p for p in battle.fight.gone if p.owner == side and p.profile.vital]
        if decided.winner == 1 - side or not titans or not board.rules.chosen("titan_value_always", True):
            continue
        player, points = battle.player(1 - side), scored(battle, titans, side)
        recorder.write(
            f"{player} scores {points.total} for the {titans[0].profile.title}",
            reasons=[points],
            cites=board.rules.cite("plays_on"),
            changes=[add_score(board, player, points)],
            by_referee=True,
        )
    due, now.owed = now.owed, []
    pay(board, recorder, due)


def with_stacks(state: State, rules: TitanRules) -> State:
    """Return a game whose battle shows what the Masterboard holds for it: stacks of Spells, and where gates lead."""
    assert state.masterboard is not None
    assert state.battle is not None
    battle = resume(MasterboardPosition(state.masterboard, rules, state.view), state.battle)
    known = {piece.id: piece for piece in (*battle.fight.pieces.values(), *battle.fight.gone)}
    shown = replace(
        state.battle,
        storm=battle.storm,
        gates=list(battle.gates.values()),
        may_muster_by=battle.may_muster_by,
        pieces=[replace(p, held=known[p.id].held, barred=known[p.id].barred) for p in state.battle.pieces],
        slain=[replace(p, held=known[p.id].held) for p in state.battle.slain],
    )
    return replace(state, battle=shown)
