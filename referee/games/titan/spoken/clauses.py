"""Who gives and who takes each blow of a scene, by the form of its verb."""

from __future__ import annotations

import msgspec

from .pronouns import meant
from .scene import BLOWS, NAMES, Scene

_ENDS = ("stop", "strike", "kill", "shoot", "carry", "move", "enter")
_ONTO = ("", "at", "on", "to", "against")


class Blow(msgspec.Struct):
    """A blow at a place among the events: its kind, and the mentions that give and take it, as far as it says so."""

    kind: str
    at: int
    subject: int | None = None
    object: int | None = None


def blows_of(scene: Scene) -> list[Blow]:
    """Return the blows of a scene in order; what is several things at once is a fault of the scene."""
    out: list[Blow] = []
    joined: set[int] = set()
    for n, event in enumerate(scene.events):
        if event.kind in BLOWS and n not in joined:
            out.append(_blow(scene, n, out, joined))
    return out


def _blow(scene: Scene, n: int, before: list[Blow], joined: set[int]) -> Blow:
    event = scene.events[n]
    kind = "strike" if event.kind == "against" else event.kind
    left = [place for place in _left(scene, n) if not _receives(scene, place)]
    left = _shared(scene, n, before) or left
    right = [(lead, place) for lead, place in _right(scene, n, joined) if not _receives(scene, place)]
    if event.relative and event.kind != "against":
        left = _told_of(scene, n, left, right)
    objects = _objects_before(scene, n)
    blow = Blow(kind, n)
    if event.kind == "against":
        if not _of_a_noun(scene, n):
            _against(scene, blow, left, right)
        if event.form == "defended":
            blow.subject, blow.object = blow.object, blow.subject
            if scene.needer is not None and scene.needer != blow.subject:
                scene.faults.append("who strikes whom is not said")
    elif event.form == "nominal":
        _nominal(scene, blow, [one for one in left if one not in objects], right)
    elif event.form.startswith("guarded"):
        # the wall protects the ogre from the lion
        taker = left[0] if left and event.form == "guarded of" else _led(right, ("",))
        agent = _led(right, ("against", "from"))
        blow.subject = None if agent is None else meant(scene, agent, None)
        blow.object = None if taker is None else meant(scene, taker, blow.subject)
    elif event.form in ("passive", "suffered") or any(lead in ("by", "from") for lead, _ in right):
        suffered = event.form == "suffered"
        agent = _led(right, ("from",) if suffered else ("by", "from"))
        taker = left[0] if left else _led(right, ("by",) if suffered else _ONTO)
        blow.subject = None if agent is None else meant(scene, agent, None, strikes=True)
        blow.object = None if taker is None else meant(scene, taker, blow.subject)
    elif event.form == "dying":
        blow.object = meant(scene, left[0], None) if left else None
    elif not _back(scene, blow, left, before) and not _again(scene, blow, right, before):
        if event.form == "infinitive" and before and objects:
            # strikes the lion to kill it
            left = [one for one in left if one not in objects]
        _active(scene, blow, left, right, before)
        if blow.subject is None and not left and event.form == "infinitive" and before and objects:
            blow.subject = before[-1].subject
            if scene.events[before[-1].at].form == "past" and [scene.events[one].kind for _, one in right] == ["it"]:
                scene.faults.append("'it' may be several; name the one that is meant")
    return blow


def _led(right: list[tuple[str, int]], leads: tuple[str, ...]) -> int | None:
    """Return where the first is named who stands after one of some prepositions."""
    return next((place for lead, place in right if lead in leads), None)


def _back(scene: Scene, blow: Blow, left: list[int], before: list[Blow]) -> bool:
    """Read a strike back of somebody who is not named again, at the one who struck before: what does it need to?"""
    struck = next((one for one in reversed(before) if None not in (one.subject, one.object)), None)
    if blow.at not in scene.backs or struck is None or struck.object is None:
        return False
    speaker = scene.events[left[0]].kind if left else ""
    whose = {"me": "mine", "person": "theirs"}.get(speaker)
    if speaker == "who" or (whose is not None and scene.mentions[struck.object].party not in (None, whose)):
        return False
    blow.subject, blow.object = struck.object, struck.subject
    return True


def _told_of(scene: Scene, n: int, left: list[int], right: list[tuple[str, int]]) -> list[int]:
    """Return whom a clause with `which` is about: my ogre beside the lion, which strikes it, may be either."""
    events = scene.events
    near = next((p for p in range(n - 1, -1, -1) if events[p].kind in ("who", "beside", "stop")), None)
    if near is None or events[near].kind != "beside":
        return left
    heads = {events[place].mention for place in left}
    taker = events[right[0][1]].mention if right and events[right[0][1]].kind == "who" else None
    if taker is not None and taker == events[near].mention:
        return left
    if taker is None or taker not in heads:
        scene.faults.append("who strikes whom is not said")
        return left
    return [near]


def _receives(scene: Scene, place: int) -> bool:
    """Return whether hits carry over to the one named at a place: it is no part of the blow itself."""
    event = scene.events[place]
    return event.kind == "who" and event.mention in scene.carried


def _again(scene: Scene, blow: Blow, right: list[tuple[str, int]], before: list[Blow]) -> bool:
    """Read `the chance to kill it` and `which number hits it` after who strikes whom in one sentence."""
    events = scene.events
    told = before[-1] if before else None
    if told is None or None in (told.subject, told.object) or any(e.kind == "stop" for e in events[told.at : blow.at]):
        return False
    over = events[told.at].form in ("past", "passive") and blow.kind != "kill"
    between = [place for place in range(told.at + 1, blow.at) if events[place].kind in NAMES]
    between = between[1:] if between[:1] == [told.at + 1] else between
    acts = any(events[place].kind in ("it", "me", "person") for place in between)
    if over or acts or [events[place].kind for _, place in right] != ["it"] or events[blow.at - 1].kind == "and":
        return False
    blow.subject, blow.object = told.subject, told.object
    return True


def _shared(scene: Scene, n: int, before: list[Blow]) -> list[int]:
    """Return where the subject of the verb before is named, which a verb right after `and` shares with it."""
    events = scene.events
    if not before or events[n - 1].kind != "and" or any(e.kind == "stop" for e in events[before[-1].at : n]):
        return []
    taken = events[before[-1].at].form in ("passive", "suffered", "dying")
    subject = before[-1].object if taken else before[-1].subject
    named = [place for place in range(n) if events[place].kind == "who" and events[place].mention == subject]
    return named[-1:] if subject is not None else []


def _objects_before(scene: Scene, n: int) -> set[int]:
    """Return those named between the verb before and a verb, in one sentence: they are what the former is done to."""
    out: set[int] = set()
    for place in range(n - 1, -1, -1):
        kind = scene.events[place].kind
        if kind in NAMES:
            out.add(place)
        elif kind in ("strike", "kill", "shoot"):
            return out if scene.events[place].form != "passive" else set()
        elif kind in ("stop", "after", "carry", "move", "enter"):
            break
    return set()


def _of_a_noun(scene: Scene, n: int) -> bool:
    """Return whether `against` leads to a blow of somebody: a lion against the ogre's strike."""
    events = scene.events
    return n + 2 < len(events) and events[n + 1].kind in NAMES and events[n + 2].owned


def _left(scene: Scene, n: int) -> list[int]:
    """Return where characters are named before a verb in its clause, the nearest first."""
    out: list[int] = []
    for place in range(n - 1, -1, -1):
        kind = scene.events[place].kind
        if kind in ("after", "against", *_ENDS):
            break
        if kind == "break" and out:
            break
        if kind in NAMES:
            out.append(place)
    return out


def _right(scene: Scene, n: int, joined: set[int]) -> list[tuple[str, int]]:
    """Return the characters named after a verb in its clause, each with the preposition before it."""
    out: list[tuple[str, int]] = []
    lead, second = "", False
    for place in range(n + 1, len(scene.events)):
        kind = scene.events[place].kind
        if kind in ("locked", "must", *_ENDS) or (kind == "break" and out and scene.events[n].kind != "against"):
            break
        if kind == "against":
            ended = scene.events[n].kind == "against" or any(one in _ONTO for one, _ in out)
            if ended and not scene.events[n].form.startswith("guarded"):
                break
            joined.add(place)
        if kind in NAMES:
            out.append((lead, place))
            lead, second = "", False
        elif kind == "and":
            second = True
        elif kind not in ("beside", "break"):
            lead = kind
        if second and lead == "" and kind == "and" and _names_another(scene, place):
            scene.faults.append("two targets: a strike has one; ask of one at a time")
    return out


def _names_another(scene: Scene, place: int) -> bool:
    """Return whether `and` joins a second target, of whom nothing else is said."""
    events = scene.events
    if place + 1 >= len(events) or events[place + 1].kind != "who" or events[place - 1].kind not in NAMES:
        return False
    if scene.mentions[events[place + 1].mention].beside:
        return False
    following = events[place + 2].kind if place + 2 < len(events) else ""
    return following not in (*BLOWS, "carry", "beside")


def _against(scene: Scene, blow: Blow, left: list[int], right: list[tuple[str, int]]) -> None:
    if left and right:
        blow.subject = meant(scene, left[0], None)
        blow.object = meant(scene, right[0][1], blow.subject)
    elif len(right) > 1 and right[1][0] == "":
        # against a unicorn, what does my behemoth need?
        blow.object = meant(scene, right[0][1], None)
        blow.subject = meant(scene, right[1][1], blow.object)
        later = [place for lead, place in right[2:] if lead == "" and scene.events[place].kind == "who"]
        if blow.subject is None and later:
            # my chances against a lion, if I have an ogre
            blow.subject = meant(scene, later[0], blow.object)
    elif right:
        blow.object = meant(scene, right[0][1], None)


def _nominal(scene: Scene, blow: Blow, left: list[int], right: list[tuple[str, int]]) -> None:
    """Read a blow that is a noun: the ogre's strike on it, a strike by the ogre, surviving one from the ogre."""
    agent = _led(right, ("by", "from", "of", "with"))
    taker = _led(right, ("at", "on", "to", "against"))
    bare = _led(right, ("",))
    owner = blow.at - 1 if scene.events[blow.at].owned else None
    if owner is not None:
        agent, left = owner, [place for place in left if place != owner]
        if taker is None and owner and scene.events[owner - 1].kind == "against":
            # a lion against the ogre's strike
            taker = next((place for place in range(owner - 2, -1, -1) if scene.events[place].kind in NAMES), None)
    if agent is None:
        # a strike of the ogre
        agent, bare = bare, None
    if taker is None and left and (scene.survive or agent is not None):
        taker, left = left[0], left[1:]
    if agent is None and left and not scene.survive:
        agent = left[0]
    blow.subject = None if agent is None else meant(scene, agent, None)
    blow.object = None if taker is None else meant(scene, taker, blow.subject)
    if blow.subject is None and agent is not None and blow.object is not None:
        blow.subject = meant(scene, agent, blow.object)


def _active(scene: Scene, blow: Blow, left: list[int], right: list[tuple[str, int]], before: list[Blow]) -> None:
    events = scene.events
    onto = _led(right, _ONTO)
    tool = _led(right, ("with",))
    subject = left[0] if left else None
    joint = events[blow.at - 1].kind if blow.at else ""
    if events[blow.at].form == "fronted" and len(right) > 1 and right[1][0] == "":
        # to hit a unicorn, my behemoth needs?
        subject, onto = right[1][1], right[0][1]
    elif (
        subject is not None
        and events[subject].kind != "who"
        and [lead for lead, _ in right[:1]] == [""]
        and (len(right) > 1 and right[1][0] in ("at", "on", "against") and tool is None)
    ):
        # I shoot my minotaur at the wyvern
        subject, onto = right[0][1], right[1][1]
    elif (
        subject is None and events[blow.at].form == "bare" and [lead for lead, _ in right[:2]] == ["", ""] and not tool
    ):
        # rangestrike: minotaur, lion
        return
    elif subject is None and events[blow.at].form == "finite" and [lead for lead, _ in right[:2]] == ["", ""]:
        # with how many dice strikes the dragon the giant?
        subject, onto = right[0][1], right[1][1]
    elif subject is None and joint == "and" and before:
        # strikes it and kills it
        blow.subject = before[-1].subject
    elif subject is None and len(right) > 1 and right[0][0] == "" and right[1][0] in ("at", "on", "against"):
        # strike the ogre at the lion
        subject, onto = right[0][1], right[1][1]
    if tool is not None and (subject is None or events[subject].kind in ("me", "person")):
        subject = tool
    if subject is not None and onto is None and len(left) > 1 and left[0] == left[1] + 1 and events[left[0]].relative:
        # the lion that my ogre strikes
        onto = left[1]
    if (
        subject == blow.at - 1
        and onto is None
        and events[subject].kind == "it"
        and events[subject - 1].kind == "beside"
    ):
        # the gargoyle it strikes
        onto = subject - 1
    taker = None
    if onto is not None and events[onto].kind == "beside":
        taker = events[onto].mention
    elif onto is not None and events[onto].kind in ("who", "me"):
        taker = meant(scene, onto, None)
    if subject is not None:
        blow.subject = meant(scene, subject, taker, strikes=True)
    blow.object = taker
    if onto is not None and taker is None:
        blow.object = meant(scene, onto, blow.subject)
