"""Read a question in the words of players."""

from __future__ import annotations

from collections.abc import Callable

from referee.core.documents.problems import nearest
from referee.core.rules.rulesets import Ruleset
from referee.core.spoken.hearing import Heard, hear
from referee.core.spoken.offers import offered
from referee.core.spoken.terms import Judge, NotUnderstood, Spoken, Term, Terms
from referee.core.spoken.vocabulary import Vocabulary

from ..rules import TitanRules, compile_rules
from .claims import without_claims
from .names import vocabulary

# kinds of terms of which one says that a question is asked with facts, or is about legions
TOLD = frozenset(("summon", "reinforce", "flee", "concede", "timeloss", "whoscores"))
# and of which one says that it is about a battle
_BLOWS = ("strike", "hit", "shoot", "kill", "against", "carry", "contact", "enter", "move", "locked", "must")
LEGIONS = frozenset(
    ("teleport", "recruit", "worth", "ahead", "acquire", "threw", "landword", "legion", "score", "draw", "ability")
)


def read(text: str, ruleset: Ruleset, judge: Judge) -> Spoken:
    """Return the strict line that a text means; raises NotUnderstood with every fault."""
    rules = compile_rules(ruleset, {})
    words = vocabulary(rules)
    heard = hear(text, words)
    try:
        return _read(heard, words, rules, judge)
    except NotUnderstood:
        if not any(term.kind == "claim" for term in heard.terms):
            raise
        out = _without_asides(heard, text, words, rules, judge)
        if out is None:
            raise
        return out


def _without_asides(heard: Heard, text: str, words: Vocabulary, rules: TitanRules, judge: Judge) -> Spoken | None:
    """Return the strict line of a text about legions without what somebody only claims."""
    from .asides import without_asides

    for rest, asides in without_asides(heard, text):
        if "legions" not in _names({term.kind for term in rest.terms}):
            continue
        try:
            out = _read(rest, words, rules, judge)
        except NotUnderstood:
            continue
        out.notes += [f"'{aside}' is set aside" for aside in asides]
        return out
    return None


def _read(heard: Heard, words: Vocabulary, rules: TitanRules, judge: Judge) -> Spoken:
    unknown = [
        f"'{term.text}' is not known{nearest(term.text, words.names)}" for term in heard.unknown if term.text.strip()
    ]
    unknown += [f"{term.text} is no hex of a Battleland" for term in heard.terms if term.kind == "nohex"]
    found: list[Spoken] = []
    refused: list[NotUnderstood] = []
    for reader in _readers(heard):
        try:
            terms = Terms([term for term in heard.terms if term.kind not in ("unknown", "nohex")])
            without_claims(terms, words.classes)
            found.append(reader(terms, rules, judge))
        except NotUnderstood as error:
            refused.append(error)
    if found and not unknown:
        if len({one.line for one in found}) > 1:
            raise NotUnderstood(["this may be a question about a battle or about a legion; name it"], found[0].line)
        if heard.corrected:
            found[0].notes += heard.corrected
        return found[0]
    best = max(refused, key=lambda error: error.known, default=None)
    paste = found[0].line if found else best.paste if best is not None else None
    faults = [*unknown, *(best.faults if best is not None and not found else ())]
    known = Heard([term for term in heard.terms if term.kind != "nohex"], [], [])
    line = offered(paste, known, words, implied=_on_map(paste, rules))
    raise NotUnderstood(faults, line if line is not None and judge(line) is not None else None)


def _readers(heard: Heard) -> list[Callable[[Terms, TitanRules, Judge], Spoken]]:
    """Return the readers that a text may be for, each imported when it is needed."""
    found: list[Callable[[Terms, TitanRules, Judge], Spoken]] = []
    kinds = {term.kind for term in heard.terms}
    for name in ["legions"] if _on_masterboard(heard.terms, kinds) else _names(kinds):
        if name == "sight":
            from .sight import read as read_sight

            found.append(read_sight)
        elif name == "legions":
            from .campaign import read as read_campaign

            found.append(read_campaign)
        else:
            from .battle import read as read_battle

            found.append(read_battle)
    return found


def _on_masterboard(terms: list[Term], kinds: set[str]) -> bool:
    """Return whether a Land is named by its terrain and number, and nothing of a battle: they leave Tower 100."""
    if kinds & {"hex", "hit", "shoot", "carry", "contact", "against", "must"}:
        return False
    ends = [(*(term.kind for term in terms[place : place + 3]), "")[:3] for place in range(len(terms))]
    return any(one[:2] == ("land", "num") and one[2] not in ("who", "wound", "left") for one in ends)


def _names(kinds: set[str]) -> list[str]:
    """Return the names of the readers for the kinds of terms in a text."""
    if kinds & TOLD:
        return ["legions"]
    if "sees" in kinds and "hex" in kinds and "who" not in kinds:
        return ["sight"]
    if kinds & {"range", "away", "between", "hexes"} and "hex" in kinds and not kinds & {"who", *_BLOWS}:
        return ["sight"]
    if kinds >= {"where", "from", "hex"} and not kinds & {"who", *_BLOWS}:
        return ["sight"]
    if "sees" in kinds and not kinds & {"strike", "hit", "shoot", "kill", "against", "carry"}:
        return ["sight"]
    if "points" in kinds and "kill" in kinds and not kinds & {"hex", "strike", "hit", "against", "wound", "carry"}:
        return ["legions"]
    blows = kinds & {"strike", "shoot", "against", "hit"}
    if blows and ("dice" in kinds or not kinds & {"land", "landword", "legion", "recruit", "teleport", "num"}):
        kinds = kinds - {"threw"}
    if kinds >= {"land", "cantake", "me"} and not kinds & {"hex", "hit", "wound", *_BLOWS}:
        return ["legions"]
    of_legions = bool(kinds & LEGIONS) or ("get" in kinds and "land" in kinds)
    of_legions = of_legions or ("colour" in kinds and not kinds & {*_BLOWS, "hex"})
    if of_legions and not kinds & {"hex", "shoot", "carry", "contact", "locked", "must"}:
        return ["legions"]
    return ["battle"] if kinds & {*_BLOWS, "hex"} - {"kill", "move"} else ["battle", "legions"]


def _on_map(line: str | None, rules: TitanRules) -> set[str]:
    """Return the hazards of the Battleland that a line begins with."""
    land = rules.battlelands.battlelands.get(line.partition(";")[0] if line is not None else "")
    if land is None:
        return set()
    return {*land.hexes, *land.hexsides, rules.battlelands.ground}
