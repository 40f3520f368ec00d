"""Plays whole games of Titan with Magi at random, through `legal` and `adjudicate` alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace
from titan_play import PLAYERS, WEIGHTS, filled

from referee import games
from referee.core import documents
from referee.core.adjudication.adjudicate import adjudicate
from referee.core.adjudication.legal import legal_rows
from referee.core.adjudication.verdicts import Adjudication
from referee.core.documents import Document
from referee.core.documents.plain import builtins
from referee.core.game.dice_sources import make_dice
from referee.core.game.reading import read_orders
from referee.core.game.state_reading import read_state
from referee.games.titan.magic.cup import in_order, intrinsic
from referee.games.titan.masterboard.state import LegionState, MageState
from referee.games.titan.parameters import Parameters
from referee.games.titan.rules import TitanRules
from referee.games.titan.state import State

GAME, RULESET = games.load("titan-magi")
RULES: TitanRules = GAME.compile(RULESET, {})
# casts often enough that every Spell is met, and what ends the game seldom
OFTEN = {**WEIGHTS, "cast": 4, "draw": 6, "victory-draw": 8, "expose": 5, "give": 2, "give-back": 8, "spirit": 5}
OFTEN |= {"trade": 0.5, "undo": 0.5, "shift": 1, "exit": 3, "rejoin": 1}


def start(number: int, options: dict[str, Any] | None = None) -> State:
    """Return a new game of so many players."""
    state: State = GAME.new(Parameters(game="random", players=PLAYERS[:number], options=options or {}), RULESET)
    return state


def submit(state: State, player: str, order: dict[str, Any], secret: bytes, rules: TitanRules = RULES) -> Adjudication:
    """Adjudicate one order."""
    value = {"format": 1, "ruleset": "titan-magi", "player": player, "orders": [order]}
    submission = read_orders(GAME, documents.make_document(value, "orders"))
    return adjudicate(GAME, rules, state, [submission], make_dice(state.game or "", state.dice, secret=secret))


def rows(state: State, player: str, rules: TitanRules = RULES) -> list[dict[str, Any]]:
    """Return what a player may order, from their own view of the game."""
    return legal_rows(GAME, GAME.open(GAME.view(state, player), rules))


def chosen(found: list[dict[str, Any]], chance: Random) -> dict[str, Any]:
    """Return one of the orders that `legal` lists, sometimes with other values that its fields may have."""
    by_kind: dict[str, list[dict[str, Any]]] = {}
    for row in found:
        verb = next(iter(row))
        by_kind.setdefault(f"{verb} game" if row[verb] == "game" else verb, []).append(row)
    # what must be done is done first, but Magi cast before they strike
    duty = next((kind for kind in ("enter", "spirit", "strike") if kind in by_kind), None)
    if duty == "strike" and "cast" in by_kind and chance.random() < 0.4:
        duty = "cast"
    kinds = list(by_kind)
    listed = by_kind[duty or chance.choices(kinds, [OFTEN.get(kind, 1) for kind in kinds])[0]]
    if "spell" in listed[0]:
        # each Spell as often as another, however many places it may be cast at
        spell = chance.choice(sorted({row.get("spell", "") for row in listed}))
        listed = [row for row in listed if row.get("spell", "") == spell]
    plain = [row for row in listed if not row.keys() & {"number", "forgo", "via"}] or listed
    row = dict(chance.choice(plain if chance.random() < 0.8 else listed))
    told = row.pop("told", {})
    return {**row, **filled(told, chance)} if "values" in told and chance.random() < 0.2 else row


def with_magi(state: State, chance: Random) -> State:
    """Return a game as it begins in which every legion holds Magi, with nearly as many Spells as they may hold."""
    board = state.masterboard
    assert board is not None
    assert board.cup is not None
    stacks, cup, taken = dict(board.caretaker), list(board.cup), Counter[str]()
    legions = list[LegionState]()
    for legion in board.legions:
        contents, magi = list(legion.contents or ()), list(legion.magi)
        for _ in range(2):
            kind, mage = contents[-1], chance.choice(sorted(RULES.keeping_spells))
            if RULES.characters[kind].cls != "creature" or not stacks[mage]:
                continue
            taken[mage] += 1
            ident, chart = f"{mage}-{taken[mage]}", RULES.characters[mage]
            contents[-1:] = []
            contents.insert(0, mage)
            stacks[kind] += 1
            stacks[mage] -= 1
            drawn = chart.spell_limit - len(chart.intrinsic) - chance.randint(0, 2)
            held = [cup.pop(chance.randrange(len(cup))) for _ in range(drawn)]
            magi.append(MageState(id=ident, held=in_order(RULES, [*intrinsic(RULES, ident), *held])))
        legions.append(replace(legion, contents=RULES.in_chart_order(contents), magi=magi))
    return replace(state, masterboard=replace(board, legions=legions, caretaker=stacks, cup=cup))


def play(
    number: int, seed: int, most: int = 20_000, magi: bool = True, options: dict[str, Any] | None = None
) -> Iterator[tuple[State, str, Any, Adjudication]]:
    """Yield (state before, player, order, outcome) of a random game until it ends, or until so many orders."""
    chance, secret = Random(seed), f"game {seed}".encode()
    state, rules = start(number, options), GAME.compile(RULESET, options) if options else RULES
    for _ in range(most):
        board = state.masterboard
        assert board is not None
        if board.outcome is not None:
            return
        if magi and board.phase != "setup":
            state, magi = with_magi(state, chance), False
        phase = GAME.open(state, rules).phase()
        assert phase is not None
        player = chance.choice(phase.players)
        found = rows(state, player, rules)
        assert found, f"{player} has nothing to order in {phase.title}"
        order = chosen(found, chance)
        outcome = submit(state, player, order, secret, rules)
        assert outcome.trace is not None, f"{order} was listed and is refused: {outcome.general} {outcome.refused}"
        yield state, player, order, outcome
        state = outcome.state


def read_back(state: State) -> State:
    """Return a state as it is written and read, with every check of a game in play; raises Unreadable."""
    value = builtins(state)
    found: State = read_state(GAME, RULESET, Document(documents.dump(value), "state", value), value, playing=True)
    return found
