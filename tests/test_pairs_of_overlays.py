"""Two overlays together, in either order: lint refuses both orders, or every answer is the same."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml
from running import write
from seeds import part

from referee import games
from referee.cli.case_files import find
from referee.core import documents
from referee.core.asking import ask_document
from referee.core.documents import Part, Unreadable, builtins
from referee.core.game.lint import lint
from referee.core.rules.rulesets import Ruleset
from referee.core.testing.cases import Case, run

HERE = Path(__file__).parent / "house_rules"
HOUSES = sorted(path.name for path in (HERE / "rulesets").iterdir())
FILES = find([str(HERE / "cases")]).files
CASES = [part for path in FILES for part in documents.parse_all(Path(path).read_bytes(), path)]
CITE = "cite: X 1, why: w"
RULES = "rules: {X 1: {title: X, summary: X, kind: setup}}"


def blade(row: str) -> dict[str, str]:
    return {"elements": f"elements: {{blade: {{minor: {{{row}}}}}}}"}


def tactical(row: str) -> dict[str, str]:
    return {"combat": f"tactical: {{{row}}}"}


def always(row: str) -> dict[str, str]:
    return {"always": f"modifiers: {{{row}}}"}


# small overlays of each game, laid together in pairs
SMALL: dict[str, dict[str, dict[str, str]]] = {
    "hordes": {
        "gods": blade(f"a: {{when: {{opponent: [god, hero]}}, result: destroyed, before: otherwise, {CITE}}}"),
        "aerials": blade(f"b: {{when: {{opponent_cat: A}}, result: flee_600, before: otherwise, {CITE}}}"),
        "warbands": blade(f"c: {{when: {{bad: true}}, result: flee_field, before: warband, {CITE}}}"),
        "behind": blade(f"d: {{when: {{opponent: knight}}, result: ensorcelled, after: warband, {CITE}}}"),
        "six": tactical(f"e: {{when: {{type: blade}}, factor: {{set: 6}}, {CITE}}}"),
        "seven": tactical(f"f: {{when: {{bad: false}}, factor: {{set: 7}}, {CITE}}}"),
        "up": tactical(f"g: {{when: {{type: blade}}, factor: {{halve: up}}, {CITE}}}"),
        "down": tactical(f"h: {{when: {{type: [blade, spear]}}, factor: {{halve: down}}, {CITE}}}"),
        "more": tactical(f"i: {{when: {{type: blade}}, factor: {{times: 2, at_most: 9}}, value: 1, {CITE}}}"),
        "crumbling": {"table": "outcomes: {x: {says: x, does: [{recoil: 50}], severity: 22}}"},
        "bursting": {"table": "outcomes: {y: {says: y, does: [{push: 50}], severity: 22}}"},
        "falling": {"table": "outcomes: {z: {says: z, does: [{push: 90}], severity: 23}}"},
        "dear": {"pips": f"moves: {{a: {{when: {{type: blade}}, cost: 3, {CITE}}}}}"},
        "dearer": {"pips": f"moves: {{b: {{when: {{single: true}}, cost: 4, {CITE}}}}}"},
        "pass": {"movement": f"passing: {{a: {{when: {{type: rider, crossed: friend}}, {CITE}}}}}"},
    },
    "titan": {
        "six": always(f"a: {{when: {{roll: strike}}, number: {{set: 6}}, {CITE}}}"),
        "five": always(f"b: {{when: {{striker_class: creature}}, number: {{set: 5}}, {CITE}}}"),
        "base": always(f"c: {{when: {{roll: strike}}, dice: {{set: 4}}, layer: base, {CITE}}}"),
        "total": always(f"d: {{when: {{roll: strike}}, dice: {{set: 3}}, {CITE}}}"),
        "up": always(f"e: {{when: {{roll: strike}}, dice: {{halve: up}}, {CITE}}}"),
        "down": always(f"f: {{when: {{roll: strike}}, dice: {{halve: down}}, {CITE}}}"),
        "more": always(f"g: {{when: {{roll: strike}}, dice: {{times: 2, add: 1}}, {CITE}}}"),
    },
    "battalions": {
        "trot": {"commands": "commands: {trot: {title: Trot, moves: front, spaces: 1, cite: X 1}}"},
        "dash": {"commands": "commands: {trot: {title: Trot, moves: front, spaces: 2, cite: X 1}}"},
        "wear": {"constants": "wear: {by: 2, cite: X 1}"},
        "slow": {"citations": "citations: {floor: X 1}"},
        "short": {"rulings": "rulings: {REF battalions-2: {default: 4}}"},
    },
}
ASKED = {
    "titan": [
        {"battle": {"battleland": "brush", "pieces": [
            {"id": "o", "character": "ogre", "side": "attacker", "hex": "C3", "hits": 1},
            {"id": "l", "character": "lion", "side": "defender", "hex": "C4"}]}, "ask": {"strike": "o", "at": "l"}},
    ],
    "hordes": [
        {"combat": {"kind": "close", "a": {"type": "blade", "die": 1, "going": going}, "b": {"type": foe, "die": 6}},
         "ask": {"result": True}}
        for foe in ("god", "flyer", "knight") for going in ("good", "bad")
    ] + [
        {"elements": [{"id": "r", "army": "red", "type": "blade", "x": 1000, "y": 1000, "facing": 0}],
         "active": "red", "ask": {"move": "r", "path": [{"x": 1000, "y": 1100, "facing": 0}]}},
    ],
    "battalions": [],
}  # fmt: skip


def game_of(overlay: str) -> str:
    """Return the name of the game of a house overlay."""
    return games.unjudged(overlay, (HERE / "rulesets",))[0].name


PAIRS = [
    *((game, one, other) for game, small in SMALL.items() for one, other in combinations(small, 2)),
    *(("", one, other) for one, other in combinations(HOUSES, 2) if game_of(one) == game_of(other)),
]
# the pairs in which two rows or values decide differently, and only the order of `extends` would choose
REFUSED = [
    {"gods", "aerials"},
    {"six", "seven"},
    {"six", "five"},
    {"up", "down"},
    {"crumbling", "bursting"},
    {"trot", "dash"},
]


def lay(home: Path, name: str, extends: str, tables: dict[str, str]) -> None:
    (home / name).mkdir()
    manifest = f"format: 1\nruleset: {name}\ntitle: {name}\nextends: {extends}\n"
    write(home / name, manifest=manifest, **({"rules": RULES, **tables} if tables else {}))


def answers(ruleset: Ruleset, given: list[dict[str, Any]]) -> list[Any]:
    """Return the answers to some situations by a ruleset."""
    game, out = games.find(ruleset.game), []
    for one in given:
        text = yaml.safe_dump({"format": 1, "ruleset": ruleset.name, **one}, sort_keys=False)
        (part,) = documents.parse_all(text.encode(), "asked")
        out.append(builtins(ask_document(game, ruleset, part).answer))
    return out


def verdicts(ruleset: Ruleset, of: set[str]) -> list[Any]:
    """Return what the cases of some rulesets come to by another: what differs from their expectations."""
    game, out = games.find(ruleset.game), []
    for case in CASES:
        if isinstance(case.value, dict) and case.value.get("ruleset") in of:
            moved = {**case.value, "ruleset": ruleset.name}
            if "ruleset" in moved["given"]:
                moved["given"] = {**moved["given"], "ruleset": ruleset.name}
            try:
                found = run(game, ruleset, Part(case, (), moved), documents.convert(Part(case, (), moved), Case))
                out.append((found.case, found.differences))
            except Unreadable as error:
                out.append((case.value["case"], [problem.message for problem in error.problems]))
    return out


@pytest.mark.slow
@pytest.mark.parametrize(("game", "one", "other"), part(PAIRS, 12))
def test_the_order_of_two_overlays_decides_nothing(game: str, one: str, other: str, tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    for name in (one, other) if game else ():
        lay(small, name, game, SMALL[game][name])
    found = []
    for each in (one, other), (other, one):
        home = tmp_path / each[0]
        home.mkdir()
        lay(home, "mine", f"[{', '.join(each)}]", {})
        found.append(games.unjudged("mine", (home, small if game else HERE / "rulesets")))
    problems = [lint(*each) for each in found]
    assert bool(problems[0]) == bool(problems[1]), problems
    assert not game or bool(problems[0]) == ({one, other} in REFUSED), problems
    if problems[0]:
        assert all("extends" in p.message or "severity" in p.message for each in problems for p in each), problems
        return
    rulesets = [ruleset for _, ruleset in found]
    asked = ASKED[rulesets[0].game]
    assert answers(rulesets[0], asked) == answers(rulesets[1], asked)
    if not game:
        assert verdicts(rulesets[0], {one, other}) == verdicts(rulesets[1], {one, other})
