"""The games among the examples are adjudicated from their first file to the end."""

import re
from pathlib import Path

import pytest
import yaml
from running import referee

from referee import api
from referee.core import documents

GAMES = sorted({p.parent for p in (Path(__file__).parent.parent / "examples").rglob("000.state.yaml")})


@pytest.mark.slow
@pytest.mark.parametrize("folder", GAMES, ids=lambda p: f"{p.parent.name}-{p.name}")
def test_game_runs_to_its_end(folder: Path) -> None:
    state = yaml.safe_load((folder / "000.state.yaml").read_text())
    steps: dict[str, list[Path]] = {}
    for path in sorted(folder.iterdir()):
        if (match := re.match(r"(\d+)\.(?!state|trace|dice)[\w-]+\.(yaml|txt)$", path.name)) and match[1] != "000":
            steps.setdefault(match[1], []).append(path)
    assert steps
    for number, paths in steps.items():
        dice_file = folder / f"{number}.dice.yaml"
        dice = yaml.safe_load(dice_file.read_text()) if dice_file.exists() else None
        out = api.adjudicate(state, [documents.parse(p.read_bytes(), str(p)).value for p in paths], dice=dice)
        assert "trace" in out, (number, out)
        assert not [s for s in out["trace"]["steps"] if s.get("status") in ("refused", "overtaken")], number
        state = out["state"]
    expected = yaml.safe_load((folder / "end.yaml").read_text())
    from referee.core.testing.partial_match import matches

    assert not matches(expected, state, "end")


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parent.parent / "examples").rglob("*.trace.yaml")), ids=lambda path: path.parent.name
)
def test_a_trace_replays_under_the_rules_as_they_are(path: Path) -> None:
    assert (said := referee("replay", str(path))).code == 0, said.all
    assert "older version" not in said.all
