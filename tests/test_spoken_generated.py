"""Canonical questions written in many ways by a grammar: each is understood as meant, or refused, never misread."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from test_spoken import answer_to, heard

from referee import games
from referee.core.documents import Document
from referee.opening.strict import strict_line

pytestmark = pytest.mark.fast

CHARACTERS = [
    "ogre",
    "lion",
    "troll",
    "ranger",
    "gargoyle",
    "cyclops",
    "angel",
    "guardian",
    "hydra",
    "serpent",
    "dragon",
    "centaur",
]
ELEMENTS = ["blade", "spear", "knight", "horde", "warband", "rider", "hero", "shooter", "beast"]
LANDS = ["plains", "brush", "jungle", "hills", "mountains", "desert", "swamp", "marsh", "tundra", "woods"]
PAIRS = [("C3", "C4"), ("C4", "C3"), ("D3", "C3"), ("D4", "D5"), ("B2", "B3"), ("E3", "E2")]


def article(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def plural(word: str) -> str:
    return {"cyclops": "cyclopes", "hero": "heroes"}.get(word, f"{word}s")


def strikes(chance: Random) -> Iterator[tuple[str, str]]:
    """Yield what people say of a blow between two who stand anywhere on the plain, and what it means."""
    one, other = chance.sample(CHARACTERS, 2)
    hits = chance.choice([0, 1, 2])
    wounded = f" hits {hits}" if hits else ""
    means = f"plains; attacker {one} C3; defender {other} C4{wounded}; strike {one} at {other}"
    said = f" with {hits} {chance.choice(['hits', 'wounds', 'hits on it', 'damage'])}" if hits else ""
    verb = chance.choice(["strikes", "hits", "attacks", "fights"])
    yield f"{article(one)} {verb} {article(other)}{said}", means
    yield f"What does {article(one)} need to hit {article(other)}{said}?", means
    yield f"{one.upper()} vs {other.upper()}{said} - dice?", means
    yield f"how many dice does my {one} roll against his {other}{said}", means
    yield f"which number does the {one} need against the {other}{said}?", means
    yield f"odds that {article(one)} kills {article(other)}{said}", means
    yield f"my {other}{said} is attacked by his {one}: to hit?", means
    yield f"plains. the {other}{said} is struck by the {one}.", means
    yield f"to hit number for the {one} striking the {other}{said}", means
    yield f"can the {one} strike the {other}{said}? how many dice?", means
    yield f"strike {article(one)} at {article(other)}{said}", means
    yield f"{article(other)}{said}, hit by {article(one)}: dice and number", means


def placed(chance: Random) -> Iterator[tuple[str, str]]:
    """Yield what people say of a blow on a Battleland, with hexes."""
    one, other = chance.sample(CHARACTERS, 2)
    land, (here, there) = chance.choice(LANDS), chance.choice(PAIRS)
    means = f"{land}; attacker {one} {here}; defender {other} {there}; strike {one} at {other}"
    yield f"{land}: {one} {here} strikes {other} {there}", means
    yield f"In the {land} my {one} at {here.lower()} attacks the {other} on {there}. How many dice?", means
    yield f"{land} map, {one} ({here}) vs {other} ({there}), number?", means
    yield f"{other} on {there}, {one} on {here}, {land}; the {one} hits the {other}: what number?", means
    yield f"{land}; attacker {one} {here}; defender {other} {there}; the {one} strikes", ""
    yield f"may the {one} on {here} strike the {other} at {there}? We play on the {land}.", ""
    yield f"{land.upper()}, the attacker's {one} {here} against the defender's {other} {there}: dice", means
    yield f"Does the {one} in hex {here} hit the {other} in hex {there} on 5? {land} map.", means


def shots(chance: Random) -> Iterator[tuple[str, str]]:
    one = chance.choice(["ranger", "giant", "hydra", "dragon", "gorgon", "warlock", "minotaur"])
    other, land = chance.choice(CHARACTERS), chance.choice(LANDS)
    here, there = chance.choice([("B2", "D3"), ("C1", "C4"), ("C3", "E3"), ("B3", "D4")])
    if one == other:
        return
    means = f"{land}; attacker {one} {here}; defender {other} {there}; rangestrike {one} at {other}"
    yield f"{land}, {one} {here} shoots {other} {there}: dice and number?", means
    yield f"may the {one} at {here} fire at the {other} at {there} in the {land}?", means
    yield f"{land}: can the {other} on {there} be shot by the {one} on {here}", means
    yield f"On the {land} map a {one} in {here} rangestrikes a {other} in {there}", means


def moves(chance: Random) -> Iterator[tuple[str, str]]:
    one, land = chance.choice(CHARACTERS), chance.choice(LANDS)
    here, there = chance.choice([("C5", "C4"), ("D5", "D3"), ("A1", "B2"), ("E3", "D4")])
    means = f"{land}; attacker {one} {here}; reach {one} to {there}"
    yield f"{land}, may my {one} go from {here} to {there}", means
    yield f"can {article(one)} on {here} reach {there} in the {land}?", means
    yield f"{land}: {one} {here} moves to {there}, legal?", means
    yield f"In the {land}, is {article(one)} at {here} able to get to {there}?", means
    yield f"which hexes can the {one} at {here} reach on the {land} map", f"{land}; attacker {one} {here}; reach {one}"


def legions(chance: Random) -> Iterator[tuple[str, str]]:
    one, other = chance.sample(["ogre", "lion", "troll", "centaur", "gargoyle"], 2)
    number, land = chance.choice([(2, "two"), (3, "three")]), chance.choice(["8", "14", "23", "41"])
    held = " ".join([*[one] * number[0], other])
    means = f"black {land} {held}; muster {land}"
    yield f"black has {number[1]} {plural(one)} and {article(other)} in Land {land}. which recruits?", means
    yield f"what can {number[0]} {plural(one)} and one {other} muster in Land {land}?", means
    yield f"legion in {land}: {plural(one)} x{number[0]}, {other}. recruits?", means
    yield f"worth of {number[1]} {plural(one)} and {article(other)}?", f"black {land} {held}; value {land}"
    roll = chance.randrange(1, 7)
    yield (
        f"my legion ({held.replace(' ', ', ')}) in Land {land} rolled a {roll}, where to?",
        f"black {land} {held}; travel {land} roll {roll}",
    )
    before, won = chance.choice([80, 390, 450]), chance.choice([20, 50, 120])
    means = f"score black {before}; black {land} {held}; acquire {land} points {won}"
    yield (
        f"with {before} points I win {won} more; {number[1]} {plural(one)}, {article(other)}. angel or archangel?",
        means,
    )


def combats(chance: Random) -> Iterator[tuple[str, str]]:
    one, other = chance.sample(ELEMENTS, 2)
    a, b = chance.randrange(1, 7), chance.randrange(1, 7)
    means = f"a {one} die {a}; b {other} die {b}; result"
    odds = f"a {one}; b {other}; odds"
    yield f"{one} {a}, {other} {b}. result?", means
    yield f"My {plural(one)} fight his {plural(other)}: I roll {a} and he rolls {b}", means
    yield f"{plural(one)} against {plural(other)}, {a} to {b}, who wins?", means
    yield f"{one.title()} (die {a}) versus {other.title()} (die {b})", means
    yield f"the {other} is in a wood and rolls {b}; the {one} rolls {a}", ""
    yield (
        f"{plural(one)} in the woods with a die of {a} against {plural(other)} in the open with a die of {b}",
        f"a {one} wood die {a}; b {other} die {b}; result",
    )
    yield f"odds of {article(one)} against {article(other)}", odds
    yield f"how likely does {article(one)} beat {article(other)}?", odds
    yield f"{one} general (die {a}) v {other} (die {b})", f"a {one} general die {a}; b {other} die {b}; result"
    yield (
        f"{plural(one)} roll {a}, {plural(other)} roll {b}, and the {plural(other)} are uphill",
        f"a {one} die {a}; b {other} uphill die {b}; result",
    )


GRAMMARS = [
    ("titan", strikes),
    ("titan", placed),
    ("titan", shots),
    ("titan", moves),
    ("titan", legions),
    ("hordes", combats),
]
# of what the grammars write, all but so many in a hundred are understood
FEW = 5


def meant(ruleset: str, line: str) -> Document:
    return strict_line(line, *games.load(ruleset))


@pytest.mark.parametrize(("ruleset", "grammar"), GRAMMARS, ids=[g.__name__ for _, g in GRAMMARS])
def test_every_way_to_say_it_means_the_same(ruleset: str, grammar: object) -> None:
    chance = Random(15)
    tried = refused = 0
    for _ in range(25):
        for text, means in grammar(chance):  # type: ignore[operator]
            said = heard(ruleset, text)
            if not means:
                # it may be refused, and is not checked here for more than being no crash
                continue
            tried += 1
            if said is None:
                refused += 1
                print(text)
                continue
            assert answer_to(said) == answer_to(meant(ruleset, means)), f"{text}: {said.value}"
    assert refused * 100 <= FEW * tried
