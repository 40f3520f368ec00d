"""Abilities and events of the Masterboard: whole games with them, what states may hold, and who sees what."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
import titan_play
import yaml
from running import referee
from seeds import day, seeds

from referee import games
from referee.core import documents
from referee.core.adjudication.adjudicate import adjudicate
from referee.core.adjudication.verdicts import Adjudication
from referee.core.documents import Document
from referee.core.game.dice_sources import make_dice
from referee.core.game.reading import read_orders
from referee.core.game.state_reading import read_state
from referee.core.notation import line_writer, one_line
from referee.games.titan.masterboard.effects import place_of
from referee.games.titan.masterboard.orders.use import UseBoardAbility
from referee.games.titan.masterboard.position import MasterboardPosition
from referee.games.titan.state import State
from referee.games.titan.words import land_name

RULESETS = Path(__file__).parent / "house_rules" / "rulesets"
GAME, RULESET = games.load("laying", (RULESETS,))
RULES = GAME.compile(RULESET, {})


def whole(value: dict[str, Any]) -> State:
    """Return a state as it is read from a document, for play; raises Unreadable."""
    state: State = read_state(GAME, RULESET, Document(documents.dump(value), "state", value), value, playing=True)
    return state


def submit(state: State, player: str, orders: list[dict[str, Any]], secret: bytes, skip: bool = False) -> Adjudication:
    """Adjudicate one player's orders."""
    value = {"format": 1, "ruleset": "laying", "player": player, "orders": orders}
    submission = read_orders(GAME, documents.make_document(value, "orders"))
    return adjudicate(GAME, RULES, state, [submission], make_dice(state.game or "", state.dice, secret=secret), skip)


LEGIONS = {
    "bk01": ("black", 3, ["titan", "warlock", "guardian", "ogre", "ogre"]),
    "bk02": ("black", 100, ["angel", "warlock", "unicorn", "troll"]),
    "bk03": ("black", 101, ["unicorn", "lion", "lion"]),
    "rd01": ("red", 30, ["titan", "guardian", "troll", "troll"]),
    "rd02": ("red", 4, ["angel", "warlock", "centaur", "centaur"]),
    "rd03": ("red", 42, ["guardian", "giant", "giant", "unicorn"]),
}


def begun(number: int = 2, name: str = "storms") -> State:
    """Return a game in which both players may lay what they like."""
    legions = [{"id": ident, "player": p, "land": land, "contents": held} for ident, (p, land, held) in LEGIONS.items()]
    board: dict[str, Any] = {"players": ["black", "red"], "turn": 3, "mover": "black", "phase": "commencement"}
    board |= {"legions": legions, "towers": {"black": 100, "red": 200}, "score": {"black": 80, "red": 90}}
    board |= {"markers": {"black": ["bk04", "bk05"], "red": ["rd04", "rd05"]}}
    board |= {"effects": [{"effect": "fog", "land": 30, "by": "red"}]}
    return whole({"format": 1, "ruleset": "laying", "game": name, "step": 4, "masterboard": board})


def played(seed: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[State, str, dict[str, Any], Adjudication]]:
    """Yield the orders of a random game, each with its player, the state before it and what became of it."""
    for name, value in (("GAME", GAME), ("RULESET", RULESET), ("RULES", RULES), ("submit", submit), ("start", begun)):
        monkeypatch.setattr(titan_play, name, value)
    monkeypatch.setattr(titan_play, "WEIGHTS", {**titan_play.WEIGHTS, "use": 6, "concede": 0})
    yield from titan_play.play(2, seed, most=150)


@pytest.mark.slow
def test_whole_games_are_played_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    used, cites = set[str](), set[str]()
    wanted, rules = {"blizzard", "clear", "ward", "chant", "doom", "fast"}, {f"LAY {number}" for number in range(8, 13)}
    for seed in seeds(10):
        # games go on until all has come
        if seed > day() * 100 + 1 and used >= wanted and cites >= rules:
            break
        for number, (_, player, order, outcome) in enumerate(played(seed, monkeypatch)):
            assert outcome.trace is not None
            cites |= {cite for step in outcome.trace.steps for cite in step.cites}
            board = outcome.state.masterboard
            assert board is not None
            places = [place_of(laid) for laid in board.effects]
            assert len(set(places)) == len(places)
            storms = [str(laid.land) for laid in board.effects if laid.effect in ("fog", "blizzard")]
            assert len(set(storms)) == len(storms)
            assert {laid.source for laid in board.effects} <= {None, *(legion.id for legion in board.legions)}
            if "use" in order:
                used.add(order["use"])
                scope = "battle" if order["by"] not in {*LEGIONS, "bk04", "bk05", "rd04", "rd05"} else "masterboard"
                written = line_writer.line(order, GAME.orders[scope]["use"])
                assert one_line.read(written, GAME.orders[scope], "an order").value == order
            if number % 7 == 0:
                again = whole(documents.builtins(outcome.state))
                assert (again.masterboard, again.battle) == (board, outcome.state.battle)
                GAME.open(GAME.view(outcome.state, player), RULES).state()
    assert used >= wanted
    assert cites >= rules


@pytest.mark.slow
def test_what_is_listed_is_what_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every use that may be tried is listed, with or without the character that is shown, or refused."""
    tried = 0
    for state, _, _, _ in islice(played(3, monkeypatch), 0, 60, 6):
        position = GAME.open(state, RULES)
        if not isinstance(position, MasterboardPosition) or position.in_battle or position.engagement is not None:
            continue
        player = position.mover
        listed = {(one.use, one.by, one.at, one.on, one.show) for one in _candidates(position, player)}
        for legion, name in product(position.own(player), RULES.board_abilities):
            places: list[tuple[Any, Any]] = [(None, None), *((land_name(land), None) for land in position.graph.lands)]
            places += [(None, other) for other in position.legions]
            for (at, on), show in product(places, (None, "warlock", "guardian")):
                order = UseBoardAbility(use=name, by=legion.id, at=at, on=on, show=show)
                legal = not order.check(position, player)
                tried += legal
                in_list = (name, legion.id, at, on, show) in listed
                # where one kind alone can be shown, the list leaves it out
                assert not in_list or legal
                assert not legal or in_list or (show is not None and (name, legion.id, at, on, None) in listed)
    assert tried


def _candidates(position: MasterboardPosition, player: str) -> list[UseBoardAbility]:
    orders = (one.order for one in UseBoardAbility.candidates(position, player))
    return [order for order in orders if isinstance(order, UseBoardAbility) and not order.check(position, player)]


BOARD: dict[str, Any] = {
    "players": ["ann", "ben"],
    "turn": 3,
    "mover": "ann",
    "phase": "commencement",
    "markers": {"ann": ["bk02"], "ben": []},
    "legions": [
        {"id": "bk01", "player": "ann", "land": 3, "contents": ["titan", "warlock", "ogre", "ogre"]},
        {"id": "rd01", "player": "ben", "land": 30, "contents": ["titan", "lion"]},
    ],
}


def _file(folder: Path, **more: Any) -> str:
    path = folder / "state.yaml"
    state = {"format": 1, "ruleset": "laying", "game": "g", "step": 4, "masterboard": {**BOARD, **more}}
    path.write_text(yaml.safe_dump(state))
    return str(path)


def test_nobody_learns_from_what_lies_where_its_source_has_gone(tmp_path: Path) -> None:
    """The Warlock that keeps a Ward leaves with a part of its legion, and the other player sees no difference."""
    ward = {"effect": "ward", "land": 3, "by": "ann", "source": "bk01", "character": "warlock"}
    seen = []
    for off in (["warlock", "ogre"], ["ogre", "ogre"]):
        orders = tmp_path / "orders.yaml"
        order = {"split": "bk01", "off": off, "as": "bk02"}
        orders.write_text(yaml.safe_dump({"format": 1, "ruleset": "laying", "player": "ann", "orders": [order]}))
        after = str(tmp_path / "after.yaml")
        arguments = ("--rulesets", str(RULESETS), "-o", after, "--trace", str(tmp_path / "trace.yaml"), "--force")
        assert referee("adjudicate", _file(tmp_path, effects=[ward]), str(orders), *arguments).code == 0
        said = referee("view", after, "--player", "ben", "--rulesets", str(RULESETS))
        view = yaml.safe_load(said.out)
        view.pop("previous", None)
        seen.append(view)
    assert seen[0]["masterboard"]["effects"] == [{"effect": "ward", "land": 3, "by": "ann"}]
    assert seen[0]["masterboard"] == seen[1]["masterboard"]


def test_who_laid_it_sees_what_another_legion_carries(tmp_path: Path) -> None:
    path = _file(
        tmp_path, effects=[{"effect": "doom", "legion": "rd01", "by": "ann"}, {"effect": "doom", "legion": "bk01"}]
    )
    seen = {
        player: yaml.safe_load(referee("view", path, "--player", player, "--rulesets", str(RULESETS)).out)
        for player in ("ann", "ben")
    }
    assert [laid["legion"] for laid in seen["ann"]["masterboard"]["effects"]] == ["rd01", "bk01"]
    assert [laid["legion"] for laid in seen["ben"]["masterboard"]["effects"]] == ["rd01"]


def test_a_picture_says_how_long_it_lasts(tmp_path: Path) -> None:
    effects = [{"effect": "fog", "land": 3, "by": "ben", "left": 2}]
    effects += [{"effect": "ward", "land": 3, "by": "ann", "source": "bk01", "character": "warlock"}]
    shown = " ".join(referee("show", _file(tmp_path, effects=effects), "--rulesets", str(RULESETS)).out.split())
    assert "Fog lies on Brush 3, laid by ben, until the Game-Turn of its player begins, 2 times more" in shown
    assert "Ward lies on Brush 3, laid by ann, while warlock of bk01 stays" in shown


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("titan warlock; invoke blizzard by black", "black (Brush 3) may use Blizzard"),
        ("titan warlock; invoke clear by black at 41", "Clear Skies reaches 1 to 2"),
        ("titan ogre; invoke blizzard by black", "black (Brush 3) has no ability 'blizzard'"),
    ],
)
def test_an_ability_of_a_legion_is_asked_about_on_one_line(asked: str, answer: str) -> None:
    said = referee("ask", "--rulesets", str(RULESETS), "-r", "laying", f"black 3 {asked}")
    assert answer in " ".join(said.out.split())
