"""Properties of the Hordes rulings that no single case can say."""

from __future__ import annotations

import re
import subprocess
import sys
from math import hypot, radians
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import yaml
from hordes_play import GAME, RULESET, free_of_overlaps, play, start, submit
from hordes_tables import crowded, unreadable
from hypothesis import example, given, settings
from hypothesis import strategies as st
from running import referee as run
from seeds import part

from referee import api
from referee.cli.case_files import run_all
from referee.core.adjudication.adjudicate import check
from referee.core.adjudication.legal import legal_rows
from referee.core.documents import Document, Unreadable
from referee.core.documents.writing import dump
from referee.core.game.dice import Dice
from referee.core.game.reading import mapping_of, read_orders
from referee.games.hordes.field.battlefield import Field
from referee.games.hordes.field.geometry import Base, dot, turn
from referee.games.hordes.field.ground import outline
from referee.games.hordes.field.groups import GroupStep, group_parts
from referee.games.hordes.position import PHASE_TITLES
from referee.games.hordes.questions.unused import idle
from referee.games.hordes.rules import compile_rules
from referee.games.hordes.rulings.outcomes import advance, flee
from referee.games.hordes.rulings.recoils import recoil
from referee.games.hordes.rulings.reports import Report
from referee.games.hordes.rulings.results import judge, odds
from referee.games.hordes.rulings.totals import Clash, Fighter, clash_told, fighter, ledgers
from referee.games.hordes.state import CombatSituation, State
from referee.report.pictures import picture_text

ROOT = Path(__file__).parent.parent
RULES = compile_rules(RULESET, {})
TYPES = list(RULES.kinds)
LETTERS = {
    "R": "recoil",
    "D": "destroyed",
    "E": "ensorcelled",
    "F": "flee_600",
    "B": "flee_field",
    "C": "captured",
    ".": "no_effect",
}
# minor defeats in close combat, the loser in good going, no aggressor and no General; columns in the order of rows
MATRIX = {
    "airboat": "RRRRRRRRRRRRRRRFRRR.RRR",
    "artillery": "DDDDDDDDDDDDDDDDDDD.DDD",
    "beast": "RRDDRRRRRDRRDRRRDDR.RRR",
    "behemoth": ".F.R..F.R......F.......",
    "blade": "RRRRRRRRRRRRRRRRRRR.RRD",
    "cleric": "RRRRRRRRRRRRDRRRRRR.RRD",
    "dragon": "...B..B.BDD.....D......",
    "flyer": "RRRRRRRRRRRRRRRFRRR.RRR",
    "god": ".....B..B......B.......",
    "hero": "RDRRRRRRRDDRRRREDRR.RFR",
    "hero_aerial": "RDRRRRRRRDDRRRREDRR.RFR",
    "horde": "RRRRRRRRRRRRDRRRRRR.RRD",
    "knight": "RRRDRRRRRRRRRRRRRRR.RRR",
    "lurker": "BBBBBBBBBBBBBBBBBBB.BBB",
    "lurker_water": "BBBBBBBBBBBBBBBBBBB.BBB",
    "magician": "RRRRRRDRDDDRRRREDRR.RRR",
    "paladin": "DDDDDDDDDDDDDDDDDDD.DDD",
    "rider": "RRRRRRRRRRRRRRRRRRR.RRR",
    "shooter": "RRDDRRRRRDRRDRRRDDR.RRR",
    "sneaker": "FFFFFFFFFFFFFFFFFFFFFFF",
    "spear": "RRRRRRRRRRRRDRRRRRR.RRD",
    "stronghold": ".CCCCC...C.CCCCCCCCCCCC",
    "warband": "RRRDRRRRRRRRDRRRRRR.RRR",
}
FACTS = {
    "going": st.sampled_from(list(RULES.table.goings)),
    "general": st.booleans(),
    "general_behind": st.booleans(),
    "uphill": st.booleans(),
    "holds_bank": st.booleans(),
    "flank_enemies": st.integers(0, 3),
    "extra_attackers": st.integers(0, 3),
    "aggressor": st.booleans(),
    "guarded": st.booleans(),
    "across_water": st.booleans(),
    "near_own_stronghold": st.booleans(),
}
ELEMENTS = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES), "die": st.integers(1, 6)},
    optional=FACTS,
)
PHASE_ORDERS: list[tuple[str, dict[str, Any]]] = [
    ("pips", {"pips": 4}),
    ("movement", {"move": "r1", "path": [{"x": 1, "y": 2, "facing": 0}]}),
    ("movement", {"activate": "r1"}),
    ("movement", {"desorcell": "r1"}),
    ("movement", {"end": "movement"}),
    ("long_range", {"shoot": "r1", "target": "b1"}),
    ("long_range", {"call": "b1"}),
    ("long_range", {"pass": "r1"}),
    ("long_range", {"end": "long_range"}),
    ("close_combat", {"fight": "r1", "against": "b1"}),
    ("close_combat", {"end": "close_combat"}),
]
BEHIND = st.fixed_dictionaries(
    {}, optional={"going": st.sampled_from(list(RULES.table.goings)), "attacked": st.booleans()}
)
TOLD = st.fixed_dictionaries({"type": st.sampled_from(TYPES)}, optional={**FACTS, "spear_behind": BEHIND})
SITUATIONS = st.fixed_dictionaries(
    {"kind": st.sampled_from(["close", "shoot", "bespell"]), "a": TOLD, "b": TOLD},
    optional={"can_shoot_back": st.booleans(), "spell_ones": st.integers(0, 2)},
)
COMBATS = st.fixed_dictionaries({"kind": st.sampled_from(["close", "shoot", "bespell"]), "a": ELEMENTS, "b": ELEMENTS})


def outcome_of(loser: str, winner: str, kind: str = "close", **facts: bool) -> str:
    me = Fighter(kind=RULES.kinds[loser])
    for name, value in facts.items():
        setattr(me, name, value)
    clash = Clash(Fighter(kind=RULES.kinds[winner]), me, kind)
    return judge(clash, 9, 8, RULES).b


def test_a_caster_caught_by_its_own_spell_is_part_of_the_verdict() -> None:
    line = "kind bespell; spell_ones 1; a magician die 1; b blade die 6; result"
    assert "ensorcelled by its own spell" in " ".join(run("ask", "-r", "hordes", line, "--brief").out.split())


def test_what_a_combat_leaves_out_is_said() -> None:
    assert api.ask("kind shoot; a shooter die 2; b shooter die 4; result", ruleset="hordes")["assumed"] == {
        "can_shoot_back": False
    }
    assert "assumed" not in api.ask("kind shoot; a shooter die 2; b blade die 4; result", ruleset="hordes")
    alone = api.ask("a knight die 4; b blade; odds", ruleset="hordes")
    assert alone["warnings"] == ["the die of a alone is given: these are the odds before either is rolled"]
    assert "warnings" not in api.ask("a knight; b blade; odds", ruleset="hordes")


@pytest.mark.parametrize("loser", TYPES)
def test_minor_defeats(loser: str) -> None:
    assert list(MATRIX) == TYPES
    assert [outcome_of(loser, winner) for winner in TYPES] == [LETTERS[letter] for letter in MATRIX[loser]]


@pytest.mark.parametrize("loser", TYPES)
def test_minor_defeats_elsewhere(loser: str) -> None:
    spared = {"sneaker"} - ({"sneaker"} if loser in ("sneaker", "stronghold") else set())
    for letter, winner in zip(MATRIX[loser], TYPES, strict=True):
        bad = LETTERS[letter]
        if winner not in spared and loser in ("knight", "rider") and letter == "R":
            bad = "destroyed"
        if winner == "knight" and loser in ("cleric", "horde", "spear", "warband"):
            bad = "recoil"
        assert outcome_of(loser, winner, bad=True, good=False) == bad
        hit = LETTERS[letter]
        if loser == "knight" and winner in ("artillery", "magician", "shooter"):
            hit = "destroyed"
        assert outcome_of(loser, winner, aggressor=True) == hit
        far = "recoil" if loser in ("artillery", "paladin") and letter == "D" else LETTERS[letter]
        assert outcome_of(loser, winner, "shoot") == far


@pytest.mark.slow
@given(COMBATS)
@settings(max_examples=300, deadline=None)
def test_totals_do_not_depend_on_the_order_of_rows(value: dict[str, object]) -> None:
    combat = msgspec.convert(value, CombatSituation)
    clash = Clash(fighter(combat.a, RULES), fighter(combat.b, RULES), combat.kind)
    for ledger in ledgers(clash, (3, 4), RULES):
        assert sum(entry.value for entry in reversed(ledger.entries)) == ledger.total
        assert all(entry.op == "add" and entry.cite for entry in ledger.entries)


@pytest.mark.slow
@given(COMBATS)
@settings(max_examples=150, deadline=None)
def test_odds_count_every_throw(value: dict[str, object]) -> None:
    combat = msgspec.convert(value, CombatSituation)
    clash = Clash(fighter(combat.a, RULES), fighter(combat.b, RULES), combat.kind)
    found = odds(clash, RULES)
    assert sum(found.grades) == 36
    assert sum(p for _, _, p in found.outcomes) == 1
    counted: dict[tuple[str, str], int] = {}
    for a in range(1, 7):
        for b in range(1, 7):
            one, other = ledgers(clash, (a, b), RULES)
            ruling = judge(clash, one.total, other.total, RULES)
            counted[ruling.a, ruling.b] = counted.get((ruling.a, ruling.b), 0) + 1
    assert {(a, b): p * 36 for a, b, p in found.outcomes} == counted


@pytest.mark.slow
@given(st.integers(0, 10**6))
@example(875)
@settings(max_examples=2, deadline=None)
def test_nobody_stands_on_another_or_vanishes(seed: int) -> None:
    state, outcomes = play(seed, turns=6)
    for outcome in outcomes:
        assert free_of_overlaps(outcome.state, RULES) == []
        assert outcome.trace is not None
        gone = {change.what for step in outcome.trace.steps for change in step.changes if change.field == "status"}
        before = {e["id"]: e.get("status", "on_board") for e in outcome.trace.before["elements"]}
        for element in outcome.state.elements:
            assert element.status == before[element.id] or element.id in gone
        assert {e.id for e in outcome.state.elements} == set(before)
        cites = {cite for step in outcome.trace.steps for cite in step.cites}
        assert not [cite for cite in cites if not RULESET.knows(cite)]
    assert state.turn is not None


@pytest.mark.slow
@given(st.integers(0, 10**6))
@example(80)
@settings(max_examples=60, deadline=None)
def test_every_state_that_is_written_can_be_read(seed: int) -> None:
    state = crowded(seed)
    assert unreadable(state) == []
    for row in legal_rows(GAME, GAME.open(state, RULES)):
        if "fight" in row:
            outcome = submit(
                state, [{"fight": row["fight"], "against": row["against"]}], state.active, f"{seed}", False
            )
            assert unreadable(outcome.state) == [], row
    state = crowded(seed, "movement")
    outcome = submit(state, [{"end": "movement"}], state.active, f"{seed}", skip=False)
    assert unreadable(outcome.state) == []


def came_to(before: Any, after: Any, told: str) -> bool:
    """Return whether what an answer tells of an element is what became of it between two states."""
    gone = {"destroyed": "destroyed", "ensorcelled": "ensorcelled", "fled": "flee_field", "off_board": "flee_field"}
    if after.status != "on_board":
        return told == gone[after.status]
    if (after.x, after.y, after.facing) == (before.x, before.y, before.facing):
        return told in ("stand", "no_effect")
    if abs(turn(before.facing, after.facing)) > 1:
        return told == "flee_600" or (told == "recoil" and after.facing != before.facing)
    ahead = Base(before.x, before.y, before.facing, 1, 1).ahead
    forward = dot((after.x - before.x, after.y - before.y), ahead)
    return told == ("advance" if forward > 0 else "recoil")


@pytest.mark.slow
@given(st.integers(0, 10**6), st.sampled_from(["close_combat", "long_range"]), st.booleans())
@settings(max_examples=80, deadline=None)
def test_a_question_about_a_combat_ends_as_the_fight_does(seed: int, phase: str, stays: bool) -> None:
    rng = Random(seed)
    state = crowded(seed, phase, {"blocked_recoil": "stay"} if stays else {})
    rules = GAME.compile(RULESET, state.options)
    for row in legal_rows(GAME, GAME.open(state, rules)):
        verb = next((v for v in ("fight", "shoot", "bespell") if v in row), None)
        # a question names one shooter or Magician, and says how many aid it
        if verb is None or not isinstance(row[verb], str) or "aided_by" in row:
            continue
        a, b = row[verb], row["against" if verb == "fight" else "target"]
        dice = {a: rng.randint(1, 6), b: rng.randint(1, 6)}
        order = {verb: a, ("against" if verb == "fight" else "target"): b, "dice": dice}
        outcome = submit(state, [order], state.active, f"{seed}", skip=False)
        question = {"combat": a, "against": b, "kind": "close" if verb == "fight" else verb}
        plain = msgspec.to_builtins(state)
        plain.pop("awaiting", None)
        answer = api.ask({**plain, "ask": {**question, "dice": dice}})
        odds_answer = api.ask({**plain, "ask": question})
        step = next(s for s in outcome.trace.steps if s.rolled)
        totals = [ledger["total"] for ledger in step.reasons if ledger["quantity"].startswith("total")]
        assert [answer["answer"]["totals"]["a"], answer["answer"]["totals"]["b"]] == totals
        told = answer["answer"]["outcome"]
        assert {"a": told["a"], "b": told["b"]} in [
            {"a": o["a"], "b": o["b"]} for o in odds_answer["answer"]["outcomes"]
        ]
        was, now = ({e.id: e for e in s.elements} for s in (state, outcome.state))
        for side, ident in (("a", a), ("b", b)):
            if ident in was:
                assert came_to(was[ident], now[ident], told[side]), (row, dice, told, step.what)
            else:
                assert (told[side] == "captured") == (outcome.state.strongholds[0].status == "captured")
        moved = list(dict.fromkeys(f"{c.what} {c.says}" for c in step.changes if c.says))
        assert [n for n in answer.get("notes", []) if n in moved] == moved
        # what the order stands on besides: the phase, and the price of a spell
        assert set(step.cites) - set(answer["cites"]) <= {"HS-SEQ-3", "HS-SEQ-4", "HS-PIP-7"}


def table(*elements: tuple[str, str, float, float, float]) -> Field:
    """Return a table of red elements: name, type, x, y, facing."""
    told = [dict(zip(("id", "type", "x", "y", "facing"), e, strict=True), army="red") for e in elements]
    return Field(msgspec.convert({"format": 1, "ruleset": "hordes", "elements": told}, State), RULES)


def standing_on(field: Field) -> list[str]:
    return [e.id for e in field.standing() if field.overlaps_any(e.base, {e.id})]


def test_whether_two_stand_on_each_other_does_not_depend_on_who_is_asked() -> None:
    found = 0
    for step in range(200):
        hero = ("r1", "hero", 1390 + step / 50, 480.2, 0.0)
        field = table(hero, ("r2", "magician", 1527.2, 504.0, 315.0))
        one, other = field.elements["r1"], field.elements["r2"]
        by_one, by_other = field.overlaps_any(one.base, {"r1"}), field.overlaps_any(other.base, {"r2"})
        assert bool(by_one) == bool(by_other), hero
        found += bool(by_one)
    assert 0 < found < 200


@pytest.mark.parametrize("names", [("r2", "r3"), ("r3", "r2")])
def test_a_friend_pushed_by_two_makes_room_for_both(names: tuple[str, str]) -> None:
    places = {"r2": ("blade", 940.0, 840.0), "r3": ("blade", 1020.0, 750.0)}
    field = table(("r1", "horde", 1000.0, 1000.0, 0.0), *((n, *places[n], 0.0) for n in names))
    recoil(field, field.elements["r1"], "depth", Report())
    assert [field.elements[n].base.front[1] for n in ("r1", "r2", "r3")] == [840, 680, 600]
    assert standing_on(field) == []


@pytest.mark.parametrize("go", [advance, flee])
def test_who_runs_stops_before_a_friend_a_little_in_the_lane(go: Any) -> None:
    facing, there = (0.0, 1150.0) if go is advance else (180.0, 1740.0)
    field = table(("r1", "warband", 1000.0, 1000.0, facing), ("r2", "blade", 1159.7, there, 0.0))
    assert standing_on(field) == []
    go(field, field.elements["r1"], "depth" if go is advance else 600, Report())
    assert standing_on(field) == []


@pytest.mark.slow
@given(st.integers(0, 10**6))
@settings(max_examples=2, deadline=None)
def test_adjudication_repeats_byte_for_byte(seed: int) -> None:
    _, first = play(seed, turns=3)
    _, second = play(seed, turns=3)
    assert [dump(o.trace) for o in first] == [dump(o.trace) for o in second]
    assert [dump(o.state) for o in first] == [dump(o.state) for o in second]


def test_a_state_is_read_as_it_was_written() -> None:
    state, _ = play(7, turns=2)
    assert msgspec.convert(yaml.safe_load(dump(state)), type(state)) == state


NUMBERS = st.sampled_from([0, 1, 1000, 1000.0, 1000.5, 12.25, 2400])


@given(NUMBERS, NUMBERS, st.sampled_from([0, 0.0, -90, 90.5, 270]), st.sampled_from([2400, 2400.0, 3000.5]))
@settings(max_examples=60, deadline=None)
def test_a_number_is_written_as_it_was_given(x: float, y: float, facing: float, size: float) -> None:
    element = {"id": "r1", "army": "red", "type": "blade", "x": x, "y": y, "facing": facing, "depth": 80}
    foe = {**element, "id": "b1", "army": "blue", "type": "horde", "x": 100, "y": 100}
    hill = {"id": "h", "kind": "hill", "polygon": [[x, 10.0], [500, 10], [500, 3000.5]]}
    value = {
        "format": 1,
        "ruleset": "hordes",
        "turn": 2,
        "active": "red",
        "phase": "movement",
        "pips": 0,
        "board": {"width": size, "height": 2400},
        "terrain": [hill],
        "elements": [element, foe],
    }
    state = msgspec.convert(value, State)
    written = yaml.safe_load(dump(GAME.open(state, RULES).state()))
    assert [repr(written[key]) for key in ("board", "terrain")] == [repr(value[key]) for key in ("board", "terrain")]
    assert repr({key: written["elements"][0][key] for key in element}) == repr(element)
    order = {"move": "r1", "path": [{"x": x, "y": y, "facing": facing}]}
    document = {"format": 1, "ruleset": "hordes", "player": "red", "orders": [order]}
    submission = read_orders(GAME, Document(dump(document), "orders", document))
    assert repr(mapping_of(submission.orders[0].order)["path"]) == repr(order["path"])


@pytest.mark.slow
def test_whole_numbers_that_are_computed_are_written_whole() -> None:
    for seed in range(3):
        state, outcomes = play(seed, turns=2)
        changes = [step.changes for outcome in outcomes if outcome.trace for step in outcome.trace.steps]
        texts = [dump(state.elements), *map(dump, changes)]
        assert not [word for text in texts for word in re.findall(r"[ \[]-?\d+\.0+\b", text)]


def board_of(state: State) -> str:
    """Return the board of a table as text, without its title and the table of coordinates."""
    lines = picture_text(GAME.draw(state, RULES)["table"]).split("\n")
    return "\n".join(lines[2 : next(n for n, line in enumerate(lines) if line.startswith("army "))])


def test_the_text_map_of_the_example_shows_everybody() -> None:
    plain = yaml.safe_load((ROOT / "examples/hordes/ford/000.state.yaml").read_text())
    for element in plain["elements"]:
        if element["id"] == "r6":
            element |= {"status": "on_board", "x": 300, "y": 160, "facing": 0}
    state = msgspec.convert(plain, State)
    shown = board_of(state)
    assert [e.id for e in state.elements if e.status == "on_board" and f" {e.id}" not in shown] == []


@given(st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_the_text_map_loses_nobody(seed: int) -> None:
    state = crowded(seed)
    shown = re.findall(r"\S+\*? ([rb]\d+)\b", board_of(state))
    assert sorted(shown) == sorted(e.id for e in state.elements if e.status == "on_board")


def test_a_turn_of_two_armies_is_adjudicated() -> None:
    state = start(Random(1))
    group = ["r3", "r4", "r5", "r6"]
    orders = [
        {"pips": 6},
        {"group": group, "steps": [{"wheel": "left", "degrees": 5}, {"advance": 60}]},
        {"end": "movement"},
        {"end": "long_range"},
    ]
    outcome = submit(state, orders, "red", "quick", skip=False)
    assert outcome.trace is not None, [o.message for v in outcome.refused for o in v.objections]


@pytest.mark.parametrize("phase", PHASE_TITLES)
@pytest.mark.parametrize(("due", "order"), PHASE_ORDERS, ids=str)
@pytest.mark.parametrize("player", ["red", "blue"])
def test_an_order_outside_its_phase_is_refused_with_a_rule(
    phase: str, due: str, order: dict[str, Any], player: str
) -> None:
    state = msgspec.structs.replace(start(Random(1)), active="red", phase=phase, pips=6)
    outcome = submit(state, [order], player, "phases", skip=False)
    if phase != due or player == "blue":
        assert [o.cite for v in outcome.refused for o in v.objections if o.cite]


def duel() -> State:
    """Return a turn of blue's in which one Shooter's dice decide whether red shoots at all."""
    value = {
        "format": 1,
        "ruleset": "hordes",
        "turn": 4,
        "active": "blue",
        "phase": "long_range",
        "pips": 0,
        "board": {"width": 2400, "height": 2400, "edges": {"red": "south", "blue": "north"}},
        "elements": [
            {"id": "r3", "army": "red", "type": "shooter", "x": 1400, "y": 720, "facing": 0},
            {"id": "r4", "army": "red", "type": "shooter", "x": 1560, "y": 800, "facing": 0},
            {"id": "r5", "army": "red", "type": "magician", "x": 1200, "y": 500, "facing": 0},
            {"id": "b1", "army": "blue", "type": "hero", "x": 1200, "y": 1400, "facing": 180},
            {"id": "b4", "army": "blue", "type": "shooter", "x": 1480, "y": 1000, "facing": 180},
        ],
    }
    return msgspec.convert(value, State)


@pytest.mark.parametrize(
    ("order", "status"),
    [
        ({"shoot": "r5", "target": "b4"}, "refused"),
        ({"shoot": "r3", "target": "b1"}, "refused"),
        ({"bespell": "r5", "target": "b4"}, "refused"),
        ({"move": "r3", "path": [{"x": 1400, "y": 730, "facing": 0}]}, "refused"),
        ({"shoot": "r4", "target": "b4"}, "open"),
        ({"shoot": "r3", "target": "b4"}, "open"),
    ],
    ids=str,
)
def test_what_no_die_can_make_legal_is_refused_before_dice_are_rolled(order: dict[str, Any], status: str) -> None:
    given = {"blue": [{"shoot": "b4", "target": "r4"}, {"end": "long_range"}], "red": [order]}
    documents = []
    for player, orders in given.items():
        value = {"format": 1, "ruleset": "hordes", "player": player, "orders": orders}
        documents.append(read_orders(GAME, Document(dump(value), player, value)))
    outcome = check(GAME, RULES, duel(), documents, Dice())
    assert [verdict.status for verdict in outcome.verdicts] == ["done", "done", status]


@pytest.mark.slow
def test_every_rule_and_every_ruling_is_cited_by_some_case() -> None:
    cited = {cite for verdict in run_all([str(ROOT / "tests/cases/hordes")]) for cite in verdict.cites}
    # the depth of each type is one ruling
    known = [*RULESET.rules, *(number for number in RULESET.rulings if not number.startswith("HS-G-01 "))]
    assert [number for number in known if number not in cited] == []


@pytest.mark.slow
@given(
    st.sampled_from([("blade", 80), ("rider", 120), ("behemoth", 160)]),
    st.integers(2, 4),
    st.sampled_from(["left", "right"]),
    st.floats(1, 90),
    st.floats(0, 300),
)
@settings(max_examples=60, deadline=None)
def test_followers_of_a_column_stand_on_the_track_of_their_leader(
    troops: tuple[str, int], count: int, side: str, degrees: float, paces: float
) -> None:
    kind, depth = troops
    names = [f"r{n}" for n in range(count)]
    field = table(*((name, kind, 1000.0, 1500.0 - depth * n, 0.0) for n, name in enumerate(names)))
    steps = [GroupStep(wheel=side, degrees=degrees), GroupStep(advance=paces)]
    parts, _ = group_parts(field, [field.elements[name] for name in names], steps)
    sign, radius = (-1 if side == "left" else 1), 80.0
    pivot = 1000 + sign * radius, 1500.0
    bend = radius * radians(degrees)
    for number, leg in enumerate(parts):
        (x, y), facing = leg.end.front, leg.end.facing
        turned = (facing * sign) % 360
        if turned < 1e-6 or turned > 359:
            gone = y - 1500
            assert abs(x - 1000) < 1e-6
        elif abs(turned - degrees) > 1e-6:
            gone = radius * radians(turned)
            assert abs(hypot(x - pivot[0], y - pivot[1]) - radius) < 1e-6
        else:
            bent = Base(1000, 1500, 0, 160, depth).wheeled(pivot, sign * degrees)
            gone = bend + hypot(x - bent.front[0], y - bent.front[1])
        goal = bend + paces - depth * number
        assert gone <= goal + 1e-3
        if number:
            assert gone > goal - 1e-3 or outline(leg.end).distance(outline(parts[number - 1].end)) < 0.01
            assert outline(leg.end).intersection(outline(parts[number - 1].end)).area < 0.01


def asked(value: dict[str, Any]) -> dict[str, Any]:
    return api.ask({"format": 1, "ruleset": "hordes", **value})


def test_a_fact_that_counts_for_nothing_is_noted_and_changes_nothing_else() -> None:
    told = {"kind": "shoot", "a": {"type": "artillery"}, "b": {"type": "knight"}}
    idle = {"can_shoot_back": True, "b": {"type": "knight", "spear_behind": {}}}
    plain, noted = (asked({"combat": c, "ask": {"odds": True}}) for c in (told, told | idle))
    assert noted["answer"] == plain["answer"]
    assert [n.split()[0] for n in noted["notes"] if n not in plain["notes"]] == ["can_shoot_back", "b.spear_behind"]
    led = asked({"combat": {"a": {"type": "paladin", "general": True}, "b": {"type": "horde"}}, "ask": {"odds": True}})
    assert any("cannot be the General" in note for note in led["notes"])


@pytest.mark.parametrize(
    ("combat", "reported"),
    [
        ({"kind": "shoot", "a": {"type": "shooter"}, "b": {"type": "knight", "aggressor": True}}, ["b.aggressor"]),
        ({"a": {"type": "shooter"}, "b": {"type": "knight", "aggressor": True}}, []),
        ({"a": {"type": "blade"}, "b": {"type": "knight", "aggressor": True}}, ["b.aggressor"]),
        ({"a": {"type": "blade", "uphill": True, "across_water": True}, "b": {"type": "horde"}}, ["a.across_water"]),
        (
            {"a": {"type": "hero", "general": True, "general_behind": True}, "b": {"type": "horde"}},
            ["a.general_behind"],
        ),
        ({"a": {"type": "blade"}, "b": {"type": "spear", "spear_behind": {"attacked": True}}}, ["b.spear_behind"]),
        ({"a": {"type": "blade"}, "b": {"type": "spear", "spear_behind": {"going": "road"}}}, ["b.spear_behind.going"]),
        ({"a": {"type": "blade", "die": 3}, "b": {"type": "horde"}}, ["a.die"]),
        ({"spell_ones": 1, "a": {"type": "blade"}, "b": {"type": "horde"}}, ["spell_ones"]),
        ({"a": {"type": "blade", "going": "water"}, "b": {"type": "horde"}}, ["a.going"]),
        ({"a": {"type": "blade", "going": "water"}, "b": {"type": "knight"}}, ["a.going"]),
        ({"a": {"type": "spear", "going": "water"}, "b": {"type": "knight"}}, []),
    ],
    ids=str,
)
def test_what_counts_for_nothing_is_reported_by_name(combat: dict[str, Any], reported: list[str]) -> None:
    notes = asked({"combat": combat, "ask": {"odds": True}}).get("notes", [])
    assert [note.split(" ")[0] for note in notes if "has no effect" in note] == reported


def test_a_combat_without_a_table_says_what_only_a_table_decides() -> None:
    flanked = {"type": "blade", "die": 3, "flank_enemies": 1}
    for a, b, said in (
        ({"type": "knight", "die": 5}, {"type": "blade", "die": 3}, ["on a table a then advances"]),
        ({"type": "hero", "die": 3}, flanked, ["on a table b cannot recoil"]),
        ({"type": "blade", "die": 5}, {"type": "knight", "die": 3}, []),
        ({"type": "blade", "die": 5}, {"type": "flyer", "die": 6}, ["a Blade fights a Flyer only where"]),
    ):
        answer = asked({"combat": {"a": a, "b": b}, "ask": {"result": True}})
        notes = [note for note in answer.get("notes", []) if "table" in note or "only where" in note]
        assert len(notes) == len(said)
        assert all(note.startswith(words) for note, words in zip(notes, said, strict=True))


def test_what_is_named_of_an_attack_or_a_fight_and_counts_for_nothing_is_reported() -> None:
    elements = [
        {"id": "r1", "army": "red", "type": "blade", "x": 1000, "y": 850, "facing": 0},
        {"id": "r2", "army": "red", "type": "blade", "x": 400, "y": 1000, "facing": 0},
        {"id": "b1", "army": "blue", "type": "blade", "x": 1000, "y": 1000, "facing": 180},
        {"id": "b2", "army": "blue", "type": "blade", "x": 400, "y": 1000, "facing": 180},
    ]
    attack = {"attack": "r1", "target": "b1", "corner": "left", "at": [3, 4], "side": 1}
    for question, reported in (
        (attack, ["at", "side", "corner"]),
        ({"attack": "r1", "target": "b1"}, []),
        ({"combat": "r2", "against": "b2", "aided_by": ["r1"]}, ["aided_by"]),
    ):
        notes = asked({"elements": elements, "ask": question}).get("notes", [])
        assert [note.split(" ")[0] for note in notes if "has no effect" in note] == reported


def rulings_on(combat: CombatSituation) -> list[Any]:
    """Return how a combat is ruled for every throw, and on which options that turned."""
    clash = clash_told(combat, RULES)
    out: list[Any] = []
    for a in range(1, 7):
        for b in range(1, 7):
            with RULES.consulting() as consulted:
                one, other = ledgers(clash, (a, b), RULES)
                found = judge(clash, one.total, other.total, RULES)
            selves = combat.kind == "bespell" and a == 1 and combat.spell_ones > 0
            out.append((one.entries, other.entries, found.grade, found.a, found.b, found.row, selves, consulted))
    return out


def left_out(value: dict[str, Any], name: str) -> dict[str, Any]:
    """Return what is told of a combat without one fact, by its name in a note."""
    head, _, rest = name.partition(".")
    inner = left_out(value[head], rest) if rest else None
    return {key: inner if key == head else held for key, held in value.items() if key != head or inner is not None}


@pytest.mark.slow
@given(SITUATIONS)
@settings(max_examples=80, deadline=None)
def test_a_fact_counts_or_is_reported(value: dict[str, Any]) -> None:
    combat = msgspec.convert(value, CombatSituation)
    notes = [note.split(" ")[0] for note in idle(combat, True, RULES) if "has no effect" in note]
    without = value
    for name in notes:
        without = left_out(without, name)
    assert rulings_on(msgspec.convert(without, CombatSituation)) == rulings_on(combat)
    told = [f"{side}.{name}" for side in "ab" for name in without[side] if name != "type"]
    told += [f"{s}.spear_behind.{name}" for s in "ab" for name in without[s].get("spear_behind", ())]
    told += [name for name in without if name not in ("kind", "a", "b")]
    for name in told:
        less = msgspec.convert(left_out(without, name), CombatSituation)
        if less != msgspec.convert(without, CombatSituation):
            assert rulings_on(less) != rulings_on(combat), name


def test_pips_are_priced_by_a_die_there_is_and_a_general_missing_is_told() -> None:
    blade = {"id": "r1", "army": "red", "type": "blade", "x": 500, "y": 500, "facing": 0}
    value: dict[str, Any] = {"elements": [blade]}
    found = asked({**value, "ask": {"pips": [{"move": "r1", "path": []}]}})
    assert found["assumed"]["general"] == "red with no General named, so out of command"
    with pytest.raises(Unreadable, match="at most 6, not 7"):
        asked({**value, "ask": {"pips": [{"move": "r1", "path": []}], "die": 7}})


@pytest.mark.slow
@pytest.mark.parametrize(("mine", "foe"), [("blade", "warband"), ("knight", "behemoth")])
def test_uphill_begins_where_the_hill_reaches_the_centre_of_the_base(mine: str, foe: str) -> None:
    depth = RULES.depth(RULES.kinds[mine])
    found = []
    first, last = int(1000 - depth / 2), int(1000 + RULES.depth(RULES.kinds[foe]) / 2) - 1
    edges = sorted({first - 1, first, last, last + 1, *part(range(700, 1301), 9)})
    for edge in edges:
        # the fronts meet at y 1000; the hill comes from the south up to its edge
        hill = {"id": "hill", "kind": "hill", "level": 1, "polygon": [[800, 0], [1200, 0], [1200, edge], [800, edge]]}
        pair = [
            {"id": "r1", "army": "red", "type": mine, "x": 1000, "y": 1000, "facing": 0},
            {"id": "b1", "army": "blue", "type": foe, "x": 1000, "y": 1000, "facing": 180},
        ]
        answer = asked({"terrain": [hill], "elements": pair, "ask": {"combat": "r1", "against": "b1"}})
        if ["HS-TAC-5", 1] in answer["answer"]["modifiers"]["a"]:
            found.append(edge)
            assert "HS-G-55" in answer["cites"]
        assert ["HS-TAC-5", 1] not in answer["answer"]["modifiers"]["b"]
    # from the centre of the one base on, until the other's centre stands on the hill too
    assert found == [edge for edge in edges if first <= edge <= last]


def test_a_combat_without_a_table_loads_no_geometry(tmp_path: Path) -> None:
    question = tmp_path / "q.yaml"
    question.write_text(
        dump(
            {
                "format": 1,
                "ruleset": "hordes",
                "combat": {"a": {"type": "knight"}, "b": {"type": "spear"}},
                "ask": {"odds": True},
            }
        )
    )
    code = (
        "import sys; from referee import api; import yaml; "
        f"api.ask(yaml.safe_load(open({str(question)!r}))); sys.exit('shapely' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize(
    ("told", "question", "notes"),
    [
        ({"turn": 3}, {"contacts": True}, ["turn has no effect here: it counts in no question"]),
        (
            {"shooting": "red", "pips": 2},
            {"move": "r1", "path": [{"x": 1000, "y": 900, "facing": 0}]},
            ["shooting has no effect here: it counts in the question range"],
        ),
        ({"pips": 2}, {"range": "r1", "at": "b1"}, []),
        ({"pips": 2, "turn": 3, "active": "red", "phase": "movement"}, {"contacts": True}, []),
        ({}, {"army": {"horde": 2}}, ["elements has no effect here"]),
    ],
)
def test_what_a_situation_tells_and_a_question_does_not_use_is_reported(
    told: dict[str, Any], question: dict[str, Any], notes: list[str]
) -> None:
    """A state in play tells everything; nothing of it is reported."""
    elements = [
        {"id": "r1", "army": "red", "type": "shooter", "x": 1000, "y": 800, "facing": 0},
        {"id": "b1", "army": "blue", "type": "blade", "x": 1000, "y": 1400, "facing": 180},
    ]
    found = [
        note for note in asked({**told, "elements": elements, "ask": question}).get("notes", []) if "effect" in note
    ]
    assert len(found) == len(notes)
    assert all(note.startswith(start) for note, start in zip(found, notes, strict=True))


def test_flags_of_elements_that_a_question_does_not_use_are_reported() -> None:
    one = {"id": "r1", "army": "red", "type": "shooter", "x": 1000, "y": 800, "facing": 0, "fought": True, "shot": True}
    other = {"id": "b1", "army": "blue", "type": "blade", "x": 1000, "y": 950, "facing": 180}
    notes = asked({"elements": [one, other], "ask": {"range": "r1", "at": "b1"}})["notes"]
    assert "fought of r1 has no effect here: it counts in the questions combat, course" in notes
    assert not [note for note in notes if note.startswith("shot of")]
