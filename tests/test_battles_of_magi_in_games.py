"""Random battles of games with Magi, Demons and Gateways: nobody and no counter is lost, every state is read back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from magi_play import GAME, RULES, RULESET, read_back, rows, submit
from seeds import part
from test_magi_games import counters

from referee.core import documents
from referee.core.documents import Document
from referee.core.game.state_reading import read_state
from referee.games.titan.magic.cup import all_intrinsic, first_cup, in_order, intrinsic
from referee.games.titan.state import State

CREATURES = ["lion", "troll", "ogre", "centaur", "gargoyle", "ranger"]
# what leaves a battle, comes into it and changes sides is done often
OFTEN = {"cast": 10, "enter": 20, "through": 15, "exit": 15, "draw": 8, "strike": 10, "move": 8, "end": 2, "fight": 50}
SELDOM = {"concede": 0.02, "disturb": 0.02, "look": 0.02, "trade": 0.05, "give": 0.5}
WEIGHTS = {**OFTEN, **SELDOM, "spirit": 20, "summon": 5, "muster": 5, "rangestrike": 3}


class Begun:
    """The start of one Engagement: the Cup and the Magi that are still free."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.cup = first_cup(RULES)
        self.taken: Counter[str] = Counter()

    def legion(self, ident: str, land: int, first: list[str], most: int, **more: Any) -> dict[str, Any]:
        """Return a legion of Magi with many Spells, Gateways and Charms among them, and of others."""
        chance, contents, magi = self.chance, list(first), []
        for kind in chance.sample(sorted(RULES.keeping_spells), 2):
            if self.taken[kind] == 3:
                continue
            self.taken[kind] += 1
            mage, limit = f"{kind}-{self.taken[kind]}", RULES.characters[kind].spell_limit
            held = intrinsic(RULES, mage)
            for counter in ("gateway-1", "gateway-2", "charm-1", "charm-2"):
                if counter in self.cup and chance.random() < 0.5:
                    self.cup.remove(counter)
                    held.append(counter)
            while len(held) < limit - 1:
                held.append(self.cup.pop(chance.randrange(len(self.cup))))
            contents.append(kind)
            magi.append({"id": mage, "held": in_order(RULES, held)})
        contents += [chance.choice(CREATURES) for _ in range(most - len(contents))]
        player = "black" if ident.startswith("bk") else "red"
        return {
            "id": ident,
            "player": player,
            "land": land,
            "contents": RULES.in_chart_order(contents),
            "magi": magi,
            **more,
        }

    def state(self) -> State:
        """Return a game in which an Engagement is about to be fought."""
        chance, land = self.chance, self.chance.choice([8, 9, 11, 14, 38])
        front: dict[str, list[str]] = {}
        rear: dict[str, list[str]] = {}
        for side in ("bk", "rd"):
            front[side] = chance.sample(["demon", "rakasha"], chance.randint(0, 2))
            rear[side] = chance.sample(["demon", "demigod"], chance.randint(0, 1))
            (front if chance.random() < 0.4 else rear)[side].append("titan")
        legions = [
            self.legion("bk01", land, front["bk"], chance.randint(5, 7), moved=True, side="left"),
            self.legion("rd01", land, front["rd"], chance.randint(5, 7)),
            self.legion("bk02", 100, rear["bk"], chance.randint(4, 6)),
            self.legion("rd02", 300, rear["rd"], chance.randint(4, 6)),
        ]
        board: dict[str, Any] = {
            "players": ["black", "red"],
            "turn": 5,
            "mover": "black",
            "phase": "engagement",
            "score": {"black": 300, "red": 0},
            "cup": self.cup,
            "markers": {"black": ["bk04"], "red": ["rd04"]},
            "legions": legions,
            "engagement": {"land": land, "attacker": "bk01", "defender": "rd01", "stage": "talks"},
        }
        if chance.random() < 0.2 and "fog-1" in self.cup:
            self.cup.remove("fog-1")
            board["storms"] = [{"land": land, "spell": "fog", "counter": "fog-1"}]
        value = {"format": 1, "ruleset": "titan-magi", "game": "battle", "step": 3, "masterboard": board}
        document = Document(documents.dump(value), "state", value)
        state: State = read_state(GAME, RULESET, document, value, playing=False)
        return state


def play(seed: int, most: int) -> Iterator[tuple[dict[str, Any], State]]:
    """Yield (order, state after it) of one Engagement, until it is closed."""
    chance, state = Random(seed), Begun(seed).state()
    for _ in range(most):
        board = state.masterboard
        assert board is not None
        if board.outcome is not None or board.engagement is None:
            return
        phase = GAME.open(state, RULES).phase()
        assert phase is not None
        player = chance.choice(phase.players)
        by_kind: dict[str, list[dict[str, Any]]] = {}
        for row in rows(state, player):
            verb = next(iter(row))
            by_kind.setdefault("through" if verb == "enter" and "by" in row else verb, []).append(row)
        kinds = [kind for kind in by_kind if kind != "end" or not {"strike", "enter"} & by_kind.keys()]
        listed = by_kind[chance.choices(kinds, [WEIGHTS.get(kind, 1) for kind in kinds])[0]]
        if "cast" in listed[0]:
            gateways = [row for row in listed if "gate" in row]
            spell = chance.choice(sorted({row["spell"] for row in listed}))
            listed = gateways or [row for row in listed if row["spell"] == spell]
        order = {key: value for key, value in chance.choice(listed).items() if key != "told"}
        outcome = submit(state, player, order, f"battle {seed}".encode())
        assert outcome.trace is not None, f"{order} was listed and is refused: {outcome.general} {outcome.refused}"
        state = outcome.state
        yield order, state


@cache
def played(seed: int) -> list[tuple[dict[str, Any], State]]:
    """Return every (order, state after it) of one Engagement."""
    return list(play(seed, 400))


def characters(state: State) -> Counter[str]:
    """Return how many there are of each character in legions, stacks and among the slain."""
    board = state.masterboard
    assert board is not None
    out = Counter(board.caretaker) + Counter(board.slain)
    out += Counter(name for legion in board.legions for name in legion.contents or ())
    return out + (Counter(board.engagement.slain) if board.engagement is not None else Counter())


@pytest.mark.slow
@pytest.mark.parametrize("seed", part([3, 25, 29, 31, 40, 41, 44, 208], 3))
def test_nobody_and_no_counter_is_lost_in_a_battle_of_magi(seed: int) -> None:
    everybody: Counter[str] | None = None
    free = set(first_cup(RULES))
    for order, state in played(seed):
        # the first order is the first to write the stacks
        everybody = everybody or characters(state)
        assert characters(state) == everybody, order
        found = counters(state)
        now = state.masterboard.engagement if state.masterboard is not None else None
        found.update(now.gains.drawn if now is not None and now.gains is not None else ())
        assert free <= found.keys(), (order, free - found.keys())
        assert found.keys() - free <= all_intrinsic(RULES)
        assert max(found.values()) == 1, order
        assert read_back(state) == state, order


@pytest.mark.slow
def test_characters_go_through_gateways_in_both_directions() -> None:
    seen: Counter[str] = Counter()
    for seed in (3, 25, 29, 31, 40, 41, 44, 208):
        seen.update(
            "in" if order.get("by") and "enter" in order else "out" if "exit" in order else "other"
            for order, _ in played(seed)
        )
    assert {"in", "out"} <= seen.keys()
