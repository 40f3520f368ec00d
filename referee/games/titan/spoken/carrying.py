"""From whom hits carry over, to whom, and who carries them."""

from __future__ import annotations

from .clauses import Blow
from .pronouns import meant
from .scene import BLOWS, NAMES, Scene

_ENDS = ("stop", *BLOWS)


def places_of(scene: Scene) -> list[int]:
    """Return the events that say that hits carry over."""
    return [n for n, event in enumerate(scene.events) if event.kind == "carry"]


def carried_to(scene: Scene) -> list[int]:
    """Return those to whom hits may carry; what is named by a pronoun may be several, which is a fault."""
    found: list[int] = []
    for n in places_of(scene):
        place = _receiver(scene, n)
        if place is None:
            continue
        subject = who_near(scene, n, -1, ("stop",))
        other = scene.events[subject].mention if subject not in (None, place) and subject is not None else None
        one = meant(scene, place, other)
        found += [one] if one is not None else []
    return found


def note_receivers(scene: Scene) -> None:
    """Note to whom hits carry where they are named, so that no pronoun of the one who strikes means them."""
    places = [_receiver(scene, n) for n in places_of(scene)]
    scene.carried += [scene.events[p].mention for p in places if p is not None and scene.events[p].kind == "who"]


def _receiver(scene: Scene, n: int) -> int | None:
    """Return where the one is named to whom hits carry: after the verb, or before one that says who gets them."""
    events = scene.events
    if events[n].form == "received":
        return who_near(scene, n, -1, _ENDS)
    lead = ""
    for place in range(n + 1, len(events)):
        kind = events[place].kind
        if kind in _ENDS:
            return None
        if kind in NAMES:
            if lead not in ("from", "by"):
                return place
            lead = ""
        elif kind != "break":
            lead = kind
    return None


def who_near(scene: Scene, place: int, step: int, stops: tuple[str, ...]) -> int | None:
    """Return where the next character is named before (-1) or after (1) an event, up to a word that ends the search."""
    place += step
    while 0 <= place < len(scene.events):
        if scene.events[place].kind in NAMES:
            return place
        if scene.events[place].kind in stops:
            return None
        place += step
    return None


def carried_from(scene: Scene) -> Blow | None:
    """Return the blow of which hits carry, as far as the words beside the verb say it: `carry from the lion`."""
    for n in places_of(scene):
        out = Blow("strike", n, scene.carrier)
        for place in range(n + 1, len(scene.events) - 1):
            kind, following = scene.events[place].kind, scene.events[place + 1].kind
            if kind in _ENDS:
                break
            if kind == "from" and following == "who":
                out.object = scene.events[place + 1].mention
            elif kind == "by" and following in NAMES:
                out.subject = meant(scene, place + 1, out.object, strikes=True)
        if out.object is not None:
            return out
    return None


def killed_first(scene: Scene, found: list[Blow], targets: list[int]) -> list[tuple[int, int]]:
    """Read `may my ogre carry over to the centaur after killing the lion`."""
    carries = places_of(scene)
    if not carries:
        return []
    carrier = who_near(scene, carries[0], -1, _ENDS)
    for one in found:
        if one.object is None or one.subject is not None or one.object in targets:
            continue
        subject = meant(scene, carrier, one.object, strikes=True) if carrier is not None else None
        subject = scene.carrier if scene.carrier is not None else subject
        if subject is not None and subject != one.object:
            return [(subject, one.object)]
    return []
