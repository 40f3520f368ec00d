"""What `legal` lists is legal as it stands, and what `check` accepts of orders that can be named is listed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import Any

import msgspec
import pytest
from asked import Table
from seeds import seeds
from test_asked import STATES

from referee import games
from referee.core import documents
from referee.core.adjudication.adjudicate import check
from referee.core.adjudication.legal import legal, row_of
from referee.core.documents import Document
from referee.core.documents.plain import builtins
from referee.core.game.dice_sources import make_dice
from referee.core.game.orders import Candidate, Order
from referee.core.game.reading import mapping_of, read_orders, resolve_names
from referee.core.notation.field_specs import FieldSpec, field_specs
from referee.report.legal_text import row_text

# of so many orders of a kind that could be named are some drawn
_MOST_NAMED = 4000
_MOST_STATES = 12
_MOST_LISTED = 40
_MOST_GAMES = 10
# a run ends after so many states in which it has found what it looks for
_ENOUGH = 3
# orders that answer no phase: they may be given beside those that do
BESIDE = {"clock", "stop", "look", "disturb", "reduce"}


def tables(name: str, seed: int) -> Iterator[Table]:
    """Yield some states of random games in which somebody is awaited; of one more game while somebody wants more."""
    game, ruleset = games.load(name)
    for more in range(_MOST_GAMES):
        states = [state for state in STATES[name](seed + 1000 * more) if state is not None and state.step is not None]
        opened = (Table(game, ruleset, state) for state in states)
        found = [table for table in opened if table.position.phase() is not None]
        yield from Random(seed).sample(found, min(len(found), _MOST_STATES))


def owner(table: Table, candidate: Candidate) -> str:
    players = table.position.phase().players
    return str(candidate.remarks.get("by", players[0]))


def accepted(table: Table, player: str, order: Any) -> bool:
    """Return whether an order, a mapping or a line, is legal as it stands."""
    value = {"format": 1, "ruleset": table.state.ruleset, "player": player, "orders": [order]}
    submission = read_orders(table.game, Document(documents.dump(value), "orders", value))
    outcome = check(table.game, table.rules, table.state, [submission], make_dice(table.state.game or ""))
    return [verdict.status for verdict in outcome.verdicts] == ["done"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
@pytest.mark.parametrize("name", games.names())
def test_every_row_and_every_line_that_is_listed_is_legal(name: str, seed: int) -> None:
    chance, tried = Random(seed), 0
    for number, table in enumerate(tables(name, seed)):
        if number >= _ENOUGH and tried > 20:
            break
        candidates = legal(table.game, table.position)
        for candidate in chance.sample(candidates, min(len(candidates), _MOST_LISTED)):
            player, row = owner(table, candidate), row_of(candidate)
            assert next(iter(row)) == candidate.order.verb
            assert accepted(table, player, row), (player, row)
            line = row_text(row, type(candidate.order))
            assert accepted(table, player, line), (player, line)
            tried += 1
    assert tried > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
@pytest.mark.parametrize("name", games.names())
def test_what_is_accepted_of_orders_that_can_be_named_is_listed(name: str, seed: int) -> None:
    chance, found = Random(seed), 0
    for number, table in enumerate(tables(name, seed)):
        if number >= _ENOUGH and found:
            break
        position, candidates = table.position, legal(table.game, table.position)
        scope = position.scope() or next(iter(table.game.orders))
        board = position.board(scope)
        listed = [(owner(table, candidate), said(candidate.order)) for candidate in candidates]
        for player in position.phase().players:
            mine = [row for whose, row in listed if whose == player]
            for verb, kind in table.game.orders[scope].items():
                for called in named_orders(kind, table, chance) if verb not in BESIDE else ():
                    order, unclear = resolve_names(called, board, player)
                    given = said(order)
                    # a phase that has ended by itself may be ended once more
                    late = verb == "end" and given[verb] != position.phase().name
                    if not late and not unclear and not order.check(board, player):
                        agreeing = [row for row in mine if given.items() <= row.items()]
                        assert agreeing, (player, given, [row for row in mine if verb in row])
                        found += 1
    assert found


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_of_one_player_or_piece_only_those_orders_are_listed(name: str) -> None:
    for table in islice(tables(name, 0), 6):
        candidates = legal(table.game, table.position)
        for player in table.position.phase().players:
            mine = [o for o in candidates if owner(table, o) == player]
            assert legal(table.game, table.position, player) == mine
        for piece in {word for candidate in candidates for word in words_in(mapping_of(candidate.order))}:
            some = legal(table.game, table.position, piece=piece)
            # of those that name one of several pieces another may be listed
            assert all(candidate in candidates or candidate.order.verb in BESIDE for candidate in some)
            assert all(piece in words_in(mapping_of(candidate.order)) for candidate in some)


def said(order: Order) -> dict[str, str]:
    """Return the fields of an order in words: a Land may be a number or a word."""
    return {key: str(value) for key, value in mapping_of(order).items()}


def words_in(value: Any) -> set[str]:
    """Return every word in plain data."""
    if isinstance(value, dict):
        return {word for key, one in value.items() for word in (key, *words_in(one))}
    if isinstance(value, list):
        return {word for one in value for word in words_in(one)}
    return {str(value)} if isinstance(value, (str, int)) and not isinstance(value, bool) else set()


def words_of(table: Table) -> list[str]:
    """Return every word that an order could name here: what the state says, and the places of its boards."""
    words = words_in(builtins(table.state))
    for attribute, rows in vars(table.rules).items():
        # the caches of the rules hold what other tests asked for
        if attribute.startswith("_"):
            continue
        words |= {name for name in rows if isinstance(name, str)} if isinstance(rows, dict) else set()
    for picture in table.game.draw(table.state, table.rules).values():
        words |= words_in(builtins(picture))
    return sorted(word for word in words if len(word) < 20)


def named_orders(kind: type[Order], table: Table, chance: Random) -> Iterator[Order]:
    """Yield some of the orders of a kind whose required fields are each one word."""
    specs = field_specs(kind)
    required = {name: spec for name, spec in specs.items() if spec.default is msgspec.NODEFAULT}
    words = words_of(table)
    called = table.position.pieces_called
    pieces = [word for word in words if any(ident == word for ident, _ in called(word, "any", None, None))]
    domains = [_domain(spec, pieces if spec.piece is not None else words) for spec in required.values()]
    if not all(domains):
        return
    size = 1
    for domain in domains:
        size *= len(domain)
    every = product(*domains)
    drawn = every if size <= _MOST_NAMED else ([chance.choice(d) for d in domains] for _ in range(_MOST_NAMED))
    for values in drawn:
        try:
            yield msgspec.convert(dict(zip(required, values, strict=True)), kind)
        except msgspec.ValidationError:
            continue


def _domain(spec: FieldSpec, words: list[str]) -> list[Any]:
    if spec.kind == "flag":
        return [True]
    if spec.choices:
        return list(spec.choices)
    return words if spec.kind in ("word", "scalar", "either") else []
