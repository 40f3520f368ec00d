"""What players claim about an answer is no fact: `he says it is a 5, I say no; who is right?`"""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.spoken.terms import Terms

_ENDS = ("", "stop", "clause", "close")
# what may be denied in a claim, as it is what the question asks
_OPINIONS = ("locked",)


def without_claims(terms: Terms, classes: Mapping[str, frozenset[str]]) -> None:
    """Turn the words that say who claims something into ones that carry nothing; what is claimed stays.

    A denial goes with its claim where nothing is denied that the question rests on: `he says no`.
    """
    claims = [place for place in range(len(terms)) if terms.kind(place) == "claim"]
    for place in claims:
        _pass_over(terms, place)
        _claimant(terms, place)
    for place in range(len(terms)):
        kind = terms.kind(place)
        after = terms.kind(place + 1)
        if kind == "denial" and any(one < place and _at_once(terms, one, place) for one in claims):
            # `I say no because of the drift`, `he says that it cannot leave`
            if after in (*_ENDS, *_OPINIONS) or (place - 1 in claims and terms.text(place + 1) in classes["reasons"]):
                _pass_over(terms, place)
        elif after not in _ENDS:
            continue
        elif kind == "mapside" and terms.kind(terms.before(place, "noise")) in (*_ENDS, "it"):
            # right?
            _pass_over(terms, place)


def _at_once(terms: Terms, one: int, other: int) -> bool:
    """Return whether a claim denies something at once: only words that carry nothing stand between."""
    return all(terms.kind(place) in ("noise", "person", "it", "me") for place in range(one, other))


def _pass_over(terms: Terms, *places: int) -> None:
    for place in places:
        terms.all[place] = terms.all[place]._replace(kind="noise")


def _claimant(terms: Terms, place: int) -> None:
    """Pass over the one who claims: `he`, `I`, `my opponent`."""
    step = terms.before(place, "noise")
    if terms.kind(step) not in ("person", "me", "fellow", "theirs"):
        return
    _pass_over(terms, step)
    if terms.kind(step - 1) in ("mine", "theirs"):
        _pass_over(terms, step - 1)
