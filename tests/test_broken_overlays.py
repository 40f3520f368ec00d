"""Every overlay under tests/broken: `lint` says what is wrong with it and where, warns of it, or finds it sound.

A file gives its cases `extends` and the tables that all of them have; a case gives its `name` and tables as texts. It
`says` how the first line of what is wrong begins, or in a list how every line does; or it `warns`; or it is sound. A
place in a ruleset that it extends is …, since it changes with that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from running import Said, referee, write

TESTS = Path(__file__).parent
PLACE_BELOW = re.compile(r"(?<!\w)/\S+\.yaml(:\d+)+")
FIELDS = ("name", "extends", "says", "warns")


def cases() -> Iterator[Any]:
    for path in sorted((TESTS / "broken").glob("*.yaml")):
        every = yaml.safe_load(path.read_text(encoding="utf-8"))
        marks = [] if every.pop("quick", False) else [pytest.mark.slow]
        for case in every.pop("cases"):
            yield pytest.param({**every, **case}, id=f"{path.stem}: {case['name']}", marks=marks)


CASES = list(cases())


def lint(*flags: str) -> Said:
    return referee("lint", "mine", "--rulesets", str(TESTS / "house_rules" / "rulesets"), *flags)


@pytest.mark.parametrize("case", CASES)
def test_lint_says_what_is_wrong_with_an_overlay(
    case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tables = {name: text for name, text in case.items() if name not in FIELDS}
    if case["extends"] is not None:
        manifest = f"format: 1\nruleset: mine\ntitle: Mine\nextends: {case['extends']}\n"
        tables = {"manifest": manifest, **tables}
    Path("mine").mkdir()
    write(Path("mine"), **tables)
    found = lint()
    lines = PLACE_BELOW.sub("…", found.err).splitlines()
    if "warns" in case:
        warned = [line.removeprefix("warning: ") for line in lines]
        assert warned[0].startswith(case["warns"]), found.err
        strict, told = lint("--strict"), lint("--strict", "--json")
        assert (found.code, strict.code, told.code, strict.err) == (0, 2, 2, found.err)
        assert json.loads(told.out) == {"sound": True, "problems": [], "warnings": warned}
    elif "says" in case:
        assert found.code == 2
        said = case["says"] if isinstance(case["says"], list) else [case["says"]]
        assert [line[: len(begun)] for line, begun in zip(lines, said, strict=False)] == said, found.err
        assert isinstance(case["says"], str) or len(lines) == len(said), found.err
    else:
        strict = lint("--strict")
        assert (strict.code, strict.err) == (0, "")


def test_every_case_has_a_name_of_its_own() -> None:
    names = [case.id for case in CASES]
    assert len(set(names)) == len(names)
