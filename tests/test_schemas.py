"""JSON Schemas for editors: every document that is right validates, and a misspelt name is marked."""

from __future__ import annotations

import json
import re
import tomllib
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from documents_found import ROOT, cases, one_of_each
from jsonschema import Draft202012Validator
from running import referee
from seeds import part

import referee as api
from referee import games
from referee.core import documents
from referee.core.documents.plain import schemas_of
from referee.core.game.schema_parts import compact
from referee.core.notation.field_specs import field_specs
from referee.core.rules.moments import sections_of
from referee.core.rules.search import builtin, environment

BASES = ["titan", "hordes", "battalions"]
RULESETS = sorted(path.name for path in builtin().iterdir())


@cache
def schema(*words: str) -> Draft202012Validator:
    said = referee("schema", *words)
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert found["$id"].startswith(f"urn:referee:{words[0]}:{words[1]}")
    return Draft202012Validator(found)


def right(validator: Draft202012Validator, value: Any) -> bool:
    found = list(validator.iter_errors(value))
    return not found


def load(path: Path) -> list[Any]:
    return [one.value for one in documents.parse_all(path.read_bytes(), str(path)) if one.value is not None]


def layer(name: str) -> list[Path]:
    return sorted(path for path in (builtin() / name).glob("*.yaml") if path.stem != "manifest")


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_every_shipped_table_validates(name: str) -> None:
    for path in part(layer(name), 3):
        validator = schema("table", name, path.stem)
        if name in BASES:
            # a table of an overlay has the shape of its base, and a large schema takes seconds to be checked
            Draft202012Validator.check_schema(validator.schema)
        (value,) = load(path)
        assert [error.message for error in validator.iter_errors(value)] == [], path


@pytest.mark.parametrize("name", BASES)
def test_every_reference_of_a_schema_leads_to_a_definition(name: str) -> None:
    """The choices of an option stand under `default`, which elsewhere in a schema is plain data."""
    for table in ("rulings", *part(games.find(name).tables, 4)):
        shape = schema("table", name, table).schema
        named = set(re.findall(r'"#/\$defs/([^"]+)"', json.dumps(shape)))
        assert named == shape.get("$defs", {}).keys(), table


WRONG_TABLES = [
    ("titan", "characters", "characters.ogre.native_to", ["bg"]),
    ("titan", "characters", "characters.ogre.class", "creatur"),
    ("titan", "characters", "characters.ogre.powr", 3),
    ("titan", "hazards", "hazards.sand.move.other.cite", "LoT 11.77"),
    ("titan", "hazards", "hazards.sand.move.other.when", {"movr": "other"}),
    ("titan", "hazards", "hazards.sand.move.other.when", {"mover": "othr"}),
    ("titan", "battlelands", "battlelands.plains.hexes", {"bramlbe": ["C3"]}),
    ("titan", "battlelands", "battlelands.plains.hexes", {"bramble": ["C33"]}),
    ("titan", "citations", "citations.slain", "LoT 99"),
    ("titan", "rulings", "rulings.REF titan-7.concerns", ["LoT 99"]),
    ("titan", "masterchart", "masterchart.plains.free", ["cenatur"]),
    ("hordes", "elements", "elements.hordes.cat", "fot"),
    ("hordes", "elements", "elements.blade.minor.warband.result", "crumbles"),
    ("hordes", "elements", "elements.blade.minor.warband.when", {"opponent": 21}),
    ("hordes", "table", "ends.fled", "fledd"),
    ("hordes", "table", "army.general_forbidden", ["gob"]),
    ("hordes", "table", "outcomes.recoil.does", ["explode"]),
    ("hordes", "table", "outcomes.recoil.does", [{"recoil": {"option": "recol"}}]),
    ("battalions", "commands", "substitute.usual", "holt"),
    ("battalions", "commands", "directions.E", {"Q": [1, 0]}),
    ("battalions", "citations", "citations.phasez", "BN-CMD-1"),
    ("hordes", "elements", "elements.blade.minor.warband.before", "otherwize"),
    ("hordes", "elements", "elements.blade.minor.warband.after", "elephant"),
    ("hordes", "elements", "elements.blade.minor.warband.when", {"crossed": "enemy"}),  # of another moment
    ("hordes", "elements", "elements.blade.minor.warband.when", {"type": "god"}),  # the row's own type
    ("hordes", "elements", "elements.blade.minor.warband.forbid", True),
    ("hordes", "elements", "elements.blade.minor.warband.result", "advance"),  # what a victor does
    ("hordes", "combat", "facts.uphil", {"cite": "HS-TAC-1", "why": "w"}),
    ("hordes", "combat", "tactical.uphill.value", {"times": 2}),
    ("hordes", "table", "ends.advanced", "recoil"),
    ("titan", "hazards", "hazards.sand.move.other.when", {"roll": "strike"}),
    ("titan", "hazards", "hazards.sand.move.other.when", {"as": "target"}),  # known on characters alone
    ("titan", "hazards", "hazards.sand.move.other.when", {"round": "two"}),
    ("titan", "hazards", "hazards.sand.move.other.when", {"slopes_three": "bth"}),
    ("titan", "hazards", "hazards.sand.move.other.dice", 1),
    ("titan", "hazards", "hazards.sand.move.other.forgo", True),
    ("titan", "hazards", "hazards.sand.move.other.per", "bad"),
    ("titan", "hazards", "hazards.sand.move.other.cost", {"add": 1, "twice": 2}),
    ("titan", "hazards", "hazards.sand.move.other.after", "otter"),
    (
        "titan",
        "hazards",
        "hazards.sand.damage",
        {"new": {"hits": 1, "why": "w", "cite": "LoT 11.7", "per": "holder_hits"}},
    ),
    ("titan", "characters", "characters.ogre.heights", {"up": {"elevation": 1, "why": "w", "cite": "LoT 11.7"}}),
    ("titan", "characters", "characters.ogre.events", {"bless": {"lays": "web", "why": "w", "cite": "LoT 11.7"}}),
    ("titan", "battlelands", "battlelands.hills.hexsides.slope", ["A1>F4"]),
    ("titan", "masterboard", "lands.1.exits", {"2": "triple-arow"}),
    ("titan", "masterplay", "overfull", ["lord", "craeture"]),
    ("titan", "rulings", "rulings.REF titan-7", {"default": "bth"}),
    ("titan-valley", "combat", "rouns", 3),
]


def put(value: dict[str, Any], path: str, inner: Any) -> dict[str, Any]:
    out = deepcopy(value)
    *steps, last = path.split(".")
    at = out
    for step in steps:
        at = at.setdefault(step, {})
    at[last] = inner
    return out


@cache
def table_of(name: str, table: str) -> dict[str, Any]:
    (value,) = load(builtin() / name / f"{table}.yaml")
    assert right(schema("table", name, table), value)
    return value


@pytest.mark.parametrize(("name", "table", "path", "wrong"), WRONG_TABLES)
def test_a_misspelt_word_of_a_table_is_marked(name: str, table: str, path: str, wrong: Any) -> None:
    changed = put(table_of(name, table), path, wrong)
    assert next(schema("table", name, table).iter_errors(changed), None) is not None


BASILISK = {"title": "Basilisk", "class": "creature", "power": 7, "skill": 2, "number": 9, "native_to": ["sand"]}


@pytest.mark.slow
def test_an_overlay_may_leave_out_everything_and_remove_with_null(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_RULESETS", str(tmp_path))
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "manifest.yaml").write_text("format: 1\nruleset: mine\ntitle: Mine\nextends: titan\n")
    (mine / "characters.yaml").write_text("characters: {basilisk: {power: 7}}\n")  # not sound yet
    for value in (
        {},
        {"characters": {"ogre": None}},
        {"characters": {"ogre": {"power": 5}, "troll": {"native_to": None}}},
        {"characters": {"basilisk": BASILISK}},
    ):
        assert right(schema("table", "mine", "characters"), value)
        assert right(schema("table", "titan", "characters"), value) is False
    for value in (
        {"charcters": {}},
        {"characters": {"ogre": {"power": "five"}}},
        {"characters": {"ogre": {"native_to": ["snd"]}}},
        # what is new is whole, and nothing in it is removed
        {"characters": {"basilisk": {"title": "Basilisk", "native_to": ["sand"]}}},
        {"characters": {"basilisk": {**BASILISK, "plural": None}}},
        {"characters": {"bsilisk": None}},
    ):
        assert not right(schema("table", "mine", "characters"), value)
    assert right(
        schema("table", "mine", "hazards"), {"hazards": {"sand": {"move": {"other": {"cost": 3}}, "carry": None}}}
    )
    # its own character is one of the names
    state = {"format": 1, "ruleset": "mine", "battle": {"battleland": "plains", "pieces": []}}
    state["battle"]["pieces"] = [{"id": "a", "character": "basilisk", "side": "attacker", "hex": "C3"}]
    assert right(schema("state", "mine"), state)
    assert not right(schema("state", "titan"), state)
    schema.cache_clear()
    monkeypatch.undo()
    environment.cache_clear()


@pytest.mark.slow
def test_every_kind_of_state_validates() -> None:
    for name in part(BASES, 3):
        for kind in ("state", "orders", "case"):
            Draft202012Validator.check_schema(schema(kind, name).schema)
    for name, state in one_of_each().items():
        assert [error.message for error in schema("state", state["ruleset"]).iter_errors(state)] == [], name


BATTLE: dict[str, Any] = {
    "format": 1,
    "ruleset": "titan",
    "battle": {
        "battleland": "plains",
        "round": 2,
        "pieces": [{"id": "a", "character": "ogre", "side": "attacker", "hex": "C3"}],
    },
    "options": {"slopes_three": "both"},
}


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("battle.battleland", "plians"),
        ("battle.rownd", 2),
        ("battle.pieces", [{"id": "a", "character": "orge", "side": "attacker", "hex": "C3"}]),
        ("battle.pieces", [{"id": "a", "character": "ogre", "side": "attacker", "hex": "C33"}]),
        ("options.slopes_thre", "both"),
        ("options.slopes_three", "bth"),
        ("masterboard.legions", [{"id": "x", "player": "red", "land": 1, "contents": ["ogre", "orge"]}]),
        ("masterboard.caretaker", {"orge": 3}),
        ("masterboard.legions", [{"id": "x", "player": "red", "land": 99999, "contents": ["ogre"]}]),
        ("battle.effects", [{"effect": "web", "hex": "C3"}]),
        ("battle.uses", [{"by": "a", "ability": "breath"}]),
    ],
)
def test_a_misspelt_word_of_a_state_is_marked(path: str, wrong: Any) -> None:
    assert right(schema("state", "titan"), BATTLE)
    assert not right(schema("state", "titan"), put(BATTLE, path, wrong))


@pytest.mark.parametrize("name", BASES)
def test_every_orders_file_of_the_examples_validates(name: str) -> None:
    files = [path for path in (ROOT / "examples" / name).glob("*/[0-9]*.yaml") if path.name.count(".") == 2]
    found = [(path, value) for path in files for value in load(path) if "orders" in value]
    assert len(found) > 2
    for path, value in found:
        assert right(schema("orders", name), value), path
        if value["orders"] and isinstance(value["orders"][0], dict):
            verb = next(key for key in value["orders"][0] if key in games.find(name).verbs)
            order = {("strik" if key == verb else key): inner for key, inner in value["orders"][0].items()}
            assert not right(schema("orders", name), {**value, "orders": [order]})
            assert not right(schema("orders", name), {**value, "orders": [{**value["orders"][0], "colour": "red"}]})


def test_an_editor_is_told_the_verbs() -> None:
    text = json.dumps(schema("orders", "titan").schema["$defs"]["Header"]["properties"]["orders"])
    assert all(f'"{verb}": true' in text for verb in games.find("titan").verbs)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*BASES, "titan-magi"])
def test_every_case_validates(name: str) -> None:
    for case in part([case for case in cases() if case["ruleset"] == name], 8):
        assert [error.message[:200] for error in schema("case", name).iter_errors(case)] == [], case["case"]


CASE: dict[str, Any] = {
    "case": "An Ogre strikes",
    "cites": ["LoT 12.0"],
    "ruleset": "titan",
    "given": {"battle": BATTLE["battle"]},
    "ask": {"strike": "a", "at": "b"},
    "expect": {"answer": {"dice": 6}, "trace": ["LoT 12.0"]},
}


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("cites", ["LoT 99"]),
        ("given.battle.battleland", "plians"),
        ("given.battle.rownd", 2),
        ("given.options", {"slopes_thre": "both"}),
        ("ask", {"strik": "a", "at": "b"}),
        ("ask", {"strike": "a", "att": "b"}),
        ("orders", [{"strik": "a", "at": "b"}]),
        ("orders", [{"player": "red", "orders": [{"strik": "a"}]}]),
        ("expect.trace", ["LoT 99"]),
        ("expect.trce", ["LoT 12.0"]),
        ("expect.refused", [{"order": 1, "because": "LoT 99"}]),
        ("expect.answer", {"dicee": 6}),
        ("expect.exactly", {"allowed": 6}),
        ("expect.otherwise", [{"answer": {"dicee": 6}}]),
        ("expect.otherwise", [{"option": "slopes_thre"}]),
        ("expect.state", {"trun": 3}),
        ("expect.state", {"battle": {"pieces": [{"id": "a", "hexx": "C3"}]}}),
        ("expect.state", {"battle": {"pieces": [{"id": "a", "hex": "C33"}]}}),
        ("expect.view", {"red": {"masterbord": {}}}),
    ],
)
def test_a_misspelt_word_of_a_case_is_marked(path: str, wrong: Any) -> None:
    assert right(schema("case", "titan"), CASE)
    assert not right(schema("case", "titan"), put(CASE, path, wrong))


@pytest.mark.parametrize(
    "expected",
    [
        {"answer": {"dice": 6}},
        {"state": {"battle": {"pieces": [{"id": "a", "hex": None, "hits": 2}]}}},
        {"view": {"red": {"masterboard": {"legions": [{"id": "bk01", "contents": None, "height": 2}]}}}},
        {"otherwise": []},
        {"refused": [{"order": 1, "because": "${because}"}]},
    ],
)
def test_an_expectation_names_what_it_compares(expected: dict[str, Any]) -> None:
    assert right(schema("case", "titan"), {**CASE, "expect": expected})


@pytest.mark.parametrize(
    ("order", "fits"),
    [
        ({"enter": "a", "to": "C3"}, True),
        ({"enter": "a", "to": "C33"}, False),
        ({"move": "a", "to": "C3", "path": ["B2", "C4x"]}, False),
        ({"muster": "Ogre", "to": "C3"}, True),
        ({"muster": "orge", "to": "C3"}, False),
        ({"split": "bk01", "off": ["OGRE", "Trolls", "lion"]}, True),
        ({"split": "bk01", "off": ["ogre", "trol"]}, False),
        ({"rangestrike": "a", "at": "b", "via": ["Q9"]}, False),
        ({"end": "strik"}, False),
    ],
)
def test_names_inside_orders_are_marked(order: dict[str, Any], fits: bool) -> None:
    document = {"format": 1, "ruleset": "titan", "player": "red", "step": 1, "orders": [order]}
    assert right(schema("orders", "titan"), document) is fits


def test_what_is_to_be_refused_may_be_written_in_any_way() -> None:
    case = {**CASE, "ask": {"strik": "a"}, "expect": {"unreadable": ["strik"]}}
    assert right(schema("case", "titan"), case)


@pytest.mark.slow
@pytest.mark.parametrize("name", BASES)
def test_every_answer_validates_by_its_verb(name: str) -> None:
    game = games.find(name)
    assert set(game.answers()) == set(game.questions)
    seen: dict[str, int] = {}
    for case in cases():
        of = case["ruleset"]
        if not isinstance(case.get("ask"), dict) or (of != name and (name, of) != ("titan", "titan-magi")):
            continue
        verb = next((key for key in case["ask"] if key in game.questions), None)
        if verb is None or seen.get(verb, 0) >= 25:
            continue
        try:
            answer = api.ask({"format": 1, "ruleset": of, **case["given"], "ask": case["ask"]})
        except api.Unreadable:
            continue
        seen[verb] = seen.get(verb, 0) + 1
        value = json.loads(json.dumps(dict(answer)))
        for validator in (schema("answer", of, verb), schema("answer", of)):
            assert [error.message[:300] for error in validator.iter_errors(value)] == [], case["case"]
        other = {**value, "answer": {**value["answer"], "alowed": True}}
        assert not right(schema("answer", of, verb), other)
        assert not right(schema("answer", of, verb), {**value, "cites": ["LoT 99"]})
    assert set(seen) >= set(game.questions) - {"use", "invoke"}


@pytest.mark.parametrize("name", BASES)
def test_the_names_belong_to_fields_that_there_are(name: str) -> None:
    game, ruleset = games.load(name)
    kinds = [game.state, *game.tables.values(), *game.order_types, *game.questions.values()]
    _, found = schemas_of(kinds)
    fields = {f".{one}.{field}" for one, shape in found.items() for field in shape.get("properties", ())}
    called = {spec.names for kind in kinds for spec in field_specs(kind).values()}
    for place in game.names(ruleset):
        assert place in called or any(one.endswith(f".{place.partition(':')[0]}") for one in fields), place


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["answer", "titan", "strik"],
            "'strik' is not a question of titan (did you mean 'strike'?); they are strike, ",
        ),
        (["table", "titan", "hazrds"], "'hazrds' is not a table of titan (did you mean 'hazards'?); they are rules, "),
        (["table", "titan"], "name a table; they are rules, "),
        (["facts", "titan", "strik"], "'strik' is not a moment of titan (did you mean 'strike'?)"),
        (["facts", "battalions", "move"], "'move' is not a moment of battalions"),
        (["state", "titn"], "'titn' is not a ruleset here (did you mean 'titan'?)"),
    ],
)
def test_what_there_is_no_schema_of_is_told(words: list[str], said: str) -> None:
    found = referee("schema", *words)
    assert (found.code, found.out) == (2, "")
    assert said in found.err


@pytest.mark.parametrize(("name", "moment"), [("titan", "strike"), ("hordes", "total")])
def test_the_facts_of_a_moment_are_data_with_the_options(name: str, moment: str) -> None:
    found = referee("schema", "facts", name, moment)
    assert json.loads(found.out) == json.loads(referee("rules", name, "--facts", moment, "--json").out)
    said = json.loads(found.out)[moment]
    assert {"says", "sections", "facts", "quantities"} <= said.keys()
    options = json.loads(referee("rules", name, "--options", "--json").out)["options"]
    assert said["options"].keys() == {row["option"] for row in options if row["option"] is not None}


def test_facts_say_which_quantities_take_no_operations() -> None:
    lines = [line.strip() for line in referee("rules", "hordes", "--facts", "total", "--all").out.splitlines()]
    assert "value: the total; a number is added; no other operation" in lines
    assert "factor: its factor of the element table; a number is added" in lines


@pytest.mark.slow
@pytest.mark.parametrize("name", ["titan", "hordes"])
def test_the_facts_of_a_moment_are_found_by_the_section_of_its_rows(name: str) -> None:
    game, ruleset = games.load(name)
    for moment, paths in part(list(sections_of(game.tables, game.moments(ruleset)).items()), 3):
        for path in paths:
            section = path.rpartition(".")[2]
            found = json.loads(referee("rules", name, "--facts", section, "--json").out)
            assert moment in found or section in found, (moment, path)
    assert "(did you mean 'move'?)" in referee("rules", "titan", "--facts", "mov").err


@pytest.mark.parametrize("table", ["characters: [ogre]", "rules: 3", "hazards: {bog: [x]}"])
@pytest.mark.parametrize("words", [["table", "own", "hazards"], ["orders", "own"]])
def test_an_overlay_that_cannot_be_read_yet_has_a_schema(tmp_path: Path, words: list[str], table: str) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "manifest.yaml").write_text("format: 1\nruleset: own\ntitle: Own\nextends: titan\n")
    (own / f"{table.partition(':')[0]}.yaml").write_text(table)
    assert referee("schema", *words, "--rulesets", str(tmp_path)).code == 0


@pytest.mark.parametrize("name", [pytest.param("titan-magi", marks=pytest.mark.slow), "battalions"])
def test_every_schema_of_a_ruleset_is_written_at_once_with_settings_of_editors(name: str, tmp_path: Path) -> None:
    target = tmp_path / "schemas"
    assert referee("schema", "--all", str(target), name).code == 0
    files = {path.name: path.stat().st_size for path in target.iterdir()}
    assert all(size < 300_000 for size in files.values()), files
    settings = json.loads((target / "vscode.settings.json").read_text())["yaml.schemas"]
    helix = tomllib.loads((target / "helix.languages.toml").read_text())["language-server"]["yaml-language-server"]
    assert {schema: [glob] for schema, glob in settings.items()} == helix["config"]["yaml"]["schemas"]
    assert {Path(schema).name for schema in settings} < set(files)
    game, _ = games.load(name)
    assert {f"{table}.schema.json" for table in game.tables} < files.keys()
    assert "already exists" in referee("schema", "--all", str(target), name).err
    assert referee("schema", "--all", str(target), name, "--force").code == 0


def test_a_schema_marks_a_name_that_a_field_cannot_have() -> None:
    row = {"hazards": {"lava": {"title": "Lava", "lies": "hex", "natives_of": "volcano"}}}
    assert right(schema("table", "titan-plus", "hazards"), row)
    row["hazards"]["lava"]["natives_of"] = "vulcano"
    assert not right(schema("table", "titan-plus", "hazards"), row)


def test_a_compact_schema_says_the_same() -> None:
    """A schema with every part that it repeats defined once refuses and takes the same documents."""
    one = {"type": "object", "properties": {"a": {"enum": ["first", "second", "third", "fourth"]}}}
    whole = {
        "properties": {"x": one, "y": {"$ref": "#/$defs/Y"}, "z": {"$ref": "#/$defs/Z"}},
        "$defs": {"Y": one, "Z": one},
    }
    short = compact(whole)
    assert len(json.dumps(short)) < len(json.dumps(whole))
    for value in ({"x": {"a": "first"}}, {"y": {"a": "fifth"}}, {"z": {"a": "second"}}, {"x": 3}, {}):
        assert right(Draft202012Validator(short), value) is right(Draft202012Validator(whole), value)


def test_the_schema_of_a_table_says_what_its_keys_mean() -> None:
    said = json.loads(referee("schema", "table", "titan-magi", "spells").out)["description"]
    assert said.startswith("The Spells (MM 9 to 18)")
    assert "  lays         the effect that lies on its target" in said
