"""Exact odds against what the judge makes of every roll, one by one."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from running import referee, write_overlay

from referee import api, games
from referee.chances.exact import odds_of_line, open_line, thrown
from referee.core import documents
from referee.games.titan.battle.alone import BattleAlone
from referee.games.titan.battle.orders.strike import Attack
from referee.games.titan.odds.draws import unseen
from referee.games.titan.odds.strikes import wider_odds
from referee.opening.states import open_session

ROOT = Path(__file__).parent.parent
SLOPE = yaml.safe_load((ROOT / "examples/titan/slope/012.state.yaml").read_text())


def odds(value: dict[str, Any]) -> dict[str, Any]:
    """Return the odds of one line."""
    return odds_of_line(documents.make_document(value, "line"))


def orders(strikes: list[tuple[str, dict[str, Any]]], dice: tuple[list[int], ...] | None = None) -> list[Any]:
    """Return documents of strikes, those of black ended before those of red, with dice in them where they are given."""
    out = []
    for player in ("black", "red"):
        own: list[dict[str, Any]] = [
            {**order, **({"dice": dice[n]} if dice is not None else {})}
            for n, (who, order) in enumerate(strikes)
            if who == player
        ]
        if own and player == "black":
            own.append({"end": "strike"})
        if own:
            out.append({"format": 1, "ruleset": "titan", "player": player, "orders": own})
    return out


def every_roll(strikes: list[tuple[str, dict[str, Any]]]) -> Iterator[tuple[Fraction, list[int]]]:
    """Yield every combination of dice that hit, with its chance; a die is 6 or 1, so that 6 counts as any hit."""
    ways = []
    for _, order in strikes:
        dice, number = DUE[order["strike"], order["at"]]
        number = max(number, order.get("number", 0))
        good = 7 - number
        ways.append(
            [
                (
                    [6] * hits + [1] * (dice - hits),
                    Fraction(comb(dice, hits) * good**hits * (6 - good) ** (dice - hits), 6**dice),
                )
                for hits in range(dice + 1)
            ]
        )
    for chosen in product(*ways):
        chance = Fraction(1)
        for _, share in chosen:
            chance *= share
        yield chance, [dice for dice, _ in chosen]


def asked(strike: str, at: str) -> tuple[int, int]:
    """Return the dice and the number of a strike on the slope."""
    found = api.ask({**SLOPE, "ask": {"strike": strike, "at": at, "supposing": SUPPOSED[strike]}})
    return found.answer["dice"], found.answer["strike_number"]


SUPPOSED = {
    "ogre-1": {"striking": "attacker"},
    "troll-1": {"striking": "attacker"},
    "lion-2": {"striking": "defender"},
    "giant-1": {"striking": "defender"},
}
PAIRS = [("ogre-1", "lion-2"), ("ogre-1", "centaur-1"), ("troll-1", "lion-2"), ("troll-1", "giant-1")]
PAIRS += [("lion-2", "ogre-1"), ("giant-1", "troll-1")]
DUE = {(a, b): asked(a, b) for a, b in PAIRS}


@pytest.mark.parametrize(
    "strikes",
    [
        [("black", {"strike": "ogre-1", "at": "lion-2"})],
        [("black", {"strike": "ogre-1", "at": "lion-2", "number": 6, "carry": ["centaur-1"]})],
        [("black", {"strike": "ogre-1", "at": "centaur-1", "carry": ["lion-2"], "most": [1]})],
        [
            ("black", {"strike": "ogre-1", "at": "lion-2", "number": 6, "carry": ["centaur-1"]}),
            ("black", {"strike": "troll-1", "at": "lion-2"}),
        ],
        [
            ("black", {"strike": "troll-1", "at": "lion-2"}),
            ("black", {"strike": "ogre-1", "at": "lion-2"}),
        ],
    ],
    ids=["plain", "higher number with carry", "carry with a most", "two at one", "the second may lapse"],
)
def test_exact_odds_are_those_of_every_roll_adjudicated(strikes: list[tuple[str, dict[str, Any]]]) -> None:
    found = odds({"state": SLOPE, "orders": orders(strikes)[:1]})
    names = list(found["outcomes"][0]["hits"])
    expected: dict[tuple[int, ...], Fraction] = {}
    for chance, dice in every_roll(strikes):
        given_orders = [{**order, "dice": rolled} for (_, order), rolled in zip(strikes, dice, strict=True)]
        document = {"format": 1, "ruleset": "titan", "player": "black", "orders": given_orders}
        result = api.adjudicate(SLOPE, document, skip_illegal=True)
        if "state" not in result:
            # the dice of a strike that lapses are spare, and the judge refuses them
            document["orders"] = given_orders[:1]
            result = api.adjudicate(SLOPE, document)
        pieces = {piece["id"]: piece.get("hits", 0) for piece in result.state["battle"]["pieces"]}
        key = tuple(pieces[name] for name in names)
        expected[key] = expected.get(key, Fraction(0)) + chance
    assert {tuple(row["hits"].values()): Fraction(row["fraction"]) for row in found["outcomes"]} == expected
    assert sum(Fraction(row["fraction"]) for row in found["outcomes"]) == 1
    for n, name in enumerate(names):
        mean = sum(chance * hits[n] for hits, chance in expected.items())
        assert found["expected"][name] == pytest.approx(float(mean))


def test_the_slain_strike_back_in_the_other_part_of_the_phase() -> None:
    strikes = [("black", {"strike": "ogre-1", "at": "lion-2"}), ("black", {"strike": "troll-1", "at": "giant-1"})]
    strikes += [("red", {"strike": "lion-2", "at": "ogre-1"})]
    state = json.loads(json.dumps(SLOPE))
    state["battle"]["pieces"][0]["hits"] = 5
    found = odds({"state": state, "orders": orders(strikes)})
    state["battle"]["striking"] = "defender"
    alone = odds({"state": state, "orders": [strikes[-1][1]]})
    assert found["slain"]["ogre-1"] == alone["slain"]["ogre-1"] > 0
    assert found["slain"]["lion-2"] > 0.5


def test_a_strike_at_one_who_is_slain_already_lapses() -> None:
    battle = json.loads(json.dumps(SLOPE))
    battle["battle"]["pieces"][2]["hits"] = 5
    found = odds({"state": battle, "orders": [{"strike": "troll-1", "at": "lion-2"}]})
    assert found["outcomes"] == [{"hits": {"lion-2": 5}, "p": 1.0, "fraction": "1/1"}]
    assert found["slain"] == {"lion-2": 1.0}


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ({"strike": "ogre-1", "at": "giant-1"}, "are not adjacent"),
        ({"strike": "ogre-1", "at": "lion-2", "carry": ["centaur-1"]}, "centaur-1 needs"),
        ({"strike": "lion-2", "at": "ogre-1"}, "black strikes now"),
    ],
)
def test_what_is_illegal_is_refused_with_its_rule(order: dict[str, Any], said: str) -> None:
    found = odds({"state": SLOPE, "orders": [{"format": 1, "ruleset": "titan", "player": "black", "orders": [order]}]})
    if said == "black strikes now":
        assert "belongs to red" in found["refused"][0]["message"]
    else:
        assert said in found["refused"][0]["message"]
        assert found["refused"][0]["because"]


@settings(max_examples=30)
@given(
    hits=st.integers(0, 4),
    number=st.integers(5, 6),
    most=st.none() | st.integers(0, 3),
)
def test_a_question_and_an_order_have_the_same_odds(hits: int, number: int, most: int | None) -> None:
    state = json.loads(json.dumps(SLOPE))
    state["battle"]["pieces"][2]["hits"] = hits
    order = {"strike": "ogre-1", "at": "lion-2", "number": number}
    order |= {"carry": ["centaur-1"]} if number == 6 else {}
    order |= {"most": [most]} if most is not None and number == 6 else {}
    assert odds({**state, "ask": order}) == odds({"state": state, "orders": [order]})
    answer = api.ask({**state, "ask": order}).answer
    assert answer["declared"]["kill_probability"] == pytest.approx(odds({**state, "ask": order})["slain"]["lion-2"])


def test_odds_of_a_combat_count_its_throws() -> None:
    line = {
        "format": 1,
        "ruleset": "hordes",
        "combat": {"kind": "close", "a": {"type": "knight"}, "b": {"type": "spear"}},
    }
    found = odds({**line, "ask": {"odds": True}})
    assert found["exact"]
    assert sum(row["ways"] for row in found["outcomes"]) == 36
    assert all(row["p"] == row["ways"] / 36 for row in found["outcomes"])
    assert {key for row in found["outcomes"] for key in row} == {"a", "b", "ways", "p"}


def test_the_command_varies_and_writes_tables(tmp_path: Path) -> None:
    line = "brush; attacker ogre C3; defender lion C4 hits 3; strike C3 at C4"
    table = tmp_path / "odds.csv"
    done = referee("odds", "-r", "titan", line, "--vary", "defender.lion.hits=0..4", "--csv", str(table))
    assert done.code == 0
    rows = table.read_text().splitlines()
    assert len(rows) == 6
    assert rows[0] == "defender.lion.hits,lion slain,lion hits"
    assert "64.9 %" in done.out
    assert referee("odds", "-r", "titan", line, "--vary", "defender.lyon.hits=0..4").code == 2
    twice = referee("odds", "-r", "titan", line, "--vary", "defender.lion.hits=1", "--vary", "defender.lion.hits=2")
    assert (twice.code, "'defender.lion.hits' is varied twice" in twice.err) == (2, True)
    assert referee("odds", "-r", "titan", line, "--number", "3").code == 1


def test_battalions_leave_nothing_to_chance() -> None:
    done = referee("odds", str(ROOT / "examples/battalions/ford/000.state.yaml"))
    assert done.code == 2


@pytest.mark.slow
@pytest.mark.parametrize("vary", [[], ["defender.lion.hits=0..4"], ["defender.lion.hits=0..4", "strike.number=5,6"]])
def test_odds_are_drawn(vary: list[str], tmp_path: Path) -> None:
    line = "brush; attacker ogre C3; defender lion C4 hits 3; strike C3 at C4"
    picture = tmp_path / "odds.svg"
    more = [word for one in vary for word in ("--vary", one)]
    assert referee("odds", "-r", "titan", line, *more, "--svg", str(picture)).code == 0
    first = picture.read_text()
    assert "<svg" in first
    assert "lion" in first
    referee("odds", "-r", "titan", line, *more, "--svg", str(picture), "--force")
    assert picture.read_text() == first


@pytest.mark.slow
def test_a_chart_of_a_combat_has_every_throw(tmp_path: Path) -> None:
    situation = {"format": 1, "ruleset": "hordes", "combat": {"kind": "close", "a": {"type": "knight"}}}
    situation["combat"]["b"] = {"type": "spear"}
    chart = thrown(documents.make_document({**situation, "ask": {"odds": True}}, "line"))
    assert chart is not None
    counted = Counter((cell["a"], cell["b"]) for row in chart["cells"] for cell in row)
    found = odds({**situation, "ask": {"odds": True}})
    assert counted == {(row["a"], row["b"]): row["ways"] for row in found["outcomes"]}
    assert chart["difference"] == -1
    for more in ([], ["--vary", "b.type=spear,blade,horde"]):
        picture = tmp_path / f"odds-{len(more)}.svg"
        line = "close; a knight; b spear; odds true"
        assert referee("odds", "-r", "hordes", line, *more, "--svg", str(picture)).code == 0
        assert picture.read_text().count("factor difference") == (3 if more else 1)


def test_without_matplotlib_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    line = "brush; attacker ogre C3; defender lion C4 hits 3; strike C3 at C4"
    done = referee("odds", "-r", "titan", line, "--svg", str(tmp_path / "odds.svg"))
    assert done.code == 2
    assert "--svg: needs matplotlib: pip install 'tabletop-referee[plots]'" in done.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("number", [5, 6])
def test_strikes_have_the_odds_of_every_roll_carried_out_by_the_judge(number: int) -> None:
    strikes = [
        (
            "black",
            {"strike": "ogre-1", "at": "lion-2", "number": number, "carry": ["centaur-1"] if number == 6 else []},
        ),
        ("black", {"strike": "troll-1", "at": ["lion-2", "giant-1"]}),
        ("red", {"strike": "giant-1", "at": "troll-1"}),
    ]
    state = json.loads(json.dumps(SLOPE))
    opened, submissions = open_line(documents.make_document({}, "x"), {"state": state, "orders": orders(strikes)}, ())
    position = opened.game.open(opened.state, opened.rules)
    assert isinstance(position, BattleAlone)
    named = [one.order for submission in submissions for one in submission.orders if isinstance(one.order, Attack)]
    assert wider_odds(opened.game, position, submissions, named) == odds({"state": state, "orders": orders(strikes)})


COUNTS = {
    "fewer": "hits: {at_most: 2}",
    "more": "hits: {add: 1}",
    "both": "hits: {add: -1, at_least: 1}",
}


@pytest.mark.parametrize("counts", COUNTS)
def test_exact_odds_count_hits_as_rows_do(counts: str, tmp_path: Path) -> None:
    row = f"modifiers:\n  blow: {{{COUNTS[counts]}, why: so counts a blow, cite: HOUSE 1}}\n"
    write_overlay(tmp_path, "titan", always=row)
    pieces = [
        {"id": "ogre", "character": "ogre", "side": "attacker", "hex": "C3"},
        {"id": "ranger", "character": "ranger", "side": "attacker", "hex": "E2"},
        {"id": "lion", "character": "lion", "side": "defender", "hex": "C4", "hits": 1},
        {"id": "troll", "character": "troll", "side": "defender", "hex": "B3", "hits": 6},
    ]
    battle = {"battleland": "plains", "round": 2, "phase": "strike", "active": "attacker", "pieces": pieces}
    battle |= {"players": {"attacker": "black", "defender": "red"}, "attacker_side": "bottom"}
    state = {"format": 1, "ruleset": "mine", "battle": battle}
    attacks = [{"strike": "ogre", "at": "lion", "carry": ["troll"]}, {"rangestrike": "ranger", "at": "lion"}]
    line = {"state": state, "orders": [{"format": 1, "ruleset": "mine", "player": "black", "orders": attacks}]}
    opened, submissions = open_line(documents.make_document({}, "x"), line, (tmp_path,))
    position = opened.game.open(opened.state, opened.rules)
    assert isinstance(position, BattleAlone)
    named = [one.order for submission in submissions for one in submission.orders if isinstance(one.order, Attack)]
    assert len(named) == len(attacks)
    found = odds_of_line(documents.make_document(line, "line"), (tmp_path,))
    assert found == wider_odds(opened.game, position, submissions, named)


SPECIAL = [
    "{of: [6], again: beside}",
    "{of: [1], again: instead}",
    "{of: [2, 6], again: instead}",
    "{of: [6], hits: 2}",
]
SPECIAL += ["{of: [6, 5], hits: 2, again: beside}", "{of: [6], hits: 0}"]


@pytest.mark.parametrize("special", SPECIAL)
def test_exact_odds_of_faces_that_count_otherwise_are_those_of_every_roll_adjudicated(
    special: str, tmp_path: Path
) -> None:
    given = {"again": "", "hits": 1, **yaml.safe_load(special)}
    row = f"modifiers:\n  blow: {{dice: {{set: 2}}, faces: {special}, why: so it is, cite: HOUSE 1}}\n"
    write_overlay(tmp_path, "titan", always=row)
    pieces = [
        {"id": "ogre", "character": "ogre", "side": "attacker", "hex": "C3"},
        {"id": "colossus", "character": "colossus", "side": "defender", "hex": "C4"},
    ]
    battle = {"battleland": "plains", "round": 2, "phase": "strike", "active": "attacker", "pieces": pieces}
    battle |= {"players": {"attacker": "black", "defender": "red"}, "attacker_side": "bottom"}
    state = {"format": 1, "ruleset": "mine", "battle": battle}
    number = api.ask({**state, "ask": {"strike": "ogre", "at": "colossus"}}, (tmp_path,)).answer["strike_number"]
    assert number == 6
    rolled = given["of"] if given["again"] else []

    def hits_of(dice: Sequence[int], more: Sequence[int]) -> int:
        counting = [die for die in dice if given["again"] != "instead" or die not in rolled] + list(more)
        return sum(given["hits"] if die in given["of"] else 1 for die in counting if die >= number)

    def odds_of(**order: Any) -> dict[int, Fraction]:
        line = {"state": state, "orders": [{"format": 1, "ruleset": "mine", "player": "black", "orders": [order]}]}
        found = odds_of_line(documents.make_document(line, "line"), (tmp_path,))
        return {row["hits"]["colossus"]: Fraction(row["fraction"]) for row in found["outcomes"]}

    # a reroll counts no more hits than the roll that it replaces
    for first, second in product([(1, 1, 1), (6, 6, 6), (6, 2, 1)], [(6, 6), (6, 1), (2, 5)]):
        further = sum(die in rolled for die in second)
        most = sum(given["hits"] if die in given["of"] else 1 for die in first if die >= number)
        replaced = {"strike": "ogre", "at": "colossus", "dice": list(first), "reroll": list(second)}
        told: dict[int, Fraction] = {}
        for more in product(range(1, 7), repeat=further):
            order = replaced | ({"again": list(more)} if more else {})
            document = {"format": 1, "ruleset": "mine", "player": "black", "orders": [order]}
            assert api.check(state, document, folders=(tmp_path,)).legal
            done = api.adjudicate(state, document, folders=(tmp_path,), trace=False)
            hits = done.state["battle"]["pieces"][1].get("hits", 0)
            assert hits == min(hits_of(second, more), most)
            told[hits] = told.get(hits, Fraction(0)) + Fraction(1, 6**further)
        assert odds_of(**replaced) == told

    expected: dict[tuple[int, ...], dict[int, Fraction]] = {(): {}}
    for dice in product(range(1, 7), repeat=2):
        further = sum(die in rolled for die in dice)
        for more in product(range(1, 7), repeat=further):
            order = {"strike": "ogre", "at": "colossus", "dice": list(dice), **({"again": list(more)} if more else {})}
            document = {"format": 1, "ruleset": "mine", "player": "black", "orders": [order]}
            done = api.adjudicate(state, document, folders=(tmp_path,), trace=False)
            hits = done.state["battle"]["pieces"][1].get("hits", 0)
            assert hits == hits_of(dice, more)
            for known, chance in (((), Fraction(1, 36 * 6**further)), (dice, Fraction(1, 6**further))):
                found = expected.setdefault(known, {})
                found[hits] = found.get(hits, Fraction(0)) + chance
    for known, told in expected.items():
        assert odds_of(strike="ogre", at="colossus", **({"dice": list(known)} if known else {})) == told
    asked = api.ask({**state, "ask": {"strike": "ogre", "at": "colossus"}}, (tmp_path,)).answer
    assert asked["expected_hits"] == pytest.approx(float(sum(hits * chance for hits, chance in expected[()].items())))


def test_two_rows_about_a_face_both_count(tmp_path: Path) -> None:
    def told(name: str, *faces: str) -> Any:
        rows = "".join(f"  row{n}: {{faces: {one}, why: so it is, cite: HOUSE 1}}\n" for n, one in enumerate(faces))
        (tmp_path / name).mkdir()
        write_overlay(tmp_path / name, "titan", always=f"modifiers:\n{rows}")
        strike = [("black", {"strike": "ogre-1", "at": "lion-2"})]
        line = {"state": {**SLOPE, "ruleset": "mine"}, "orders": orders(strike)}
        line["state"]["battle"] = {
            **SLOPE["battle"],
            "pieces": [{**one, "hits": 0} for one in SLOPE["battle"]["pieces"]],
        }
        for document in line["orders"]:
            document["ruleset"] = "mine"
        return odds_of_line(documents.make_document(line, "line"), (tmp_path / name,))["outcomes"]

    both = told("one", "{of: [6], hits: 2, again: beside}")
    assert told("two", "{of: [6], hits: 2}", "{of: [6], again: beside}") == both
    assert told("three", "{of: [6], again: beside}", "{of: [6], hits: 2}") == both
    assert told("four", "{of: [6], hits: 2}") != both


def test_a_combat_on_a_table_has_the_odds_of_its_36_throws_adjudicated() -> None:
    case = next(
        one
        for one in yaml.safe_load_all((ROOT / "tests/cases/hordes/recoils.yaml").read_text())
        if one["given"].get("phase") == "close_combat" and one["orders"] and isinstance(one["orders"][0], dict)
    )
    state = {"format": 1, "ruleset": "hordes", "game": "g", **case["given"]}
    fight = {key: value for key, value in case["orders"][0].items() if key != "dice"}
    found = odds({"state": state, "orders": [fight]})
    gone: dict[str, int] = {}
    player = state["active"]
    for one, other in product(range(1, 7), repeat=2):
        order = {**fight, "dice": {fight["fight"]: one, fight["against"]: other}}
        done = api.adjudicate(state, {"format": 1, "ruleset": "hordes", "player": player, "orders": [order]})
        for element in done.state["elements"]:
            if element.get("x") is None:
                gone[element["id"]] = gone.get(element["id"], 0) + 1
    assert {ident: chance for ident, chance in found["gone"].items() if chance} == {k: n / 36 for k, n in gone.items()}
    assert sum(Fraction(row["fraction"]) for row in found["outcomes"]) == 1


@pytest.mark.slow
def test_orders_of_a_whole_turn_on_a_table_have_odds_with_those_who_come_back() -> None:
    ford = ROOT / "examples/hordes/ford"
    state, given = (yaml.safe_load((ford / name).read_text()) for name in ("000.state.yaml", "001.red.yaml"))
    whole = odds({"state": state, "orders": [given]})
    assert [row["elements"]["r6"] for row in whole["outcomes"]] == ["arrived"]
    assert whole["gone"]["r6"] == 0
    # the Magician of blue was lost before the orders, the Horde of red comes back
    assert whole["lost_ap"] == {"red": 0, "blue": 4}
    told = referee("odds", str(ford / "000.state.yaml"), str(ford / "001.red.yaml")).out
    assert "blue has then lost 4.00 AP on average, those lost before included\n" in told
    rolled = [{key: value for key, value in order.items() if key != "dice"} for order in given["orders"]]
    assert rolled[-2].keys() == {"fight", "against"}
    found = odds({"state": state, "orders": [{**given, "orders": rolled}]})
    assert sum(Fraction(row["fraction"]) for row in found["outcomes"]) == 1
    assert len(found["outcomes"]) > 1


def test_a_spoken_question_carries_over_as_it_says() -> None:
    said = "ogre C3 strikes lion C4 (3 hits), carry to centaur D3; brush"
    strict = "brush; attacker ogre C3; defender lion C4 hits 3; defender centaur D3; strike C3 at C4 carry D3"
    spoken = referee("odds", "-r", "titan", said, "--number", "6", "--json")
    assert spoken.code == 0
    assert spoken == referee("odds", "-r", "titan", f"{strict} number 6", "--json")
    assert "centaur needs 6" in referee("odds", "-r", "titan", said, "--number", "5").out
    said = said.replace("centaur", "gargoyle")
    line = json.dumps({"id": 1, "ruleset": "titan", "say": said})
    told = json.loads(referee("odds", "-r", "titan", said, "--json").out)
    assert json.loads(referee("odds", "--jsonl", stdin=line).out)["slain"] == told["slain"]
    assert set(told["slain"]) == {"lion", "gargoyle"}


def march(face: int | None, **further: Any) -> dict[str, Any]:
    """Return a question where a legion goes, on a board where some Lands are held."""
    legions = [
        {"id": "bk01", "player": "black", "land": 41, "contents": ["titan", "ogre", "troll"]},
        {"id": "bk02", "player": "black", "land": 142, "contents": ["lion"]},
        {"id": "rd01", "player": "red", "land": 8, "contents": ["titan", "lion"]},
    ]
    ask = {"travel": "bk01", **({} if face is None else {"roll": face})}
    board = {"score": {"black": 400}, "legions": legions, **further}
    return {"format": 1, "ruleset": "titan", "masterboard": board, "ask": ask}


IN_PLAY = {"players": ["black", "red"], "turn": 3, "mover": "black", "phase": "commencement"}


@pytest.mark.parametrize("further", [{}, IN_PLAY])
def test_odds_of_a_movement_roll_are_the_answers_for_each_face(further: dict[str, Any]) -> None:
    found = odds(march(None, **further))
    assert [row["roll"] for row in found["outcomes"]] == [1, 2, 3, 4, 5, 6]
    reached: dict[str, list[int]] = {}
    for row in found["outcomes"]:
        answer = api.ask(march(row["roll"], **further)).answer
        assert {name: row[name] for name in ("destinations", "teleports")} == answer
        assert row["fraction"] == "1/6"
        for land in {*answer["destinations"], *answer["teleports"]}:
            reached.setdefault(land, []).append(row["roll"])
    assert {land: row["rolls"] for land, row in found["lands"].items()} == reached
    assert all(row["fraction"] == str(Fraction(len(row["rolls"]), 6)) for row in found["lands"].values())


def test_a_roll_that_has_been_made_leads_where_it_does() -> None:
    found = odds(march(None, **{**IN_PLAY, "phase": "movement", "roll": 6}))
    assert {row["p"] for row in found["lands"].values()} == {1.0}
    assert list(found["lands"]["8"]["rolls"]) == [6]


def test_a_legion_of_the_other_player_moves_in_its_own_next_phase() -> None:
    line = march(None, **{**IN_PLAY, "phase": "movement", "roll": 6})
    found = odds({**line, "ask": {"travel": "rd01"}})
    assert found["assumed"] == {"phase": "movement", "mover": "red"}
    supposing = {"phase": "movement", "mover": "red", "moved": False}
    for row in found["outcomes"]:
        answer = api.ask({**line, "ask": {"travel": "rd01", "roll": row["roll"], "supposing": supposing}}).answer
        assert row["destinations"] == answer["destinations"]


def test_a_known_roll_has_no_odds_and_nobody_moves_twice() -> None:
    with pytest.raises(documents.Unreadable, match="nothing is left to chance"):
        odds(march(3))
    moved = march(None, **{**IN_PLAY, "phase": "movement", "roll": 6})
    moved["masterboard"]["legions"][0]["moved"] = True
    assert "has moved" in odds(moved)["refused"][0]["message"]


FIRST = {**IN_PLAY, "turn": 1}


def test_the_first_game_turn_offers_a_second_roll() -> None:
    found = odds(march(None, **FIRST))
    second = found["second_roll"]
    assert second["cites"][0] == "LoT 7.6"
    assert list(second["lands"]) == list(found["lands"])
    for land, row in second["lands"].items():
        faces = len(found["lands"][land]["rolls"])
        # the first roll leads there, or the second after one that does not
        assert row["fraction"] == str(Fraction(36 - (6 - faces) ** 2, 36))
        assert row["rolls"] == found["lands"][land]["rolls"]


def test_a_roll_that_has_been_made_in_it_may_be_repeated() -> None:
    line = march(None, **{**FIRST, "phase": "movement", "roll": 6})
    found, before = odds(line), odds(march(None, **FIRST))
    assert [row["roll"] for row in found["outcomes"]] == [6]
    second = found["second_roll"]["lands"]
    assert {land: row["rolls"] for land, row in second.items()} == {
        land: row["rolls"] for land, row in before["lands"].items()
    }
    for land, row in second.items():
        assert row["fraction"] == ("1/1" if land in found["lands"] else str(Fraction(len(row["rolls"]), 6)))


@pytest.mark.parametrize(
    "further",
    [
        {},
        IN_PLAY,
        {**FIRST, "phase": "movement", "roll": 6, "mulligan": True},
        {**FIRST, "phase": "movement", "roll": 6, "legions": "moved"},
    ],
)
def test_elsewhere_there_is_no_second_roll(further: dict[str, Any]) -> None:
    line = march(None, **{name: value for name, value in further.items() if name != "legions"})
    if "legions" in further:
        line["masterboard"]["legions"][1]["moved"] = True
    assert "second_roll" not in odds(line)


def test_whoever_moves_after_the_mover_has_a_second_roll_in_the_same_game_turn() -> None:
    red = {"ask": {"travel": "rd01"}}
    assert "second_roll" in odds({**march(None, **{**FIRST, "phase": "movement", "roll": 6}), **red})
    assert "second_roll" not in odds({**march(None, **{**FIRST, "players": ["red", "black"]}), **red})
    # black's next Movement Phase is in Game-Turn 2
    assert "second_roll" not in odds(march(None, **{**FIRST, "phase": "enlistment"}))


def test_the_second_roll_is_a_column() -> None:
    said = "turn 1; score black 400; black 41 titan ogre id bk01; red 8 lion id rd01; travel bk01"
    done = referee("odds", "-r", "titan", said)
    assert done.code == 0
    assert "with the second roll" in done.out.splitlines()[0]
    assert "55.6 %" in done.out
    assert "may be repeated once (LoT 7.6" in done.out
    assert "with_second_roll" in referee("odds", "-r", "titan", said, "--csv", "-").out.splitlines()[0]


def mage(**further: Any) -> dict[str, Any]:
    """Return a board with a Witch that has moved to where it draws."""
    stack = {"id": "witch-1", "held": ["bolt-5", "web-1"]}
    legion = {"id": "bk01", "player": "black", "land": 14, "moved": True, "contents": ["titan", "witch", "ogre"]}
    board = {"legions": [{**legion, "magi": [stack]}], **further}
    return {"format": 1, "ruleset": "titan-magi", "masterboard": board}


def test_a_draw_is_among_all_that_the_player_does_not_see() -> None:
    found = odds({**mage(), "ask": {"draw": "bk01", "for": "terrain"}})
    assert (found["draws"], found["among"], found["by"]) == (1, 147, {"witch-1": 1})
    assert found["spells"]["bolt"]["fraction"] == str(Fraction(3, 147))
    assert sum(row["there"] for row in found["spells"].values()) == 147


@pytest.mark.parametrize("points", [112, 230, 400])
def test_draws_are_those_of_every_hand(points: int) -> None:
    cup = ["bolt-4", "bolt-6", "bolt-7", "banish-4", "banish-5", "fly-1", "web-2"]
    board = mage(cup=cup)
    found = odds({**board, "ask": {"draw": "bk01", "for": "victory", "points": points}})
    hands = list(combinations(cup, found["draws"]))
    for name, row in found["spells"].items():
        for one in row["numbers"]:
            ways = sum(sum(card.rpartition("-")[0] == name for card in hand) == one["number"] for hand in hands)
            assert one["fraction"].split("/")[0] == str(Fraction(ways, len(hands)).numerator)
            assert one["p"] == ways / len(hands)
        assert row["p"] == pytest.approx(1 - row["numbers"][0]["p"])
        assert row["expected"] == pytest.approx(sum(one["number"] * one["p"] for one in row["numbers"]))


def test_orders_that_draw_tell_nothing_of_what_is_hidden() -> None:
    game, ruleset = games.load("titan-magi")
    stacks = {"witch-1": ["bolt-5", "heal-1", "bats-1", "web-1"], "witch-2": ["fly-1", "heal-2", "bats-2", "web-2"]}
    state = json.loads(referee("new", "titan-magi", "--players", "black,red", "--json").out)
    board = state["masterboard"]
    board |= {"phase": "movement", "mover": "black", "turn": 3, "roll": 3}
    board["cup"] = [one for one in board["cup"] if one not in {*stacks["witch-1"], *stacks["witch-2"]}]
    board["legions"] = [
        {"id": ident, "player": player, "land": land, "moved": True, "contents": ["titan", "witch"]}
        | {"magi": [{"id": mage, "held": stacks[mage]}]}
        for ident, player, land, mage in (("bk01", "black", 14, "witch-1"), ("rd01", "red", 7, "witch-2"))
    ]
    board["caretaker"] |= {"titan": 4, "witch": 1}
    for player, marker in (("black", "bk01"), ("red", "rd01")):
        board["markers"][player].remove(marker)
    del state["awaiting"]
    found = odds({"state": state, "orders": [{"draw": "witch-1"}]})
    # those in the stack of the enemy are as likely as those in the Cup
    assert found["among"] == len(board["cup"]) + 2
    assert found == odds({**state, "ask": {"draw": "bk01", "for": "terrain"}})
    assert found == odds({**api.view(state, "black"), "ask": {"draw": "bk01", "for": "terrain"}})
    assert found["spells"]["web"]["there"] == 1
    assert "refused" in odds({"state": state, "orders": [{"draw": "witch-1", "count": 9}]})
    hidden = unseen(game, game.compile(ruleset, {}), open_session(documents.make_document(state, "state")).state, "red")
    assert {"bolt-5", "web-1"} <= hidden
    assert "fly-1" not in hidden


def test_orders_for_another_step_or_game_have_no_odds(tmp_path: Path) -> None:
    slope = Path(__file__).parent.parent / "examples/titan/slope"
    orders = yaml.safe_load((slope / "013.black.yaml").read_text())
    state = yaml.safe_load((slope / "012.state.yaml").read_text())
    for key, value, said in (("step", 99, "these orders answer step 99"), ("game", "other", "belong to game 'other'")):
        (tmp_path / "orders.yaml").write_text(json.dumps(orders | {key: value}))
        (tmp_path / "state.yaml").write_text(json.dumps(state | {"game": "own"}))
        done = referee("odds", str(tmp_path / "state.yaml"), str(tmp_path / "orders.yaml"))
        assert (done.code, said in done.out + done.err) == (1, True), done
        done = referee("odds", str(tmp_path / "state.yaml"), str(tmp_path / "orders.yaml"), "--json")
        assert said in json.loads(done.out)["refused"][0]["message"]


def test_fields_of_orders_are_varied(tmp_path: Path) -> None:
    slope = ROOT / "examples/titan/slope"
    sheet = tmp_path / "orders.yaml"
    lines = ["strike ogre-1 at lion-2 carry centaur-1", "{strike: troll-1, at: [lion-2, giant-1]}", "{end: strike}"]
    head = "format: 1\nruleset: titan\nplayer: black\nstep: 12\norders:\n"
    sheet.write_text(head + "".join(f"  - {line}\n" for line in lines))
    for path in ("strike.ogre-1.number", "order.1.number"):
        done = referee("odds", str(slope / "012.state.yaml"), str(sheet), "--vary", f"{path}=5,6", "--json")
        rows = json.loads(done.out)["varied"]
        assert [row["with"] for row in rows] == [{path: 5}, {path: 6}]
        # at 5 the carry-over is illegal
        assert "refused" in rows[0]["odds"]
        plain = head + "".join(f"  - {line}\n" for line in [f"{lines[0]} number 6", *lines[1:]])
        (tmp_path / "plain.yaml").write_text(plain)
        done = referee("odds", str(slope / "012.state.yaml"), str(tmp_path / "plain.yaml"), "--json")
        assert json.loads(done.out) == rows[1]["odds"]
    every = referee("odds", str(slope / "012.state.yaml"), str(sheet), "--vary", "strike.number=4..6", "--csv", "-")
    assert every.code == 1
    assert len(every.out.splitlines()) == 4
    wrong = referee("odds", str(slope / "012.state.yaml"), str(sheet), "--vary", "strike.ogre.number=5")
    assert wrong.code == 2
    assert "strike.ogre-1" in wrong.err


def test_what_cannot_come_in_a_variant_has_no_chance() -> None:
    line = "black 41 titan ogre; travel black"
    done = referee("odds", "-r", "titan", line, "--vary", "black.land=1,2", "--csv", "-")
    first, *rows = [row.split(",") for row in done.out.splitlines()]
    by_land = {row[0]: dict(zip(first[1:], row[1:], strict=True)) for row in rows}
    assert by_land["2"]["Tundra 2000"] == "0.0"
    assert float(by_land["1"]["Tundra 2000"]) == pytest.approx(1 / 3)
