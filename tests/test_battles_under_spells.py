"""Whole random battles under Spells: nobody is lost, and the points are those of the slain."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from magic_battles import GAME, MAGI, RULES, opened, play, start
from seeds import part

from referee.core import documents
from referee.core.game.reading import mapping_of
from referee.games.titan.battle.alone import BattleAlone
from referee.games.titan.battle.rulings.spirits import standing_spirits
from referee.games.titan.battle.state import BattleState, GateState, SpellState
from referee.games.titan.magic.cup import all_counters, all_intrinsic
from referee.games.titan.magic.gates import character_of, gate_spells
from referee.games.titan.magic.orders.drawing import DrawInBattle
from referee.games.titan.magic.orders.enter import EnterBattle, Exit
from referee.games.titan.magic.orders.spirit import ChooseForSpirit
from referee.games.titan.state import State

SEEDS = range(500, 516)
FREE = ["lion", "troll", "demon", "rakasha", "giant", "titan"]


def begun(seed: int) -> State:
    """Return a battle with Demons, a Cup, Gateways that lead to legions, and Wood Spirits on Trees."""
    chance, state = Random(seed), start(seed)
    battle = state.battle
    assert battle is not None
    land = RULES.battlelands.battlelands[battle.battleland]
    labels = opened(state).fight.board.labels
    printed = {label for hexes in land.hexes.values() for label in hexes}
    plain = [label for label in labels if label not in printed]
    spells = []
    if not battle.storm and plain:
        for number, side in enumerate(("attacker", "defender"), 1):
            where = chance.choice(plain)
            plain.remove(where)
            row = SpellState(id=f"gateway-{number}", spell=f"gateway-{number}", hex=where, side=side, gate=f"{side}-2")
            # that of the defender is used in the second round
            spells.append(msgspec.structs.replace(row, fresh=side == "defender"))
    trees = sorted(land.hexes.get("tree", ()))[:2] if battle.storm != "blizzard" else ()
    for number, tree in enumerate(trees, 1):
        spells.append(
            SpellState(id=f"ws-{number}", spell="wood-spirit", hex=tree, side=chance.choice(("attacker", "defender")))
        )
    few = sum(piece.character == "witch" for piece in battle.pieces) < RULES.characters["witch"].number - 1
    others = [*FREE[:-1], *(["witch"] if few else [])]
    gates = [
        GateState(legion=f"{side}-2", side=side, characters=[chance.choice(others) for _ in range(2)])
        for side in ("attacker", "defender")
    ]
    others = [piece for piece in battle.pieces if piece.held is None and piece.character != "titan"]
    demons = {
        piece.id: msgspec.structs.replace(piece, id=f"demon-{number}", character="demon", held=[], power=None)
        for number, piece in enumerate(others, 1)
        if number % 3 == 0
    }
    taken = {counter for piece in battle.pieces for counter in piece.held or ()} | {s.spell for s in spells}
    new = msgspec.structs.replace(
        battle,
        pieces=[demons.get(piece.id, piece) for piece in battle.pieces],
        spells=spells,
        gates=gates,
        cup=[counter for counter in all_counters(RULES) if counter not in taken | all_intrinsic(RULES)],
    )
    return msgspec.structs.replace(state, battle=new)


@cache
def played(seed: int) -> list[Any]:
    """Return every (state before, player, order, outcome) of a battle."""
    return list(play(seed, 600, begun(seed)))


def members(battle: BattleState) -> Counter[str]:
    """Return the characters of both sides and of the legions at the other ends, alive or slain, without the evoked."""
    out = Counter(piece.character for piece in (*battle.pieces, *battle.slain) if piece.by is None)
    return out + Counter(name for gate in battle.gates for name in gate.characters)


def said(position: BattleAlone) -> list[Any]:
    """Return every order of a Spirit, of a Gateway and of a draw that can be said."""
    fight = position.fight
    rows, labels = [str(row.id) for row in position.spells], fight.board.labels
    out: list[Any] = [ChooseForSpirit(spirit=row, at=at) for row in rows for at in (None, *fight.pieces)]
    for row in gate_spells(position):
        out += [Exit(exit=ident, by=str(row.id)) for ident in fight.pieces]
        out += [EnterBattle(enter=name, by=str(row.id), to=label) for name in FREE for label in labels]
    return [*out, *(DrawInBattle(draw=ident) for ident in fight.pieces)]


@pytest.mark.slow
def test_the_battles_have_what_they_are_about() -> None:
    verbs = Counter(next(iter(order)) for seed in SEEDS for _, _, order, _ in played(seed))
    assert {"spirit", "exit", "draw", "cast", "undo"} <= verbs.keys()


@pytest.mark.slow
@pytest.mark.parametrize("seed", part(SEEDS, 3))
def test_everybody_is_somewhere_and_the_points_are_those_of_the_slain(seed: int) -> None:
    first = begun(seed)
    assert first.battle is not None
    everybody = members(first.battle)
    last = first
    for _, _, order, outcome in played(seed):
        state = last = outcome.state
        battle = state.battle
        assert battle is not None
        assert members(battle) == everybody, order
        places = Counter(
            [*(p.id for p in battle.pieces), *(p.id for p in battle.slain), *(one.id for one in battle.left)]
        )
        assert max(places.values()) == 1, (order, places)
        here = {piece.id for piece in battle.pieces}
        assert all(piece.by in here for piece in battle.pieces if piece.by is not None), order
        assert all(row.by is None or row.by in here for row in battle.spells), order
        assert set(battle.spirits) <= {row.id for row in battle.spells}
        assert not battle.spirits or battle.phase == "strike"
        counters = [*(battle.cup or ()), *(c for p in (*battle.pieces, *battle.slain) for c in p.held or ())]
        assert max(Counter(counters).values()) == 1, order
        assert outcome.trace is not None
    _read_again(last)
    result = last.battle.result if last.battle is not None else None
    if result is not None and result.winner is not None and result.how != "time loss":
        assert result.points == _points(last.battle, result), last.battle.battleland


def _read_again(state: State) -> None:
    value = documents.make_document(msgspec.to_builtins(state), "state")
    assert documents.convert(value, GAME.state) == state


def _points(battle: BattleState, result: Any) -> int:
    """Return the points for the slain of the loser, computed from the printed tables alone."""
    loser = "defender" if result.winner == "attacker" else "attacker"
    aside = result.half_points
    total = 0
    for piece in battle.slain:
        if piece.side != loser:
            continue
        chart = RULES.characters[piece.character]
        power = piece.power or chart.power
        if piece.character in MAGI:
            held = len(piece.held if piece.held is not None else chart.intrinsic)
            lost = sum(one.by == piece.id for one in battle.slain)
            lost += sum(one.by == piece.id and one.banished for one in battle.left)
            power += held - lost
        total += power * chart.skill + (4 if piece.drew else 0)
    return total if not aside else result.points


@pytest.mark.slow
@pytest.mark.parametrize("seed", part(SEEDS, 3))
def test_orders_are_listed_as_they_are_judged(seed: int) -> None:
    for number, (state, player, _, _) in enumerate(played(seed)[:80]):
        if number % 4:
            continue
        position = opened(state)
        kinds = (ChooseForSpirit, Exit, EnterBattle, DrawInBattle)
        listed = [one.order for kind in kinds for one in kind.candidates(position, player)]
        for order in listed:
            assert not order.check(position, player), mapping_of(order)
        plain = {_plain(position, order) for order in listed}
        for order in said(position):
            allowed = not order.check(position, player)
            assert allowed == (_plain(position, order) in plain), (mapping_of(order), order.check(position, player))


def _plain(position: BattleAlone, order: Any) -> str:
    """Return an order in one way of saying it: a character by the id that it gets."""
    value = mapping_of(order)
    if isinstance(order, EnterBattle) and order.by is not None:
        value["enter"] = character_of(position, order.enter)
    return str(value)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_a_spirit_chooses_once_and_only_a_living_enemy_beside_it(seed: int) -> None:
    chosen: list[tuple[Any, ...]] = []
    for before, player, order, _ in played(seed):
        if "spirit" not in order:
            continue
        position = opened(before)
        spirit = next(one for one in standing_spirits(position) if one.id == order["spirit"])
        assert order.get("at") in (None, *(piece.id for piece in spirit.able))
        assert player == position.player(["attacker", "defender"].index(position.caster_side(spirit.id)))
        now = (position.fight.round, position.fight.active, spirit.id)
        assert now not in chosen
        chosen.append(now)
