"""`--only` prints paths that results have, and refuses others with the nearest one before a line is read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from running import referee

from referee.core.documents import Unreadable
from referee.judge.wanted import check_paths

pytestmark = pytest.mark.fast
EXAMPLES = Path(__file__).parent.parent / "examples"
SLOPE = EXAMPLES / "titan/slope"


def line() -> str:
    """Return a submission on a line."""
    state = yaml.safe_load((SLOPE / "012.state.yaml").read_text())
    orders = list(yaml.safe_load_all((SLOPE / "013.black.yaml").read_text()))
    return json.dumps({"id": 1, "state": state, "orders": orders, "seed": "x"})


def paths(value: Any, before: str) -> Iterator[str]:
    """Yield the path of every key down to the first list."""
    yield before
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield from paths(inner, f"{before}.{key}")


def test_what_is_named_is_printed_and_nothing_else() -> None:
    done = referee("adjudicate", "--jsonl", "--only", "state.battle.pieces,awaiting,trace.step", stdin=line())
    found = json.loads(done.out)
    assert done.code == 0
    assert list(found) == ["id", "state.battle.pieces", "awaiting", "trace.step"]
    assert all(found.values())


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("**/*.state.yaml")), ids=lambda f: str(f.relative_to(EXAMPLES)))
def test_every_path_of_a_state_is_known(file: Path) -> None:
    state = yaml.safe_load(file.read_text())
    check_paths([path for key, value in state.items() for path in paths(value, key)])
    check_paths([*paths(state, "state")])


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("state.batle.pieces", "'state.batle.pieces' is no path of a result (did you mean 'state.battle.pieces'?)"),
        ("awating", "'awating' is no path of a result (did you mean 'awaiting'?)"),
        ("orders.verdict", "'orders.verdict' goes on after 'orders', which is printed whole; give 'orders'"),
        ("xyz", "'xyz' is no path of a result; it begins with state, trace,"),
        ("trace.xyz", "'trace.xyz' is no path of a result; 'trace' has "),
        ("", "'' is no path of a result"),
    ],
)
def test_any_other_path_is_refused_with_the_nearest(path: str, said: str) -> None:
    with pytest.raises(Unreadable) as error:
        check_paths(["legal", path])
    assert [problem.message[: len(said)] for problem in error.value.problems] == [said]


@pytest.mark.parametrize("command", ["check", "adjudicate"])
def test_nothing_is_answered_then(command: str) -> None:
    done = referee(command, "--jsonl", "--only", "awating", stdin=line())
    assert (done.code, done.out) == (2, "")
    assert done.err == "--only: 'awating' is no path of a result (did you mean 'awaiting'?)\n"


def test_it_goes_with_lines() -> None:
    done = referee("check", str(SLOPE / "012.state.yaml"), str(SLOPE / "013.black.yaml"), "--only", "legal")
    assert done.code == 2
    assert "--only goes with --jsonl" in done.err
