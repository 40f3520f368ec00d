"""Casting by orders in random battles: what is listed, what is judged, what is asked, and what stays true."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random

import pytest
from magic_battles import GAME, RULES, opened, play, submit
from seeds import seeds

import referee
from referee.core.adjudication.legal import legal_rows
from referee.core.documents.plain import builtins
from referee.games.titan.battle.state import BattleState
from referee.games.titan.state import State


def broken(state: State) -> list[str]:
    """Return every invariant of a battle under Spells that a state breaks."""
    battle = state.battle
    assert battle is not None
    pieces = {piece.id: piece for piece in battle.pieces}
    gone = {piece.id for piece in (*battle.slain,)}
    out = [f"{one}: {count} times" for one, count in Counter(row.id for row in battle.spells).items() if count > 1]
    for piece in chain(battle.pieces, battle.slain):
        known = RULES.profile(piece.character, piece.power)
        if piece.hits > known.power:
            out.append(f"{piece.id} has {piece.hits} hits")
        for counter, count in Counter(piece.used).items():
            if count > Counter(piece.held or ())[counter]:
                out.append(f"{piece.id} has cast {counter} {count} times")
    for piece in battle.pieces:
        if piece.by is not None and piece.by not in pieces:
            out.append(f"{piece.id} has lost its caster {piece.by}")
    for row in battle.spells:
        if row.by is not None and row.by not in pieces:
            out.append(f"{row.id} has lost its caster {row.by}")
        if row.on is not None and row.on not in pieces:
            out.append(f"{row.id} has lost its target {row.on}")
        if row.by in gone or row.on in gone:
            out.append(f"{row.id} hangs on the slain")
    for label, count in Counter(piece.hex for piece in battle.pieces if piece.hex is not None).items():
        if count > 1:
            out.append(f"{count} stand on {label}")
    if battle.result is not None and battle.spells:
        out.append("Spells lie after the battle")
    return out


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(5))
def test_battles_under_spells_end_and_keep_every_invariant(seed: int) -> None:
    cast = 0
    for _, _, order, outcome in play(seed):
        assert not broken(outcome.state), (order, broken(outcome.state))
        cast += "cast" in order
        last = outcome.state
    assert last.battle is not None
    assert last.battle.result is not None
    assert cast or seed


def _phase(battle: BattleState) -> int:
    """Return the number of a phase: each round has four, the defender's two first."""
    return 4 * (battle.round or 0) + 2 * (battle.active == "attacker") + (battle.phase == "strike")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 32))
def test_spells_end_when_their_time_is_over_and_not_before(seed: int) -> None:
    begun: dict[str, int] = {}
    for before, _, order, outcome in play(seed):
        was, now = before.battle, outcome.state.battle
        assert was is not None
        assert now is not None
        if now.result is not None:
            break
        left = {str(row.id): row for row in now.spells}
        begun |= {name: _phase(was) for name in left if name not in begun}
        there = {piece.id for piece in now.pieces}
        sides = {piece.id: piece.side for piece in (*was.pieces, *was.slain)}
        for row in was.spells:
            name, spell = str(row.id), RULES.spells[str(RULES.spell_types.get(row.spell))]
            own = 2 * (sides[str(row.by)] == "attacker")
            # the Maneuver Phase of its side after the phase of its cast
            due = next(number for number in range(begun[name] + 1, begun[name] + 5) if number % 4 == own)
            assert (row.fresh, begun[name]) in [(True, _phase(was)), (False, begun[name])]
            over = _phase(now) > due
            # on plain ground alone some last for a round
            lasting = spell.lasts != "round" and not spell.spell.lasts_on
            if over and spell.lasts == "round":
                assert name not in left, (name, order)
            elif name not in left:
                fallen = row.by not in there or (row.on is not None and row.on not in there)
                ground = any(other.hex == row.hex for other in was.spells if other is not row and row.hex is not None)
                by_order = {"cast", "undo", "shift", "enter", "exit"} & order.keys()
                assert fallen or by_order or ground or (over and not lasting), (name, order)


@pytest.mark.parametrize("seed", [5, 9, 14])
def test_no_order_after_a_cast_is_refused_that_dice_may_make_legal(seed: int) -> None:
    """What is legal once the dice show all sixes, or all ones, is not refused while they are unknown."""
    chance, judged = Random(seed), 0
    for state, player, _, _ in play(seed, 120):
        listed = legal_rows(GAME, opened(state), player)
        casts = [row for row in listed if "cast" in row and row.get("told", {}).get("dice")]
        if chance.random() > 0.4 or not casts:
            continue
        cast = chance.choice(casts)
        dice = cast.pop("told")["dice"]
        for face in (6, 1):
            after = submit(state, player, [{**cast, "dice": [face] * dice}], b"x" * 32).state
            phase = opened(after).phase()
            if phase is None or player not in phase.players:
                continue
            further = legal_rows(GAME, opened(after), player)
            for row in chance.sample(further, min(4, len(further))):
                row.pop("told", None)
                orders = {"format": 1, "ruleset": "titan-magi", "player": player, "orders": [cast, row]}
                verdicts = referee.check(builtins(state), orders).orders
                assert "refused" not in [one.verdict for one in verdicts], (cast, row, face)
                judged += 1
    assert judged
