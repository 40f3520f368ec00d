"""What holds for any input: nothing but Unreadable is raised, and legal, check, adjudicate and replay agree."""

from __future__ import annotations

import copy
import random
from functools import cache
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from running import ORDERS, QUESTION, STATE

import referee
from referee import api, games
from referee.core import documents
from referee.core.adjudication import adjudicate
from referee.core.adjudication.legal import legal_rows
from referee.core.adjudication.replay import replay
from referee.core.documents import Document
from referee.core.game.dice_sources import make_dice
from referee.core.game.trace import Trace
from referee.opening.dice import dice_for

STATE_VALUE, ORDERS_VALUE, QUESTION_VALUE = (yaml.safe_load(text) for text in (STATE, ORDERS, QUESTION))
KEYS = ["id", "hex", "side", "character", "hits", "power", "moved", "struck", "round", "phase", "active", "striking"]
KEYS += ["battle", "pieces", "slain", "players", "options", "rules", "awaiting", "may_muster", "may_summon", "result"]
KEYS += [
    "strike",
    "at",
    "move",
    "to",
    "end",
    "enter",
    "carry",
    "number",
    "dice",
    "reroll",
    "forgo",
    "most",
    "path",
    "via",
]
KEYS += [
    "orders",
    "ask",
    "format",
    "ruleset",
    "game",
    "step",
    "player",
    "reach",
    "rangestrike",
    "muster",
    "summon",
    "x",
]
WORDS = ["ogre-1", "troll-1", "titan-2", "ogre", "troll", "titan", "attacker", "defender", "C3", "C4", "Z9", "strike"]
WORDS += [
    "maneuver",
    "plains",
    "tower",
    "black",
    "red",
    "left",
    "concession",
    "battle",
    "strike ogre at troll dice 6",
    "",
]

junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.sampled_from(
        [10**6, 10**17, 10**30, 1.5, -0.0, float("nan"), float("inf"), "\x1b[31m", "\0", "\ud800", "x" * 5000]
    )
    | st.sampled_from(WORDS)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of every value in a document."""
    found = [path]
    if isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            found += places(inner, (*path, key))
    return found


@st.composite
def mutated(draw: Any, value: Any) -> Any:
    """Return a document with one to three things changed, taken away, added or doubled."""
    value = copy.deepcopy(value)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from([p for p in places(value) if p] or [()]))
        if not path:
            break
        holder = value
        for step in path[:-1]:
            holder = holder[step]
        match draw(st.sampled_from(["change", "drop", "add", "double"])):
            case "change":
                holder[path[-1]] = draw(junk)
            case "drop":
                del holder[path[-1]]
            case "add" if isinstance(holder, dict):
                holder[draw(st.sampled_from(KEYS))] = draw(junk)
            case _:
                if isinstance(holder, list):
                    holder.append(copy.deepcopy(holder[path[-1]]))
    return value


def survives(function: Any, *arguments: Any, **named: Any) -> Any:
    """Call the API; only a refusal to read, or rules that have changed, may be raised."""
    try:
        return function(*arguments, **named)
    except referee.Unreadable as error:
        assert error.problems  # noqa: PT017
        assert "\n" not in str(error.problems[0])  # noqa: PT017
    except api.StaleRules as error:
        assert error.rows  # noqa: PT017
    return None


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(mutated(STATE_VALUE), mutated(ORDERS_VALUE))
def test_mutated_states_and_orders(state: Any, orders: Any) -> None:
    for s, o in ((state, ORDERS_VALUE), (STATE_VALUE, orders), (state, orders)):
        checked = survives(referee.check, s, [o])
        done = survives(referee.adjudicate, s, [o], secret=b"x".ljust(32, b"\0"))
        assert (checked is None) == (done is None)
        if done is not None:
            assert ("trace" in done) == checked["legal"]


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(mutated(QUESTION_VALUE))
def test_mutated_questions(question: Any) -> None:
    survives(referee.ask, question)


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(st.sampled_from([STATE, ORDERS, QUESTION]), st.data())
def test_mutated_text(text: str, data: Any) -> None:
    raw = bytearray(text.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(raw) - 1))
        raw[place : place + data.draw(st.integers(0, 3))] = data.draw(
            st.binary(max_size=2)
            | st.sampled_from([b"&a ", b"*a", b"[", b"{", b": ", b"- ", b"\t", b"!x ", b"'", b'"', b"\n"])
        )
    survives(referee.check, bytes(raw), [ORDERS])
    survives(referee.check, STATE, [bytes(raw)])
    survives(referee.ask, bytes(raw))


lines = st.lists(
    st.sampled_from([*KEYS, *WORDS, "6543", "7", "-1", "[", '"', '["a"]', "{}", ",", "no", "yes"]), max_size=8
)


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(lines.map(" ".join), lines.map("; ".join))
def test_any_words_as_an_order_or_a_question(line: str, situation: str) -> None:
    survives(referee.check, STATE_VALUE, [{**ORDERS_VALUE, "orders": [line]}])
    survives(referee.ask, {**QUESTION_VALUE, "ask": line})
    document = survives(api.question_line, f"{situation}; {line}", "titan")
    if document is not None:
        survives(referee.ask, document.value)


# random battles

GAME, RULESET = games.load("titan")
HEXES = [
    f"{column}{row}" for column, size in zip("ABCDEF", (3, 4, 5, 6, 5, 4), strict=True) for row in range(1, size + 1)
]


@cache
def _table(name: str) -> Any:
    return RULESET.raw(name)


def random_state(chance: random.Random, phase: str) -> dict[str, Any]:
    """Return a battle in the middle of a phase; what may not stand where it was put is left off the map."""
    lands = list(_table("battlelands")["battlelands"])
    names = list(_table("characters")["characters"])
    hexes = chance.sample(HEXES, 10)
    pieces = []
    for number in range(chance.randint(4, 10)):
        piece = {"id": f"p{number}", "character": chance.choice(names), "side": chance.choice(["attacker", "defender"])}
        if chance.random() < 0.9:
            piece["hex"] = hexes[number]
        pieces.append(piece)
    land = chance.choice(lands)
    printed = _table("battlelands")["battlelands"][land].get("attacker_side")
    state = {
        "format": 1,
        "ruleset": "titan",
        "game": "fuzz",
        "step": 5,
        "battle": {
            "battleland": land,
            "attacker_side": printed or chance.choice(["left", "bottom", "right"]),
            "round": chance.randint(1, 7),
            "phase": phase,
            "active": chance.choice(["attacker", "defender"]),
            "players": {"attacker": "black", "defender": "red"},
            "pieces": pieces,
        },
    }
    while True:
        try:
            api.open_session(api.document_of(state, "state"))
        except referee.Unreadable as error:
            bad = {
                int(problem.where.split("[")[1].split("]")[0]) - 1 for problem in error.problems if "[" in problem.where
            }
            kept = [piece for number, piece in enumerate(pieces) if number not in bad]
            ends = zip(("attacker", "defender"), chance.sample(HEXES, 2), strict=True)
            kept += [
                {"id": f"p{side}", "character": "ogre", "side": side, "hex": hex_}
                for side, hex_ in ends
                if not any(piece["side"] == side for piece in kept)
            ]
            pieces[:] = kept
        else:
            return state


class Table:
    """A state with the commands that are tried on it many times over."""

    def __init__(self, state: dict[str, Any]) -> None:
        self.session = api.open_session(api.document_of(state, "state"))
        position = self.session.game.open(self.session.state, self.session.rules)
        phase = position.phase()
        self.player = phase.players[0] if phase is not None else None
        self.legal = legal_rows(self.session.game, position)

    def document(self, orders: list[Any]) -> Document:
        value = {"format": 1, "ruleset": "titan", "player": self.player, "orders": orders}
        return Document("", "orders", value)

    def check(self, orders: list[Any]) -> list[str]:
        s = self.session
        submissions = api.orders_of(s, [self.document(orders)])
        outcome = adjudicate.check(s.game, s.rules, s.state, submissions, make_dice("fuzz"))
        return [verdict.status for verdict in outcome.verdicts]

    def adjudicate(self, orders: list[Any], secret: bytes = b"s", skip: bool = False) -> adjudicate.Adjudication:
        s = self.session
        submissions = api.orders_of(s, [self.document(orders)])
        dice = dice_for(s, None, secret)
        return adjudicate.adjudicate(s.game, s.rules, s.state, submissions, dice, skip)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_what_is_listed_is_legal_and_what_is_legal_is_listed(seed: int) -> None:
    chance = random.Random(seed)
    listed = 0
    for phase in ("strike", "maneuver"):
        state = random_state(chance, phase)
        table = Table(state)
        ids = [piece["id"] for piece in state["battle"]["pieces"]]
        rows = {
            (verb, row[verb], at)
            for row in table.legal
            for verb in row
            if verb in TARGETED
            for at in told(row[TARGETED[verb]])
        }
        tried = [
            (verb, ident, at)
            for verb, field in TARGETED.items()
            for ident in ids
            for at in (HEXES if field == "to" else ids)
            if (verb in ("strike", "rangestrike")) == (phase == "strike")
        ]
        assert rows <= set(tried)
        for verb, ident, at in tried:
            verdict = table.check([{verb: ident, TARGETED[verb]: at}])
            assert (verdict == ["done"]) == ((verb, ident, at) in rows), (state, verb, ident, at)
        assert ({"end": phase} in table.legal) == (table.check([{"end": phase}]) == ["done"])
        listed += len(rows)
    assert listed


TARGETED = {"strike": "at", "rangestrike": "at", "move": "to", "enter": "to"}


def told(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value]


def some_order(chance: random.Random, table: Table, state: dict[str, Any]) -> dict[str, Any]:
    """Return one of the orders listed, or one that may well be illegal."""
    rows = [row for row in table.legal if "concede" not in row]
    if rows and chance.random() < 0.8:
        row = chance.choice(rows)
        verb = next(iter(row))
        field = TARGETED.get(verb)
        return {verb: row[verb]} if field is None else {verb: row[verb], field: chance.choice(told(row[field]))}
    verb = chance.choice(list(TARGETED))
    ids = [piece["id"] for piece in state["battle"]["pieces"]] or ["nobody"]
    return {verb: chance.choice(ids), TARGETED[verb]: chance.choice(HEXES if TARGETED[verb] == "to" else ids)}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_check_and_adjudicate_agree_and_replay_says_the_same(seed: int) -> None:
    """Random documents of orders, some of them illegal, on battles that go on from step to step."""
    chance = random.Random(1000 + seed)
    state = random_state(chance, chance.choice(["strike", "maneuver"]))
    for number in range(6):
        table = Table(state)
        if table.player is None:
            break
        orders = [some_order(chance, table, state) for _ in range(chance.randint(1, 4))]
        verdicts = table.check(orders)
        outcome = table.adjudicate(orders)
        assert (outcome.trace is None) == ("refused" in verdicts), (state, orders)
        if outcome.trace is None:
            outcome = table.adjudicate(orders, skip=True)
            assert outcome.trace is not None
        status = {step.order.number: step.status for step in outcome.trace.steps if step.order is not None}
        for place, verdict in enumerate(verdicts, 1):
            if verdict == "done":
                assert status[place] == "done", (state, orders)
            assert (status[place] == "refused") == (verdict == "refused")
        again = table.adjudicate(orders, skip=outcome.trace.skip_illegal)
        assert documents.dump(again.trace) == documents.dump(outcome.trace)
        assert documents.dump(again.state) == documents.dump(outcome.state)
        text = documents.dump(outcome.trace)
        recorded = documents.convert(documents.parse(text, "trace"), Trace)
        assert documents.dump(recorded) == text
        assert replay(GAME, RULESET, recorded, b"s").differences == []
        state = documents.parse(documents.dump(outcome.state), "state").value
        if chance.random() < 0.7:
            state = ended(state) or state
        assert number < 6


def ended(state: dict[str, Any]) -> dict[str, Any] | None:
    """Return the state after the end of its phase, where nothing is owed."""
    table = Table(state)
    if table.player is None or table.check([{"end": state["battle"]["phase"]}]) != ["done"]:
        return None
    outcome = table.adjudicate([{"end": state["battle"]["phase"]}])
    value: dict[str, Any] = documents.parse(documents.dump(outcome.state), "state").value
    return value


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.randoms(use_true_random=False))
def test_the_callers_state_is_never_changed(secret: bytes, chance: random.Random) -> None:
    state, orders = copy.deepcopy(STATE_VALUE), copy.deepcopy(ORDERS_VALUE)
    chance.shuffle(state["battle"]["pieces"])
    before = copy.deepcopy((state, orders))
    one = referee.adjudicate(state, [orders], secret=secret)
    assert (state, orders) == before
    assert one == referee.adjudicate(state, [orders], secret=secret)
    assert one["state"]["step"] == 13
