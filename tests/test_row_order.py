"""Where rows stand among others, and which rows of a first-match table can never decide."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from running import referee, write

from referee.core.rules.moments import YES, FactKind, Moment
from referee.core.rules.reach import uncovered_facts, unreachable
from referee.core.rules.rows import Row, holds
from referee.core.rules.rulesets import Ruleset
from referee.core.rules.sequence import in_order, order_problems


@pytest.mark.parametrize(
    ("table", "order"),
    [
        ({"a": {}, "z": {}, "n": {"before": "z"}}, "a n z"),
        ({"a": {}, "z": {}, "n": {"after": "a"}}, "a n z"),
        ({"a": {}, "m": {"after": "a"}, "n": {"after": "a"}, "z": {}}, "a m n z"),
        ({"m": {"before": "z"}, "n": {"before": "z"}, "z": {}}, "m n z"),
        ({"n": {"after": "m"}, "m": {"before": "z"}, "a": {}, "z": {}}, "a m n z"),
        ({"n": {"before": "nobody"}, "a": {}}, "a n"),
        ({"n": {"before": "m"}, "m": {"before": "n"}, "a": {}}, "a n m"),
        ({"before": {"x": 1}, "a": {"after": 3}}, "before a"),
    ],
)
def test_an_entry_stands_where_it_asks_to(table: dict[str, Any], order: str) -> None:
    assert list(in_order(table)) == order.split()
    assert list(in_order({"deep": {"inside": table}})["deep"]["inside"]) == order.split()


@given(
    st.dictionaries(
        st.sampled_from("abcdef"), st.tuples(st.sampled_from(["before", "after", "free"]), st.sampled_from("abcdefg"))
    )
)
def test_every_place_that_is_no_problem_is_kept(told: dict[str, tuple[str, str]]) -> None:
    table = {key: {} if how == "free" else {how: name} for key, (how, name) in told.items()}
    ordered = list(in_order(table))
    assert sorted(ordered) == sorted(table)
    assert [key for key in ordered if not table[key]] == [key for key in table if not table[key]]
    if not list(order_problems(table)):
        for key, (how, name) in told.items():
            if how != "free":
                assert (ordered.index(key) < ordered.index(name)) == (how == "before")


MOMENT = Moment(
    "a test",
    {
        "flag": FactKind("", YES),
        "colour": FactKind("", ("red", "blue", "green")),
        "warm": FactKind("", YES),
        "count": FactKind(""),
    },
    {},
    first_match=True,
    settled={"warm": ("colour", {True: ("red",), False: ("blue", "green")})},
)
CONDITIONS = st.fixed_dictionaries(
    {},
    optional={
        "flag": st.booleans(),
        "colour": st.lists(st.sampled_from(["red", "blue", "green"]), min_size=1, unique=True),
        "warm": st.booleans(),
        "count": st.lists(st.integers(0, 2), min_size=1, unique=True),
    },
)


@pytest.mark.slow
@given(st.lists(CONDITIONS, max_size=6))
def test_reach_agrees_with_every_situation(conditions: list[dict[str, Any]]) -> None:
    rows = {f"r{number}": Row(when=when, cite="X") for number, when in enumerate(conditions)}
    decided: set[str | None] = set()
    for flag, colour, count in product((True, False), ("red", "blue", "green"), (0, 1, 2, 3)):
        facts = {"flag": flag, "colour": colour, "warm": colour == "red", "count": count}
        decided.add(next((name for name, row in rows.items() if holds(tuple(row.when.items()), facts)), None))
    found = dict(unreachable(rows, MOMENT))
    assert set(rows) - found.keys() == decided - {None}
    assert (uncovered_facts(rows, MOMENT) is None) == (None not in decided)
    for name, earlier in found.items():
        assert list(rows)[: list(rows).index(name)] or not earlier


def lay(folder: Path, **tables: str) -> None:
    write(folder / "mine", manifest="format: 1\nruleset: mine\ntitle: Mine\nextends: hordes\n", **tables)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    return tmp_path


BY_GOD = "{when: {opponent: god}, result: destroyed, cite: HS-RES-5, why: w"
BROKEN = {
    "behind the catch-all": (
        "elements",
        f"elements: {{blade: {{minor: {{god: {BY_GOD}}}}}}}}}",
        "elements.blade.minor.god: is never reached: 'otherwise' holds whenever it does; give it 'before: otherwise'",
    ),
    "behind two that share it": (
        "combat",
        "draw:\n  a: {when: {odd: true}, result: recoil, before: otherwise, cite: HS-DRW-1, why: w}\n"
        "  b: {when: {odd: false}, result: recoil, before: otherwise, cite: HS-DRW-1, why: w}\n"
        "  c: {when: {general: true}, result: recoil, before: otherwise, cite: HS-DRW-1, why: w}\n",
        "combat.yaml:4:3: draw.c: is never reached: one of 'heroes', 'magician', 'paladin', 'a' and 'b' holds",
    ),
    "unknown place": (
        "elements",
        f"elements: {{blade: {{minor: {{god: {BY_GOD}, before: warbend}}}}}}}}",
        "there is no 'warbend' here for 'god' to stand before (did you mean 'warband'?)",
    ),
    "waiting for each other": (
        "elements",
        f"elements: {{blade: {{minor: {{a: {BY_GOD}, before: b}}, b: {BY_GOD}, after: a}}}}}}}}",
        "'a' and 'b' wait for each other; give one of them another place",
    ),
    "waiting for itself": (
        "elements",
        f"elements: {{blade: {{minor: {{a: {BY_GOD}, before: a}}}}}}}}",
        "'a' cannot stand before itself",
    ),
    "two places": (
        "elements",
        f"elements: {{blade: {{minor: {{a: {BY_GOD}, before: otherwise, after: warband}}}}}}}}",
        "'a' stands before or after another; give one of the two",
    ),
    "an opponent of another type": (
        "elements",
        "elements: {blade: {minor: {a: {when: {opponent: god, opponent_cat: M}, result: recoil, before: otherwise,"
        " cite: HS-RES-5}}}}",
        "elements.blade.minor.a.when: never holds: opponent 'god' and opponent_cat 'M' exclude each other",
    ),
    "a foot that is covered by its kind": (
        "elements",
        "elements: {beast: {minor: {a: {when: {opponent: rider}, result: recoil, before: otherwise, cite: X}}}}",
        "elements.beast.minor.a: is never reached: 'mounted' holds whenever it does",
    ),
    "a case left open": (
        "elements",
        "elements: {blade: {minor: {otherwise: {when: {opponent_cat: [A, F, M]}}}}}",
        "elements.blade.minor: no row holds for opponent 'stronghold'; give a last row without 'when'",
    ),
    "a fact of another section": (
        "elements",
        "elements: {blade: {minor: {a: {when: {odd: true}, result: recoil, before: otherwise, cite: HS-RES-5}}}}",
        "'odd' is not a fact of a minor defeat of the type; it is one of an equal total, for each of the two",
    ),
    "a quantity of another section": (
        "combat",
        "tactical: {a: {when: {bad: true}, cost: 2, cite: HS-TAC-1}}",
        "tactical.a: 'cost' is not a key here",
    ),
    "a row that says nothing": (
        "combat",
        "tactical: {a: {when: {bad: true}, cite: HS-TAC-1}}",
        "tactical.a: changes nothing: value or factor would",
    ),
    "an opponent by number": (
        "elements",
        "elements: {blade: {minor: {warband: {when: {opponent: 21}}}}}",
        "21 is not a value of 'opponent'",
    ),
    "an unknown step": (
        "table",
        "outcomes: {bursts: {says: bursts, does: [explode]}}",
        "'explode' is not one of capture, destroy, ensorcel, stand",
    ),
    "an unknown step with a measure": (
        "table",
        "outcomes: {flies: {says: flies, does: [{soar: 100}]}}",
        "'soar' is not a key here; known are recoil, push, flee, advance, turn",
    ),
    "two steps in one": (
        "table",
        "outcomes: {x: {says: x, does: [{recoil: 100, turn: 90}]}}",
        "recoil and turn are several steps; give each an entry of its own",
    ),
    "no step": ("table", "outcomes: {x: {says: x, does: [{}]}}", "it does nothing; give it recoil, push, flee,"),
    "a measure out of range": (
        "table",
        "outcomes: {x: {says: x, does: [{recoil: 1000000}]}}",
        "must be at most 10000, not 1000000",
    ),
    "an unknown option": (
        "table",
        "outcomes: {x: {says: x, does: [{recoil: {option: recol}}]}}",
        "'recol' is no option (did you mean 'recoil'?)",
    ),
    "an end that is no outcome": ("table", "ends: {unhurt: stnd}", "'stnd' is no outcome (did you mean 'stand'?)"),
    "a result that is no outcome": (
        "elements",
        "elements: {blade: {minor: {otherwise: {result: crumbles}}}}",
        "elements.blade.minor.otherwise.result: 'crumbles' is no outcome",
    ),
    "a step after the last": (
        "table",
        "outcomes: {x: {says: x, does: [destroy, {recoil: 100}]}}",
        "outcomes.x.does[2]: comes after 'destroy', which takes it off the board; leave one out",
    ),
    "an option that is no distance": (
        "table",
        "outcomes: {x: {says: x, does: [{recoil: {option: shooters_shoot}}]}}",
        "outcomes.x.does[1].recoil.option: 'shooters_shoot' says no distance",
    ),
    "no step at all": ("table", "outcomes: {x: {says: x, does: []}}", "outcomes.x.does: it has no step; one that does"),
    "in contact and shot at": (
        "elements",
        "elements: {blade: {minor: {x: {when: {contact: true, role: shot_at}, before: otherwise, result: recoil, "
        "cite: HS-RES-5, why: w}}}}",
        "never holds: contact true and role 'shot_at' exclude each other; leave one out",
    ),
    "a Stronghold that is not fixed": (
        "movement",
        "attacks: {x: {when: {target: stronghold, target_fixed: false}, forbid: true, cite: HS-G-84, why: w}}",
        "never holds: target 'stronghold' and target_fixed false exclude each other; leave one out",
    ),
    "a Blade that shoots": (
        "shooting",
        "shoot: {x: {when: {type: blade, target: god}, forbid: true, cite: HS-G-35, why: w}}",
        "shoot.x.when.type: never holds: a Blade never shoots",
    ),
    "a face that no die has": ("combat", "backfire: {face: 9}", "backfire.face: a die of 6 faces never shows 9"),
    "more than all": ("table", "defeat: {share: [3, 2]}", "defeat.share: 3/2 is more than all; give over and under"),
    "two prices of a move": (
        "pips",
        "moves: {x: {cost: 2, cite: HS-PIP-3, why: w}}",
        "moves.x: 'other' is the price where no other holds already; give 'when'",
    ),
    "a category that there is not": (
        "elements",
        "elements: {blade: {cat: Q}}",
        "'Q' is no category; there are A, F, M and S",
    ),
    "a step that nothing cites": (
        "citations",
        "citations: {arcc: HS-TAC-1}",
        "citations.arcc: 'arcc' is no step that the game cites (did you mean 'arc'?)",
    ),
    "an outcome without a severity": (
        "table",
        "outcomes: {x: {says: x, does: [{recoil: 100}]}}",
        "outcomes.x: 'severity' is missing: a number that says how bad it is beside stand 0, no_effect 1, recoil 20,",
    ),
    "two outcomes as bad as each other": (
        "table",
        "outcomes: {x: {says: x, does: [{recoil: 100}], severity: 20}}",
        "outcomes.x.severity: 20 is the severity of 'recoil' already; of two outcomes one is the worse",
    ),
    "a victor with a severity": (
        "table",
        "outcomes: {advance: {severity: 5}}",
        "outcomes.advance.severity: what a victor does is no defeat, and has no severity; leave it out",
    ),
    "a base without a depth": (
        "elements",
        "elements: {golem: {title: Golem, number: 22, mark: Gm, cat: F, ap: 3, factors: {sf: 5, ma: 5}, move: "
        "{good: 200, road_good: 300, road_bad: 300, bad: 200, water: 0}, "
        "minor: {otherwise: {result: recoil, cite: HS-RES-5}}}}",
        "elements.golem: 'depth' is missing: how deep its base is, in paces",
    ),
    "a factor out of range": (
        "elements",
        "elements: {blade: {factors: {sf: 5000}}}",
        "elements.blade.factors.sf: must be at most 1000, not 5000",
    ),
    "a base of no depth": ("elements", "elements: {blade: {depth: 0}}", "elements.blade.depth: must be at least 10"),
    "support in a shot": (
        "elements",
        "elements: {blade: {minor: {x: {when: {role: shot_at, spear_behind: true}, before: otherwise, result: recoil, "
        "cite: HS-RES-5, why: w}}}}",
        "never holds: role 'shot_at' and spear_behind true exclude each other; leave one out",
    ),
    "across water in close combat": (
        "combat",
        "tactical: {x: {when: {role: close, across_water: true}, value: 1, cite: HS-TAC-1, why: w}}",
        "never holds: role 'close' and across_water true exclude each other; leave one out",
    ),
    "one mark for two": ("elements", "elements: {blade: {mark: Be}}", "'Be' is the mark of "),
    "less than no AP": ("elements", "elements: {blade: {ap: -3}}", "elements.blade.ap: must be at least 0, not -3"),
    "a range backwards": ("elements", "elements: {artillery: {shoots: {range: -5}}}", "must be at least 1, not -5"),
    "a victor that recoils": (
        "table",
        "ends: {advanced: recoil}",
        "'recoil' is not what a victor does; that is advance",
    ),
    "an end that hurts": ("table", "ends: {unhurt: recoil}", "'recoil' hurts; what nothing befalls has an outcome"),
    "a Stronghold that recoils": (
        "elements",
        "elements: {stronghold: {minor: {otherwise: {result: recoil}}}}",
        "a Stronghold can only be captured, and 'recoil' does not do that",
    ),
    "a Blade that is captured": (
        "elements",
        "elements: {blade: {minor: {otherwise: {result: captured}}}}",
        "'captured' captures, and a Blade is no Stronghold",
    ),
}


COMMANDS = {
    "does nothing": ("commands: {idle: {title: Idle}}", "commands.idle: it does nothing; give 'moves', 'strikes'"),
    "strikes ahead of nothing": (
        "commands: {brace: {title: Brace, strikes: ahead}}",
        "commands.brace.strikes: 'ahead' is the way it moves, and it has no 'moves'",
    ),
    "adds by no rule": (
        "commands: {charge: {title: Charge, moves: front, strikes: ahead, strength: 1}}",
        "commands.charge: it adds something by no rule; give 'cite'",
    ),
    "a rule that is none": (
        "commands: {charge: {title: Charge, moves: front, strikes: ahead, strength: 1, cite: BN-CMD-33}}",
        "commands.charge.cite: 'BN-CMD-33' is not a rule of this ruleset (did you mean 'BN-CMD-3'?)",
    ),
    "Strength without a blow": (
        "commands: {march: {title: March, moves: front, strength: 1, cite: BN-CMD-3}}",
        "commands.march.strength: it adds Strength to a command without 'strikes'",
    ),
    "Spaces without a way": (
        "commands: {brace: {title: Brace, strikes: around, spaces: 1, cite: BN-CMD-3}}",
        "commands.brace.spaces: it adds Spaces to a command without 'moves'",
    ),
    "strikes behind nothing": (
        "commands: {brace: {title: Brace, strikes: behind}}",
        "commands.brace.strikes: 'behind' is against the way it moves, and it has no 'moves'",
    ),
    "a reach without a blow": (
        "commands: {march: {title: March, moves: front, range: 1, cite: BN-CMD-3}}",
        "commands.march.range: it adds to the reach of a command without 'strikes'",
    ),
    "a reach by no rule": (
        "commands: {volley: {title: Volley, strikes: around, range: 1}}",
        "commands.volley: it adds something by no rule; give 'cite'",
    ),
    "an unknown way": (
        "commands: {charge: {title: Charge, moves: forward, strikes: ahead}}",
        "commands.charge.moves: 'forward' is not one of back, front, left, right",
    ),
    "an unknown substitute": (
        "substitute: {routed: fallback}",
        "substitute.routed: 'fallback' is no command (did you mean 'fall_back'?)",
    ),
    "a front that is another": (
        "relative: {N: {front: S}}",
        "relative.N.front: the front of N is N",
    ),
    "two ways that are one": (
        "relative: {N: {left: E}}",
        "relative.N: front, back, left and right are four different directions",
    ),
    "no step at all": ("substitute: {number: 0}", "substitute.number: must be at least 1, not 0"),
    "a name of two words": (
        "commands: {my cmd: {title: Charge, moves: front, strikes: ahead}}",
        "commands.my cmd: the name of a command has no blank, so that orders can name it",
    ),
    "a substitute unlike any": (
        "substitute: {usual: zzz}",
        "substitute.usual: 'zzz' is no command; there are advance, fall_back, flank_left, flank_right and hold",
    ),
    "an unknown direction": (
        "directions: {NE: [1, 1]}",
        "directions: 'NE' is not a key here (did you mean 'N'?)",
    ),
    "an unknown front": (
        "relative: {NE: {front: N, back: S, left: W, right: E}}",
        "relative: 'NE' is not a key here (did you mean 'N'?)",
    ),
}


@pytest.mark.parametrize(
    ("table", "text", "wanted"),
    [
        (
            "constants",
            "stats: {m: {title: M, also: M, use: m, cost: 1}}",
            "stats: 'm' is not a key here; the keys are ",
        ),
        ("start", "players: [red, red]", "players[2]: 'red' is named twice; the players need different names"),
        ("start", "units: 0", "units: must be at least 1, not 0"),
        ("start", "unit: {s: 9}", "unit.s: a stat is 1 to 5 by BN-G-02 and REF battalions-1, not 9"),
        ("start", "unit: {s: -1}", "unit.s: must be at least 0, not -1"),
        ("start", "fields: {skirmish: [0, 1]}", "fields.skirmish[1]: must be at least 1, not 0"),
        ("start", "battalions: {skirmish: 99}", "battalions.skirmish: must be at most 20, not 99"),
        ("constants", "leader_factor: [3, 0]", "leader_factor[2]: must be at least 1, not 0"),
        ("start", "units: 40", "units: 40 units do not fit into a Field of 25 Spaces"),
        ("constants", "suggested_points: [100, 50]", "suggested_points: they rise from one to the next"),
        ("start", "fields: {battle: [2, 1]}", "fields: 'battle' is not a key here; the keys are "),
    ],
)
def test_lint_finds_what_is_wrong_with_the_start_and_the_constants(
    table: str, text: str, wanted: str, here: Path
) -> None:
    write(here / "mine", manifest="format: 1\nruleset: mine\ntitle: Mine\nextends: battalions\n", **{table: text})
    said = referee("lint", "mine")
    assert said.code == 2
    assert f"mine/{table}.yaml:1:" in said.err
    assert wanted in said.err


@pytest.mark.parametrize(
    ("game", "table", "text", "wanted"),
    [
        ("hordes", "table", "outcomes: {recoil: null}", "outcomes.recoil: is removed, and ends.companions ("),
        (
            "hordes",
            "elements",
            "elements: {blade: null}",
            "elements.blade: is removed, and armies[1].elements[3].type (",
        ),
        (
            "battalions",
            "commands",
            "commands: {advance: null}",
            "commands.advance: is removed, and substitute.banned (",
        ),
    ],
)
def test_what_is_removed_and_still_named_is_one_problem_of_the_overlay(
    game: str, table: str, text: str, wanted: str, here: Path
) -> None:
    write(here / "mine", manifest=f"format: 1\nruleset: mine\ntitle: Mine\nextends: {game}\n", **{table: text})
    said = referee("lint", "mine")
    assert (said.code, len(said.err.splitlines())) == (2, 1), said.err
    assert said.err.startswith(f"mine/{table}.yaml:1:"), said.err
    assert wanted in said.err
    assert "still name" in said.err


@pytest.mark.parametrize("before", ["othrwise", "x"])
def test_a_row_in_no_place_is_reported_once(before: str, here: Path) -> None:
    lay(here, elements=f"elements: {{blade: {{minor: {{x: {BY_GOD}, before: {before}}}}}}}}}")
    said = referee("lint", "mine")
    assert (said.code, len(said.err.splitlines())) == (2, 1), said.err


@pytest.mark.parametrize("name", COMMANDS)
def test_lint_finds_what_is_wrong_with_a_command(name: str, here: Path) -> None:
    text, wanted = COMMANDS[name]
    write(here / "mine", manifest="format: 1\nruleset: mine\ntitle: Mine\nextends: battalions\n", commands=text)
    said = referee("lint", "mine")
    assert said.code == 2
    found = next((line for line in said.err.splitlines() if wanted in line), "")
    assert found.startswith("mine/commands.yaml:1:"), said.err


@pytest.mark.slow
@pytest.mark.parametrize("name", BROKEN)
def test_lint_finds_what_is_wrong_at_its_line(name: str, here: Path) -> None:
    table, text, wanted = BROKEN[name]
    lay(here, **{table: text})
    said = referee("lint", "mine")
    assert said.code == 2, said.out
    found = next((line for line in said.err.splitlines() if wanted in line), "")
    assert found, said.err
    assert found.startswith(f"mine/{table}.yaml:")


def test_the_digest_counts_where_a_row_stands(here: Path) -> None:
    found = set()
    for place in ("before: otherwise", "after: warband", "before: warband"):
        lay(here, elements=f"elements: {{blade: {{minor: {{god: {BY_GOD}, {place}}}}}}}}}")
        found.add(Ruleset("mine", [here]).digest)
    assert len(found) == 3


@pytest.mark.slow
def test_every_step_of_an_outcome_is_carried_out(here: Path) -> None:
    """A step that the table may name and the engine does not know would leave the loser as it was."""
    state = {
        "format": 1,
        "ruleset": "mine",
        "turn": 3,
        "active": "red",
        "phase": "close_combat",
        "memory": {"fights": [["r1", "b1"]]},
        "elements": [
            {"id": "r1", "army": "red", "type": "blade", "x": 1000, "y": 1000, "facing": 0},
            {"id": "b1", "army": "blue", "type": "blade", "x": 1000, "y": 1000, "facing": 180},
        ],
        "ask": {"combat": "r1", "against": "b1", "dice": {"r1": 3, "b1": 1}},
    }
    for step, said in {
        "destroy": "b1 is destroyed",
        "ensorcel": "b1 is ensorcelled",
        "{recoil: 50}": "b1 recoils to (1000,1050)",
        "{recoil: depth}": "b1 recoils to (1000,1080)",
        "{push: 70}": "b1 is pushed to (1000,1070)",
        "{push: depth}": "b1 is pushed to (1000,1080)",
        "{flee: 300}": "b1 flees to (1000,1380) facing 0",
        "{flee: field}": "b1 leaves the battlefield",
        "{turn: 180}": "b1 turns to (1000,1080) facing 0",
        "{turn: 90}": "b1 has no room to turn",
        "{advance: 50}": "b1 does not advance: it is still in contact",
        "stand": "",
    }.items():
        lay(
            here,
            table=f"outcomes: {{x: {{says: x, does: [{step}], severity: 30}}}}",
            elements="elements: {blade: {minor: {otherwise: {result: x}}}}",
        )
        write(here, q=json.dumps(state))
        told = referee("ask", "q.yaml", "--rulesets", str(here), "--json")
        assert told.code == 0, told.err
        answer = json.loads(told.out)
        assert any(said in note for note in answer["notes"]) or not said, (step, answer["notes"])
        assert answer["answer"]["outcome"]["b"] in ("x", "no_effect"), step
