"""Read a question in the words of players: an army, a blow, a combat turn, a move, a retreat."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents.problems import nearest
from referee.core.rules.rulesets import Ruleset
from referee.core.spoken.hearing import Heard, hear
from referee.core.spoken.offers import offered
from referee.core.spoken.terms import Judge, NotUnderstood, Spoken, Terms
from referee.core.spoken.vocabulary import DIGITS, Name, Pattern, Vocabulary, vocabulary_of

from ..rules import BattalionsRules, compile_rules
from . import aftermath, lines, overworld
from .account import Account
from .parties import gathered

_PATTERNS = (
    Pattern(
        "stats",
        r"(\d+)\s*[-/–]\s*(\d+)\s*[-/–]\s*(\d+)\s*[-/–]\s*(\d+)(?!\d)",
        lambda m: tuple(map(int, m.groups())),
        DIGITS,
    ),
    Pattern(
        "stats",
        r"(\d) (\d) (\d) (\d)(?!\d|\s*[-/–,] ?\d)",
        lambda m: tuple(map(int, m.groups())),
        DIGITS,
    ),
    Pattern(
        "size",
        r"(?i)(\d+)\s*(?:x|by|×)\s*(\d+)(?!\w|\s*[-/–]\s*\d)",
        lambda m: (int(m[1]), int(m[2])),
        DIGITS,
    ),
    Pattern(
        "place",
        r"[(\[]?\s*(\d+)\s*,\s*(\d+)(?!\d|\s*[-/–,]\s*\d)\s*[)\]]?",
        lambda m: (int(m[1]), int(m[2])),
        DIGITS,
    ),
    Pattern("unit", r"([rbRB])(\d+)(?!\w)", lambda m: m[0].lower(), DIGITS),
    Pattern("on", "@", lambda m: m[0], "@"),
    Pattern("clause", "[-=]*>", lambda m: m[0], ">"),
    Pattern("noise", "=", lambda m: m[0], "="),
)


def read(text: str, ruleset: Ruleset, judge: Judge) -> Spoken:
    """Return the strict line that a text means; raises NotUnderstood with every fault."""
    rules = compile_rules(ruleset, {})
    words = vocabulary(rules)
    heard = hear(text, words)
    try:
        found = _read(heard, words, rules, judge)
    except NotUnderstood as error:
        raise NotUnderstood(error.faults, offered(error.paste, heard, words)) from None
    found.notes += heard.corrected
    return found


def _read(heard: Heard, words: Vocabulary, rules: BattalionsRules, judge: Judge) -> Spoken:
    faults = [f"'{term.text}' is not known{nearest(term.text, words.names)}" for term in heard.unknown]
    terms = Terms(gathered([term for term in heard.terms if term.kind != "unknown"]))
    kinds = {term.kind for term in terms.all}
    ended = bool(kinds & {"ends", "defended", "undefended"})
    if ended or (not kinds & {"stats", "retreat"} and _of_board(kinds)):
        line, found = aftermath.read(terms, faults) if ended else overworld.read(terms, rules, faults)
        if found is None:
            raise _refusal(faults, line, judge)
        return found
    holding = [name for name, row in rules.commands.items() if row.holds]
    back = [name for name, row in rules.commands.items() if row.moves == "back"]
    account = Account(terms, holding, back, _of_army(kinds))
    account.read_all()
    faults += [*account.faults_left(), *account.faults]
    found = _found(account, rules, judge, faults)
    if faults or found is None:
        raise _refusal(faults or ["what is asked is not said"], found.line if found else None, judge)
    return found


def _refusal(faults: list[str], line: str | None, judge: Judge) -> NotUnderstood:
    """Return the refusal of a text, with the nearest line where it can be answered."""
    return NotUnderstood(faults, line if line is not None and judge(line) is not None else None)


def _of_board(kinds: set[str]) -> bool:
    """Return whether a text is about a move over the board: of a battalion, or into a combat."""
    ways = {kind for kind in kinds if kind.startswith("direction")}
    return ("battalion" in kinds and bool(ways or {"go", "join", "strike", "into"} & kinds)) or "join" in kinds


def _of_army(kinds: set[str]) -> bool:
    """Return whether a text is about an army: it says so, or tells of a leader or of points and of no fight."""
    fights = kinds & {"command", "place", "unit", "blue", "retreat", "into", *(f"direction_{way}" for way in "NESW")}
    return "army" in kinds or ("stats" in kinds and not fights and bool(kinds & {"leader", "points", "legal"}))


def _found(account: Account, rules: BattalionsRules, judge: Judge, faults: list[str]) -> Spoken | None:
    """Return what a text means, adding what is wanting to its faults."""
    line: str | None
    if account.army:
        line = lines.army(account, faults)
    elif account.retreats:
        line = lines.retreat(account, rules, faults)
    elif len(account.commands) > 1 or account.become or account.closing:
        return lines.turn(account, rules, judge, faults)
    else:
        line = lines.attack(account, rules, judge, faults)
    return Spoken(line) if line is not None else None


def vocabulary(rules: BattalionsRules, of_states: bool = False) -> Vocabulary:
    """Return the vocabulary of a ruleset; that of questions on a saved state has further terms."""
    return vocabulary_of(rules.ruleset, lambda: _names(rules), _PATTERNS, of_states)


def _names(rules: BattalionsRules) -> Iterator[Name]:
    for name, row in rules.commands.items():
        yield Name("command", name, row.title)
