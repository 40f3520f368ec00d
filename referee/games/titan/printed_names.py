"""Printed names of characters, Lands and Spells in a one-line situation."""

from __future__ import annotations

from typing import Any

from referee.core.documents.problems import Unreadable
from referee.core.rules.rulesets import Ruleset

from .masterboard.graph import graph_of
from .rules import TitanRules, compile_rules


def printed_names(said: dict[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    """Return a situation with printed names replaced by table names; raises Unreadable for an unknown Land."""
    rules = compile_rules(ruleset, {})
    for number, legion in enumerate(said.get("masterboard", {}).get("legions", []), 1):
        if isinstance(legion.get("contents"), list):
            legion["contents"] = rules.characters_called([str(word) for word in legion["contents"]])
        if isinstance(legion.get("land"), str):
            legion["land"] = _land(rules, legion["land"], f"masterboard.legions[{number}].land")
    for number, storm in enumerate(said.get("masterboard", {}).get("storms", []), 1):
        if isinstance(storm.get("land"), str):
            storm["land"] = _land(rules, storm["land"], f"masterboard.storms[{number}].land")
    for piece in said.get("battle", {}).get("pieces", []):
        if isinstance(word := piece.get("character"), str):
            found = rules.characters_called([word])
            if len(found) == 1:
                piece |= {"character": found[0], "id": _renamed(piece["id"], word, found[0])}
    for laid in said.get("battle", {}).get("spells", []):
        if isinstance(laid.get("spell"), str):
            laid["spell"] = rules.words_called("spell", [laid["spell"]])[0]
    return said


def _land(rules: TitanRules, word: str, where: str) -> str:
    land = graph_of(rules).called(word)
    if land is None and " " in word:
        # an unknown name is reported with all other problems of the situation
        raise Unreadable.of("the question", graph_of(rules).unknown(word), where)
    return land or word


def _renamed(ident: str, word: str, name: str) -> str:
    """Return the id of a piece named after its character, with the table name of the character."""
    own = ident == word or ident.startswith(f"{word}-")
    return name + ident[len(word) :] if own else ident
