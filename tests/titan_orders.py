"""Orders of Titan for a model test of `legal`: every value that a field can take, drawn from the rules' own words.

Nothing here asks what an order lists as its candidates; `check` alone decides which of these orders may be given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations, product
from math import prod
from random import Random
from typing import Any

import msgspec
from asked import Table

from referee.core.documents.plain import builtins
from referee.core.game.dice_sources import make_dice
from referee.core.game.orders import Candidate, Order
from referee.core.game.reading import mapping_of
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import field_specs
from referee.games.titan.battle.position import BattlePosition
from referee.games.titan.rules import TitanRules

# what a player is free to say, and no list can hold: dice, names to come, the steps of a path
FREE = {"dice", "reroll", "again", "path"}
_OF_SPELLS = ("spell", "draw", "count", "got")
_MOST_REQUIRED = 500
_MOST_FURTHER = 4
_MOST_WAYS = 60


def given_here(table: Table, scope: str, player: str, kind: type[Order], chance: Random) -> Iterator[Order]:
    """Yield the orders of a kind that `check` accepts from a player, of many that can be said in the position."""
    board = table.position.board(scope)
    specs = field_specs(kind)
    values: dict[str, list[Any]] = {}
    for name, spec in specs.items():
        if spec.kind == "flag" or spec.choices:
            values[name] = [True] if spec.kind == "flag" else list(spec.choices)
        elif name not in FREE:
            values[name] = _values(name, kind.verb, board, player, chance)
    required = [name for name, spec in specs.items() if spec.default is msgspec.NODEFAULT]
    further = {name: known for name, known in values.items() if name not in required and known}
    for first in _some([values[name] for name in required], _MOST_REQUIRED, chance):
        mapping = dict(zip(required, first, strict=True))
        plain = _accepted(mapping, kind, board, player)
        if plain is not None:
            yield plain
        # what may be given is said in many more ways
        for _ in range((_MOST_FURTHER if plain is None else _MOST_WAYS) if further else 0):
            said = {name: chance.choice(known) for name, known in further.items() if chance.random() < 0.5}
            order = _accepted({**mapping, **said}, kind, board, player)
            if order is not None:
                yield order


def _some(domains: list[list[Any]], most: int, chance: Random) -> list[tuple[Any, ...]]:
    """Return every combination of values, or so many drawn at random."""
    if not all(domains):
        return []
    if prod(map(len, domains)) <= most:
        return list(product(*domains))
    return [tuple(chance.choice(domain) for domain in domains) for _ in range(most)]


def _accepted(mapping: Mapping[str, Any], kind: type[Order], board: Any, player: str) -> Order | None:
    try:
        order = msgspec.convert(mapping, kind)
    except msgspec.ValidationError:
        return None
    return None if order.check(board, player) else order


def _values(name: str, verb: str, board: Any, player: str, chance: Random) -> list[Any]:
    """Return the values that a field is tried with."""
    if isinstance(board, BattlePosition):
        return _in_battle(name, verb, board, player, chance)
    return _on_the_masterboard(name, verb, board, player, chance)


def _in_battle(name: str, verb: str, battle: BattlePosition, player: str, chance: Random) -> list[Any]:
    ids = [*battle.fight.pieces, *(piece.id for piece in battle.fight.gone), "nobody"]
    labels = list(battle.fight.board.index)
    if name in ("muster", "summon"):
        return list(battle.rules.characters)
    if verb == "use" and name in ("use", "at"):
        abilities = [ability for ability, _ in battle.rules.abilities]
        return [*abilities, "flight"] if name == "use" else [None, *ids, *labels]
    rows = [str(row.id) for row in battle.spells]
    if name in ("shift", "spirit"):
        return [*rows, "nobody"]
    if name in (verb, "by"):
        return [*ids, *rows]
    if name in _OF_SPELLS:
        return _of_spells(name, battle.rules, [*rows, *ids])
    carried = [[], *([one] for one in ids), *map(list, permutations(ids, 2))]
    return {
        "to": labels,
        "at": [*ids, *([one, chance.choice(ids)] for one in ids[:2])],
        "number": [1, 2, 3, 4, 5, 6],
        "carry": carried,
        "most": [[0], [1], [9], [0, 1], [2, 3]],
        "via": [[], *([label] for label in labels), *([one, chance.choice(labels)] for one in labels)],
        "from": [able.legion for able in battle.may_summon] + ["nobody"],
        "gate": [*battle.gates, "nobody"],
        "as": [],
    }[name]


def _of_spells(name: str, rules: TitanRules, words: list[str]) -> list[Any]:
    """Return what is said of Spells and their draws; of draws nothing where the rules have no Spells."""
    spells = list(rules.spells)
    if name == "spell":
        return [*spells, *words]
    return [[], *([f"{spell}-1"] for spell in spells)] if name == "got" else [0, 1, 2][: len(spells)]


def _on_the_masterboard(name: str, verb: str, board: Any, player: str, chance: Random) -> list[Any]:
    legions = [*board.legions, "nobody"]
    lands = [int(land) if land.isdigit() else land for land in board.graph.lands]
    kinds = list(board.rules.characters)
    held = [
        part for legion in board.legions.values() for part in _parts(legion.contents or chance.sample(kinds, 2), chance)
    ]
    start = board.rules.masterplay.start
    free = [marker for markers in board.markers.values() for marker in markers]
    gained = sorted({name for row in board.rules.masterplay.acquired for name in row.takes})
    lists = {
        "off": held,
        "start": [*_parts([*start.lords, *start.creatures], chance, 60), chance.sample(kinds, 4)],
        "acquire": [[one] for one in gained] + [chance.choices(gained, k=n) for n in (2, 2, 3, 4)],
        "shown": [chance.choices(kinds, k=n) for n in (1, 1, 2, 3, 7)],
        "losses": held,
        "show": [*kinds] if verb == "teleport" else [[], *(part for part in held if len(part) < 4)],
        "eliminate": [[one] for one in legions] + list(map(list, permutations(legions, 2)))[:30],
        "as": free,
        "other": free,
        "to": lands,
        "in": legions,
        "from": legions,
    }
    if name != verb and name in (*_OF_SPELLS, "number"):
        return _of_spells(name, board.rules, legions)
    if name in ("engage", "flee", "stand", "fight", "agree"):
        return [*lands, *legions]
    if name == verb and verb in ("muster", "summon"):
        return kinds
    return lists.get(name, legions)


def _parts(contents: list[str], chance: Random, most: int = 12) -> list[list[str]]:
    """Return some of the parts of a list, in any order."""
    return [chance.sample(contents, chance.randint(1, len(contents))) for _ in range(most)] if contents else []


def covered(candidate: Candidate, order: Order) -> bool:
    """Return whether an order is a candidate as it is, or with values that its remarks say its fields may have."""
    row, said = mapping_of(candidate.order), mapping_of(order)
    values, most = candidate.remarks.get("values", {}), candidate.remarks.get("at_most", {})
    for name in {*row, *said}:
        wanted = said.get(name)
        if str(row.get(name)) == str(wanted):
            continue
        if name not in values or wanted is None:
            return False
        if name == "most":
            fits = len(wanted) == len(said.get("carry", ())) and set(wanted) <= set(values[name])
        elif name == "shown":
            # a kind may show more than once
            fits = len(wanted) <= most[name] and set(wanted) <= set(values[name])
        elif isinstance(wanted, list):
            fits = len(wanted) <= most.get(name, len(wanted)) and Counter(wanted) <= Counter(values[name])
        else:
            fits = wanted in values[name]
        if not fits:
            return False
    return True


def put_in(candidate: Candidate, chance: Random) -> Order:
    """Return a candidate with some of the values that its remarks say its fields may have."""
    out, names = {}, []
    for name, values in candidate.remarks.get("values", {}).items():
        if chance.random() < 0.3 and name != "most":
            continue
        most = candidate.remarks.get("at_most", {}).get(name, len(values))
        if name == "most":
            if "carry" in out:
                out[name] = [chance.choice(values) for _ in out["carry"]]
        elif name == "shown":
            out[name] = chance.choices(values, k=chance.randint(1, most))
        elif name in ("carry", "losses"):
            out[name] = chance.sample(values, chance.randint(1, min(most, len(values))))
        elif rest := [value for value in values if value not in names]:
            # no name is given to two things
            names.append(chance.choice(rest))
            out[name] = names[-1]
    return msgspec.convert({**mapping_of(candidate.order), **out}, type(candidate.order))


def effects(table: Table, scope: str, player: str, order: Order) -> list[Any]:
    """Return the states to which an order leads, one for each of some rolls; an order of names in them counts not."""
    throws = order.throws(table.position.board(scope), player)
    rolls: list[list[int] | None] = [None]
    if throws and throws[0].faces == 6:
        count = throws[0].count
        rolls = [[6] * hits + [1] * (count - hits) for hits in range(count + 1)]
        rolls += [[face] * count for face in range(2, 6)]
    out = []
    for dice in rolls:
        position = table.game.open(table.state, table.rules)
        recorder = Recorder(make_dice(table.state.game or "", secret=b"one and the same"))
        rolled = msgspec.structs.replace(order, dice=dice) if dice is not None else order
        rolled.apply(position.board(scope), player, recorder)
        position.settle(scope, recorder)
        out.append(_unordered(builtins(position.state())))
    return out


def _unordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _unordered(one) for key, one in value.items()}
    if isinstance(value, list):
        return sorted(value) if all(isinstance(one, str) for one in value) else [_unordered(one) for one in value]
    return value


def scopes(table: Table) -> list[str]:
    """Return the scopes in which an order may be given now."""
    return [scope for scope in table.game.orders if table.position.board(scope) is not None]


def scope_of(table: Table, candidate: Candidate) -> str:
    """Return the scope whose order a candidate is."""
    return next(scope for scope in scopes(table) if type(candidate.order) in table.game.orders[scope].values())


def nearest(candidates: list[Candidate], order: Order) -> list[Order]:
    """Return the candidates that an order may come to: with its own values where these are listed, else without."""
    said = mapping_of(order)
    same = [
        candidate for candidate in candidates if str(mapping_of(candidate.order)[order.verb]) == str(said[order.verb])
    ]
    out = []
    # those that say most of the same come first
    for candidate in sorted(same or candidates, key=lambda one: -len(_words(mapping_of(one.order)) & _words(said))):
        values = candidate.remarks.get("values", {})
        taken = [index for index, one in enumerate(said.get("carry", ())) if one in values.get("carry", ())]
        fitting = {name: said[name] for name in values if name in said}
        fitting = {
            name: one
            for name, one in fitting.items()
            if name not in ("carry", "most") and (isinstance(one, list) or one in values[name])
        }
        if taken:
            fitting["carry"] = [said["carry"][index] for index in taken]
        if taken and "most" in said:
            fitting["most"] = [min(said["most"][index], values["most"][-1]) for index in taken]
        out += [candidate.order, msgspec.convert({**mapping_of(candidate.order), **fitting}, type(order))]
    return [one for one in out if any(covered(candidate, one) for candidate in candidates)]


def _words(mapping: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Return what an order says, whatever the order of its lists."""
    return {(name, str(sorted(one, key=str) if isinstance(one, list) else one)) for name, one in mapping.items()}
