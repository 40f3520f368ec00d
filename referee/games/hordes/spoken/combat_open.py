"""Finds what a text about a combat leaves open: a fact with `or not`, and dice that are only compared."""

from __future__ import annotations

from referee.core.spoken.terms import Terms

from .combat_reader import CombatReader

# how a text compares two dice without a number
_ALIKE = ("same", "equal", "equally", "level", "alike", "identical")
_UNEQUAL = ("higher", "lower", "better", "worse")
# the kinds of what is asked, which `or not` may end
_ASKED = ("asks", "result", "victory", "odds", "kill", "beat", "dead", "tie")
_ENDS = (*_ASKED, "who", "num", "close", "shoot", "bespell", "fight")
_OF_WHO = ("general", "uphill", "guarded", "flanked", "aggressor")
# the first words of a question that is answered with yes or no, and words that make it a part of another one
_FIRST = ("do", "does", "did", "is", "are", "was", "were", "will", "would", "can", "could")
_WITHIN = {"if", "whether"}


def left_open(reader: CombatReader) -> list[str]:
    """Return a fault for each fact that a text leaves open."""
    terms = reader.terms
    places = [n for n in range(len(terms)) if terms.kind(n) == "ornot" and _of_a_fact(terms, n)]
    said = [terms.text(terms.before(n, "noise", "clause")) for n in places]
    faults = [f"'{text} or not' leaves a fact open: say which it is" for text in said]
    word = compared(reader)
    if word in _ALIKE:
        faults.append("what number both rolled is not said, and the result hangs on it")
    elif word:
        faults.append("what each of them rolled is not said, and the result hangs on it")
    return faults


def alike(reader: CombatReader) -> bool:
    """Return whether both are said to roll the same number, which is not named."""
    return compared(reader) in _ALIKE


def compared(reader: CombatReader) -> str:
    """Return the word that compares two dice where no number is said, an empty text where there is none."""
    if any(one.die is not None for one in reader.found):
        return ""
    terms = reader.terms
    for place in range(len(terms)):
        beside: list[int] = []
        if terms.kind(place) == "die":
            carries = terms.next(place, "noise", "tie"), terms.before(place, "noise", "tie")
            beside = [*range(carries[1] + 1, place), *range(place + 1, carries[0])]
        elif terms.text(place) == "equal dice":
            beside = [place]
        said = [word for step in beside for word in terms.text(step).split() if word in (*_ALIKE, *_UNEQUAL)]
        if said:
            return said[0]
        if terms.kind(place) == "tie" and not reader.odds:
            return "same"
    return ""


def _of_a_fact(terms: Terms, place: int) -> bool:
    """Return whether `or not` ends a fact, as in `in a wood or not`, and not what is asked."""
    before = terms.before(place, "noise", "clause")
    if terms.kind(before) == "who" and terms.kind(terms.before(before, "noise")) in _OF_WHO:
        return True
    if terms.kind(before) in ("", "stop", *_ENDS):
        return False
    begin = next((n for n in range(place - 1, -1, -1) if terms.kind(n) in ("clause", "stop")), -1) + 1
    words = {word for n in range(begin, place) for word in terms.text(n).split()}
    verb = any(terms.kind(n) in ("asks", "kill", "beat", "dead", "fight") for n in range(begin, place))
    return not (verb and terms.text(begin).startswith(_FIRST) and not words & _WITHIN)
