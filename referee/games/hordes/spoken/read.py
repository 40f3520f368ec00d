"""Read a question in the words of players."""

from __future__ import annotations

from referee.core.documents.problems import nearest
from referee.core.rules.rulesets import Ruleset
from referee.core.spoken.hearing import hear
from referee.core.spoken.offers import offered
from referee.core.spoken.terms import Judge, NotUnderstood, Spoken, Terms

from ..rules import compile_rules
from . import combat, table
from .names import vocabulary

# what a number is a distance before
_MEASURES = ("paces", "front", "off")
_IMPLIED = ("good",)


def read(text: str, ruleset: Ruleset, judge: Judge) -> Spoken:
    """Return the strict line that a text means; raises NotUnderstood with every fault."""
    rules = compile_rules(ruleset, {})
    words = vocabulary(rules)
    heard = hear(text, words)
    unknown = [f"'{term.text}' is not known{nearest(term.text, words.names)}" for term in heard.unknown]
    terms = Terms([term for term in heard.terms if term.kind != "unknown"])
    try:
        found = table.read(terms, rules, judge) or combat.read(terms, rules, judge)
    except NotUnderstood as error:
        raise NotUnderstood(
            [*unknown, *error.faults], offered(error.paste, heard, words, _MEASURES, _IMPLIED)
        ) from None
    if unknown:
        raise NotUnderstood(unknown, offered(found.line, heard, words, _MEASURES, _IMPLIED))
    found.notes += heard.corrected
    return found
