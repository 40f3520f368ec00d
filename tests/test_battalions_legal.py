"""What `check` accepts of the orders of Battalions is listed: commands, paths, Fields to choose and arrangements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations, product
from pathlib import Path as FilePath
from typing import Any

import pytest
from asked import Table
from running import referee as run
from seeds import seeds
from test_asked import STATES

import referee
from referee import games
from referee.core.adjudication.legal import legal, row_of
from referee.core.documents import convert, dump, make_document
from referee.games.battalions.board.grid import spaces_of
from referee.games.battalions.orders.after import Arrange, ChooseField
from referee.games.battalions.orders.command import Command
from referee.games.battalions.orders.path import Path
from referee.games.battalions.position import BattalionsPosition
from referee.games.battalions.rules import DIRECTIONS
from referee.games.battalions.rulings.bearing import bearing
from referee.games.battalions.rulings.overworld import journey
from referee.games.battalions.state import Place, State
from referee.report.legal_text import row_text

OPTIONS = ({}, {"order_scope": "unit"}, {"front": "facing"})


def positions(seed: int) -> Iterator[BattalionsPosition]:
    game, ruleset = games.load("battalions")
    for number, state in enumerate(STATES["battalions"](seed)):
        if isinstance(state, State) and state.step is not None:
            state.options = {**state.options, **OPTIONS[number % len(OPTIONS)]}
            position = Table(game, ruleset, state).position
            if isinstance(position, BattalionsPosition) and position.phase() is not None:
                yield position


def meant(position: BattalionsPosition, order: Command) -> tuple[object, ...]:
    """Return what a command does: who, which, and towards where."""
    battalion = position.theatre.battalions[order.battalion]
    combat = position.theatre.combat_of(battalion)
    assert combat is not None
    if position.rules.commands[order.command].holds:
        return order.battalion, order.unit, order.command
    found = bearing(position.rules, combat, battalion, order.relative_to, order.front)
    return order.battalion, order.unit, order.command, found.front


def led(position: BattalionsPosition, order: Path) -> tuple[object, ...]:
    """Return where a path leads: the Field, and that of an attack."""
    found = journey(position.theatre, position.theatre.battalions[order.battalion], order.path)
    return order.battalion, found.ends, found.target


def two_combats() -> dict[str, Any]:
    """Return an over-world game in which each player is in two combats at once."""
    battalions: list[dict[str, Any]] = []
    units: list[dict[str, Any]] = []
    combats: list[dict[str, Any]] = []
    for y in (0, 1):
        members = []
        for x, player, facing in ((0, "red", "E"), (1, "blue", "W")):
            ident = f"{player[0].upper()}{y + 1}"
            battalions.append({"id": ident, "player": player, "field": [x, y], "facing": facing, "leader": ident + "u"})
            units.append(
                {"id": ident + "u", "battalion": ident, "s": 4, "d": 2, "i": 2, "c": 4, "at": [2 + 5 * x, 2 + 5 * y]}
            )
            members.append({"id": ident, "from": [x, y]})
        combats.append({"id": f"k{y + 1}", "turn": 3 * y, "used": [[0, y], [1, y]], "battalions": members})
    board = {"fields": [2, 2], "field_size": [5, 5]}
    head = {"format": 1, "ruleset": "battalions", "game": "g", "mode": "overworld", "round": 1, "phase": "combat"}
    return {
        **head,
        "board": board,
        "players": ["red", "blue"],
        "battalions": battalions,
        "units": units,
        "combats": combats,
    }


def test_with_two_combats_rows_and_lines_are_accepted_as_they_stand_alone_and_together() -> None:
    game, ruleset = games.load("battalions")
    session = referee.Session.open(two_combats())
    state = convert(make_document(two_combats(), "state"), State)
    position = game.open(state, game.compile(ruleset, {}))
    sheets = []
    for player in ("red", "blue"):
        head = {"format": 1, "ruleset": "battalions", "player": player}
        candidates = legal(game, position, player)
        for candidate in candidates:
            row = row_of(candidate)
            for order in (row, row_text(row, type(candidate.order))):
                found = session.check({**head, "orders": [order]})
                assert found.legal, (order, found)
                assert [one.verdict for one in found.orders] == ["legal"]
        homes = dict.fromkeys(row_of(candidate)["battalion"] for candidate in candidates)
        assert len(homes) == 2
        rows = [next(o for o in candidates if row_of(o)["battalion"] == home) for home in homes]
        sheets.append({**head, "orders": [row_text(row_of(one), type(one.order)) for one in rows]})
        sheets[-1]["orders"][1] = row_of(rows[1])
    done = session.adjudicate(sheets)
    assert done.done
    assert [combat["turn"] for combat in session.state["combats"]] == [1, 4]


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(2))
def test_what_is_accepted_is_listed(seed: int) -> None:
    game, _ = games.load("battalions")
    tried = 0
    for position in islice(positions(seed), 25):
        theatre, phase = position.theatre, position.phase()
        assert phase is not None
        for player in phase.players:
            listed = legal(game, position, player)
            for candidate in listed:
                assert not candidate.order.check(position, player), candidate.order
            orders = [candidate.order for candidate in listed]
            commands = {meant(position, o) for o in orders if isinstance(o, Command)}
            leads = {led(position, o) for o in orders if isinstance(o, Path)}
            chosen = {(o.battalion, o.choose_field) for o in orders if isinstance(o, ChooseField)}
            others = {o.order.battalion for o in listed if isinstance(o.order, ChooseField) and "or" in o.remarks}
            arranged = {o.battalion for o in orders if isinstance(o, Arrange)}
            for battalion in theatre.battalions.values():
                units = [None, *(unit.id for unit in battalion.units)]
                enemies = [None, *theatre.battalions]
                for name, unit, enemy, front in product(position.rules.commands, units, enemies, (None, *DIRECTIONS)):
                    for number in (None, position.rules.number("min_number")):
                        order = Command(
                            command=name,
                            battalion=battalion.id,
                            number=number,
                            relative_to=enemy,
                            front=front,
                            unit=unit,
                        )
                        if not order.check(position, player):
                            assert meant(position, order) in commands, order
                            tried += 1
                for steps in range(4):
                    for way in product(DIRECTIONS, repeat=steps):
                        path = Path(path=list(way), battalion=battalion.id)
                        if not path.check(position, player):
                            assert led(position, path) in leads, path
                            tried += 1
                for field in product(range(theatre.fields[0]), range(theatre.fields[1])):
                    choice = ChooseField(choose_field=field, battalion=battalion.id)
                    if not choice.check(position, player):
                        assert (battalion.id, field) in chosen or battalion.id in others, choice
                        tried += 1
                if battalion.field is not None and (position.fighting or position.moving):
                    spaces: list[Place] = list(spaces_of(battalion.field, theatre.size))[:6]
                    ids = [unit.id for unit in battalion.present]
                    for places in islice(permutations(spaces, min(len(ids), len(spaces))), 30):
                        setting = Arrange(arrange=dict(zip(ids, places, strict=False)), battalion=battalion.id)
                        if not setting.check(position, player):
                            assert battalion.id in arranged, setting
                            tried += 1
    assert tried > 100


def test_where_nothing_can_be_ordered_a_document_without_orders_is_awaited(tmp_path: FilePath) -> None:
    state = {**two_combats(), "phase": "move", "to_move": "red"}
    state["combats"] = [{**combat, "turn": 5} for combat in state["combats"]]
    (tmp_path / "st.yaml").write_text(dump(state))
    said = run("legal", str(tmp_path / "st.yaml")).out
    assert (
        said == "Awaiting red (round 1, red moves on the over-world)\n  nothing; a document without orders is awaited\n"
    )
    empty = {"format": 1, "ruleset": "battalions", "player": "red", "orders": []}
    assert referee.adjudicate(state, empty).done
