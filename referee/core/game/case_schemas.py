"""The JSON Schema of a case: what is given, asked or ordered, and what is expected of the result."""

from __future__ import annotations

from typing import Any

from ..documents.json_schema import schemas_of
from ..rules.rulesets import Ruleset
from .game import Game
from .schema_parts import Schema, by_verb, enumerate_words, inside, parts_of
from .schemas import REACTING, rulings_of, with_all_names, with_verbs

# what is to be refused or unreadable may be written in any way
_FAILING = ("unreadable", "refused", "overtaken", "passed_over")
_REFUSED = {"properties": {"expect": {"anyOf": [{"required": [key]} for key in _FAILING]}}}
_PART = ".part"


def case_schema(game: Game, ruleset: Ruleset, case: type[Any]) -> Schema:
    """Return the schema of a case."""
    answers = game.answers()
    groups = [game.order_types, game.questions.values()]
    shape, (orders, questions) = with_verbs(case, groups, [game.state, *answers.values()])
    definitions = with_all_names(shape, game, ruleset)["$defs"]
    refs, _ = schemas_of([game.state, *answers.values()])
    given = {**definitions[_name(refs[0])]}
    # the heading is that of the case
    given["required"] = [key for key in given.get("required", []) if key not in ("format", "ruleset")]
    # the referee also reads lines, and verbs and fields in capitals
    capitals: Schema = {"type": "object", "not": {"propertyNames": {"pattern": "^[^A-Z]*$"}}}
    line: Schema = {"anyOf": [{"type": "string"}, capitals]}
    order, question = by_verb(orders), by_verb(questions)
    one = [line, REACTING, order]
    document: Schema = {
        "type": "object",
        "properties": {"orders": {"type": "array", "items": {"anyOf": one}}},
        "required": ["orders"],
    }
    meant: Schema = {
        "given": given,
        "ask": {"anyOf": [question, capitals, {"type": "null"}]},
        "orders": {"anyOf": [{"type": "array", "items": {"anyOf": [*one, document]}}, {"type": "null"}]},
    }
    state, *answered = parts_of(refs, definitions)
    expected = definitions["Expect"]["properties"]
    expected["state"] = state
    expected["view"] = {"type": "object", "additionalProperties": state}
    other = definitions["Otherwise"]["properties"]
    rulings = rulings_of(ruleset)
    enumerate_words(other["ruling"], list(rulings))
    enumerate_words(other["option"], [ruling.option for ruling in rulings.values() if ruling.option is not None])
    right: Schema = {"if": _REFUSED, "then": {}, "else": {"properties": meant}}
    inside(shape)["allOf"] = [right, *map(_answered, answers, answered)]
    return shape


def _answered(verb: str, answer: Schema) -> Schema:
    """Return the schema by which what is expected of a question is a part of its answer."""
    asked: Schema = {"properties": {"ask": {"type": "object", "required": [verb]}}, "required": ["ask"]}
    others = {"items": {"properties": {"answer": answer}}}
    found = {"answer": answer, "exactly": answer, "otherwise": others}
    return {"if": asked, "then": {"properties": {"expect": {"properties": found}}}}


def _name(ref: Schema) -> str:
    return str(ref["$ref"]).rpartition("/")[2]
