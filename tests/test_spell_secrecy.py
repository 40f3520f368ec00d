"""Stacks of Spells, the Cup and what is drawn are secret: worlds that differ only there tell a player the same."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import magi_play
import pytest
import yaml
from asked import Table
from msgspec.structs import replace
from running import referee, write
from seeds import seeds

import referee as api
from referee import games
from referee.core.adjudication.legal import legal_rows
from referee.core.documents.plain import builtins
from referee.core.documents.writing import dump
from referee.core.game.questions import Unanswerable
from referee.games.titan.magic.cup import all_counters, all_intrinsic, in_order
from referee.games.titan.rules import compile_rules

RULES = compile_rules(games.load("titan-magi")[1], {})
# what red holds in two worlds that look the same to black; the Cup holds the rest
WORLDS: list[dict[str, list[str]]] = [
    {"witch-2": ["heal-2", "bats-2", "bolt-5", "web-1"], "druid-1": ["fireball-1", "wood-spirit-1"]},
    {"witch-2": ["heal-2", "bats-2", "fog-1"], "druid-1": ["fireball-1", "wood-spirit-1", "charm-1", "move-one-2"]},
]
OWN = {"wizard-1": ["mentak-1", "banish-1", "eagle-1", "fly-1"], "enchanter-1": ["bolt-1", "dust-devil-1", "hold-1"]}


def cup_without(*stacks: dict[str, list[str]]) -> list[str]:
    """Return the Cup in which all is that no stack holds."""
    held = {counter for stack in stacks for counters in stack.values() for counter in counters}
    return [one for one in all_counters(RULES) if one not in held and one not in all_intrinsic(RULES)]


def rows(held: dict[str, list[str]], *names: str) -> list[dict[str, Any]]:
    return [{"id": name, "held": held[name]} for name in names]


def on_board(held: dict[str, list[str]]) -> dict[str, Any]:
    """Return the Movement Phase of black, with two legions of red of which black sees only the height."""
    return {
        "format": 1,
        "ruleset": "titan-magi",
        "game": "g",
        "masterboard": {
            "players": ["black", "red"],
            "turn": 3,
            "mover": "black",
            "phase": "movement",
            "roll": 3,
            "markers": {"red": ["rd05"], "black": ["bk05"]},
            "trading": {"red": "rd01"} if "fog-1" in held["witch-2"] else {},
            "cup": cup_without(held, OWN),
            "legions": [
                {
                    "id": "bk01",
                    "player": "black",
                    "land": 1000,
                    "moved": True,
                    "contents": ["titan", "wizard", "enchanter"],
                    "magi": rows(OWN, "wizard-1", "enchanter-1"),
                },
                {"id": "bk02", "player": "black", "land": 37, "contents": ["lion", "lion"]},
                {
                    "id": "rd01",
                    "player": "red",
                    "land": 8,
                    "contents": ["titan", "witch", "druid"],
                    "magi": rows(held, "witch-2", "druid-1"),
                },
            ],
        },
    }


def in_battle(held: dict[str, list[str]]) -> dict[str, Any]:
    """Return a battle in a game, in which both players see who fights, but not the Spells of the other."""
    state = on_board(held)
    board = state["masterboard"]
    board |= {"mover": "red", "phase": "engagement", "trading": {}}
    del board["roll"]
    board["legions"][0] |= {"land": 8, "moved": False}
    board["legions"][2] |= {"moved": True, "side": "left"}
    board["engagement"] = {"land": 8, "attacker": "rd01", "defender": "bk01", "stage": "answer"}
    orders = [
        {"format": 1, "ruleset": "titan-magi", "player": "black", "orders": ["stand 8"]},
        {"format": 1, "ruleset": "titan-magi", "player": "red", "orders": ["fight 8"]},
    ]
    session = api.Session.open(state)
    for one in orders:
        done = session.adjudicate([one])
        assert done.done, done
    return dict(session.state)


def asked_on_board() -> list[str]:
    return [
        "value rd01",
        "draw rd01 for terrain",
        "draw bk01 for terrain",
        "muster rd01",
        "cast witch-2 spell bolt at bk01",
        "cast wizard-1 spell vision at witch-2",
        "travel rd01 roll 3",
    ]


ORDERS = [
    "draw wizard-1",
    "draw wizard-1 count 1",
    "draw wizard-1 got heal-4 heal-5",
    "draw enchanter-1",
    "draw witch-2",
    "draw druid-1 got web-1",
    "trade fly-1 hold-1 between wizard-1 enchanter-1",
    "trade fly-1 web-1 between wizard-1 witch-2",
    "give fly-1 from wizard-1 to witch-2",
    "victory-draw rd01",
    "split bk02 off lion",
]
IN_BATTLE = ["cast wizard-1 spell eagle at D4", "muster witch", "muster enchanter draw 0", "move wizard-1 to D4"]


def told(state: dict[str, Any], orders: list[str], asked: list[str]) -> dict[str, str]:
    """Return what every command tells black of a state."""
    Path("state.yaml").write_text(yaml.safe_dump(state))
    out = {}
    for words in (["view"], ["show"], ["legal"], ["legal", "--json"], ["check"]):
        out[" ".join(words)] = referee(words[0], "state.yaml", *words[1:], "--player", "black").all
    for number, order in enumerate(orders):
        given = {"format": 1, "ruleset": "titan-magi", "player": "black", "orders": [order]}
        Path("orders.yaml").write_text(yaml.safe_dump(given))
        found = referee("check", "state.yaml", "orders.yaml", "--player", "black", "--json")
        out[f"check {number} {order}"] = found.all
    for question in asked:
        out[f"ask {question}"] = referee("ask", "state.yaml", question, "--player", "black", "--json").all
    return out


def test_on_the_masterboard_two_worlds_tell_the_same(here: Path) -> None:
    first, second = (told(on_board(world), ORDERS, asked_on_board()) for world in WORLDS)
    assert first == second
    assert not any("a bug in the referee" in text for text in first.values())


def test_in_a_battle_two_worlds_tell_the_same(here: Path) -> None:
    asked = [
        "cast witch-2 spell bolt at wizard-1",
        "cast wizard-1 spell eagle at D4",
        "reach wizard-1",
        "strike witch-2 at wizard-1",
    ]
    first, second = (told(in_battle(world), IN_BATTLE, asked) for world in WORLDS)
    assert first == second
    assert not any("a bug in the referee" in text for text in first.values())
    assert "fly-1" in first["legal"] or "fly-1" in first["view"]


def test_a_battle_of_a_game_gives_the_pieces_of_magi_their_ids_and_spells(here: Path) -> None:
    state = in_battle(WORLDS[0])
    pieces = {piece["id"]: piece for piece in state["battle"]["pieces"]}
    assert {"witch-2", "druid-1", "wizard-1", "enchanter-1"} <= set(pieces)
    assert not any("held" in piece for piece in pieces.values()), "the Masterboard holds the stacks"
    listed = api.Session.open(state).legal()
    assert listed.phase is not None


def test_a_view_offers_vision_at_the_magi_of_others_that_are_in_play(here: Path) -> None:
    state = on_board(WORLDS[0])
    state["masterboard"]["legions"][0]["magi"][1]["held"] = [*OWN["enchanter-1"], "vision-1"]
    state["masterboard"]["cup"].remove("vision-1")
    write(here, state=yaml.safe_dump(state))
    Path("black.yaml").write_text(referee("view", "state.yaml", "--player", "black").out)
    listed = referee("legal", "black.yaml").out
    assert [f"spell vision-1 at {target}\n" in listed for target in ("rd01", "witch-2", "druid-1")] == [True] * 3


def test_the_value_of_a_mage_whose_spells_are_secret_says_what_it_assumes(here: Path) -> None:
    write(here, state=yaml.safe_dump(in_battle(WORLDS[0])))
    Path("black.yaml").write_text(referee("view", "state.yaml", "--player", "black").out)
    for question in ("value rd01", "concede red"):
        assert "no Spells but the intrinsic ones" in " ".join(referee("ask", "black.yaml", question).out.split())
        assert "Assumed" not in referee("ask", "state.yaml", question).out


def test_whom_a_gate_leads_to_the_enemy_does_not_see() -> None:
    legion = {"legion": "bk06", "side": "attacker", "characters": ["troll"]}
    pieces = [
        {"id": name, "character": "ogre", "side": name, "hex": at}
        for name, at in (("attacker", "A1"), ("defender", "F1"))
    ]
    battle = {"battleland": "plains", "round": 2, "phase": "strike", "active": "attacker", "attacker_side": "left"}
    battle |= {"players": {"attacker": "black", "defender": "red"}, "pieces": pieces, "gates": [legion]}
    session = api.Session.open({"format": 1, "ruleset": "titan-magi", "game": "g", "step": 1, "battle": battle})
    seen = {player: session.view(player)["battle"]["gates"] for player in ("black", "red")}
    assert seen == {"black": [legion], "red": [{"legion": "bk06", "side": "attacker"}]}


def test_what_is_drawn_for_one_player_the_other_does_not_see(here: Path) -> None:
    state = on_board(WORLDS[0])
    write(here, state=yaml.safe_dump(state))
    given = {"format": 1, "ruleset": "titan-magi", "player": "black", "orders": ["draw wizard-1 got heal-4 heal-5"]}
    write(here, orders=yaml.safe_dump(given))
    assert referee("adjudicate", "state.yaml", "orders.yaml", "--trace", "trace.yaml", "-o", "next.yaml").code == 0
    for words in (
        ["explain", "trace.yaml"],
        ["explain", "trace.yaml", "--json"],
        ["explain", "trace.yaml", "--format", "csv"],
    ):
        mine, other = (referee(*words, "--player", player).all for player in ("black", "red"))
        assert ("draw/terrain" if words[-1] == "csv" else "heal-4") in mine
        assert "heal" not in other.lower()
        assert "draw/terrain" not in other, "a roll would tell how many Spells the Cup holds"
    assert "wizard-1 draws Spells" in referee("explain", "trace.yaml", "--player", "red").all
    view = yaml.safe_load(referee("view", "next.yaml", "--player", "red").out)
    assert "cup" not in view["masterboard"]
    assert "magi" not in view["masterboard"]["legions"][0]


@pytest.mark.parametrize("how", ["supplied", "drawn", "file"])
def test_draws_are_witnessed_and_replayed(here: Path, how: str) -> None:
    order = "draw wizard-1 got heal-4 heal-5" if how == "supplied" else "draw wizard-1"
    given = {"format": 1, "ruleset": "titan-magi", "player": "black", "orders": [order]}
    write(here, state=yaml.safe_dump(on_board(WORLDS[0])), orders=yaml.safe_dump(given))
    words = ["adjudicate", "state.yaml", "orders.yaml", "--trace", "trace.yaml", "-o", "next.yaml"]
    if how == "file":
        event = "turn/3/black/draw/terrain/wizard-1"
        Path("dice.yaml").write_text(f"{event}/1: [7]\n{event}/2: [100]\n")
        words += ["--dice", "dice.yaml"]
    if how == "drawn":
        text = sha256(b"draws").hexdigest() + "\n"
        Path("game.secret").write_text(text)
        terms = {"commitment": sha256(text.strip().encode()).hexdigest()}
        Path("state.yaml").write_text(yaml.safe_dump({**on_board(WORLDS[0]), "dice": terms}))
        words += ["--secret", "game.secret"]
    done = referee(*words)
    assert done.code == 0, done.all
    held = yaml.safe_load(Path("next.yaml").read_text())["masterboard"]["legions"][0]["magi"][0]["held"]
    assert len(held) == 6
    replayed = referee("replay", "trace.yaml")
    assert replayed.code == 0, replayed.all
    if how == "file":
        cup = on_board(WORLDS[0])["masterboard"]["cup"]
        left = [counter for counter in cup if counter != cup[6]]
        assert {cup[7 - 1], left[100 - 1]} <= set(held)


def elsewhere(state: Any, player: str, chance: Random) -> Any:
    """Return a world that looks the same to a player: the Spells that they do not see are dealt out otherwise."""
    board, battle = state.masterboard, state.battle
    pieces = [*battle.pieces, *battle.slain] if battle is not None else []
    shown = {counter for piece in pieces for counter in (*piece.used, *piece.barred)}
    shown |= {spell.spell for spell in (battle.spells if battle is not None else ())} | set(all_intrinsic(RULES))
    shown |= {piece.id for piece in pieces}
    others = [row for legion in board.legions if legion.player != player for row in legion.magi if row.held is not None]
    shown |= {counter for row in others for counter in (*row.barred, *row.evoked_killed, *row.evoked_banished)}
    pool = [*board.cup, *(counter for row in others for counter in row.held if counter not in shown)]
    chance.shuffle(pool)
    dealt: dict[str, list[str]] = {}
    for row in others:
        kept = [counter for counter in row.held if counter in shown]
        room = RULES.spell_limit(row.id.rpartition("-")[0]) - len(kept)
        dealt[row.id] = in_order(RULES, [*kept, *(pool.pop() for _ in range(min(len(pool), chance.randint(0, room))))])
    legions = [
        replace(legion, magi=[replace(row, held=dealt.get(row.id, row.held)) for row in legion.magi])
        for legion in board.legions
    ]
    # who is awaited is told what they may do with what they hold
    return replace(state, awaiting=[], masterboard=replace(board, legions=legions, cup=in_order(RULES, pool)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
def test_in_random_games_two_worlds_tell_the_same(seed: int) -> None:
    chance, compared = Random(seed), 0
    for number, (state, *_) in enumerate(magi_play.play(2 + seed % 3, seed, 400)):
        board = state.masterboard
        # little is hidden in a short game, of which more is looked at
        if number % 40 or board.cup is None or board.outcome is not None or not board.legions:
            continue
        for player in board.players:
            worlds = [replace(state, awaiting=[]), elsewhere(state, player, chance)]
            views = [magi_play.GAME.view(world, player) for world in worlds]
            assert dump(builtins(views[0])) == dump(builtins(views[1])), (number, player)
            opened = [magi_play.GAME.open(view, RULES) for view in views]
            assert opened[0].awaiting() == opened[1].awaiting()
            listed = [legal_rows(magi_play.GAME, position) for position in opened]
            assert listed[0] == listed[1]
            for order in chance.sample(listed[0], min(len(listed[0]), 4)):
                told = [_judged(world, player, order) for world in worlds]
                assert told[0] == told[1], order
            for question in _questions(state, player, chance):
                asked = [_asked(view, question) for view in views]
                assert asked[0] == asked[1], question
            compared += builtins(worlds[0]) != builtins(worlds[1])
    assert compared


def _judged(state: Any, player: str, row: dict[str, Any]) -> Any:
    """Return what `check` tells a player of an order."""
    order = {key: value for key, value in row.items() if key != "told"}
    given = {"format": 1, "ruleset": "titan-magi", "player": player, "orders": [order]}
    return api.check(builtins(state), [given], player=player)


def _questions(state: Any, player: str, chance: Random) -> list[dict[str, Any]]:
    """Return questions about Magi and legions of every player."""
    if state.battle is not None:
        pieces, spells = [piece.id for piece in state.battle.pieces], list(RULES.spells)
        one, other = chance.choice(pieces), chance.choice(pieces)
        return [
            {"cast": one, "spell": chance.choice(spells), "at": other},
            {"reach": one},
            {"strike": one, "at": other},
        ]
    legions = [legion.id for legion in state.masterboard.legions]
    one = chance.choice(legions)
    return [{"value": one}, {"draw": one, "for": "terrain"}, {"muster": one}]


def _asked(state: Any, question: dict[str, Any]) -> Any:
    table = Table(magi_play.GAME, magi_play.RULESET, state)
    try:
        return table.answer(question)
    except Unanswerable as error:
        return str(error)
