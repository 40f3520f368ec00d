"""Finds what a text about a combat leaves open: a fact with `or not`, and dice that are only compared."""

from __future__ import annotations

from .combat_reader import CombatReader

# the kinds of what is asked, which `or not` may end
_ASKED = ("asks", "result", "victory", "odds", "kill", "beat", "dead", "tie")
_ENDS = (*_ASKED, "who", "num", "close", "shoot", "bespell", "fight")
_OF_WHO = ("general", "uphill", "guarded", "flanked", "aggressor")


def left_open(reader: CombatReader) -> list[str]:
    """Return a fault for each fact that a text leaves open."""
    terms = reader.terms
    places = [n for n in range(len(terms)) if terms.kind(n) == "ornot" and _of_a_fact(reader, n)]
    said = [terms.text(terms.before(n, "noise", "clause")) for n in places]
    faults = [f"'{text} or not' leaves a fact open: say which it is" for text in said]
    word = compared(reader)
    if word in reader.classes["alike"]:
        faults.append("what number both rolled is not said, and the result hangs on it")
    elif word:
        faults.append("what each of them rolled is not said, and the result hangs on it")
    return faults


def alike(reader: CombatReader) -> bool:
    """Return whether both are said to roll the same number, which is not named."""
    return compared(reader) in reader.classes["alike"]


def compared(reader: CombatReader) -> str:
    """Return the word that compares two dice where no number is said, an empty text where there is none."""
    if any(one.die is not None for one in reader.found):
        return ""
    terms, words = reader.terms, reader.classes["alike"] | reader.classes["unequal"]
    for place in range(len(terms)):
        beside: list[int] = []
        if terms.kind(place) == "die":
            carries = terms.next(place, "noise", "tie"), terms.before(place, "noise", "tie")
            beside = [*range(carries[1] + 1, place), *range(place + 1, carries[0])]
        elif terms.text(place) == "equal dice":
            beside = [place]
        said = [word for step in beside for word in terms.text(step).split() if word in words]
        if said:
            return said[0]
        if terms.kind(place) == "tie" and not reader.odds:
            return "same"
    return ""


def _of_a_fact(reader: CombatReader, place: int) -> bool:
    """Return whether `or not` ends a fact, as in `in a wood or not`, and not what is asked."""
    terms, classes = reader.terms, reader.classes
    before = terms.before(place, "noise", "clause")
    if terms.kind(before) == "who" and terms.kind(terms.before(before, "noise")) in _OF_WHO:
        return True
    if terms.kind(before) in ("", "stop", *_ENDS):
        return False
    begin = next((n for n in range(place - 1, -1, -1) if terms.kind(n) in ("clause", "stop")), -1) + 1
    words = {word for n in range(begin, place) for word in terms.text(n).split()}
    verb = any(terms.kind(n) in ("asks", "kill", "beat", "dead", "fight") for n in range(begin, place))
    return not (
        verb and terms.text(begin).startswith(tuple(classes["auxiliaries"])) and not words & classes["conditions"]
    )
