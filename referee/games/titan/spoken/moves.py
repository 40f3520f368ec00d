"""Read a question about a move or an entry in a battle."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.spoken.terms import Judge, NotUnderstood, Spoken

from ..battle.board import Board
from ..rules import TitanRules
from .frames import Asked
from .lines import called, line
from .placing import boards, middle_first, stands
from .scene import Mention, Scene
from .sides import sides_of


def read_move(scene: Scene, asked: Asked, rules: TitanRules, judge: Judge) -> Spoken:
    """Return the strict line of a question about a move; raises NotUnderstood."""
    mover = scene.mentions[asked.subject]
    faults = []
    if scene.thither and scene.target is None:
        labels = {label for label, _ in scene.printed if label}
        scene.target = next(iter(labels)) if len(labels) == 1 else None
        if scene.target is None:
            faults.append("where it goes is not said")
    if asked.verb == "reach" and mover.hex is None and scene.toward is None and scene.over is None:
        faults.append(f"from where the {mover.who} goes is not said")
    faults += [
        f"where the {m.who} stands is not said"
        for n, m in enumerate(scene.mentions)
        if m.hex is None and n != asked.subject
    ]
    if asked.verb == "enter" and scene.attacker_side is None and not _printed_side(scene, rules):
        faults.append("by which side of the map the attacker comes is not said")
    faults += _remarks(scene, rules)
    if faults:
        raise NotUnderstood(faults, nearest_move(scene, asked, rules, judge))
    lines = list(_lines(scene, asked, rules))
    if not lines:
        raise NotUnderstood(["no hexes are as you say; name the Battleland and the hexes"])
    answers = {repr(_bare(judge(text))) for text, _ in lines}
    if len(answers) > 1:
        many = "whose the others are" if scene.toward is None else "from where to where"
        raise NotUnderstood([f"{many} is not said, and the answer hangs on it"], lines[0][0])
    text, land = lines[0]
    assumed = {} if scene.land is not None else {"battleland": land}
    if mover.hex is None and asked.verb == "reach":
        assumed["places"] = "any hex beside it that is plain, which is where it starts"
    return Spoken(text, assumed)


def _bare(answer: object) -> object:
    return {k: v for k, v in answer.items() if k not in ("path", "hexes")} if isinstance(answer, dict) else answer


def _printed_side(scene: Scene, rules: TitanRules) -> bool:
    return scene.land is not None and rules.battlelands.battlelands[scene.land].attacker_side is not None


def _remarks(scene: Scene, rules: TitanRules) -> list[str]:
    """Return what is said about the way that is not so."""
    over = [scene.over] if scene.over is not None and scene.target is not None else []
    over += [hazard for label, hazard in scene.printed if not label]
    land = next(boards(rules, scene.land, False))
    printed = {name for names in land.hazards for name in names}
    printed |= {name for found in land.crossings.values() for name, _ in found}
    out = [f"there is no {name} on {land.name}" for name in over if name not in printed]
    for label, hazard in scene.printed:
        if label and hazard not in (land.hazards[land.index[label]] if label in land.index else ()):
            out.append(f"there is no {hazard} on {label} of {land.name}")
    return out + (["a path cannot be chosen: the shortest counts"] if scene.via else [])


def _lines(scene: Scene, asked: Asked, rules: TitanRules) -> Iterator[tuple[str, str]]:
    mover = scene.mentions[asked.subject]
    described = bool(scene.toward or mover.ground or scene.over)
    for sides in sides_of(scene, asked.subject, []):
        for board in boards(rules, scene.land, described, {scene.toward}):
            for start, end in _ways(board, scene, asked):
                hexes = {n: m.hex for n, m in enumerate(scene.mentions)} | {asked.subject: start}
                question = f"{asked.verb} {called(scene.mentions, asked.subject, hexes)}"
                question += f" to {end}" if end is not None else ""
                yield line(scene, board.name, sides, hexes, question), board.name


def _ways(board: Board, scene: Scene, asked: Asked) -> Iterator[tuple[str | None, str | None]]:
    """Yield from where to where a character goes: as said, or from plain ground to what it goes into."""
    mover = scene.mentions[asked.subject]
    if scene.over is not None and scene.target is None and scene.toward is None:
        yield from _ways_over(board, mover, scene.over)
        return
    if scene.toward is None:
        if mover.hex is None or mover.ground is None or mover.ground in board.hazards[board.index[mover.hex]]:
            yield mover.hex, scene.target
        return
    if mover.hex is not None and scene.target is not None:
        bears = board.hazards[board.index[scene.target]] or [board.rules.battlelands.ground]
        if scene.toward in bears:
            yield mover.hex, scene.target
        return
    plain = list(_ways_into(board, scene, mover))
    yield from plain or _ways_into(board, scene, mover, anywhere=True)


def _ways_over(board: Board, mover: Mention, hazard: str) -> Iterator[tuple[str | None, str | None]]:
    """Yield ways straight over one hex that bears a hazard, from plain ground to plain ground."""
    for middle in middle_first(board):
        if hazard not in board.hazards[middle]:
            continue
        for start in board.neighbours[middle]:
            if mover.hex not in (None, board.labels[start]) or board.hazards[start]:
                continue
            for end in board.neighbours[middle]:
                between = set(board.neighbours[start]) & set(board.neighbours[end])
                crossed = any(board.crossings.get(one) for one in ((start, middle), (middle, end)))
                if start != end and between == {middle} and not board.hazards[end] and not crossed:
                    yield board.labels[start], board.labels[end]


def _ways_into(
    board: Board, scene: Scene, mover: Mention, anywhere: bool = False
) -> Iterator[tuple[str | None, str | None]]:
    """Yield ways into hexes that bear a hazard, from plain ground or from anywhere beside them."""
    seen = set()
    for end in middle_first(board):
        bears = board.hazards[end] or [board.rules.battlelands.ground]
        if scene.toward not in bears or (scene.target is not None and board.labels[end] != scene.target):
            continue
        for start in board.neighbours[end]:
            placed = mover.hex is not None
            if (placed and board.labels[start] != mover.hex) or not stands(board, mover, start):
                continue
            if not placed and not anywhere and (board.hazards[start] or board.crossings.get((start, end))):
                continue
            kind = (tuple(bears), tuple(board.hazards[start]), tuple(board.crossings.get((start, end), ())))
            if kind in seen:
                continue
            seen.add(kind)
            yield board.labels[start], board.labels[end]


def nearest_move(scene: Scene, asked: Asked, rules: TitanRules, judge: Judge) -> str | None:
    """Return a strict line close to a question about a move."""
    sides = {n: "attacker" if n == asked.subject else "defender" for n in range(len(scene.mentions))}
    free = iter([h for h in ("C4", "C3", "D4", "B3") if h != scene.target and all(m.hex != h for m in scene.mentions)])
    verb = "reach" if asked.verb == "reach" else "enter"
    hexes: dict[int, str | None] = {
        n: m.hex or (None if verb == "enter" and n == asked.subject else next(free, None))
        for n, m in enumerate(scene.mentions)
    }
    question = f"{verb} {called(scene.mentions, asked.subject, hexes)}"
    question += f" to {scene.target}" if scene.target is not None else ""
    if verb == "enter" and scene.attacker_side is None:
        scene.attacker_side = "left"
    text = line(scene, scene.land or next(iter(rules.battlelands.battlelands)), sides, hexes, question)
    return text if judge(text) is not None else None
