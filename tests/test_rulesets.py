"""Rulesets: how an overlay lies over what it extends, what changes the digest, and who is told of it."""

from __future__ import annotations

import json
import re
import shutil
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from running import EVENT, ORDERS, QUESTION, STATE, referee, write
from seeds import part

from referee import games
from referee.core.rules.rulesets import Ruleset
from referee.core.rules.search import builtin, installed_rulesets
from referee.core.rules.stamps import Deciding, RulesStamp
from referee.games.hordes.rules import compile_rules

pytestmark = pytest.mark.usefixtures("here")


def lay(folder: Path, name: str = "mine", extends: str | None = "titan", **tables: str) -> Path:
    """Write a ruleset into a folder of rulesets, and return that folder."""
    (folder / name).mkdir(parents=True, exist_ok=True)
    above = f"extends: {extends}\n" if extends is not None else ""
    write(folder / name, manifest=f"format: 1\nruleset: {name}\ntitle: Mine\n{above}", **tables)
    return folder


def answer(folder: Path, text: str = QUESTION) -> dict[str, Any]:
    (folder / "q.yaml").write_text(text.replace("ruleset: titan\n", "ruleset: mine\n"))
    said = referee("ask", "q.yaml", "--rulesets", str(folder), "--json")
    assert said.code == 0, said.err
    found: dict[str, Any] = json.loads(said.out)
    return found["answer"]


def test_an_overlay_changes_what_it_names_and_nothing_else(here: Path) -> None:
    lay(here, characters="characters: {troll: {power: 3}}")
    assert answer(here)["dice"] == 3
    mine, titan = Ruleset("mine", [here]).raw("characters"), Ruleset("titan").raw("characters")
    assert mine["characters"]["troll"] == {**titan["characters"]["troll"], "power": 3}
    assert {k: v for k, v in mine["characters"].items() if k != "troll"} == {
        k: v for k, v in titan["characters"].items() if k != "troll"
    }
    assert mine["classes"] == titan["classes"]
    assert list(mine["characters"]) == list(titan["characters"])


@pytest.mark.parametrize("name", ["Caps", "under_score", "7th"])
def test_a_name_that_no_ruleset_has_is_reported_with_what_a_name_may_be(here: Path, name: str) -> None:
    (here / name).mkdir()
    (here / name / "manifest.yaml").write_text(f"format: 1\nruleset: {name}\ntitle: Mine\nextends: titan\n")
    said = f"'{name}' is not a ruleset here: the name of a ruleset is a small letter, and then up to 40 small letters"
    for command in (["lint", name], ["lint", f"./{name}"], ["rules", name, "--rulesets", "."]):
        found = referee(*command)
        assert (found.code, found.err.count("\n")) == (2, 1)
        assert found.err.startswith(said)


def test_null_removes_and_a_list_is_replaced_whole(here: Path) -> None:
    lay(here, characters="characters: {ogre: null, titan: {traits: [summonable]}}")
    found = Ruleset("mine", [here]).raw("characters")["characters"]
    assert "ogre" not in found
    assert found["titan"]["traits"] == ["summonable"]
    (here / "q.yaml").write_text(QUESTION.replace("ruleset: titan\n", "ruleset: mine\n"))
    said = referee("ask", "q.yaml", "--rulesets", str(here))
    assert (said.code, "characters.ogre: is removed, and" in said.err) == (2, True)


def test_overlays_lie_over_overlays(here: Path) -> None:
    lay(here, "base", characters="characters: {troll: {power: 3, skill: 3}}")
    lay(here, "mine", "base", characters="characters: {troll: {power: 4}}")
    found = answer(here)
    assert (found["dice"], found["strike_number"]) == (4, 3)


def test_a_house_rule_over_the_valley(here: Path) -> None:
    lay(here, "mine", "titan-valley", combat="rounds: 3")
    assert Ruleset("mine", [here]).raw("combat")["rounds"] == 3
    assert "VG Striking 6" in Ruleset("mine", [here]).rules


def digests(folder: Path, *tables: str) -> set[str]:
    found = set()
    for text in tables:
        lay(folder, characters=text)
        found.add(Ruleset("mine", [folder]).deciding.digest)
    return found


@pytest.mark.slow
def test_the_digest_changes_with_a_number_and_not_with_a_comment(here: Path) -> None:
    plain = "characters: {troll: {power: 3, skill: 2}}"
    assert (
        len(digests(here, plain, "# how strong\n" + plain, "characters:\n  troll:\n    power: 3\n    skill: 2\n")) == 1
    )
    assert len(digests(here, plain, "characters: {troll: {skill: 2, power: 3}}")) == 1
    assert len(digests(here, plain, plain.replace("3", "4"), plain.replace("skill", "number"))) == 3
    lay(here, characters=plain)
    before = Ruleset("mine", [here]).deciding.digest
    lay(here, rules="rules: {LoT 12.0: {summary: In other words.}}")
    assert Ruleset("mine", [here]).deciding.digest == before
    lay(here, rulings="rulings: {REF titan-9: {default: raised}}")
    assert Ruleset("mine", [here]).deciding.digest != before
    assert re.fullmatch("[0-9a-f]{64}", before)


@pytest.mark.slow
def test_a_game_stops_where_its_rules_have_changed_and_names_the_row(here: Path) -> None:
    lay(here, characters="characters: {troll: {power: 8}}")
    mine = {"st": STATE, "or": ORDERS, "next": ORDERS.replace("step: 12", "step: 13").replace("ogre-1", "lion-1")}
    write(here, **{k: v.replace("ruleset: titan\n", "ruleset: mine\n") for k, v in mine.items()})
    rules = ["--rulesets", str(here)]
    said = referee("adjudicate", "st.yaml", "or.yaml", "--seed", "x", "-o", "n.yaml", "--trace", "t.yaml", *rules)
    assert said.code == 0
    assert referee("legal", "n.yaml", *rules).code == 0
    lay(here, "other", "mine")  # the same rows read again: nothing has changed
    assert referee("check", "n.yaml", "next.yaml", *rules).code in (0, 1)
    assert "changed" not in referee("check", "n.yaml", "next.yaml", *rules).err
    elsewhere = lay(here / "edited", characters="characters: {troll: {power: 9}, ogre: {skill: 3}}")
    rules = ["--rulesets", str(elsewhere)]
    for command in (["check", "n.yaml", "next.yaml"], ["replay", "t.yaml"]):
        said = referee(*command, *rules)
        assert said.code == 1
        assert "the rules of mine have changed" in said.err
        assert "  characters.characters.troll\n" in said.err
        assert "  characters.characters.ogre\n" in said.err
        assert "lion" not in said.err
        assert "--accept-rules" in said.err
    assert "changed" not in referee("check", "n.yaml", "next.yaml", "--accept-rules", *rules).err


def test_a_state_records_the_rules_it_was_made_by(here: Path) -> None:
    write(here, st=STATE, **{"or": ORDERS})
    assert referee("adjudicate", "st.yaml", "or.yaml", "--seed", "x", "-o", "n.yaml", "--trace", "t.yaml").code == 0
    stamp = Ruleset("titan").deciding.digest
    for name in ("n.yaml", "t.yaml"):
        found = yaml.safe_load((here / name).read_text())["rules"]
        assert (found["ruleset"], found["digest"]) == ("titan", stamp)


def test_a_users_folder_comes_before_what_is_installed(here: Path) -> None:
    lay(here, "titan-valley")
    (here / "Not-A-Name").mkdir()
    write(here / "Not-A-Name", manifest="format: 1\nruleset: x\ntitle: X\n")
    (here / "no-manifest").mkdir()
    found = installed_rulesets([here])
    assert found["titan-valley"] == here / "titan-valley"
    assert found["titan"] == builtin() / "titan"
    assert {"Not-A-Name", "no-manifest"} & found.keys() == set()
    assert "titan-valley" in installed_rulesets()
    rows = json.loads(referee("rulesets", "--rulesets", str(here), "--json").out)["rulesets"]
    assert {r["ruleset"]: r["title"] for r in rows}["titan-valley"] == "Mine"


@pytest.mark.slow
def test_what_is_installed_is_whole_and_sound() -> None:
    assert (builtin() / "titan" / "manifest.yaml").is_file()
    assert {"titan", "titan-valley", "titan-magi"} <= installed_rulesets().keys()
    for name in ("titan", "titan-valley", "titan-magi"):
        said = referee("lint", name)
        assert said.code == 0, said.err
        assert json.loads(referee("lint", name, "--json").out) == {"sound": True, "problems": [], "warnings": []}


@pytest.mark.parametrize("game", ["titan", "hordes", "battalions"])
def test_every_step_of_a_procedure_has_its_citation(game: str) -> None:
    sources = Path(__file__).parent.parent / "referee" / "games" / game
    keys = {key for path in sources.rglob("*.py") for key in re.findall(r'\bcite\("(\w+)"', path.read_text())}
    assert keys
    found, known = games.load(game)
    for key in sorted(keys - {*found.further_steps()}):
        assert known.cite(key), key


def test_the_wheel_carries_the_rulesets() -> None:
    text = (Path(__file__).parent.parent / "pyproject.toml").read_text()
    assert '"rulesets" = "referee/rulesets"' in text


def test_options_are_the_states_the_overlays_or_the_rulings(here: Path) -> None:
    """The value that rules stands in the trace: a state's before an overlay's before our default."""
    for overlay, option, expected in ((None, None, "level"), ("raised", None, "raised"), ("raised", "level", "level")):
        tables = {"rulings": f"rulings: {{REF titan-9: {{default: {overlay}}}}}"} if overlay else {}
        folder = lay(here / f"{overlay}-{option}", **tables)
        state = STATE.replace("ruleset: titan\n", "ruleset: mine\n")
        if option is not None:
            state = state.replace("step: 12\n", f"step: 12\noptions: {{sand_elevation: {option}}}\n")
        write(
            folder, st=state, o=ORDERS.replace("ruleset: titan\n", "ruleset: mine\n"), d=f"{EVENT}: [1, 1, 1, 1, 1, 1]"
        )
        files = [str(folder / f"{name}.yaml") for name in ("st", "o", "d")]
        said = referee("adjudicate", *files[:2], "--dice", files[2], "--rulesets", str(folder), "--json")
        assert said.code == 0, said.err
        assert json.loads(said.out)["trace"]["options"]["sand_elevation"] == expected


@pytest.mark.slow
def test_a_house_rule_begins_a_ladder_anew_and_adds_a_land(here: Path) -> None:
    lay(
        here,
        characters="characters: {hobbit: {title: Hobbit, class: creature, power: 2, skill: 4, number: 20}}",
        masterchart="masterchart: {desert: {ladder: {hobbit: {next: 2, below: lion}}}}",
        masterboard="""
lands:
  Rivendell: {terrain: desert, at: [2, 7], number: SW, exits: {139: arch}, sides: {139: right}}
  139: {exits: {Rivendell: arch}, sides: {Rivendell: bottom}}
""",
    )
    assert referee("lint", "mine").code == 0
    asked = ["ask", "--rulesets", ".", "-r", "mine"]
    told = json.loads(referee(*asked, "black Rivendell hobbit Hobbit; muster Rivendell", "--json").out)
    assert told["answer"] == {"recruits": {"hobbit": [["hobbit", 1]], "lion": [["hobbit", 2]]}}
    told = json.loads(referee(*asked, "black 139 Hobbit; roll 1; travel 139", "--json").out)
    assert told["answer"]["destinations"] == {"138": ["left"], "Rivendell": ["right"]}
    assert referee("new", "mine", "--rulesets", ".", "--players", "a,b", "-o", "s.yaml").code == 0
    assert "Riv" in referee("show", "s.yaml", "--rulesets", ".").out
    assert referee("show", "s.yaml", "--rulesets", ".", "--svg", "s.svg").code == 0


def _reordered(value: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield a table once for each mapping and list in it with two of its entries exchanged, and the place of it."""
    if isinstance(value, dict):
        keys = list(value)
        if len(keys) > 1:
            yield place, {key: value[key] for key in [*keys[1:], keys[0]]}
        for key, inner in value.items():
            for where, other in _reordered(inner, (*place, str(key))):
                yield where, {**value, key: other}
    elif isinstance(value, list) and len(value) > 1 and value[0] != value[-1]:
        yield place, [value[-1], *value[1:-1], value[0]]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["titan", "hordes", "battalions"])
def test_the_digest_changes_with_every_order_and_the_place_is_named(name: str) -> None:
    """Of first-match rows, ladders, lists: whatever stands in another order is another ruleset."""
    ruleset = Ruleset(name)
    tables = {table: value for table, value in ruleset.deciding.tables.items() if table != "rulings"}
    seen, plain = 0, Deciding(tables)
    for place, other in _reordered(tables):
        if not place:
            continue
        seen += 1
        found = Deciding(other)
        assert found.digest != plain.digest
        named = plain.changed_since(RulesStamp(name, found.digest, found.rows))
        assert {".".join(place).startswith(said.split(":")[0]) for said in named} == {True}
    assert seen > 20


def test_of_many_changed_rows_ten_are_named() -> None:
    plain = Ruleset("titan").deciding
    told = plain.told_since(RulesStamp("titan", "0" * 64, "AAAA" * 40))
    assert len(told) == 11
    assert re.fullmatch(r"and \d+ more", told[-1])
    assert plain.told_since(RulesStamp("titan", plain.digest, plain.rows)) == []


def _stamped_without_order(tables: dict[str, Any]) -> RulesStamp:
    """Return the stamp that a version made which did not count the order of rows."""
    rulings = {number: [row["option"], row["default"]] for number, row in tables["rulings"].items()}
    old = {**tables, "rulings": rulings}
    prints = []
    open_ = [("", old)]
    while open_:
        place, value = open_.pop()
        own = {key: inner for key, inner in value.items() if not isinstance(inner, dict)}
        if own:
            content = msgspec.json.encode([place, own], order="deterministic")
            prints.append(b64encode(sha256(content).digest()[:3], b"-_").decode())
        open_ += [(f"{place}.{k}" if place else str(k), v) for k, v in value.items() if isinstance(v, dict)]
    digest = sha256(msgspec.json.encode(old, order="deterministic")).hexdigest()
    return RulesStamp("titan", digest, "".join(prints))


def test_a_stamp_made_another_way_is_compared_in_its_own() -> None:
    now = Ruleset("titan").deciding
    same = now.told_since(_stamped_without_order(dict(now.tables)))
    assert len(same) == 1
    assert "only the stamp format" in same[0]
    rulings = {**now.tables["rulings"], "REF titan-9": {"option": "carry_over", "default": "another"}}
    other = now.told_since(_stamped_without_order({**now.tables, "rulings": rulings}))
    assert other == ["rulings", "and the stamp format, which now counts the order of the rows too"]


def test_the_order_of_the_rulings_is_the_readers() -> None:
    ruleset, other = Ruleset("titan"), Ruleset("titan")
    other.rulings = dict(reversed(ruleset.rulings.items()))
    assert other.stamp == ruleset.stamp


def test_rows_in_another_order_are_other_rules(here: Path) -> None:
    """The first row that holds decides; put after the row that always holds, another never does."""
    rows = Ruleset("hordes").raw("combat")["draw"]
    first = {"otherwise": rows["otherwise"], **{key: row for key, row in rows.items() if key != "otherwise"}}
    combat = yaml.safe_dump({**Ruleset("hordes").raw("combat"), "draw": first}, sort_keys=False)
    for folder, text in (("plain", None), ("mixed", combat)):
        shutil.copytree(builtin() / "hordes", here / folder / "mine")
        manifest = here / folder / "mine" / "manifest.yaml"
        manifest.write_text(manifest.read_text().replace("ruleset: hordes", "ruleset: mine"))
        if text is not None:
            (here / folder / "mine" / "combat.yaml").write_text(text)
    plain, mixed = (Ruleset("mine", [here / folder]) for folder in ("plain", "mixed"))
    facts = {"type": "hero", "opponent": "hero", "odd": True, "contact": True}
    results = [compile_rules(one, {}).first(compile_rules(one, {}).combat.draw, facts) for one in (plain, mixed)]
    assert [row.result for row in results if row is not None] == ["destroyed", "stand"]
    assert plain.deciding.digest != mixed.deciding.digest
    assert mixed.deciding.changed_since(plain.stamp) == ["combat.draw: which rows are there, or in which order"]


def test_a_changed_default_is_named(here: Path) -> None:
    lay(here, rulings="rulings: {REF titan-9: {default: raised}}")
    assert Ruleset("mine", [here]).deciding.changed_since(Ruleset("titan").stamp) == ["rulings.REF titan-9"]


def test_an_answer_names_the_ruling_it_rests_on_in_its_sentence() -> None:
    """Not under Otherwise alone: the ruling stands in the brackets of a sentence, told as a ruling."""
    asked = {
        "tower; attacker titan C3; defender lion C2 hits 3; defender ogre D3; strike titan at lion": "REF titan-12",
        "mountains; attacker minotaur C3; defender gargoyle F1; rangestrike minotaur at gargoyle": "REF titan-7",
        "score black 490; black 8 titan lion; acquire black points 10": "REF titan-48",
    }
    for question, ruling in asked.items():
        said = referee("ask", "-r", "titan", question, "--reasons").out
        told = " ".join(said.split("Reasons")[0].split("Rules:")[0].split())
        assert re.search(rf"by ruling [^)]*{ruling}\b", told), told
    told = referee("ask", "-r", "hordes", "a knight die 5; b spear die 3; result").out.split("Rules:")[0]
    # a ruling that nobody can choose otherwise, and one whose other reading changes nothing, settle no dispute
    assert "by ruling" not in told.partition("then advances")[0], told


@pytest.mark.parametrize("name", ["titan", "titan-valley", "titan-plus", "titan-magi", "hordes", "battalions"])
def test_a_summary_says_what_is_printed_and_names_no_ruling(name: str) -> None:
    ruleset = Ruleset(name)
    for number, rule in ruleset.rules.items():
        assert not re.search(r"\b(REF|HS-G|BN-G)\b", rule.summary), number


@pytest.mark.slow
@pytest.mark.parametrize("extends", ["titan", "hordes", "battalions"])
def test_lint_names_what_is_wrong_wherever_a_word_of_a_table_is_another(here: Path, extends: str) -> None:
    """Every word of every table, a few of each kind of place, is put wrong in turn: lint never fails itself."""
    base = Ruleset(extends)
    tables = games.load(extends)[0].tables
    words = [(table, path, word) for table in tables for path, word in some_words(base.raw(table))]
    for number, (table, path, word) in enumerate(part(words, 12)):
        overlay = yaml.safe_dump(changed(base.raw(table), path, word), sort_keys=False)
        lay(here, f"mine-{number}", extends, **{table: overlay})
        said = referee("lint", f"mine-{number}", "--rulesets", str(here))
        assert said.code in (0, 1, 2), (table, path, said.err)
        if said.code == 0 and extends == "titan" and table == "battlelands":
            # what is called sound can be played on
            for land in base.raw(table)["battlelands"]:
                given = ("--battleland", land, "--attacker-side", "left")
                begun = referee("new", f"mine-{number}", *given, "--rulesets", str(here), "-o", f"{number}-{land}.yaml")
                assert begun.code in (0, 2), (table, path, begun.err)


def some_words(value: Any, most: int = 2) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Yield the places of words in plain data, at most so many of each kind of place."""
    often: dict[tuple[Any, ...], int] = {}

    def walk(value: Any, path: tuple[Any, ...], kind: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
        if isinstance(value, dict):
            for key, inner in value.items():
                yield from walk(inner, (*path, key), (*kind, key if len(kind) % 2 == 0 else "*"))
        elif isinstance(value, list):
            for number, inner in enumerate(value):
                yield from walk(inner, (*path, number), (*kind, "[]"))
        elif isinstance(value, str):
            often[kind] = often.get(kind, 0) + 1
            if often[kind] <= most:
                yield path, "nothing"

    yield from walk(value, (), ())


def changed(value: Any, path: tuple[Any, ...], word: str) -> Any:
    """Return plain data with another word in one place, as an overlay that replaces what holds it."""
    if not path:
        return word
    if isinstance(value, dict):
        return {path[0]: changed(value[path[0]], path[1:], word)}
    return [changed(inner, path[1:], word) if n == path[0] else inner for n, inner in enumerate(value)]
