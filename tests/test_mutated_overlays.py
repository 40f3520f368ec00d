"""An overlay that is changed at random is refused at a line, or every command works with it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import yaml
from fuzzing.mutate import Vocabulary, mutated
from running import PLACED, referee, write
from seeds import seeds

HOUSES = Path(__file__).parent / "house_rules" / "rulesets"
STATE = """\
format: 1
ruleset: mine
step: 3
battle:
  battleland: plains
  attacker_side: left
  attacker_entered: true
  round: 2
  phase: {phase}
  active: attacker
  players: {{attacker: ann, defender: ben}}
  pieces:
  - {{id: ogre, character: ogre, side: attacker, hex: C3, hits: 2}}
  - {{id: dragon, character: dragon, side: attacker, hex: D4}}
  - {{id: ranger, character: ranger, side: attacker, hex: B1}}
  - {{id: titan, character: titan, side: attacker, hex: D1, power: 6}}
  - {{id: troll, character: troll, side: defender, hex: C4}}
  - {{id: angel, character: angel, side: defender, hex: D5, moved: true}}
  - {{id: lord, character: titan, side: defender, hex: E5, power: 6}}
"""
MOVES = "{format: 1, ruleset: mine, player: ann, step: 3, orders: [{move: ranger, to: B2}, {end: maneuver}]}\n"
STRIKES = "{format: 1, ruleset: mine, player: ann, step: 3, orders: [{strike: ogre, at: troll}, {end: strike}]}\n"
ASKED = [
    "{battle}; strike ogre at troll",
    "{battle}; rangestrike ranger at angel",
    "{battle}; reach dragon",
    "{battle}; reach ranger to C2",
]
BATTLE = "plains; attacker ogre C3 hits 2; attacker dragon D4; attacker ranger B1; defender troll C4; defender angel D5"


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(9))
def test_lint_refuses_a_changed_overlay_or_every_command_works(seed: int, here: Path) -> None:
    chance = random.Random(seed)
    house = HOUSES / ("customs", "moments", "engine")[seed % 3]
    words = Vocabulary()
    tables = {path.stem: yaml.safe_load(path.read_text()) for path in sorted(house.glob("*.yaml"))}
    for value in tables.values():
        words.learn(value)
    Path("mine").mkdir()
    # the manifest stays, and so do the rules that are cited
    broken = chance.choice([name for name in tables if name not in ("manifest", "rules")])
    tables[broken] = mutated(chance, tables[broken], words)
    tables["manifest"] = {**tables["manifest"], "ruleset": "mine"}
    write(Path("mine"), **{name: yaml.safe_dump(value, sort_keys=False) for name, value in tables.items()})
    found = referee("lint", "mine")
    if found.code == 2:
        assert all(PLACED.match(line) for line in found.err.splitlines()), found.err
        assert referee("ask", "--rulesets", ".", "-r", "mine", ASKED[0].format(battle=BATTLE)).code == 2
        return
    assert found.code == 0, found.err
    write(Path(), moves=STATE.format(phase="maneuver"), strikes=STATE.format(phase="strike"), go=MOVES, hit=STRIKES)
    for asked in ASKED:
        referee("ask", "--rulesets", ".", "-r", "mine", asked.format(battle=BATTLE))
    for state, orders in (("moves", "go"), ("strikes", "hit")):
        referee("legal", "--rulesets", ".", f"{state}.yaml")
        referee("check", "--rulesets", ".", f"{state}.yaml", f"{orders}.yaml")
    referee("rules", "--rulesets", ".", "mine", "--facts")
