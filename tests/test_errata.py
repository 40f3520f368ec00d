"""Errata of a table's own: overlays of clarifications, each cited beside what it clarifies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from running import referee

WALL = "tower; attacker titan C3; defender lion C2 hits 3; defender ogre D3; strike titan at lion"


def overlay(folder: Path, errata: dict[str, Any], **tables: Any) -> Path:
    own = folder / "club"
    own.mkdir(exist_ok=True)
    (own / "manifest.yaml").write_text("format: 1\nruleset: club\ntitle: Club\nextends: titan\n")
    (own / "errata.yaml").write_text(yaml.safe_dump({"errata": errata}))
    for name, table in tables.items():
        (own / f"{name}.yaml").write_text(yaml.safe_dump(table))
    return own


def erratum(paragraph: str = "LoT 12.5", **more: Any) -> dict[str, Any]:
    return {"paragraph": paragraph, "question": "May it?", "answer": "Yes, it may.", **more}


def asked(folder: Path, line: str) -> dict[str, Any]:
    said = referee("ask", "--rulesets", str(folder), "-r", "club", line, "--json")
    assert said.code == 0, said.err
    found: dict[str, Any] = json.loads(said.out)
    return found


@pytest.mark.slow
def test_errata_new_begins_an_overlay_that_is_sound(here: Path) -> None:
    for name, game in (("Club", "titan"), ("ford", "hordes"), ("oak", "battalions"), ("magi", "titan-magi")):
        said = referee("errata", "new", name, "--extends", game)
        assert said.code == 0, said.err
        assert referee("lint", name.lower()).code == 0
        # the example in the comment is an erratum of this ruleset
        path = here / name.lower() / "errata.yaml"
        lines = path.read_text().splitlines()
        begin = next(n for n, line in enumerate(lines) if line.startswith(f"#   {name.upper()} 1:"))
        example = "\n".join(line.removeprefix("# ") for line in lines[begin : begin + 5])
        path.write_text(f"errata:\n{example}\n")
        assert yaml.safe_load(path.read_text())["errata"][f"{name.upper()} 1"]["switch"]
        assert referee("lint", name.lower()).code == 0
    told = referee("errata", "new", "inn", "--json")
    assert json.loads(told.out) == {"ruleset": "inn", "written": ["inn/manifest.yaml", "inn/errata.yaml"]}
    again = referee("errata", "new", "club")
    assert again.code == 2
    assert "already exists; nothing was written" in again.err
    assert referee("errata", "new", "titan").code == 2
    assert referee("errata", "new", "a b").code == 2


def test_a_switch_sets_the_option_and_is_cited_beside_the_ruling(tmp_path: Path) -> None:
    overlay(tmp_path, {"CLUB 12": erratum(switch={"carry_benefits": "same_result"})})
    found = asked(tmp_path, WALL)
    cites = found["cites"]
    assert cites[cites.index("REF titan-12") + 1] == "CLUB 12"
    plain = json.loads(referee("ask", "-r", "titan", WALL, "--option", "carry_benefits=same_result", "--json").out)
    assert found["answer"] == plain["answer"]
    text = referee("ask", "--rulesets", str(tmp_path), "-r", "club", WALL).out
    assert "CLUB 12" in text


def test_a_row_carries_the_citation_and_a_plain_one_stands_beside_its_paragraph(tmp_path: Path) -> None:
    sand = {"when": {"mover": "other", "manner": ["enter", "land"]}, "cost": 2, "why": "Sand", "cite": "LoT 11.7 Sand"}
    overlay(
        tmp_path,
        {
            "CLUB 1": erratum("LoT 11.7 Sand", row="hazards.sand.move.other"),
            "CLUB 2": erratum("LoT 11.2"),
        },
        hazards={"hazards": {"sand": {"move": {"other": sand}}}},
    )
    found = asked(tmp_path, "desert; attacker ranger B1; reach ranger to A1")
    assert found["answer"]["cost"] == 2
    assert found["cites"][:2] == ["LoT 11.2", "CLUB 2"]
    assert "CLUB 1" in found["cites"]


def test_rules_show_an_erratum_and_those_about_a_rule(tmp_path: Path) -> None:
    overlay(tmp_path, {"CLUB 12": erratum(switch={"carry_benefits": "same_result"})})
    one = referee("rules", "--rulesets", str(tmp_path), "club", "CLUB", "12").out
    assert "clarifies LoT 12.5; sets carry_benefits: same_result" in one
    for cite in ("LoT 12.5", "REF titan-12"):
        assert "CLUB 12: May it? Yes, it may." in referee("rules", "--rulesets", str(tmp_path), "club", cite).out
    assert "CLUB 12  May it?" in referee("rules", "--rulesets", str(tmp_path), "club", "may it").out
