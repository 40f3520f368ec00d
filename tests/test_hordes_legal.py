"""What `legal` lists of Hordes is what may be ordered, as it stands and as a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hordes_play import GAME, RULESET, play
from hordes_tables import crowded
from seeds import seeds

from referee.core import documents
from referee.core.adjudication.legal import legal, row_of
from referee.core.documents import Document
from referee.core.game.reading import read_orders
from referee.games.hordes.orders.arrive import Desorcell
from referee.games.hordes.orders.close import End, Fight
from referee.games.hordes.orders.move import Attack
from referee.games.hordes.orders.pips import Pips
from referee.games.hordes.orders.ranged import Bespell, Call, Pass, Shoot
from referee.games.hordes.position import HordesPosition
from referee.games.hordes.state import State
from referee.games.hordes.tables import EDGES
from referee.report.legal_text import row_text


def tables(count: int) -> Iterator[State]:
    """Yield states of every phase: of random play, and of crowded tables with others beside them."""
    # the first table has every verb
    for seed in [0, *seeds(count - 1)]:
        yield from (outcome.state for outcome in play(seed, turns=3)[1] if outcome.state is not None)
        for phase in ("movement", "long_range", "close_combat"):
            yield from (crowded(4 * seed + number, phase) for number in range(4))


@pytest.mark.slow
def test_every_row_and_every_line_of_legal_is_an_order_that_is_accepted() -> None:
    verbs = set()
    for state in tables(2):
        position = GAME.open(state, GAME.compile(RULESET, state.options))
        phase = position.phase()
        if phase is None:
            continue
        candidates = legal(GAME, position)
        for candidate in candidates:
            row = row_of(candidate)
            verbs.add(next(iter(row)))
            for given in (row, row_text(row, type(candidate.order))):
                value = {"format": 1, "ruleset": "hordes", "player": phase.players[0], "orders": [given]}
                sheet = read_orders(GAME, Document(documents.dump(value), "orders", value))
                assert sheet.orders[0].order == candidate.order
                assert not sheet.orders[0].order.check(position, phase.players[0]), given
    assert verbs >= {"pips", "activate", "move", "attack", "shoot", "bespell", "call", "fight", "end"}


@pytest.mark.slow
def test_what_is_accepted_of_orders_without_places_is_listed() -> None:
    found = 0
    for state in tables(1):
        position = GAME.open(state, GAME.compile(RULESET, state.options))
        phase = position.phase()
        if phase is None:
            continue
        assert isinstance(position, HordesPosition)
        player, ids = phase.players[0], list(position.field.elements)
        listed = [candidate.order for candidate in legal(GAME, position)]
        tried: list[Any] = [Pips(pips="roll"), *(End(end=name) for name in ("movement", "long_range", "close_combat"))]
        for one in ids:
            tried += [Desorcell(desorcell=one), Call(call=one), Pass(pass_=one)]
            for other in ids:
                tried += [Shoot(shoot=one, target=other), Bespell(bespell=one, target=other)]
                tried.append(Fight(fight=one, against=other))
                tried += [Attack(attack=one, target=other, edge=edge) for edge in EDGES]
        for order in tried:
            if not order.check(position, player):
                assert order in listed, order
                found += 1
    assert found > 10
