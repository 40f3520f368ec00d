"""Who does what to whom in a scene: the one question that a text asks."""

from __future__ import annotations

import msgspec

from .scene import Event, Scene

_BLOWS = ("strike", "kill", "against", "shoot")


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
    blows = [n for n, event in enumerate(events) if event.kind in _BLOWS]
    moves = [n for n, event in enumerate(events) if event.kind in ("move", "enter")]
    carries = [n for n, event in enumerate(events) if event.kind == "carry"]
    bound = [n for n, event in enumerate(events) if event.kind in ("locked", "must")]
    if bound:
        return _bound(scene, bound, blows)
    if moves and not blows and not carries:
        return _move(scene, moves)
    if moves:
        scene.faults.append("a move and a blow: ask one question at a time")
        return None
    if not blows and (not carries or _on_another(events)):
        alone = _sides_alone(scene)
        if alone is not None:
            both = (alone.subject, alone.object)
            alone.carry = [one for n in carries if (one := _carried(scene, n)) is not None and one not in both]
        return alone
    pairs: list[tuple[str, int, int]] = []
    owned = _owned(scene)
    for n in blows if owned is None else ():
        found = _pair(scene, n)
        if found is not None:
            pairs.append(found)
    if owned is not None:
        pairs = [owned]
    if _trailing(scene, blows) or (scene.survive and all(events[n].kind == "against" for n in blows)):
        scene.faults.append("who strikes whom is not said")
        return None
    targets = [target for n in carries if (target := _carried(scene, n)) is not None]
    verbs = {verb for verb, _, _ in pairs}
    ends = {(subject, target) for _, subject, target in pairs}
    if not pairs and carries:
        pairs = _killed_first(scene, blows, carries, targets)
        ends = {(subject, target) for _, subject, target in pairs}
        verbs = {verb for verb, _, _ in pairs}
    if not pairs:
        pairs = _of_two(scene, blows)
        ends = {(subject, target) for _, subject, target in pairs}
        verbs = {verb for verb, _, _ in pairs}
    if not pairs:
        scene.faults.append("who strikes whom is not said")
        return None
    if len(ends) > 1:
        scene.faults.append("several blows: ask one question at a time")
        return None
    subject, target = next(iter(ends))
    if subject == target:
        scene.faults.append(f"{scene.mentions[subject].who}: who strikes it?")
        return None
    if "shoot" in verbs and verbs & {"strike", "kill"} - {"kill"}:
        scene.faults.append("a strike and a rangestrike: ask one question at a time")
        return None
    shot = "shoot" in verbs or any(event.kind == "shoot" for event in events)
    if shot and verbs & {"strike"} and not any(event.kind == "against" for event in events):
        scene.faults.append("a strike and a rangestrike: ask one question at a time")
        return None
    verb = "rangestrike" if shot else "strike"
    out = Asked(verb, subject, target, [one for one in dict.fromkeys(targets) if one not in (subject, target)])
    for event in events:
        if event.kind in ("down", "up"):
            out.down = 1 if event.kind == "down" else -1
    if verb == "rangestrike" and carries:
        scene.faults.append("hits of a rangestrike carry to nobody")
    return out


def _who(events: list[Event], place: int, step: int, stops: tuple[str, ...]) -> int | None:
    """Return where the next character is named before (-1) or after (1) an event, up to a word that ends the search."""
    place += step
    while 0 <= place < len(events):
        if events[place].kind in ("who", "it"):
            return place
        if events[place].kind in stops:
            return None
        place += step
    return None


def _meant(scene: Scene, place: int, other: int | None) -> int | None:
    """Return the mention that an event names; `it` is the last one named before it other than `other`."""
    event = scene.events[place]
    if event.kind == "who":
        return event.mention
    named = [e.mention for e in scene.events[:place] if e.kind in ("who", "beside") and e.mention != other]
    if not named:
        return None
    if other is not None and len(set(named)) > 1:
        scene.faults.append("'it' may be several; name the one that is meant")
    return named[-1]


def _pair(scene: Scene, n: int) -> tuple[str, int, int] | None:
    """Return the verb of a blow with the one who gives and the one who takes it; None if it names neither."""
    events = scene.events
    kind = "strike" if events[n].kind == "against" else events[n].kind
    before = _who(events, n, -1, ("stop", "after", *_BLOWS, "carry"))
    after = _who(events, n, 1, ("stop", *_BLOWS, "carry"))
    by = next((p for p in range(n + 1, len(events)) if events[p].kind == "by"), None)
    if by is not None and any(e.kind in ("stop", *_BLOWS) for e in events[n + 1 : by]):
        by = None
    if by is not None:
        agent = _who(events, by, 1, ("stop",))
        if agent is None:
            scene.faults.append("by whom is not said")
            return None
        taker = before
        if taker is None:
            taker = _who(events, agent, 1, ("stop", "by"))
        if taker is None:
            return None
        subject = events[agent].mention
        target = _meant(scene, taker, subject)
        return None if target is None else (kind, subject, target)
    if before is not None and after is not None:
        one = _meant(scene, before, None)
        other = _meant(scene, after, one)
        if one is None or other is None:
            return None
        _no_more(scene, after)
        return kind, one, other
    if before is None and after is not None:
        return _command(scene, n, after, kind)
    return None


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
            or blows[0] in scene.finite
            or events[blows[0]].kind != "strike"
            or blows[0] < n
        ):
            scene.faults.append("what must be done is not understood")
            return None
        before = _who(events, blows[0], -1, ("stop",))
    else:
        before = _who(events, n, -1, ("stop",))
    subject = _meant(scene, before, None) if before is not None else None
    if subject is None:
        scene.faults.append("of whom this is asked is not said")
        return None
    after = _who(events, blows[0] if blows else n, 1, ("stop",))
    enemy = _meant(scene, after, subject) if after is not None else None
    return Asked(verb, subject, None, [enemy] if enemy is not None and enemy != subject else [])


def _on_another(events: list[Event]) -> bool:
    """Return whether somebody is named on somebody else: damage from an ogre on a lion."""
    return any(
        one.kind == two.kind == "who" and joint.kind in ("on", "at", "from")
        for one, joint, two in zip(events, events[1:], events[2:], strict=False)
    )


def _owned(scene: Scene) -> tuple[str, int, int] | None:
    """Read a blow that belongs to one of two: will the lion survive the ogre's attack, a lion against its strike."""
    events = scene.events
    if len(scene.mentions) != 2 or len(scene.owned) != 1:
        return None
    n = scene.owned[0]
    if _who(events, n, 1, ("stop",)) is not None or events[n - 1].kind != "who":
        return None
    subject = events[n - 1].mention
    return events[n].kind, subject, 1 - subject


def _trailing(scene: Scene, blows: list[int]) -> bool:
    """Return whether a blow after both may be that of the second one: a lion against an ogre attack."""
    events = scene.events
    for n in blows:
        bare = n not in scene.active and n not in scene.owned and events[n].kind == "strike"
        if bare and n == len(events) - 1 and n >= 3 and events[n - 1].kind == "who" and events[n - 2].kind == "against":
            return events[n - 3].kind == "who"
    return False


def _of_two(scene: Scene, blows: list[int]) -> list[tuple[str, int, int]]:
    """Read a blow of which only one of two characters is named beside it, or only who `I` am, as in: do I hit on 5?"""
    mentions, events = scene.mentions, scene.events
    if len(mentions) != 2 or len({events[n].kind for n in blows}) != 1 or events[blows[0]].kind == "against":
        return []
    kind = events[blows[0]].kind
    for n in blows:
        if n in scene.active and any(e.kind == "by" for e in events[n:]) is False:
            before = _who(events, n, -1, ("stop", "after", *_BLOWS, "carry"))
            if before is not None and events[before].kind == "who" and _who(events, n, 1, ("stop",)) is None:
                subject = events[before].mention
                return [(kind, subject, 1 - subject)]
    sides = [one.side for one in mentions]
    alone = all(_who(events, n, -1, ("stop",)) is None and _who(events, n, 1, ("stop",)) is None for n in blows)
    if alone and set(sides) == {"attacker", "defender"}:
        # attacker: ogre; defender: lion. Strike!
        return [(kind, sides.index("attacker"), sides.index("defender"))]
    parties = [one.party for one in mentions]
    if scene.speaker in parties and len(set(parties)) == 2 and None not in parties:
        subject = parties.index(scene.speaker)
        return [(kind, subject, 1 - subject)]
    return []


def _no_more(scene: Scene, after: int) -> None:
    """Report a second target joined by `and`."""
    events = scene.events
    if len(events) > after + 2 and events[after + 1].kind == "and" and events[after + 2].kind == "who":
        following = events[after + 3].kind if len(events) > after + 3 else ""
        if following not in (*_BLOWS, "carry", "beside"):
            scene.faults.append("two targets: a strike has one; ask of one at a time")


def _command(scene: Scene, n: int, after: int, kind: str) -> tuple[str, int, int] | None:
    """Read `strike ogre at lion`, and `hit a lion with an ogre`: nobody is named before the blow."""
    events = scene.events
    second = _who(events, after, 1, ("stop", *_BLOWS, "carry"))
    if second is None:
        return None
    joints = {e.kind for e in events[after + 1 : second]}
    # against a unicorn, what does my behemoth need?
    fronted = n > 0 and events[n - 1].kind == "fronted"
    if (events[n].kind == "against" or fronted) and not joints:
        one, two = _meant(scene, second, None), _meant(scene, after, None)
        return None if one is None or two is None else (kind, one, two)
    first, other = _meant(scene, after, None), _meant(scene, second, None)
    if first is None or other is None:
        return None
    if "with" in joints:
        return kind, other, first
    if joints & {"at", "on", "against"}:
        return kind, first, other
    return None


def _carried(scene: Scene, n: int) -> int | None:
    """Return to whom hits may carry."""
    after = _who(scene.events, n, 1, ("stop", *_BLOWS))
    if after is None:
        return None
    subject = _who(scene.events, n, -1, ("stop",))
    return _meant(scene, after, scene.events[subject].mention if subject is not None else None)


def _killed_first(scene: Scene, blows: list[int], carries: list[int], targets: list[int]) -> list[tuple[str, int, int]]:
    """Read `may my ogre carry over to the centaur after killing the lion`."""
    events = scene.events
    for n in blows:
        after = _who(events, n, 1, ("stop", *_BLOWS, "carry"))
        subject = _who(events, carries[0], -1, ("stop", *_BLOWS))
        if after is None or events[n].kind == "against":
            continue
        if subject is None:
            subject = _who(events, n, -1, ("stop", "after", *_BLOWS))
        if subject is not None:
            one, other = events[subject].mention, _meant(scene, after, None)
            if other is not None and one != other and other not in targets:
                return [("strike", one, other)]
    return []


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
    sides = [one.side for one in scene.mentions]
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
    n = moves[0]
    events = scene.events
    before = _who(events, n, -1, ("stop",))
    after = _who(events, n, 1, ("stop",))
    subject = before if before is not None else after
    if subject is None:
        if len(scene.mentions) == 1:
            found = 0
        else:
            scene.faults.append("who moves is not said")
            return None
    else:
        meant = _meant(scene, subject, None)
        if meant is None:
            scene.faults.append("who moves is not said")
            return None
        found = meant
    entering = any(events[m].kind == "enter" for m in moves) and scene.mentions[found].hex is None
    verb = "enter" if entering and scene.toward is None else "reach"
    return Asked(verb, found)
