"""Read a question about contact: who is locked, and who must strike."""

from __future__ import annotations

from referee.core.documents.problems import listed
from referee.core.spoken.terms import Judge, NotUnderstood, Spoken

from ..rules import TitanRules
from .frames import Asked
from .lines import called, line
from .scene import Scene
from .sides import sides_of


def read_bound(scene: Scene, asked: Asked, rules: TitanRules, judge: Judge) -> Spoken:
    """Return the strict line of a question about contact; raises NotUnderstood."""
    _place_neighbours(scene)
    faults = [f"where the {one.who} stands is not said" for one in scene.mentions if one.hex is None]
    if len(scene.mentions) < 2:
        faults.append("which enemies stand beside it is not said")
    paste = nearest_bound(scene, asked, rules, judge)
    if faults:
        raise NotUnderstood(faults, paste)
    land = scene.land or next(iter(rules.battlelands.battlelands))
    lines = [_text(scene, asked, land, sides) for sides in sides_of(scene, asked.subject, asked.carry)]
    if not lines:
        raise NotUnderstood(["what is said about the sides cannot be"], paste)
    if len({repr(_bare(judge(text))) for text in lines}) > 1:
        others = [one.who for n, one in enumerate(scene.mentions) if n != asked.subject and n not in asked.carry]
        whose = "whose it is" if len(others) == 1 else "whose they are"
        raise NotUnderstood([f"{listed(others, 'and')}: {whose} is not said, and the answer hangs on it"], paste)
    return Spoken(lines[0], {} if scene.land is not None else {"battleland": land})


def _place_neighbours(scene: Scene) -> None:
    """Place two of whom only that they are neighbours is said: on the plain any two hexes are alike."""
    beside = len(scene.mentions) == 2 and any(one.steps == 1 for one in scene.relations)
    if beside and scene.land is None and all(one.hex is None for one in scene.mentions):
        scene.mentions[0].hex, scene.mentions[1].hex = "C3", "C4"


def nearest_bound(scene: Scene, asked: Asked, rules: TitanRules, judge: Judge) -> str | None:
    """Return a strict line close to a question about contact."""
    sides = {n: "attacker" if n == asked.subject else "defender" for n in range(len(scene.mentions))}
    free = iter([label for label in ("C3", "C4", "D3", "B3", "D4") if all(one.hex != label for one in scene.mentions)])
    hexes = {n: one.hex or next(free, None) for n, one in enumerate(scene.mentions)}
    land = scene.land or next(iter(rules.battlelands.battlelands))
    question = f"{asked.verb} {called(scene.mentions, asked.subject, hexes)}"
    text = line(scene, land, sides, hexes, question)
    return text if judge(text) is not None else None


def _text(scene: Scene, asked: Asked, land: str, sides: dict[int, str]) -> str:
    hexes = {n: one.hex for n, one in enumerate(scene.mentions)}
    return line(scene, land, sides, hexes, f"{asked.verb} {called(scene.mentions, asked.subject, hexes)}")


def _bare(answer: object) -> object:
    return {k: v for k, v in answer.items() if k != "because"} if isinstance(answer, dict) else answer
