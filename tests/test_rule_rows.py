"""`referee rules`: rules by citation, rows by citation and path, and where their parts come from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import referee, write

from referee.core.documents import Unreadable
from referee.core.rules.lookup import citing, row_at
from referee.core.rules.places import steps_said
from referee.core.rules.rulesets import Ruleset
from referee.core.rules.search import builtin, installed_rulesets

pytestmark = pytest.mark.usefixtures("here")


def lay(name: str, extends: str = "titan", **tables: str) -> None:
    """Write an overlay into the working folder."""
    Path(name).mkdir()
    write(Path(name), manifest=f"format: 1\nruleset: {name}\ntitle: Mine\nextends: {extends}\n", **tables)


LOW = "hazards:\n  sand:\n    move:\n      other: {when: {mover: other, manner: [enter, land]}, cost: 3}\n"
HIGH = "hazards:\n  sand:\n    move:\n      other: {cost: 4}\n  drift:\n    move: {landing: null}\n"


def test_a_citation_shows_its_rule_its_rulings_and_its_rows() -> None:
    said = referee("rules", "titan", "LoT 11.7 Wall")
    assert said.code == 0
    assert said.out.startswith("LoT 11.7  Hazard Chart  [adjudicated]\n")
    assert "see REF titan-4: What does a Wall do" in said.out
    assert "REF titan-7" not in said.out  # that is about Slopes
    assert "- a Wall slows on the way up: hexes of movement 2" in said.out
    assert "    hazards.wall.move.up  # rulesets/titan/hazards.yaml:" in said.out
    assert "rulesets/titan/hazards.yaml:" in said.out
    found = json.loads(referee("rules", "titan", "LoT 11.7 Wall", "--json").out)["rules"][0]
    assert {row["path"].split(".")[1] for row in found["rows"]} == {"wall"}
    assert all("LoT 11.7 Wall" in row["row"]["cite"] for row in found["rows"])
    place = found["rows"][0]["place"].rpartition(":")
    line = Path(place[0]).read_text().splitlines()[int(place[2]) - 1]
    assert line.strip().startswith(f"{found['rows'][0]['path'].rpartition('.')[2]}: ")
    assert json.loads(referee("rules", "titan", "lot 11.7 WALL", "--json").out)["rules"][0] == found


def test_a_rule_without_a_qualifier_has_the_rows_of_all() -> None:
    titan = Ruleset("titan")
    whole = {row.path for row in citing(titan, "LoT 11.7")}
    parts = [{row.path for row in citing(titan, f"LoT 11.7 {q}")} for q in titan.rules["LoT 11.7"].qualifiers]
    assert set().union(*parts) <= whole
    assert sum(map(bool, parts)) > 8


def test_a_misspelt_qualifier_is_not_passed_over() -> None:
    found = referee("rules", "titan", "LoT 11.7 Wal")
    assert (found.code, found.out) == (2, "")
    assert "'Wal' is not a qualifier of LoT 11.7 (did you mean 'Wall'?)" in found.err
    assert "'Xyzzy' is not a qualifier of LoT 11.7; they are " in referee("rules", "titan", "LoT", "11.7", "Xyzzy").err


def test_a_ruling_shows_the_rows_that_carry_it() -> None:
    said = referee("rules", "titan", "REF titan-7")
    assert "hazards.slope.sight.three_strict  # " in said.out
    steps = json.loads(referee("rules", "titan", "LoT 12.4", "--json").out)["rules"][0]["steps"]
    assert "carry" in steps


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", sorted(installed_rulesets()))
def test_every_citation_of_every_ruleset_can_be_looked_up(ruleset: str) -> None:
    found = Ruleset(ruleset)
    for cite in found.citable[:: max(1, len(found.citable) // 25)]:
        said = referee("rules", ruleset, cite, "--json")
        (row,) = json.loads(said.out)["rules"]
        assert row["id"] == found.rule_of(cite)


def test_a_row_is_shown_as_it_stands_with_the_place_of_each_part() -> None:
    lay("low", hazards=LOW)
    lay("high", "low", hazards=HIGH)
    said = referee("rules", "high", "--rulesets", ".", "--row", "hazards.sand.move.other")
    lines = said.out.splitlines()
    assert lines[0] == "hazards.sand.move.other"
    places = dict(line.strip().split("  # ") for line in lines[1:])
    assert {key.strip(): value for key, value in places.items()} == {
        "when.mover: 'other'": "low/hazards.yaml:4:29",
        "when.manner: ['enter', 'land']": places["when.manner: ['enter', 'land']".ljust(max(map(len, places)))],
        "cost: 4": "high/hazards.yaml:4:21, before 3 in low/hazards.yaml:4",
        "why: 'Sand slows one not native to it'": places["why: 'Sand slows one not native to it'"],
        "cite: 'LoT 11.7 Sand'": places["cite: 'LoT 11.7 Sand'".ljust(max(map(len, places)))],
    }
    assert places["why: 'Sand slows one not native to it'"].startswith("rulesets/titan/hazards.yaml:")
    assert "before 'enter' in rulesets/titan/hazards.yaml:" in said.out
    data = json.loads(referee("rules", "high", "--rulesets", ".", "--row", "hazards.sand.move.other", "--json").out)
    assert data["row"] == Ruleset("high", [Path()]).raw("hazards")["hazards"]["sand"]["move"]["other"]
    assert {part["path"]: part["place"] for part in data["parts"]}["cost"] == "high/hazards.yaml:4:21"


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("hazards.drift.move.landing", "is removed in high/hazards.yaml:6:12"),
        ("hazards.sand.mov.other", "there is no 'mov' in hazards.sand (did you mean 'move'?)"),
        ("hazrds.sand", "'hazrds' is not a table of high, nor a key of one (did you mean 'hazards'?)"),
        ("hazards.sand.move.other.cost.x", "there is no 'x' in hazards.sand.move.other.cost"),
        ("characters.ogre.native_to[9]", "there is no '[9]' in characters.ogre.native_to"),
        ("", "'' is not a table of high, nor a key of one"),
    ],
)
def test_a_row_that_is_not_there_is_told_with_the_reason(path: str, said: str) -> None:
    lay("low", hazards=LOW)
    lay("high", "low", hazards=HIGH)
    found = referee("rules", "high", "--rulesets", ".", "--row", path)
    assert found.code == 2
    assert said in found.err


@pytest.mark.parametrize("name", ["titan", "titan-valley", "hordes", "battalions"])
def test_every_value_of_every_table_is_found_by_its_path_as_lint_writes_it(name: str) -> None:
    from referee.core.documents import dotted_path

    ruleset = Ruleset(name)

    def check(table: str, value: object, path: tuple[str | int, ...]) -> None:
        if path not in ((), (table,)):
            text = dotted_path(path)
            found = row_at(ruleset, text if path[0] == table else f"{table}.{text}")
            assert (found.path, found.value) == (path, value)
        if isinstance(value, dict) and len(path) < 4:
            for key, inner in list(value.items())[:12]:
                check(table, inner, (*path, key))
        elif isinstance(value, list):
            for number, inner in enumerate(value[:2]):
                check(table, inner, (*path, number))

    for table in ruleset.tables:
        check(table, ruleset.raw(table), ())


@pytest.mark.parametrize("ruleset", ["titan", "hordes", "battalions"])
def test_a_path_without_its_table_is_found_as_lint_writes_it(ruleset: str) -> None:
    found = Ruleset(ruleset)
    holding: dict[str, list[str]] = {}
    for table in found.tables:
        for key in found.raw(table):
            holding.setdefault(key, []).append(table)
    for key, tables in holding.items():
        if key in found.tables:
            continue
        if len(tables) == 1:
            assert (row_at(found, key).table, row_at(found, key).path) == (tables[0], (key,))
        else:
            with pytest.raises(Unreadable, match="is in several tables; write "):
                row_at(found, key)


def test_the_heading_of_a_row_can_be_given_again() -> None:
    short = referee("rules", "hordes", "--row", "tactical.across_water")
    assert short.out.startswith("combat.tactical.across_water\n")
    assert referee("rules", "hordes", "--row", short.out.splitlines()[0]).out == short.out
    said = referee("rules", "hordes", "--row", "tactical.across_watr").err
    assert "there is no 'across_watr' in tactical (did you mean 'across_water'?)" in said
    assert "(did you mean 'tactical'?)" in referee("rules", "hordes", "--row", "tacticl.across_water").err


def test_each_part_stands_where_it_is_said_to() -> None:
    valley = Ruleset("titan-valley")
    for table in ("hazards", "characters", "combat"):
        for part in row_at(valley, table).parts:
            file = part.place.rsplit(":", 2)[0]
            said = next(d for d in valley.documents(table) if d.file == file)
            assert steps_said(said.value, part.path) == len(part.path)
            assert file.startswith(str(builtin()))


def test_a_broken_overlay_can_be_looked_at_all_the_same() -> None:
    lay("mine", hazards="hazards: {sand: {move: {other: {cots: 3}}}}")
    assert referee("lint", "mine").code == 2
    said = referee("rules", "mine", "--rulesets", ".", "--row", "hazards.sand.move.other")
    assert (said.code, "cots: 3" in said.out) == (0, True)


@pytest.mark.slow
def test_lint_warns_of_a_row_that_keeps_the_condition_below_it() -> None:
    lay("low", hazards=LOW)
    lay("high", "low", hazards=HIGH)
    said = referee("lint", "high")
    assert said.code == 0
    assert said.err.startswith(
        "warning: high/hazards.yaml:4:7: hazards.sand.move.other: keeps `when: {mover: 'other', "
    )
    assert "The row is now {when: {mover: 'other', manner: ['enter', 'land']}, cost: 4, why: " in said.err
    assert said.err.count("\n") == 1
    assert referee("lint", "low").err == ""  # it writes its own
    lay("words", "low", hazards="hazards: {sand: {move: {other: {why: Deep, cite: LoT 11.4}}}}")
    lay("new", "low", hazards="hazards: {sand: {move: {flying: {cost: 2, why: Deep, cite: LoT 11.4}}}}")
    assert referee("lint", "words").err == referee("lint", "new").err == ""
    found = json.loads(referee("lint", "high", "--json").out)
    assert (found["sound"], found["problems"], len(found["warnings"])) == (True, [], 1)


@pytest.mark.parametrize(
    "options", [["--row", "x", "LoT 1"], ["--row", "x", "--options"], ["--row", "x", "--coverage"]]
)
def test_a_row_is_printed_alone(options: list[str]) -> None:
    said = referee("rules", "titan", *options)
    assert (said.code, "--row" in said.err) == (2, True)
