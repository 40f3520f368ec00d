"""Battles played out in lanes: the seed of each chunk, and what came of its lanes counted (LoT 10.5, 16, 19.3)."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import NamedTuple

import numpy as np

from referee.core.game.odds import RANDOM, BattleTally, Pieces, Playing

from ..battle.pieces import ATTACKER, DEFENDER
from ..sides import SIDES
from .lanes import Lanes
from .policies import policies
from .table import Table
from .wants import Wants


class FastPlaying(Playing):
    """Plays a battle out in lanes, each side by the named policy."""

    engine = "fast"
    size = 4000

    def __init__(self, table: Table, names: tuple[str, str] = (RANDOM, RANDOM)) -> None:
        self.table = table
        self.names = names
        known = policies()
        self.wants = Wants(table, known[names[0]]), Wants(table, known[names[1]])

    def policies(self) -> dict[str, str]:
        return dict(zip(SIDES, self.names, strict=True))

    def play(self, seed: str, chunk: int, playouts: int) -> BattleTally:
        digest = hashlib.sha256(f"{seed}/{chunk}".encode()).digest()
        chance = np.random.Generator(np.random.SFC64(int.from_bytes(digest, "big")))
        out = BattleTally(SIDES, "points", "rounds", "titan_slain")
        for ended in Lanes(self.table, playouts, chance, wants=self.wants).play():
            for (gone, came), times in Counter(zip(ended.gone.tolist(), ended.came.tolist(), strict=True)).items():
                settle(out, self.table, Left(gone, came), ended.round, ended.time_loss, times)
        return out


class Left(NamedTuple):
    """The pieces that are not there at the end, and the newcomers that have joined, as masks."""

    gone: int
    came: int = 0


def settle(tally: BattleTally, table: Table, end: Left, round_: int, time_loss: bool, times: int = 1) -> None:
    """Count battles that ended alike.

    A Titan that falls takes its legion with it; its slayer scores those who were slain before.
    """
    left: list[Pieces] = []
    lost: list[int] = []
    fallen: list[int] = []
    removed = {ATTACKER} if time_loss else set()
    for side in (ATTACKER, DEFENDER):
        joined = [n for n in range(len(table.pieces)) if n < table.begun or end.came >> n & 1]
        own = [n for n in joined if table.side[n] == side]
        out = [n for n in own if end.gone >> n & 1 or side in removed]
        left.append(tuple(sorted(table.pieces[n].profile.name for n in own if n not in out)))
        before = sum(p.profile.value for p in table.fight.gone if p.side == side)
        lost.append(before + sum(table.pieces[n].profile.value for n in out))
        if any(table.pieces[n].profile.vital for n in out):
            fallen.append(side)
    winner: int | None
    points = [0, 0]
    if time_loss:
        winner = DEFENDER
    elif len(fallen) == 2:
        winner = None
        if table.rules.options["both_titans_slain"] == "each_scores":
            for side in (ATTACKER, DEFENDER):
                points[side] = lost[1 - side] if left[side] else 0
        left = [(), ()]
    elif fallen:
        winner = 1 - fallen[0]
        # a legion that is gone too scores nothing
        points[winner] = lost[1 - winner] if left[winner] else 0
        left[1 - winner] = ()
    elif not left[ATTACKER] and not left[DEFENDER]:
        winner = None
    else:
        winner = ATTACKER if left[ATTACKER] else DEFENDER
        points[winner] = lost[1 - winner]
    who = SIDES[winner] if winner is not None else None
    scored: dict[str, int] = dict(zip(SIDES, points, strict=True))
    survivors: dict[str, Pieces] = dict(zip(SIDES, left, strict=True))
    tally.count(who, min(round_, table.rounds), scored, survivors, [SIDES[side] for side in fallen], times)
