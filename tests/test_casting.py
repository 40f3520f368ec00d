"""Casting by orders in random battles: what is listed, what is judged, what is asked, and what stays true."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random

import magi_play
import pytest
from magic_battles import GAME, RULES, opened, play, submit
from seeds import seeds

import referee
from referee.core.adjudication.legal import legal_rows
from referee.core.documents.plain import builtins
from referee.core.game.reading import mapping_of
from referee.games.titan.battle.alone import BattleAlone
from referee.games.titan.battle.state import BattleState
from referee.games.titan.magic.orders.cast import CastSpell
from referee.games.titan.magic.orders.own_spells import Shift, Undo
from referee.games.titan.magic.questions import AskCast, AskShift, AskUndo
from referee.games.titan.magic.spellbooks import unused
from referee.games.titan.sides import SIDES
from referee.games.titan.state import State


def _said(position: BattleAlone) -> list[CastSpell | Undo | Shift]:
    """Return every cast, ending and moving of a Spell that the player who is awaited can say."""
    fight = position.fight
    rows = [str(row.id) for row in position.spells]
    words = [*fight.pieces, *fight.board.labels, *rows, "storm"]
    out: list[CastSpell | Undo | Shift] = []
    for piece in fight.pieces.values():
        counters = list(dict.fromkeys(unused(RULES, piece)))
        for counter in counters:
            gate = f"{SIDES[piece.side]}s-2" if RULES.spells[str(RULES.spell_types.get(counter))].connects else None
            out += [CastSpell(cast=piece.id, spell=counter, at=word, gate=gate) for word in words]
        out += [Undo(undo=piece.id, spell=word) for word in [*rows, *fight.pieces]]
        out += [Shift(shift=row, by=piece.id, to=label) for row in rows for label in fight.board.labels]
    return out


def _asked(position: BattleAlone, order: CastSpell | Undo | Shift) -> bool:
    """Return whether the question of an order answers that it is allowed."""
    asked: AskCast | AskUndo | AskShift
    if isinstance(order, CastSpell):
        asked = AskCast(cast=order.cast, spell=str(order.spell), at=order.at, gate=order.gate)
    elif isinstance(order, Undo):
        asked = AskUndo(undo=order.undo, spell=order.spell)
    else:
        asked = AskShift(shift=order.shift, by=order.by, to=order.to)
    return bool(asked.answer(position).answer["allowed"])


@pytest.mark.slow
def test_orders_are_listed_judged_and_answered_alike() -> None:
    seen = 0
    for number, (state, player, _, _) in enumerate(chain.from_iterable(play(seed, 45) for seed in seeds(3))):
        if number % 3:
            continue
        position = opened(state)
        kinds = (CastSpell, Undo, Shift)
        listed = [one.order for kind in kinds for one in kind.candidates(position, player)]
        for order in listed:
            assert not order.check(position, player), mapping_of(order)
        plain = {str(mapping_of(one)) for one in listed if getattr(one, "via", None) is None}
        for order in _said(position):
            told = order.check(position, player)
            at = getattr(order, "at", None)
            # a hex may be named by who stands on it, and who stands on it by the hex
            aimed = RULES.spells[str(RULES.spell_types.get(str(order.spell)))].at if at is not None else ""
            named = at in (position.fight.pieces if aimed == "hex" else position.fight.board.index)
            assert named or (str(mapping_of(order)) in plain) == (not told), (mapping_of(order), told)
            mage = order.by if isinstance(order, Shift) else order.undo if isinstance(order, Undo) else order.cast
            if position.player(position.fight.pieces[mage].side) == player:
                assert _asked(position, order) == (not told), (mapping_of(order), told)
                seen += not told
    assert seen


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


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 8])
def test_what_is_listed_in_a_battle_of_a_game_is_answered_alike(seed: int) -> None:
    asked = 0
    for state, player, _, _ in magi_play.play(2, seed, 400):
        if state.battle is None or asked > 60:
            continue
        listed = [row for row in magi_play.rows(state, player) if "cast" in row and "to" not in row]
        held = {piece.id for piece in state.battle.pieces}
        for row in listed[::7]:
            question = {key: value for key, value in row.items() if key != "told"}
            answer = referee.ask({**builtins(state), "ask": question})
            assert answer.answer["allowed"], (question, answer)
            other = {**question, "spell": "sand-dune-2" if "sand-dune" not in str(row["spell"]) else "hold-2"}
            holds = any(one["spell"] == other["spell"] for one in listed)
            assert holds or not referee.ask({**builtins(state), "ask": other}).answer["allowed"], other
            assert row["cast"] in held
            asked += 1
    assert asked


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
