"""Orders that react: how they are read and written, what they may see, and that they replay."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import referee
from referee.core.documents import Unreadable
from referee.core.game.trace import Trace
from referee.core.notation import conditions as kinds
from referee.core.notation.condition_lines import condition_line, read_condition
from referee.core.notation.conditions import All, Any_, Condition, Not, Numbers, condition_of, negated
from referee.core.notation.tokens import Misread
from referee.report.trace_text import trace_text

TERMS = ("eliminate", "losses")
names = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,8}", fullmatch=True)
numbers = st.one_of(
    st.lists(st.integers(0, 99), min_size=1, max_size=4).map(lambda some: Numbers(tuple(sorted(set(some))))),
    st.integers(0, 99).map(lambda least: Numbers((), least, None)),
    st.integers(0, 99).map(lambda most: Numbers((), None, most)),
)
words = st.lists(names, min_size=1, max_size=3).map(tuple)
tests = st.one_of(
    st.builds(kinds.Test, what=st.sampled_from(["roll", "round"]), numbers=numbers),
    st.builds(kinds.Test, what=st.just("phase"), words=names.map(lambda one: (one,))),
    st.builds(kinds.Test, what=st.just("asked"), words=words),
    st.builds(kinds.Test, what=st.just("score"), of=names, numbers=numbers),
    st.builds(kinds.Test, what=st.just("hits"), of=names, numbers=numbers),
    st.builds(kinds.Test, what=st.just("lives"), of=names),
    st.builds(kinds.Test, what=st.sampled_from(["in", "showed"]), of=names, words=words),
    st.builds(
        kinds.Test,
        what=st.just("offered"),
        of=names,
        fields=st.dictionaries(st.sampled_from(TERMS), words).map(lambda found: tuple(sorted(found.items()))),
    ),
)
conditions = st.recursive(
    tests,
    lambda inner: st.one_of(
        inner.map(negated),
        st.builds(All, st.lists(inner, min_size=2, max_size=3).map(tuple)),
        st.builds(Any_, st.lists(inner, min_size=2, max_size=3).map(tuple)),
    ),
    max_leaves=6,
)


def plain(condition: Condition) -> dict[str, Any]:
    """Return a condition as a mapping, so that `condition_of` reads it back as the same."""
    if isinstance(condition, Not):
        return {"not": plain(condition.part)}
    if isinstance(condition, (All, Any_)):
        return {"and" if isinstance(condition, All) else "or": [plain(part) for part in condition.parts]}
    assert isinstance(condition, kinds.Test)
    test = condition
    numbers = _plain_numbers(test.numbers) if test.numbers is not None else None
    match test.what:
        case "roll" | "round":
            return {test.what: numbers}
        case "phase":
            return {"phase": test.words[0]}
        case "asked":
            return {"asked": list(test.words)}
        case "score":
            return {"score": {test.of: numbers}}
        case "offered":
            return {"offered": test.of, **{field: list(words) for field, words in test.fields}}
        case "lives":
            return {"piece": test.of, "lives": True}
        case "hits":
            return {"piece": test.of, "hits": numbers}
        case _:
            return {"piece": test.of, test.what: list(test.words)}


def _plain_numbers(numbers: Numbers) -> Any:
    if numbers.some:
        return list(numbers.some)
    bounds = {"at_least": numbers.least, "at_most": numbers.most}
    return {bound: number for bound, number in bounds.items() if number is not None}


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(conditions)
def test_a_condition_is_read_back_as_it_was_written(condition: Condition) -> None:
    def read(text: str) -> Condition:
        return read_condition(text, TERMS)

    assert read(condition_line(condition)) == condition
    assert condition_of(plain(condition), read) == condition


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("not ogre-1 dead", "ogre-1 lives"),
        ("not ogre-1 lives", "ogre-1 dead"),
        ("not not round 2", "round 2"),
        ("not (ogre-1 is slain or round 2)", "not (ogre-1 dead or round 2)"),
    ],
)
def test_a_negated_condition_is_said_plainly(text: str, said: str) -> None:
    assert condition_line(read_condition(text, TERMS)) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the roll is a 5", "roll 5"),
        ("I roll a 2 or 3 and round is 4", "roll 2 3 and round 4"),
        ("my roll is 2 or more", "roll 2 or more"),
        ("roll 2 or 3 dead", "roll 2 or 3 dead"),
        ("the lives", "the lives"),
        ("roll 1 or i lives", "roll 1 or i lives"),
    ],
)
def test_a_condition_may_be_written_as_one_says_it(text: str, said: str) -> None:
    assert condition_line(read_condition(text, TERMS)) == said


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a condition is missing"),
        ("roll", "needs a number"),
        ("roll five", "needs a number"),
        ("bu02 on 32", "'bu02' is no condition"),
        ("roll 5 and", "a condition is missing"),
        ("(roll 5", "never closed"),
        ("roll 5 6 or more", "follow one number"),
        ("offered bu03 gold 3", "'gold' is no term of an offer"),
        ("not " * 30 + "roll 5", "nested too deeply"),
    ],
)
def test_what_no_condition_is(text: str, message: str) -> None:
    with pytest.raises(Misread, match=message.replace("(", r"\(")):
        read_condition(text, TERMS)


def game(hidden: str = "ogre") -> dict[str, Any]:
    """Return a game in which black moves, and red has a legion that black has not seen."""
    return {
        "format": 1,
        "ruleset": "titan",
        "game": "duel",
        "step": 5,
        "masterboard": {
            "players": ["black", "red"],
            "towers": {"black": 100, "red": 400},
            "turn": 2,
            "mover": "black",
            "phase": "commencement",
            "legions": [
                {"id": "bk01", "player": "black", "land": 37, "contents": ["titan", "ogre"]},
                {"id": "bk02", "player": "black", "land": 100, "contents": ["lion", "lion"]},
                {"id": "rd01", "player": "red", "land": 8, "contents": ["titan", hidden]},
                {"id": "rd02", "player": "red", "land": 9, "contents": ["troll", *({"ogre", "dragon"} - {hidden})]},
            ],
        },
    }


def orders(*lines: Any) -> dict[str, Any]:
    return {"format": 1, "ruleset": "titan", "player": "black", "orders": list(lines)}


LINES = [
    "end commencement",
    "if roll 1: move bk01 to 38",
    "if roll 1: move bk02 to 41",
    "else if roll 2: if bk01 in 37: move bk01 to 39",
    "else if roll 2: else: move bk02 to 42",
    "else: try move bk01 to 5 | move bk01 to 41",
    "if rd01 lives and not rd01 showed dragon: end movement",
]


def test_check_echoes_lines_that_read_as_the_same() -> None:
    first = referee.check(game(), orders(*LINES))
    echoed = [row.get("line", line) for row, line in zip(first["orders"], LINES, strict=True)]
    assert echoed == LINES
    assert referee.check(game(), orders(*echoed)) == first


@pytest.mark.parametrize(
    ("lines", "where", "message"),
    [
        (["else: end movement"], "1:", "there is none directly before"),
        (["if roll 5: move bk01 to 38", "end movement", "else: end movement"], "3:", "there is none directly before"),
        (["if roll 5 move bk01 to 38"], "1:", "a colon is missing"),
        (["if roll 5:"], "1:", "an order is missing"),
        (["try move bk01 to 38 |"], "1:", "an order is missing"),
        (["if roll 5: mvoe bk01 to 38"], "1:", "did you mean 'move'"),
        (["if roll 5: always: end movement"], "1:", "no condition of its own"),
        ([{"if": {"roll": [5]}}], "orders[1]", "'then' is missing"),
        ([{"if": {"luck": 5}, "then": ["end movement"]}], "orders[1]", "is no condition"),
        ([{"try": []}], "orders[1]", "takes a list of orders"),
    ],
)
def test_a_line_that_cannot_be_read_is_a_problem_at_its_place(lines: list[Any], where: str, message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        referee.check(game(), orders("end commencement", *lines))
    assert message in str(caught.value)


@pytest.mark.parametrize("line", ["if score ann 3: end movement", "always: strike fastest", "always: enter in order"])
def test_what_means_nothing_in_a_game_is_a_problem(line: str) -> None:
    found = referee.check({**game(), "game": "duel"}, orders("end commencement", line))
    if line.startswith("if"):
        assert found["legal"] or found["orders"]
    else:
        assert found["problems"]


@pytest.mark.parametrize("faces", range(1, 7))
def test_two_worlds_that_differ_in_what_is_hidden_give_the_same(faces: int) -> None:
    lines = [
        {"end": "commencement", "dice": [faces]},
        "if rd01 showed dragon: move bk01 to 38",
        "else if not rd01 lives: move bk01 to 39",
        "else: try move bk01 to 38 | move bk01 to 41 | move bk01 to 5 | move bk02 to 42",
    ]
    seen = []
    for hidden in ("ogre", "dragon"):
        found = referee.adjudicate(game(hidden), orders(*lines), secret=None)
        assert found.trace is not None
        steps = [
            step for step in found.trace["steps"] if step.get("seen_by", "all") == "all" or "black" in step["seen_by"]
        ]
        seen.append((referee.check(game(hidden), orders(*lines)), steps, referee.view(found.state, "black")))
    assert seen[0] == seen[1]


def test_only_the_player_sees_to_what_an_order_reacted() -> None:
    found = referee.adjudicate(game(), orders({"end": "commencement", "dice": [1]}, *LINES[1:]))
    assert found.trace is not None
    assert any("reacted" in step.get("order", {}) for step in found.trace["steps"])
    seen = msgspec.convert(found.trace, Trace).for_player("red")
    assert not any(step.status == "passed over" for step in seen.steps)
    assert not any(step.order.reacted for step in seen.steps if step.order is not None)


def test_a_trace_with_orders_that_react_replays() -> None:
    found = referee.adjudicate(
        game(), orders({"end": "commencement", "dice": [1]}, *LINES[1:], "always: end enlistment")
    )
    assert found.trace is not None
    assert referee.replay(found.trace)["same"]
    assert found.state is not None
    assert found.state["masterboard"]["mover"] == "red"
    reacted = [step["order"]["reacted"] for step in found.trace["steps"] if "reacted" in step.get("order", {})]
    assert (reacted[0]["line"], reacted[0]["found"]) == (LINES[1], ["the roll is 1"])


def standing(*lines: Any, dice: int = 1) -> Any:
    return referee.adjudicate(game(), orders(*lines), dice={"turn/2/black/move": [dice]}, secret=None)


def test_a_standing_order_acts_in_a_phase_for_which_the_player_has_given_nothing() -> None:
    """The first line is for the phase after: the standing order ends the one before it."""
    lines = ["move bk01 to 38", "always: end commencement", "always: end movement"]
    found = standing(*lines)
    assert found.trace is not None, found.problems
    done = [step["order"]["order"] for step in found.trace["steps"] if "order" in step]
    assert done[:2] == [{"end": "commencement"}, {"move": "bk01", "to": 38}]
    assert {"end": "movement"} in done
    assert referee.replay(found.trace)["same"]
    # check supposes the same, on every face
    assert [row["verdict"] for row in referee.check(game(), orders(*lines))["orders"]] == ["open"]
    refused = referee.check(game(), orders("move bk01 to 999", *lines[1:]))["orders"]
    assert [row["verdict"] for row in refused] == ["refused"]


def test_a_standing_order_does_not_hide_what_is_wrong_in_its_own_phase() -> None:
    found = referee.check(game(), orders("split bk09 off ogre ogre", "always: end commencement"))
    assert [row["verdict"] for row in found["orders"]] == ["refused"]


def combat(turn: int = 1, banned: bool = False) -> dict[str, Any]:
    """Return two battalions that face each other in a skirmish."""
    unit = {"s": 3, "d": 1, "i": 1, "c": 5}
    return {
        "format": 1,
        "ruleset": "battalions",
        "game": "duel",
        "mode": "skirmish",
        "board": {"fields": [2, 1], "field_size": [5, 5]},
        "players": ["red", "blue"],
        "battalions": [
            {"id": "R", "player": "red", "field": [0, 0], "facing": "E", "leader": "A"},
            {"id": "B", "player": "blue", "field": [1, 0], "facing": "W", "leader": "E"},
        ],
        "units": [
            {"id": "A", "battalion": "R", **unit, "at": [3, 2]},
            {"id": "E", "battalion": "B", **unit, "at": [6, 2]},
        ],
        "combats": [
            {
                "id": "k1",
                "turn": turn,
                "used": [[0, 0], [1, 0]],
                "hold_banned": banned,
                "battalions": [{"id": "R", "from": [0, 0]}, {"id": "B", "from": [1, 0]}],
            }
        ],
    }


def of(player: str, *lines: Any) -> dict[str, Any]:
    return {"format": 1, "ruleset": "battalions", "player": player, "orders": list(lines)}


def test_a_standing_order_commands_the_battalions_without_a_command() -> None:
    advance = "command advance battalion R number 1 relative_to B"
    found = referee.adjudicate(combat(), [of("red", advance, "always: hold"), of("blue", "always: hold")], secret=None)
    assert found.trace is not None, found.problems
    said = [step["what"] for step in found.trace["steps"]]
    assert any("R, Advance 1" in what for what in said)
    assert any("B holds its ground" in what for what in said)
    assert referee.replay(found.trace)["same"]


def test_a_standing_order_that_is_barred_leaves_the_battalion_without_a_command() -> None:
    advance = "command advance battalion R number 1 relative_to B"
    found = referee.adjudicate(combat(banned=True), [of("red", advance), of("blue", "always: hold")], secret=None)
    assert found["problems"] == ["blue: no command for B in turn 2 of k1 (BN-G-10)"]
    assert referee.check(combat(), of("blue", "always: halt"))["problems"]


def test_orders_of_a_default_are_marked_in_the_trace() -> None:
    given = {**orders("always: end commencement"), "by": "default"}
    found = referee.adjudicate(game(), given, dice={"turn/2/black/move": [1]}, secret=None)
    assert found.trace is not None
    assert found.trace["documents"][0]["by"] == "default"
    assert found.trace["steps"][0]["order"]["by"] == "default"
    assert "(by: default)" in trace_text(msgspec.convert(found.trace, Trace))
    assert referee.replay(found.trace)["same"]
