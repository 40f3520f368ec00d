"""Rules compiled with their options: what is consulted is recorded, and remembered with the answer."""

from __future__ import annotations

import pytest

from referee import games
from referee.core.rules import compiled
from referee.core.rules.compiled import CompiledRules
from referee.core.rules.rows import Row


@pytest.fixture
def rules() -> CompiledRules:
    _, ruleset = games.load("titan")
    return CompiledRules(ruleset, {})


def test_what_is_consulted_inside_is_told_to_all_that_is_open_around(rules: CompiledRules) -> None:
    one, other = list(rules.options)[:2]
    with rules.consulting() as outer:
        rules.option(one)
        with rules.consulting() as inner:
            rules.option(other)
        with rules.unnoted():
            rules.option(list(rules.options)[2])
    assert inner == {other}
    assert outer == {one, other}
    with rules.consulting() as none:
        pass
    assert none == set()


def test_what_is_remembered_tells_again_what_it_consulted(rules: CompiledRules) -> None:
    option, made = next(iter(rules.options)), []

    def make() -> str:
        made.append(rules.option(option))
        return "made"

    for _ in range(2):
        with rules.consulting() as consulted:
            assert rules.remember(("answer", 1), make) == "made"
        assert consulted == {option}
    assert len(made) == 1


def test_a_failure_leaves_nothing_open(rules: CompiledRules) -> None:
    def fail() -> None:
        raise LookupError

    with pytest.raises(LookupError), rules.consulting():
        rules.remember("failing", fail)
    with rules.consulting() as consulted:
        rules.remember("rest", lambda: None)
    assert consulted == set()


def test_what_is_remembered_has_a_bound(rules: CompiledRules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_MOST_REMEMBERED", 10)
    bounded = CompiledRules(rules.ruleset, {})
    for number in range(25):
        bounded.remember(number, lambda: 1)
    assert len(bounded._remembered) <= 10


def test_a_row_notes_the_options_on_which_it_turned(rules: CompiledRules) -> None:
    option, value = next(iter(rules.options.items()))
    rows = [Row(when={"side": "left", option: value}, cite="x"), Row(when={"side": "right", option: "no"}, cite="y")]
    with rules.consulting() as consulted:
        assert [row.cite for row in rules.ruled(rows, {"side": "left"})] == ["x"]
    assert consulted == {option}
    with rules.consulting() as consulted:
        assert list(rules.ruled(rows, {"side": "above"})) == []
    assert consulted == set()
