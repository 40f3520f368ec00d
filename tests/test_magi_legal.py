"""`legal` against `check` under Spells: whatever `check` accepts of orders made up here is listed by `legal`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Any

import magi_play
import magic_battles
import msgspec
import pytest
from seeds import seeds

from referee.core.adjudication.legal import legal
from referee.core.game.orders import Order
from referee.core.game.reading import mapping_of
from referee.games.titan.battle.position import BattlePosition
from referee.games.titan.magic.cup import all_counters
from referee.games.titan.words import BATTLE, MASTERBOARD

GAME, RULES = magi_play.GAME, magi_play.RULES
# the fields by which a listed order and one that is made up are the same
SAME = ("cast", "spell", "at", "to", "gate", "undo", "shift", "by", "spirit", "exit", "draw", "give", "from", "trade")
SAME += ("between", "victory-draw", "rejoin", "muster", "in", "discard")


def some(chance: Random, things: Any, most: int) -> list[Any]:
    listed = list(things)
    return chance.sample(listed, min(len(listed), most))


def in_battle(position: BattlePosition, chance: Random) -> Iterator[dict[str, Any]]:
    """Yield orders about Spells of a battle, of every piece of both sides, with whatever the words could be."""
    pieces, labels = list(position.fight.pieces), list(position.fight.board.index)
    rows = [str(row.id) for row in position.spells]
    for caster in position.fight.pieces.values():
        for counter in [*(caster.held or ()), *some(chance, all_counters(RULES), 1)]:
            spell = RULES.spells[RULES.spell_types.get(counter) or ""]
            domain = labels if spell.at == "hex" else [*rows, "storm"] if spell.at == "spell" else pieces
            for at in some(chance, domain, 25):
                gate = {"gate": chance.choice([*position.gates, "nobody"])} if spell.connects else {}
                yield {"cast": caster.id, "spell": counter, "at": at, **gate}
        for word in [*rows, *pieces]:
            yield {"undo": caster.id, "spell": word}
            yield {"exit": caster.id, "by": word}
            yield {"spirit": word, "at": caster.id}
        for row in rows:
            yield from ({"shift": row, "by": caster.id, "to": label} for label in some(chance, labels, 8))
        yield {"draw": caster.id}


def on_board(position: Any, chance: Random) -> Iterator[dict[str, Any]]:
    """Yield orders about Spells of the Masterboard, of the Magi of all players."""
    magi = {row.id: (legion, row) for legion in position.legions.values() for row in legion.magi}
    legions, lands = list(position.legions), [int(one) if one.isdigit() else one for one in position.graph.lands]
    for ident, (legion, row) in magi.items():
        for counter in row.held or ():
            order: dict[str, Any] = {"cast": ident, "spell": counter}
            yield order
            ats = [*some(chance, [*legions, *magi], 3), "storm", "all", *some(chance, RULES.characters, 3)]
            # a Mage whose legion stays may name it or not
            yield from ({**order, "at": at} for at in ats if at != legion.id or _does(counter) != "stay")
            yield from ({**order, "to": to} for to in [*some(chance, lands, 6), *some(chance, legions, 2)])
        yield {"draw": ident}
        for other, (_, theirs) in some(chance, magi.items(), 2):
            for given in some(chance, row.held or ["web-1"], 2):
                yield {"give": given, "from": ident, "to": other}
                for taken in some(chance, theirs.held or ["web-2"], 2):
                    yield {"trade": [given, taken], "between": [ident, other]}
        yield {"discard": ident}
        yield {"rejoin": legion.id}
        yield {"victory-draw": legion.id}
    drawn = position.engagement.gains.drawn if position.engagement is not None and position.engagement.gains else []
    yield from ({"give": counter, "to": ident} for counter in drawn for ident in magi)


def _does(counter: str) -> str | None:
    return RULES.spells[RULES.spell_types.get(counter) or ""].does


def unlisted(position: Any, chance: Random, accepted: Counter[str]) -> list[str]:
    """Return the orders made up here that `check` accepts and `legal` does not list."""
    alone = isinstance(position, BattlePosition)
    battle = position if isinstance(position, BattlePosition) else position.battle
    listed: dict[str, list[tuple[dict[str, Any], dict[str, Any]]]] = {}
    awaited = position.phase().players if position.phase() is not None else ()
    for candidate in legal(GAME, position):
        values = candidate.remarks.get("values", {})
        for player in [candidate.remarks["by"]] if "by" in candidate.remarks else awaited:
            listed.setdefault(player, []).append((mapping_of(candidate.order), values))
    made = [(BATTLE, one) for one in in_battle(battle, chance)] if battle is not None else []
    made += [(MASTERBOARD, one) for one in on_board(position, chance)] if not alone else []
    out = []
    for scope, mapping in made:
        verb = next(iter(mapping))
        kind: type[Order] = GAME.orders[scope][verb]
        if not alone and verb in ("cast", "draw") and (scope == BATTLE) != (battle is not None):
            continue
        order = msgspec.convert(mapping, kind)
        for player in position.players:
            if order.check(battle if scope == BATTLE else position, player):
                continue
            accepted[verb] += 1
            if not any(_same(mapping, row, values) for row, values in listed.get(player, [])):
                out.append(f"{player}: {mapping} is accepted and not listed")
    return out


def _same(mapping: dict[str, Any], row: dict[str, Any], values: dict[str, list[Any]]) -> bool:
    """Return whether a listed order is one that was made up, as far as that one says."""
    swapped = {**mapping, **{key: list(reversed(mapping[key])) for key in ("trade", "between") if key in mapping}}
    return any(
        all(str(row.get(key)) == str(value) or value in values.get(key, ()) for key, value in said.items())
        for said in (mapping, swapped)
    )


@pytest.mark.slow
def test_what_check_accepts_in_battles_under_spells_is_listed() -> None:
    accepted = Counter[str]()
    for seed in seeds(2):
        chance = Random(seed)
        for number, (state, *_) in enumerate(magic_battles.play(seed, 60)):
            if number % 3 == 0:
                position = magic_battles.GAME.open(state, magic_battles.RULES)
                assert unlisted(position, chance, accepted) == []
    assert accepted["cast"] > 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
def test_what_check_accepts_in_a_game_with_magi_is_listed(seed: int) -> None:
    chance, accepted = Random(seed), Counter[str]()
    # a game may be over soon: then another one is played
    every = (one for game in count() for one in magi_play.play(2 + seed % 2, seed + 50 * game, 300))
    for number, (state, *_) in enumerate(islice(every, 100)):
        if number % 8 == 0:
            assert unlisted(GAME.open(state, RULES), chance, accepted) == []
    assert accepted["cast"] + accepted["trade"] > 3
