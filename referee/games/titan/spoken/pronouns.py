"""Whom a name or a pronoun of a scene means."""

from __future__ import annotations

from .scene import Event, Scene


def meant(scene: Scene, place: int, other: int | None, strikes: bool = False) -> int | None:
    """Return the mention that an event names, None where it is open; `other` is one that it is not.

    One who `strikes` is the one who carries hits over, and none to whom they carry.
    """
    event = scene.events[place]
    if event.kind in ("who", "beside"):
        return event.mention
    if strikes and event.kind == "it" and scene.carrier not in (None, other):
        return scene.carrier
    named = list(dict.fromkeys(e.mention for e in scene.events[:place] if e.kind in ("who", "beside")))
    named = [one for one in named if one != other]
    if other is not None:
        # the two are enemies
        party = scene.mentions[other].party
        named = [one for one in named if party is None or scene.mentions[one].party != party]
        if not strikes and party in (None, "mine"):
            named = [one for one in named if scene.mentions[one].party != "mine"] or named
    about = list(dict.fromkeys(e.mention for e in scene.events[:place] if e.kind == "who" and e.mention in named))
    if strikes and any(e.kind == "carry" for e in scene.events):
        named = [one for one in named if one not in scene.carried]
    elif len(about) == 1 and not any(scene.mentions[one].party == "mine" for one in named if one not in about):
        named = about
    if event.kind == "me":
        return _of_party(scene, "mine", other)
    if event.kind == "person":
        return _of_him(scene, named, other)
    return _it(scene, event, named, place)


def _it(scene: Scene, event: Event, named: list[int], place: int) -> int | None:
    if not named:
        return 0 if len(scene.mentions) == 1 else None
    if len(named) > 1:
        # that of which a sentence tells before, where it names one alone
        topics = _topics(scene, place)
        if len(topics) == 1 and topics[0] in named:
            return topics[0]
        scene.faults.append("'it' may be several; name the one that is meant")
        return None
    return named[0]


def _topics(scene: Scene, place: int) -> list[int]:
    """Return whom the sentence before a pronoun is about, if that begins one; who is only compared with is not."""
    events = scene.events
    start = place - 1
    while start >= 0 and events[start].kind != "stop":
        if events[start].kind in ("who", "beside"):
            return []
        start -= 1
    end = start - 1
    out = []
    while end >= 0 and events[end].kind != "stop":
        if events[end].kind == "who":
            out.append(events[end].mention)
        end -= 1
    return list(dict.fromkeys(out))


def _of_party(scene: Scene, party: str, other: int | None) -> int | None:
    """Return the one character of a player who speaks, or is spoken of."""
    own = [n for n, one in enumerate(scene.mentions) if one.party == party and n != other]
    if len(own) == 1:
        return own[0]
    rest = [n for n, one in enumerate(scene.mentions) if n != other and one.party in (None, party)]
    return rest[0] if other is not None and not own and len(rest) == 1 else None


def _of_him(scene: Scene, named: list[int], other: int | None) -> int | None:
    """Return whom `he` means: the only character that it can be, or that of the other player."""
    if len(named) == 1:
        return named[0]
    return _of_party(scene, "theirs", other)
