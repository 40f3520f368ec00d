"""What is wrong in a line of `--jsonl` is reported with the number of that line, and at its column."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from running import ORDERS, STATE, referee

pytestmark = pytest.mark.fast

# what is wrong: in the state or the orders, a key with a value, and the text at which it is reported
WRONG = {
    "a key of the state": ("state", "battel", 1, '"battel"'),
    "a value of the state": ("state", "step", "twelve", '"twelve"'),
    "a name of the state": ("state", "ruleset", "titn", '"titn"'),
    "a key of the orders": ("orders", "playr", "x", '"playr"'),
    "a value of the orders": ("orders", "step", "twelve", '"twelve"'),
    "a verb": ("orders", "orders", [{"strik": "a"}], '{"strik"'),
    "a line that is no order": ("orders", "orders", ["jump"], '"jump"'),
}


@pytest.mark.parametrize("command", ["check", "adjudicate", "odds"])
@pytest.mark.parametrize(("part", "key", "value", "sought"), WRONG.values(), ids=WRONG)
def test_a_problem_is_placed_in_its_line(command: str, part: str, key: str, value: Any, sought: str) -> None:
    line: dict[str, Any] = {"state": yaml.safe_load(STATE), "orders": yaml.safe_load(ORDERS)}
    line[part][key] = value
    lines = [json.dumps({**line, "orders": orders}) for orders in (line["orders"], [line["orders"]])]
    answers = referee(command, "--jsonl", stdin="\n".join(lines)).out.splitlines()
    for number, (given, answer) in enumerate(zip(lines, answers, strict=True), 1):
        (said,) = json.loads(answer)["error"]
        column = given.index(sought) + 1
        # a text in quotes is read from its first letter
        assert said.startswith((f"stdin:{number}:{column}: ", f"stdin:{number}:{column + 1}: ")), (said, column)


def test_a_state_that_is_played_out_is_placed_in_its_line() -> None:
    state = {**yaml.safe_load(STATE), "battel": 1}
    lines = [json.dumps({"id": n, "state": state}) for n in range(2)]
    answers = referee("odds", "--jsonl", stdin="\n".join(lines)).out.splitlines()
    column = lines[0].index('"battel"') + 1
    assert [json.loads(one)["error"][0].split(" ")[0] for one in answers] == [f"stdin:{n}:{column}:" for n in (1, 2)]
