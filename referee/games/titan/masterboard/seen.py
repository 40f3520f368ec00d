"""What players have seen of a legion whose contents are not given: its contents, or a list of events."""

from __future__ import annotations

from collections import Counter

from .legion import Legion
from .position import MasterboardPosition
from .state import Reveal

# the events that show a whole legion, and words for the others
_WHOLE = ("battle", "examined", "looked", "reduced", "counted")
_EVENT_WORDS = {
    "shown": "shown",
    "mustered": "mustered",
    "acquired": "added for points",
    "disturbed": "reported as seen when disturbed",
}


def seen_of(position: MasterboardPosition, legion: Legion) -> str:
    """Return in words what has been seen of a legion, beginning with a separator; empty if nothing has."""
    known = known_of(position, legion)
    if known is not None:
        held = Counter(known).items()
        return f": {', '.join(f'{number} {name}' if number > 1 else name for name, number in held)} (seen)"
    texts = [words for event in _events(position, legion) if (words := _event_in_words(position, legion, event))]
    return f"; {'; '.join(texts)}" if texts else ""


def known_of(position: MasterboardPosition, legion: Legion) -> list[str] | None:
    """Return the contents of a legion by what has been seen of it; None if not all of it is known."""
    known = _added_up(legion, _events(position, legion))
    return [*known.elements()] if known is not None and known.total() == legion.height else None


def shown_by(position: MasterboardPosition, legion: Legion) -> list[str]:
    """Return the characters that a legion is known to hold: all where they are known, else those it has shown."""
    if legion.contents is not None:
        return list(legion.contents)
    known = known_of(position, legion)
    if known is not None:
        return known
    held: Counter[str] = Counter()
    for event in _events(position, legion):
        if event.legion == legion.id and event.how in _EVENT_WORDS:
            held |= Counter(event.characters)
    return sorted(held.elements())


def _events(position: MasterboardPosition, legion: Legion) -> list[Reveal]:
    return [r for r in position.revealed if legion.id in (r.legion, r.of) and legion.id not in r.over]


def _added_up(legion: Legion, events: list[Reveal]) -> Counter[str] | None:
    """Return the characters known to be in a legion; None if it was never seen whole, or was split since."""
    known: Counter[str] | None = None
    for event in events:
        if event.how in _WHOLE and event.legion == legion.id:
            known = Counter(event.characters)
        elif event.how == "split":
            known = None
        elif known is not None and event.how in ("mustered", "acquired"):
            known.update(event.characters)
        elif known is not None and event.how == "summoned":
            if event.legion == legion.id:
                known.subtract(event.characters)
                known = +known
            else:
                known.update(event.characters)
    return known


def _event_in_words(position: MasterboardPosition, legion: Legion, event: Reveal) -> str:
    """Return one event in words; empty if it says nothing about this legion."""
    when = f" in Game-Turn {event.turn} of {event.mover}"
    characters = position.title(event.characters)
    if event.how == "split":
        return f"split off {event.of}{when}" if event.legion == legion.id else f"{event.legion} split off it{when}"
    if event.how == "summoned":
        return f"{characters} summoned {'out of' if event.legion == legion.id else 'into'} it{when}"
    if event.legion != legion.id or not event.characters:
        return ""
    if event.how in _WHOLE:
        return f"seen whole, {characters},{when}"
    return f"{characters} {_EVENT_WORDS[event.how]}{when}"
