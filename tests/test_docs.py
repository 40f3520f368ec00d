"""Everything that README and docs/ show is run, and must come out as it stands there."""

import re
from pathlib import Path

import pytest
from documents_run import DOCUMENTS, PACKAGED, ROOT, run_document

from referee import games
from referee.core.game.lint import CORE_TABLES
from referee.core.rules.moments import every_section
from referee.games.hordes.outcome_tables import Deed

# the page of counts takes longer than all the others
RUN = [pytest.param(path, marks=[pytest.mark.slow] * (path.name == "counts.md")) for path in DOCUMENTS]


@pytest.mark.parametrize("path", RUN, ids=lambda p: p.name)
def test_document_shows_what_happens(path: Path, tmp_path: Path) -> None:
    wrong = run_document(path, tmp_path)
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize("path", [*DOCUMENTS, *PACKAGED.values()], ids=lambda p: p.name)
def test_no_document_shows_a_bug_of_ours(path: Path) -> None:
    text = path.read_text()
    assert "this is a bug in the referee" not in text
    assert ": a bug in the referee: " not in text


def section(page: str, heading: str) -> str:
    """Return the text below a heading of a page in docs/, up to the next heading of its level."""
    return (ROOT / "docs" / page).read_text().split(f"\n{heading}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("name", ["titan", "hordes", "battalions"])
def test_the_page_of_house_rules_lists_every_table(name: str) -> None:
    rows = re.findall(r"^\| (`[^|]*) \|", section("rulesets.md", f"## The tables of {name.capitalize()}"), re.M)
    listed = {table for row in rows for table in re.findall(r"`(\w+)`", row)}
    game, _ = games.load(name)
    assert {*game.tables, *CORE_TABLES} <= listed


def test_the_page_of_house_rules_lists_every_step_of_an_outcome() -> None:
    rows = re.findall(r"^\| `([^|]*)` \|", section("rulesets.md", "## The tables of Hordes"), re.M)
    steps = {row.strip("{}").split(":")[0] for row in rows}
    assert {"stand", "destroy", "ensorcel", "capture", *Deed.__struct_fields__} <= steps


def test_the_page_of_house_rules_lists_every_section_of_titan() -> None:
    game, ruleset = games.load("titan")
    everywhere = {moment: path[-1] for moment, path, *_ in every_section(game.tables) if path[0] == "always"}
    shown = re.findall(r"^\| `(\w+)` \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$", section("rulesets.md", "## Rows"), re.M)
    wanted = []
    for name, moment in game.moments(ruleset).items():
        if (last := everywhere.get(name)) is not None:
            can = [*moment.quantities, *(["forbid"] if moment.forbids else []), *(moment.fields or ()), *moment.names]
            wanted.append((last, moment.says, [*dict.fromkeys(can)], ", ".join(moment.on) or "everything"))
    assert [(last, says, re.findall(r"`(\w+)`", does), on) for last, says, does, on in shown] == wanted


def test_a_digest_or_a_line_that_has_changed_is_a_difference(tmp_path: Path) -> None:
    for name, said in (("digest", "rules: titan 00000000"), ("line", "rulesets/titan/hazards.yaml:70")):
        page = tmp_path / f"{name}.md"
        page.write_text(f"```console\n$ echo {said}\n{said[:-1]}9\n```\n")
        (tmp_path / name).mkdir()
        assert len(run_document(page, tmp_path / name)) == 1
