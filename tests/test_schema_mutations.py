"""What lint refuses of names and types in an overlay, its schema marks; what lint accepts, the schema accepts."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from seeds import seeds

from referee import games
from referee.core import documents
from referee.core.documents import Unreadable
from referee.core.game.lint import CORE_TABLES, lint
from referee.core.game.table_schemas import table_schema

HOUSES = Path(__file__).parent / "house_rules" / "rulesets"
# what lint says of values that fit by their names and types, and not to each other; docs/rulesets.md lists it
NOT_BY_NAME = re.compile(
    r"never holds|exclude each other|is never reached|no row holds for|repeats '|wait for each other"
    r"|changes? nothing|does nothing|adds nothing|it has no step|stand (before|after) itself|one of the two"
    r"|is the mark of|is not always known|says more than rows|without 'when'|does not lie|are not neighbours"
    r"|is only known to rows"
)
# the ruleset below, and the folder of the house rules
OVERLAYS = [("titan", HOUSES / name) for name in ("customs", "engine", "moments", "lands")]
OVERLAYS += [("hordes", HOUSES / name) for name in ("golems", "field-customs")]
OVERLAYS += [("battalions", HOUSES / "drill")]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], bool]]:
    """Yield the path of each key of a mapping, and of each value that holds no others."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key), True
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from places(inner, (*path, number))
    else:
        yield path, False


def changed(value: Any, path: tuple[Any, ...], is_key: bool, chance: random.Random) -> Any:
    """Return a value with a key misspelt, or with another value in a place: a misspelt name or one of another type."""
    key, *rest = path
    if rest:
        inner = changed(value[key], tuple(rest), is_key, chance)
        if isinstance(value, dict):
            return {**value, key: inner}
        return [*value[:key], inner, *value[key + 1 :]]
    if is_key:
        return {(misspelt(str(one)) if one == key else one): inner for one, inner in value.items()}
    old = value[key]
    new: Any = misspelt(old) if isinstance(old, str) and chance.random() < 0.7 else ["zzz"]
    new = new if not isinstance(old, (int, float)) else chance.choice(["zzz", [old], {"zzz": 1}])
    return {**value, key: new} if isinstance(value, dict) else [*value[:key], new, *value[key + 1 :]]


def misspelt(word: str) -> str:
    return f"{word[:-1]}{'q' if word.endswith('z') else 'z'}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(5))
def test_a_schema_marks_what_lint_refuses_of_names_and_types_and_nothing_else(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    base, house = OVERLAYS[seed % len(OVERLAYS)]
    tables = {path.stem: yaml.safe_load(path.read_text()) for path in sorted(house.glob("*.yaml"))}
    del tables["manifest"]
    mine = tmp_path / "mine"
    mine.mkdir()
    manifest = {"format": 1, "ruleset": "mine", "title": "Mine", "extends": base}
    for _ in range(3):
        table = chance.choice(sorted(tables))
        path, is_key = chance.choice(list(places(tables[table])))
        for name, value in {**tables, "manifest": manifest}.items():
            (mine / f"{name}.yaml").write_text(yaml.safe_dump(value, sort_keys=False))
        file = mine / f"{table}.yaml"
        file.write_text(yaml.safe_dump(changed(tables[table], path, is_key, chance), sort_keys=False))
        game, ruleset = games.unjudged("mine", (tmp_path,))
        try:
            refused = [str(one) for one in lint(game, ruleset)]
        except Unreadable as error:
            refused = [str(one) for one in error.problems]
            assert refused
        kinds = {**CORE_TABLES, **game.tables}
        shape = table_schema(game, ruleset, table, kinds[table])
        given = documents.parse(file.read_bytes(), str(file)).value
        marked = [error.message for error in Draft202012Validator(shape).iter_errors(given)]
        if marked:
            assert refused, (path, marked)
        mine_alone = [said for said in refused if said.startswith(str(file)) and not NOT_BY_NAME.search(said)]
        assert marked or not mine_alone, mine_alone
