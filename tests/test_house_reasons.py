"""House rules whose effect shows only in a ledger or in the order of what is added."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import referee, write_overlay

BATTLE = """\
format: 1
ruleset: mine
step: 3
battle:
  battleland: plains
  attacker_side: left
  attacker_entered: true
  round: 2
  phase: maneuver
  active: attacker
  players: {attacker: ann, defender: ben}
  pieces:
  - {id: ogre, character: ogre, side: attacker, hex: C3}
  - {id: troll, character: troll, side: defender, hex: D6}
"""
GAINS = """\
format: 1
ruleset: mine
step: 3
masterboard:
  players: [black, red]
  turn: 3
  mover: black
  phase: engagement
  score: {black: 150}
  legions:
  - {id: bk01, player: black, land: 38, contents: [titan, angel], moved: true, side: left}
  - {id: rd02, player: red, land: 9, contents: [titan, ogre]}
  engagement:
    {land: 38, attacker: bk01, defender: rd01, stage: gains, gains: {player: black, legion: bk01, multiples: MULTIPLES}}
"""


def house(at: Path, monkeypatch: pytest.MonkeyPatch, **tables: str) -> None:
    monkeypatch.chdir(at)
    write_overlay(at, "titan", **tables)


@pytest.mark.slow
@pytest.mark.parametrize("section", ["damage: {%s}", "events: {%s}"])
def test_hits_that_a_row_prevents_are_told(section: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    when = "when: {event: strike_begins}, " if "events" in section else ""
    rows = "\n".join(
        f"  {name}: {{{when}hits: {n}, why: {name}, cite: HOUSE 1}}" for name, n in (("heat", 1), ("cloak", -1))
    )
    house(tmp_path, monkeypatch, always=f"{section.split(':')[0]}:\n{rows}\n")
    Path("battle.yaml").write_text(BATTLE)
    Path("ann.txt").write_text("player: ann\n\nend maneuver\n")
    found = referee(
        "adjudicate", "--rulesets", ".", "battle.yaml", "ann.txt", "-o", "next.yaml", "--trace", "trace.yaml"
    )
    assert found.code == 0, found.err
    assert "takes no hits" in found.out
    assert "cloak" in found.out


@pytest.mark.parametrize(("multiples", "code"), [("[100, 150]", 0), ("[50, 150]", 1)])
def test_each_character_takes_a_multiple_of_its_own(
    multiples: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = (
        "      cheap: {when: {as: acquired, owned: 1}, points: {halve: up}, why: the second is cheap, cite: HOUSE 1}\n"
    )
    house(tmp_path, monkeypatch, characters=f"characters:\n  angel:\n    acquire:\n{row}")
    Path("game.yaml").write_text(GAINS.replace("MULTIPLES", multiples))
    Path("black.txt").write_text("player: black\n\nacquire [angel, angel]\n")
    found = referee("check", "--rulesets", ".", "game.yaml", "black.txt")
    assert found.code == code, found.out + found.err
    if code:
        said = found.out + found.err
        assert "needs a multiple of 100" in " ".join(said.split())
        assert "HOUSE 1" in said
