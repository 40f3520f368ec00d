"""Who does what to whom in a scene: the one question that a text asks."""

from __future__ import annotations

import msgspec

from .carrying import carried_from, carried_to, killed_first, note_receivers, places_of, who_near
from .clauses import Blow, blows_of
from .pronouns import meant
from .scene import BLOWS, Event, Scene


class Asked(msgspec.Struct):
    """The question of a scene: its verb, the mention that acts, the one it is done to, and those hits may carry to.

    `down` is 1 where the blow goes down the hazard between them, -1 where it goes up.
    """

    verb: str
    subject: int
    object: int | None = None
    carry: list[int] = []
    down: int = 0


def asked_of(scene: Scene) -> Asked | None:
    """Return what a scene asks; None, with a fault in the scene, where that is not clear."""
    events = scene.events
    blows = [n for n, event in enumerate(events) if event.kind in BLOWS]
    moves = [n for n, event in enumerate(events) if event.kind in ("move", "enter")]
    carries = places_of(scene)
    bound = [n for n, event in enumerate(events) if event.kind in ("locked", "must")]
    if bound and scene.target is not None and all(events[n].kind == "locked" for n in bound):
        # `it wants to go to B2, but my opponent says that it cannot leave`
        bound = []
    if bound:
        return _bound(scene, bound, blows)
    if moves and not blows and not carries:
        return _move(scene, moves)
    if moves:
        scene.faults.append("a move and a blow: ask one question at a time")
        return None
    note_receivers(scene)
    targets = carried_to(scene)
    named = {event.mention for event in events if event.kind in ("who", "beside")}
    alone = _sides_alone(scene) if not blows and (not carries or _on_another(events)) else None
    if alone is not None:
        alone.down = scene.down
        alone.verb = "rangestrike" if scene.shot and alone.verb == "strike" else alone.verb
        alone.carry = [one for one in dict.fromkeys(targets) if one not in (alone.subject, alone.object)]
        return alone
    if not blows and not carries:
        return None
    found = blows_of(scene)
    source = carried_from(scene)
    found += [source] if source is not None else []
    if any(one.at for one in found if _trailing(scene, one)):
        scene.faults.append("who strikes whom is not said")
        return None
    if scene.survive and all(events[n].kind == "against" for n in blows):
        scene.faults.append("who strikes whom is not said")
        return None
    ends = _ends(scene, found, carries, targets)
    if ends is None:
        return None
    if scene.roller == ends[1] and all(events[n].kind == "against" for n in blows):
        # an ogre against a lion: how many dice does the lion roll?
        ends = ends[1], ends[0]
    elif scene.roller not in (None, ends[0]):
        scene.faults.append("who strikes whom is not said")
        return None
    subject, target = ends
    rest = [n for n in sorted(named) if n not in ends]
    if carries and not targets and len(rest) == 1 and not scene.shot and _enemies(scene, subject, rest[0]):
        # there is only one to whom hits may carry
        targets = rest
    return _asked(scene, found, subject, target, targets)


def _asked(scene: Scene, found: list[Blow], subject: int, target: int, targets: list[int]) -> Asked | None:
    events = scene.events
    verbs = {one.kind for one in found}
    said = {event.kind for event in events if event.kind in ("strike", "shoot", "against")}
    if "shoot" in verbs and "strike" in said and "against" not in said:
        scene.faults.append("a strike and a rangestrike: ask one question at a time")
        return None
    verb = "rangestrike" if scene.shot else "strike"
    out = Asked(verb, subject, target, [one for one in dict.fromkeys(targets) if one not in (subject, target)])
    out.down = scene.down
    level = scene.mentions[subject].level or -scene.mentions[target].level
    if out.down and level not in (0, out.down):
        scene.faults.append("up or down: what is said about who stands above does not go together")
    if verb == "rangestrike" and targets:
        scene.faults.append("hits of a rangestrike carry to nobody")
    return out


def _ends(scene: Scene, found: list[Blow], carries: list[int], targets: list[int]) -> tuple[int, int] | None:
    """Return who strikes whom; None, with a fault, where the blows do not say one pair."""
    for one in found:
        if one.at in scene.backs and one.object is None and one.subject is not None:
            # the ogre strikes back, at the one who struck it
            struck = [other.subject for other in found if other.object == one.subject and other.subject is not None]
            one.object = struck[0] if len(set(struck)) == 1 else None
    whole = [one for one in found if one.subject is not None and one.object is not None]
    found = [one for one in found if not _headline(scene, one, whole)]
    pairs = list(dict.fromkeys((one.subject or 0, one.object or 0) for one in whole))
    if len(pairs) > 1:
        last = _struck_back(scene, whole, pairs) or _last_asked(scene, whole)
        if last is None:
            scene.faults.append("several blows: ask one question at a time")
            return None
        pairs = [last]
        found = [one for one in found if (one.subject, one.object) == last]
    if not pairs:
        pairs = killed_first(scene, found, targets) or _of_two(scene, found, targets)
    if not pairs:
        scene.faults.append("who strikes whom is not said")
        return None
    subject, target = pairs[0]
    if subject == target:
        scene.faults.append(f"{scene.mentions[subject].who}: who strikes it?")
        return None
    for one in found:
        if one.subject not in (None, subject) or one.object not in (None, target):
            scene.faults.append("several blows: ask one question at a time")
            return None
    return subject, target


def _struck_back(scene: Scene, whole: list[Blow], pairs: list[tuple[int, int]]) -> tuple[int, int] | None:
    """Return the blow that is a strike back, where the other one is what it answers."""
    last = whole[-1]
    pair = (last.subject or 0, last.object or 0)
    return pair if last.at in scene.backs and len(pairs) == 2 and pairs[0] == pair[::-1] else None


def _headline(scene: Scene, one: Blow, whole: list[Blow]) -> bool:
    """Return whether a verb only heads what follows, or comes after it: `strike: ogre against lion`."""
    if one in whole or not any(scene.events[other.at].kind == "against" for other in whole):
        return False
    form = scene.events[one.at].form
    return form in ("bare", "fronted", "infinitive") and None in (one.subject, one.object)


def _last_asked(scene: Scene, whole: list[Blow]) -> tuple[int, int] | None:
    """Return the blow of the last sentence, where that alone asks something, and the others only tell."""
    events = scene.events
    stops = [n for n, event in enumerate(events) if event.kind == "stop" and n < whole[-1].at]
    if not stops:
        return None
    last = {(one.subject or 0, one.object or 0) for one in whole if one.at > stops[-1]}
    begins = events[stops[-1]].place
    asks = scene.asking
    return next(iter(last)) if len(last) == 1 and asks and min(asks) > begins else None


def _of_two(scene: Scene, found: list[Blow], targets: list[int]) -> list[tuple[int, int]]:
    """Read a blow of which only one of two characters is named beside it, or only whose they are."""
    mentions = scene.mentions
    subjects = {one.subject for one in found if one.subject is not None}
    objects = {one.object for one in found if one.object is not None}
    against = all(scene.events[one.at].kind == "against" for one in found)
    if len(subjects) + len(objects) == 1 and (not against or (objects and len(mentions) == 2)):
        known = next(iter(subjects or objects))
        rest = [n for n in range(len(mentions)) if n != known and n not in targets and _enemies(scene, known, n)]
        if len(rest) == 1:
            return [(known, rest[0])] if subjects else [(rest[0], known)]
    if len(subjects) == len(objects) == 1 and subjects != objects and not against:
        # what roll hits the lion if my ogre strikes?
        pair = (next(iter(subjects)), next(iter(objects)))
        return [pair] if _enemies(scene, *pair) else []
    if found and len(mentions) == 2 and all(scene.events[one.at].form == "mutual" for one in found):
        # are they in contact?
        return [(0, 1)]
    if subjects or objects or len(mentions) != 2:
        return []
    sides = [one.side for one in mentions]
    if set(sides) == {"attacker", "defender"} and not any(scene.events[one.at].form == "passive" for one in found):
        # attacker: ogre; defender: lion. Strike!
        return [(sides.index("attacker"), sides.index("defender"))]
    return []


def _enemies(scene: Scene, one: int, other: int) -> bool:
    """Return whether two characters may be enemies, as far as it is said whose they are."""
    first, second = scene.mentions[one], scene.mentions[other]
    same_party = first.party is not None and first.party == second.party
    return not same_party and (first.side is None or first.side != second.side)


def _trailing(scene: Scene, one: Blow) -> bool:
    """Return whether a bare blow after both may be that of the second one: a lion against an ogre attack."""
    events, n = scene.events, one.at
    bare = events[n].form == "bare" and events[n].kind == "strike"
    return (
        bare
        and n == len(events) - 1
        and n >= 3
        and events[n - 1].kind == "who"
        and events[n - 2].kind == "against"
        and events[n - 3].kind == "who"
    )


def _bound(scene: Scene, bound: list[int], blows: list[int]) -> Asked | None:
    """Read `is the ogre locked`, and `must the ogre strike`; those named after that are the enemies."""
    events, n = scene.events, bound[0]
    verb = "must_strike" if events[n].kind == "must" else "locked"
    if len(bound) > 1 or (verb == "locked" and blows) or (verb == "must_strike" and len(blows) != 1):
        scene.faults.append("several things are asked: ask one question at a time")
        return None
    if verb == "must_strike":
        if (
            any(event.kind == "by" for event in events)
            or events[blows[0]].form in ("nominal", "passive", "gerund", "finite", "past")
            or events[blows[0]].kind != "strike"
            or blows[0] < n
        ):
            scene.faults.append("what must be done is not understood")
            return None
        before = who_near(scene, blows[0], -1, ("stop",))
    else:
        before = who_near(scene, n, -1, ("stop",))
    subject = meant(scene, before, None) if before is not None else None
    if subject is None:
        scene.faults.append("of whom this is asked is not said")
        return None
    after = who_near(scene, blows[0] if blows else n, 1, ("stop",))
    enemy = meant(scene, after, subject) if after is not None else None
    others = [n for n in range(len(scene.mentions)) if n != subject]
    told = scene.mentions[subject].party == "mine" or verb == "must_strike"
    if len(others) == 1 and told and scene.mentions[others[0]].party is None:
        # my ogre, and a lion
        enemy = others[0] if scene.mentions[others[0]].side is None else enemy
    enemies = [*([enemy] if enemy is not None else []), *scene.contacts]
    return Asked(verb, subject, None, [one for one in dict.fromkeys(enemies) if one != subject])


def _on_another(events: list[Event]) -> bool:
    """Return whether somebody is named on somebody else: damage from an ogre on a lion."""
    return any(
        one.kind == two.kind == "who" and joint.kind in ("on", "at", "from")
        for one, joint, two in zip(events, events[1:], events[2:], strict=False)
    )


def _sides_alone(scene: Scene) -> Asked | None:
    """Read `ogre C3 on lion C4`, and two characters of which it is said which is the attacker's."""
    events = scene.events
    for n, event in enumerate(events):
        if event.kind == "from" and 0 < n < len(events) - 1 and events[n - 1].kind == events[n + 1].kind == "who":
            # hits on a lion from an ogre
            return Asked("strike", events[n + 1].mention, events[n - 1].mention)
        if event.kind in ("on", "at") and 0 < n < len(events) - 1 and len(scene.mentions) >= 2:
            before, after = events[n - 1], events[n + 1]
            if before.kind == after.kind == "who" and before.mention != after.mention:
                return Asked("strike", before.mention, after.mention)
    sides, parties = [one.side for one in scene.mentions], [one.party for one in scene.mentions]
    # who speaks in the sentence that asks
    begins = max((e.place for e in events if e.kind == "stop" and e.place < min(scene.asking, default=0)), default=-1)
    speakers = {event.kind for event in events if event.place > begins} & {"me", "person"}
    speaker = {frozenset(("me",)): "mine", frozenset(("person",)): "theirs"}.get(frozenset(speakers))
    if len(parties) == 2 and parties.count(speaker) == 1 and speaker is not None and scene.asking:
        # `my ogre stands above his lion; how many dice do I roll?`
        subject = parties.index(speaker)
        return Asked("strike", subject, 1 - subject)
    if len(sides) == 2 and scene.needer is not None and _enemies(scene, scene.needer, 1 - scene.needer):
        return Asked("strike", scene.needer, 1 - scene.needer)
    if len(sides) == 2 and set(sides) == {"attacker", "defender"}:
        return Asked("strike", sides.index("attacker"), sides.index("defender"))
    if not scene.mentions:
        scene.faults.append("no character is named")
    elif len(scene.mentions) == 1 and scene.where:
        return Asked("reach", 0)
    elif len(scene.mentions) == 1:
        scene.faults.append(f"what is asked of the {scene.mentions[0].who}?")
    else:
        scene.faults.append("who strikes whom is not said")
    return None


def _move(scene: Scene, moves: list[int]) -> Asked | None:
    n, events = moves[0], scene.events
    near = (who_near(scene, n, -1, ("stop",)), who_near(scene, n, 1, ("stop",)))
    named = [place for place in near if place is not None]
    # I walk the lion to B2
    named = [place for place in named if events[place].kind not in ("me", "person")] or named
    found = 0 if len(scene.mentions) == 1 else meant(scene, named[0], None) if named else None
    if found is None or not scene.mentions:
        scene.faults.append("who moves is not said")
        return None
    entering = any(events[m].kind == "enter" for m in moves) or scene.attacker_side is not None
    entering = entering and scene.mentions[found].hex is None
    verb = "enter" if entering and scene.toward is None else "reach"
    return Asked(verb, found)
