"""What players claim about an answer is no fact: `he says it is a 5, I say no; who is right?`"""

from __future__ import annotations

from referee.core.spoken.terms import Terms

_ENDS = ("", "stop", "clause", "close")


def without_claims(terms: Terms) -> None:
    """Turn the words that say who claims something into ones that carry nothing; what is claimed stays."""
    claims = [place for place in range(len(terms)) if terms.kind(place) == "claim"]
    for place in claims:
        _pass_over(terms, place)
        _claimant(terms, place)
    for place in range(len(terms)):
        kind = terms.kind(place)
        if terms.kind(place + 1) not in _ENDS:
            continue
        if kind == "denial" and any(one < place and not _parted(terms, one, place) for one in claims):
            _pass_over(terms, place)
        elif kind == "mapside" and terms.kind(terms.before(place, "noise")) in (*_ENDS, "it"):
            # right?
            _pass_over(terms, place)


def _parted(terms: Terms, one: int, other: int) -> bool:
    """Return whether a sentence ends between two places."""
    return any(terms.kind(place) == "stop" for place in range(one, other))


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
