"""Read a question about a battle: what is asked, who is where, and whether the answer hangs on what is not said."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from referee.core.documents.problems import listed
from referee.core.spoken.terms import Judge, NotUnderstood, Spoken, Terms

from ..battle.board import Board, board_of
from ..rules import TitanRules
from .frames import Asked, asked_of
from .lines import called, line
from .names import vocabulary
from .placing import Wanted, boards, pairs, stands
from .scene import Scene
from .scene_text import Reader, unused
from .sides import sides_of

# as many lines are compared
_MOST = 80
# what differs between two places without any difference in the ruling
_OF_PLACES = ("path", "other_paths", "range", "hexes")


def read(terms: Terms, rules: TitanRules, judge: Judge) -> Spoken:
    """Return the strict line of a question about a battle; raises NotUnderstood."""
    hexside = {name for name, hazard in rules.hazards.hazards.items() if hazard.lies == "hexside"}
    scene = Reader(terms, hexside, vocabulary(rules).classes).read()
    _count_left(scene, rules)
    _rated(scene, rules)
    _grown(scene, rules)
    asked = asked_of(scene)
    left = unused(terms)
    known = sum(terms.used) - 3 * len(left)
    faults = [f"'{term.text}' is not understood here" for term in left] + scene.faults
    if asked is not None:
        faults += _idle(scene, asked, rules)
    if asked is None or faults:
        raise NotUnderstood(faults, _nearest(scene, asked, rules, judge), known)
    if asked.verb in ("reach", "enter"):
        from .moves import read_move

        return read_move(scene, asked, rules, judge)
    if asked.verb in ("locked", "must_strike"):
        from .bound import read_bound

        return read_bound(scene, asked, rules, judge)
    return _blow(scene, asked, rules, judge, known)


def _idle(scene: Scene, asked: Asked, rules: TitanRules) -> list[str]:
    """Return what is said that the question makes nothing of: the range of a strike, the number of a rangestrike."""
    out = []
    if scene.number is not None and asked.verb != "strike":
        out.append(f"number {scene.number}: a number is declared for a strike")
    if scene.range is not None and asked.verb != "rangestrike":
        out.append(f"range {scene.range}: a range belongs to a rangestrike")
    elif scene.range is not None and asked.object is not None:
        ends = [scene.mentions[n].hex for n in (asked.subject, asked.object)]
        board = board_of(rules, scene.land or next(iter(rules.battlelands.battlelands)))
        known = [board.index[label] for label in ends if label is not None and label in board.index]
        if len(known) == 2 and board.steps(*known) + 1 != scene.range:
            out.append(f"range {scene.range}: it is {board.steps(*known) + 1} from {ends[0]} to {ends[1]}")
    return out


def _rated(scene: Scene, rules: TitanRules) -> None:
    """Check printed factors; only a Titan's Power is a fact of its own."""
    for one in scene.mentions:
        skills = [skill for power, skill in scene.ratings if power == one.power]
        if not skills:
            continue
        printed = rules.profile(one.who, one.power)
        if skills[0] != printed.skill or (one.power != printed.power):
            scene.faults.append(f"{one.who}: it is {printed.power}-{printed.skill}, not {one.power}-{skills[0]}")
        elif rules.profile(one.who, None).power == one.power:
            one.power = None


def _grown(scene: Scene, rules: TitanRules) -> None:
    """Give the Power that a score makes to the one whose Power grows with it."""
    for party, number in scene.scores:
        grown = [one for one in scene.mentions if rules.characters[one.who].grows is not None]
        grown = [one for one in grown if None in (party, one.party) or one.party == party]
        if len(grown) != 1:
            scene.faults.append(f"{number} points: whose Power depends on them is not said")
            continue
        chart = rules.characters[grown[0].who]
        power = chart.power + number // (chart.grows or 1)
        if grown[0].power not in (None, power):
            scene.faults.append(f"{grown[0].who}: {number} points make it Power {power}, not {grown[0].power}")
        grown[0].power = power


def _count_left(scene: Scene, rules: TitanRules) -> None:
    """Turn the hits that somebody can still take into those it has taken."""
    for one in scene.mentions:
        if one.left is None:
            continue
        hits = rules.profile(one.who, one.power).power - one.left
        if one.hits not in (None, hits) or hits < 0:
            scene.faults.append(f"{one.who}: {one.left} hits left cannot be")
        one.hits = max(hits, 0)


def _blow(scene: Scene, asked: Asked, rules: TitanRules, judge: Judge, known: int) -> Spoken:
    assert asked.object is not None
    lines = list(islice(_lines(scene, asked, rules), _MOST))
    placed = any(scene.mentions[n].hex is not None for n in (asked.subject, asked.object))
    if not lines and (scene.hazard is not None or placed):
        lines = list(islice(_lines(scene, asked, rules, anywhere=True), _MOST))
    if not lines:
        raise NotUnderstood([_no_place(scene, asked, rules)], _nearest(scene, asked, rules, judge), known)
    answers: dict[str, tuple[str, dict[str, Any]]] = {}
    for text, assumed in lines:
        ruling = _bare(judge(text))
        answers.setdefault(repr(ruling), (text, assumed))
    if len(answers) > 1 or len(lines) == _MOST:
        certain = _likeliest(scene, asked, lines)
        if certain is None:
            raise NotUnderstood([_open(scene, asked, list(answers.values()))], lines[0][0], known)
        text, assumed = certain
        return Spoken(text, assumed, further=_further(scene, asked))
    text, assumed = lines[0]
    return Spoken(text, assumed, further=_further(scene, asked))


def _further(scene: Scene, asked: Asked) -> dict[str, Any]:
    """Return to whom hits carry over, by hex or by kind."""
    named = [scene.mentions[n].hex or scene.mentions[n].who for n in asked.carry]
    return {"carry": named} if named else {}


def _bare(answer: Any) -> Any:
    return {k: v for k, v in answer.items() if k not in _OF_PLACES} if isinstance(answer, dict) else answer


def _lines(
    scene: Scene, asked: Asked, rules: TitanRules, anywhere: bool = False
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every strict line that a scene may mean, with what it assumes.

    Those of whose ground nothing is said stand on plain ground, or `anywhere`.
    """
    assert asked.object is not None
    first, second = scene.mentions[asked.subject], scene.mentions[asked.object]
    if scene.both is not None:
        first.ground, second.ground = first.ground or scene.both, second.ground or scene.both
    plain = rules.battlelands.ground
    described = bool(scene.hazard or {first.ground, second.ground} - {None, plain})
    unplaced = None in (first.hex, second.hex)
    down, hazard = asked.down or first.level or -second.level, scene.hazard
    if asked.verb == "rangestrike" and not unplaced:
        # a Slope or Wall that is named is a remark: it is on the way, or below one of the two
        down, hazard = 0, None
    beside = [one.steps for one in scene.relations if {one.one, one.other} == {asked.subject, asked.object}]
    steps: tuple[int, ...] = tuple(beside)
    if unplaced and not beside:
        shot = (scene.range - 1,) if scene.range is not None else (2, 3)
        steps = shot if asked.verb == "rangestrike" else (1,)
    wanted = Wanted(first, second, hazard, down, steps, open=anywhere or (scene.land is not None and not described))
    enemies = [asked.object, *asked.carry]
    for sides in sides_of(scene, asked.subject, enemies):
        for board in boards(rules, scene.land, described, {hazard, first.ground, second.ground}):
            for one, other in pairs(board, wanted):
                hexes: dict[int, str | None] = {n: m.hex for n, m in enumerate(scene.mentions)}
                hexes[asked.subject], hexes[asked.object] = board.labels[one], board.labels[other]
                for placed in _others(scene, asked, rules, board.name, hexes):
                    if not _as_remarked(scene, board, placed, asked.verb == "rangestrike"):
                        continue
                    assumed = _assumed(scene, asked, board.name, placed)
                    yield line(scene, board.name, sides, placed, _question(scene, asked, placed)), assumed


def _as_remarked(scene: Scene, board: Board, placed: dict[int, str | None], shot: bool) -> bool:
    """Return whether what a text remarks about hazards and neighbours is so; a `shot` goes over hexes between."""
    hexes = [board.index[label] for label in placed.values() if label is not None and label in board.index]
    hexes += [other for one in hexes for other in board.neighbours[one]] if shot else []
    near = {name for one in hexes for name in board.hazards[one]}
    near |= {name for label in placed.values() if label is not None for name in _around(board, label)}
    for label, hazard in scene.printed:
        here = board.hazards[board.index[label]] if label in board.index else near if not label else []
        if hazard not in here and not (label and hazard in _around(board, label)):
            return False
    for one, other, steps in scene.relations:
        ends = [placed[n] for n in (one, other)]
        known = [board.index[label] for label in ends if label is not None]
        if len(known) == 2 and board.steps(*known) != steps:
            return False
    return True


def _around(board: Board, label: str) -> set[str]:
    """Return the hazards of the hexsides of a hex."""
    one = board.index.get(label, -1)
    around = board.neighbours[one] if one >= 0 else ()
    return {name for other in around for name, _ in board.crossings.get((one, other), ())}


def _others(
    scene: Scene, asked: Asked, rules: TitanRules, land: str, hexes: dict[int, str | None]
) -> Iterator[dict[int, str | None]]:
    """Yield places for the others: as said, else next to the one who strikes, for those to whom hits may carry."""
    open_ = [n for n, m in enumerate(scene.mentions) if hexes[n] is None]
    if not open_:
        yield hexes
        return
    if any(n not in asked.carry and not scene.mentions[n].beside for n in open_):
        return
    board = board_of(rules, land)
    striker = board.index[hexes[asked.subject] or ""]
    number = open_[0]
    ground = scene.mentions[number].ground
    anchors = [hexes[other if one == number else one] for one, other, _ in scene.relations if number in (one, other)]
    fixed = next((label for label in anchors if label is not None), None)
    anchor = striker if fixed is None else board.index[fixed]
    for hex_ in board.neighbours[anchor]:
        label = board.labels[hex_]
        if label in hexes.values() or (ground is not None and ground not in board.hazards[hex_]):
            continue
        if not stands(board, scene.mentions[number], hex_):
            continue
        if scene.land is None and ground is None and (board.hazards[hex_] or board.crossings.get((striker, hex_))):
            continue
        yield from _others(scene, asked, rules, land, {**hexes, number: label})


def _question(scene: Scene, asked: Asked, hexes: dict[int, str | None]) -> str:
    assert asked.object is not None
    one, other = (called(scene.mentions, n, hexes) for n in (asked.subject, asked.object))
    out = f"{asked.verb} {one} at {other}"
    if asked.verb == "strike":
        out += f" number {scene.number}" if scene.number is not None else ""
        out += " forgo" if scene.forgo else ""
    elif scene.via:
        out += f" via {' '.join(scene.via)}"
    return out


def _assumed(scene: Scene, asked: Asked, land: str, hexes: dict[int, str | None]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if scene.land is None:
        out["battleland"] = land
    free = [n for n, m in enumerate(scene.mentions) if m.hex is None]
    if free:
        told = listed([f"{scene.mentions[n].who} at {hexes[n]}" for n in free], "and")
        out["places"] = f"{told}, which stand for any places that fit"
    return out


def _likeliest(
    scene: Scene, asked: Asked, lines: list[tuple[str, dict[str, Any]]]
) -> tuple[str, dict[str, Any]] | None:
    """Return the line in which bystanders of a declared strike are enemies; None where more is open than their side."""
    places_given = all(m.hex is not None for m in scene.mentions)
    if not places_given or (scene.land is None and len({text.split(";")[0] for text, _ in lines}) > 1):
        return None
    others = [n for n in range(len(scene.mentions)) if n not in (asked.subject, asked.object, *asked.carry)]
    if scene.number is None and not any(scene.mentions[n].beside for n in others):
        return None
    text, assumed = lines[0]
    told = listed([scene.mentions[n].who for n in others], "and")
    return text, {**assumed, "sides": f"{told} fights on the side of the target"}


def _no_place(scene: Scene, asked: Asked, rules: TitanRules) -> str:
    unplaced = [m.who for n, m in enumerate(scene.mentions) if m.hex is None and n not in (asked.subject, asked.object)]
    if unplaced:
        return f"where {listed(unplaced, 'and')} stands is not said"
    if not any(True for _ in sides_of(scene, asked.subject, [asked.object or 0, *asked.carry])):
        return "what is said about the sides cannot be: the two are enemies"
    where = f" on {scene.land}" if scene.land is not None else ""
    return f"no two hexes{where} are as you say; name the Battleland and the hexes"


def _open(scene: Scene, asked: Asked, answers: list[tuple[str, dict[str, Any]]]) -> str:
    """Return what an answer hangs on."""
    first, second = scene.mentions[asked.subject], scene.mentions[asked.object or 0]
    if None not in (first.hex, second.hex):
        if len({text.split(";")[0] for text, _ in answers}) > 1:
            return "the Battleland is not said, and the answer hangs on it"
        others = [m for n, m in enumerate(scene.mentions) if n not in (asked.subject, asked.object)]
        return f"whose {listed([m.who for m in others], 'and')} it is is not said, and the answer hangs on it"
    if scene.hazard is not None and not (asked.down or first.level or second.level):
        return f"who stands above the {scene.hazard} is not said, and the answer hangs on it"
    return "where they stand is not said, and the answer hangs on it: name the hexes"


def _nearest(scene: Scene, asked: Asked | None, rules: TitanRules, judge: Judge) -> str | None:
    """Return a strict line close to what was said, with what is wanting filled in; None if nothing is near."""
    mentions = scene.mentions
    if not mentions:
        return None
    if asked is not None and asked.verb in ("locked", "must_strike"):
        from .bound import nearest_bound

        return nearest_bound(scene, asked, rules, judge)
    if asked is not None and asked.verb in ("reach", "enter"):
        from .moves import nearest_move

        return nearest_move(scene, asked, rules, judge)
    if len(mentions) < 2:
        return None
    one, other = (asked.subject, asked.object) if asked is not None and asked.object is not None else (0, 1)
    assert other is not None
    free = iter([label for label in ("C3", "C4", "D3", "B3", "D4", "C2") if all(m.hex != label for m in mentions)])
    hexes: dict[int, str | None] = {n: m.hex or next(free, None) for n, m in enumerate(mentions)}
    sides = {n: "attacker" if m.who == mentions[one].who else "defender" for n, m in enumerate(mentions)}
    if asked is None and any(event.kind in ("move", "enter", "locked", "must") for event in scene.events):
        # a strike would be another question
        return None
    verb = asked.verb if asked is not None else "rangestrike" if scene.shot else "strike"
    text = line(
        scene,
        scene.land or next(iter(rules.battlelands.battlelands)),
        sides,
        hexes,
        _question(scene, Asked(verb, one, other), hexes),
    )
    return text if judge(text) is not None else None
