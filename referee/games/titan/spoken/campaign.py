"""Read a question about legions: which one a text asks, and its strict line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.documents.problems import listed
from referee.core.spoken.terms import Judge, NotUnderstood, Spoken, Terms

from ..rules import TitanRules
from .account import Account
from .legion_lines import Board
from .names import vocabulary
from .told import concede, flee, reinforce, summon, time_loss, titan_slain

# kinds of terms that carry nothing in a question about legions
HARMLESS = (
    *("noise", "topic", "clause", "open", "close", "stop", "legion", "with", "where", "more", "get", "person", "me"),
    *("and", "mine", "phase", "dice", "tail", "need", "it", "both", "them", "fellow", "number", "level", "survive"),
    *("move", "enter", "hexes", "away", "show", "back", "taken", "cantake", "contact"),
    *("in", "on", "at", "from", "to", "into", "onto", "by", "after", "over", "up", "down", "between"),
)
FACTS: dict[str, Callable[[Account, dict[str, Any]], str]] = {
    "titan_slain": titan_slain,
    "summon": summon,
    "reinforce": reinforce,
    "time_loss": time_loss,
    "flee": flee,
    "concede": concede,
}


def read(terms: Terms, rules: TitanRules, judge: Judge) -> Spoken:
    """Return the strict line of a question about legions; raises NotUnderstood."""
    _prepare(terms)
    account = Account(terms, rules)
    verb = _verb(account)
    assumed: dict[str, Any] = {}
    line: str | None = None
    if verb in FACTS:
        line = FACTS[verb](account, assumed)
    elif verb is not None:
        line = Board(account, verb).line(assumed)
    if _two_questions(account):
        account.faults.append("two questions: ask one at a time")
    left = terms.left(*HARMLESS)
    known = sum(terms.used) - 3 * len(left)
    faults = [f"'{term.text}' is not understood here" for term in left] + account.faults
    right = line is not None and judge(line) is not None
    if faults:
        raise NotUnderstood(faults, line if right else None, known)
    if not right or line is None:
        raise NotUnderstood(["this cannot be asked so; `referee ask -r titan help` lists the questions"], None, known)
    return Spoken(line, assumed)


def _two_questions(account: Account) -> bool:
    """Return whether two questions are joined: what does a troll need and what do two ogres muster?"""
    items, words = account.items, vocabulary(account.rules).classes["interrogatives"]
    asking = [place for place in items.places("topic", "where") if items.text(place) in words]
    for place in items.places("and"):
        clause = items.clause(place)
        joined = any(clause.start <= one < place for one in asking) and items.after(place) in asking
        if joined and items.groups_between(clause.start - 1, place) and items.groups_between(place, clause.stop):
            return True
    return False


def _prepare(terms: Terms) -> None:
    """Give words the kinds that they have where legions are spoken of."""
    for place, term in enumerate(terms.all):
        if term.kind == "against" and not term.text[0].isalpha():
            terms.all[place] = term._replace(kind="to")
        elif term.kind == "strike" and term.text.lower().startswith("fight"):
            terms.all[place] = term._replace(kind="noise")
        elif term.kind == "declare" and terms.text(place).startswith("call") and terms.kind(place + 2) == "who":
            terms.all[place] = term._replace(kind="summon")
        elif term.kind == "topic" and terms.text(place) == "enough":
            terms.all[place] = term._replace(kind="enough")


def _verb(account: Account) -> str | None:
    """Return the question that a text asks; None with a fault where that is not clear."""
    found = _asked(account)
    if len(found) == 1:
        return found[0]
    if not found:
        account.faults.append("what is asked of the legion is not said")
    else:
        account.faults.append(f"{listed(found, 'and')}: ask one question at a time")
    return None


def _asked(account: Account) -> list[str]:
    """Return the questions that a text may ask; what only tells a fact of another question is left out."""
    has = account.has
    titan = any(account.rules.profile(name).vital for group in account.groups for name in group.names)
    scores = has("score", "points", "get")
    if has("whoscores") or (titan and has("kill") and scores and not has("worth", "summon") and _lost(account)):
        return ["titan_slain"]
    if has("summon"):
        return ["summon", *(["reinforce"] if has("reinforce") else [])]
    if has("reinforce") or (account.round is not None and has("recruit") and account.roll is None):
        return ["reinforce"]
    if has("timeloss") or (account.round is not None and not account.groups and has("lost", "kill", "score")):
        return ["time_loss"]
    if has("flee", "concede"):
        return [verb for verb in ("flee", "concede") if has(verb)]
    return _of_boards(account)


def _lost(account: Account) -> bool:
    """Return whether a text tells what else the player has who lost a Titan."""
    return account.has("elsewhere", "alive", "engaged") or account.had is not None


def _of_boards(account: Account) -> list[str]:
    has = account.has
    if has("teleport"):
        return ["teleport"]
    if has("draw", "ability"):
        return ["draw"] if has("draw") else ["invoke"]
    found = []
    if has("ahead"):
        found.append("standing")
    if account.roll is not None:
        found.append("travel")
    if has("recruit"):
        found.append("muster")
    if has("acquire") or account.won is not None:
        found.append("acquire")
    worth = has("worth", "points") or (has("score", "get") and has("kill")) or (has("score") and has("victory"))
    if worth and not (has("ahead", "acquire") or account.roll is not None) and account.won is None:
        found.append("value")
    if has("overfull"):
        found.append("overfull")
    if found == ["travel", "muster"] and not has("move", "where"):
        return found
    if not found:
        return _unsaid(account)
    return found


def _unsaid(account: Account) -> list[str]:
    """Return the question of a text without a verb for one."""
    has = account.has
    summonable = any(account.rules.profile(name).summonable for one in account.groups for name in one.names if one.lone)
    if summonable and has("lost", "kill") and has("last", "earlier"):
        return ["summon"]
    if account.had is not None:
        return ["acquire"]
    if account.where and (has("get", "taken", "enough", "cantake") or _another_alone(account)):
        return ["muster"]
    if has("move", "where"):
        return ["travel"]
    return ["muster"] if has("get", "enough") else []


def _another_alone(account: Account) -> bool:
    """Return whether one more character stands alone beside those of a legion: two minotaurs in a Land, a dragon?"""
    return len(account.groups) > 1 and account.groups[-1].lone
