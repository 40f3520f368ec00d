"""Canonical questions written in many ways by a grammar: each is understood as meant, or refused, never misread."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
import spoken_battalions
from test_spoken import answer_to, heard

from referee import games
from referee.core.documents import Document
from referee.opening.strict import strict_line

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


def carries(chance: Random) -> Iterator[tuple[str, str]]:
    """Yield what people say of hits left over of a strike, and what it means."""
    one, other, third = chance.sample(CHARACTERS, 3)
    hits, land = chance.choice([1, 2, 3]), chance.choice(["plains", "brush", "marsh"])
    means = f"{land}; attacker {one} C3; defender {other} C4 hits {hits}; defender {third} D3; strike {one} at {other}"
    goes = chance.choice(["carry over to", "carry onto", "spill over to", "be carried to"])
    rest = chance.choice(["the extra hits", "excess hits", "the surplus", "the leftover hits", "the rest"])
    yield f"{land}: {one} C3 strikes {other} C4 ({hits} hits), may it {goes} the {third} at D3?", means
    yield f"{land}. my {one} on C3 kills his {other} on C4 ({hits} hits). Can {rest} {goes} the {third} on D3?", means
    yield f"{land}, {one} C3, {other} C4 with {hits} hits, {third} D3: {one} strikes {other}, carry to {third}?", means
    yield f"{land}; if my {one} c3 slays the {other} c4 ({hits} hits), do {rest} go to his {third} d3?", means
    yield (
        f"can the {one} (C3) carry over to the {third} at D3 after killing the {other} at C4 ({hits} hits)? {land}",
        means,
    )
    yield (
        f"{land}: my {one} C3 strikes his {other} C4 ({hits} hits), his {third} stands on D3. Does {rest} carry?",
        means,
    )


def bound(chance: Random) -> Iterator[tuple[str, str]]:
    """Yield what people say of contact and of the duty to strike, and what it means."""
    one, other = chance.sample(CHARACTERS, 2)
    land = chance.choice(["plains", "brush", "tundra", "woods"])
    here, there = chance.choice([("C3", "C4"), ("D3", "D4"), ("B2", "B3"), ("C3", "E3")])
    locked = f"{land}; attacker {one} {here}; defender {other} {there}; locked {one}"
    must = f"{land}; attacker {one} {here}; defender {other} {there}; must_strike {one}"
    yield f"{land}: my {one} {here}, his {other} {there}. is my {one} locked?", locked
    yield f"is my {one} on {here} pinned by his {other} on {there}? {land} map", locked
    yield f"{land}. {one} {here}, enemy {other} {there}: is the {one} stuck?", locked
    yield f"{land}: my {one} at {here} with his {other} at {there}, is it locked in contact?", ""
    yield f"{land}: my {one} {here}, his {other} {there}. must the {one} strike?", must
    yield f"does my {one} on {here} have to strike his {other} on {there}? {land}", must
    yield f"{land}; I have {article(one)} on {here} and he has {article(other)} on {there}; do I have to attack?", must
    yield f"In the {land}, is my {one} at {here} obliged to strike the {other} at {there}?", must
    yield f"{land}: must my {one} ({here}) attack his {other} ({there})?", must


def sights(chance: Random) -> Iterator[tuple[str, str]]:
    land = chance.choice(LANDS)
    here, there = chance.choice([("B2", "D3"), ("C1", "C4"), ("A1", "D4"), ("E3", "B3")])
    means = f"{land}; sees {here} at {there}"
    yield f"{land}: can {here} see {there}?", means
    yield f"line of sight from {here} to {there} on the {land} map?", means
    yield f"how far is it from {here} to {there} in the {land}", means
    yield f"{land}, distance between {here} and {there}", means
    yield f"{land}: distance from {here} to {there}?", means
    yield f"In the {land}, what blocks the line from {here} to {there}?", means
    yield f"how many hexes are between {here} and {there}? {land}", means
    yield f"{land}; is {there} in sight of {here}", ""


def clauses(chance: Random) -> Iterator[tuple[str, str]]:
    """Yield blows in clauses of many makes: neighbours, pronouns, passives, nouns, claims, a strike back."""
    one, other = chance.sample(CHARACTERS, 2)
    a, b = article(one), article(other)
    means = f"plains; attacker {one} C3; defender {other} C4; strike {one} at {other}"
    near = chance.choice(["next to", "adjacent to", "beside", "standing next to", "right next to"])
    blow = chance.choice(["strike", "attack"])
    yield f"{a} {near} {b} strikes it", means
    yield f"my {one} is {near} his {other} and strikes it, how many dice?", means
    yield f"my {one} stands {near} his {other}. What do I need to hit it?", means
    yield f"what does {a} {near} {b} need to hit it?", means
    yield f"I've got {a} {near} an enemy {other}. I want to hit it, what number?", means
    yield f"what are the chances of my {other} surviving {article(blow)} by {a}?", means
    yield f"how likely is my {other} to survive {article(blow)} from his {one}?", means
    yield f"the {one}'s {blow} on the {other}: dice and number?", means
    yield f"how many dice does the {one} roll for its {blow} on the {other}", ""
    yield f"he says my {one} needs a 5 against his {other}, I say 4. Who is right?", means
    yield f"we can't agree: my {one} strikes his {other}, is it 4 or 5?", means
    yield f"do I roll {chance.randrange(3, 11)} dice when my {one} strikes {b}?", means
    yield f"{b} that is struck by {a}: how many dice does the {one} roll", means
    yield f"if {b} is hit by my {one}, what are the odds it dies?", means
    yield f"the {other} struck the {one}. now the {one} strikes back, which number?", means
    yield f"which number hits {b} if my {one} strikes it", means
    yield f"Hi all, quick question: {one} vs {other}, plains, dice + number pls, thx", means
    yield f"under LoT 12.7, what does {a} need against {b}?", means


# what leaves open who does it, whose something is, where they stand, or asks for what is not ruled
NEAR_BLOWS = [
    "my {a} is struck by his {b} with three hits, does it die",
    "{a} struck by {b} with 2 hits",
    "plains: {a} C3, {a} C3, {b} C4; {a} strikes {b}",
    "plains: {a} C3, {b} C3; {a} strikes {b}",
    "{a} strikes {b} with 3 dice",
    "{a} strikes {b} with 2 hits left",
    "a {a} and a {b} strike each other",
    "{a} strikes {b} and {c}",
    "{a} or {b} strikes {c}",
    "{a} strikes {b} unless it is hurt",
    "my {a} does not strike his {b}, what number",
    "{a} strikes {b}, {b} strikes {a}",
    "plains: {a} C3, {b} C4, {c} D3: it strikes {c}",
    "plains: {a} C3, {b} C4. is the {a} locked?",
    "is my {a} locked?",
    "must the {a} strike?",
    "does the {a}'s strike carry over to the {c}?",
    "how far is it between the {a} and the {b}?",
    "line of sight from C3",
    "in the brush does the tree at C4 block the line from C3 to C5",
    "my {a} strikes my {b}",
    "rangestrike: {a} C1, {b} C4",
    "{a} deals 3 hits to {b}",
    "my {a} rolled 9 dice against a {b}, 2 hits needed, chance?",
    "who strikes first, {a} or {b}",
    "my {a} and his {b} are on either side of a slope. How many dice do I roll?",
    "{a} strikes a dead {b}",
    "plains, {a} C3 in the bog strikes {b} C4",
    "how many dice does it roll against {a} or {b}",
    "half a {a} strikes {b}",
    "my {a} will never strike his {b}: number?",
    "he says his {b} has 3 hits, I say 2; my {a} strikes it",
]


def test_near_misses_are_refused() -> None:
    chance = Random(18)
    for text in NEAR_BLOWS:
        for _ in range(4):
            a, b, c = chance.sample(CHARACTERS, 3)
            said = text.format(a=a, b=b, c=c)
            found = heard("titan", said)
            assert found is None, f"{said}: {found.value}"


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


NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
# what people say of a combat of a and b, and what it means
COMBATS = [
    ("my {A} meet his {B}; I threw {x}, he threw {y}", "a {a} die {x}; b {b} die {y}; result"),
    ("{A} ({x}) - {B} ({y})", "a {a} die {x}; b {b} die {y}; result"),
    ("{a} [{x}] vs. {b} [{y}]", "a {a} die {x}; b {b} die {y}; result"),
    ("{A} throw a {xw}, {B} a {yw}. Who loses?", "a {a} die {x}; b {b} die {y}; result"),
    ("a {xw} for the {A}, a {yw} for the {B}", "a {a} die {x}; b {b} die {y}; result"),
    ("{x} for my {A} and {y} for his {B}", "a {a} die {x}; b {b} die {y}; result"),
    ("the {a} rolls {x} and the {b} rolls {y}", "a {a} die {x}; b {b} die {y}; result"),
    ("{A} against {B}. Dice: {x}, {y}.", "a {a} die {x}; b {b} die {y}; result"),
    ("{A} against {B}. Dice: {x} and {y}.", "a {a} die {x}; b {b} die {y}; result"),
    ("{A} vs {B} {x}:{y}", "a {a} die {x}; b {b} die {y}; result"),
    ("{a} with {x}, {b} with {y}", "a {a} die {x}; b {b} die {y}; result"),
    ("{A} beat {B} {x} to {y}: what becomes of them?", "a {a} die {x}; b {b} die {y}; result"),
    ("does the {a} destroy the {b} with {x} against {y}?", "a {a} die {x}; b {b} die {y}; result"),
    ("what is the outcome of {A} at {x} versus {B} at {y}", "a {a} die {x}; b {b} die {y}; result"),
    ("{a} uphill ({x}) v {b} ({y})", "a {a} uphill die {x}; b {b} die {y}; result"),
    ("{A} roll {x}, {B} roll {y}, and the {A} are uphill of the enemy", "a {a} uphill die {x}; b {b} die {y}; result"),
    ("{A} in rough going ({x}) against {B} ({y})", "a {a} rough die {x}; b {b} die {y}; result"),
    ("{A} in a town with a {xw} against {B} in the open with a {yw}", "a {a} town die {x}; b {b} die {y}; result"),
    (
        "the {A} stand in bad going and roll {x}, the {B} in the open roll {y}",
        "a {a} bad die {x}; b {b} die {y}; result",
    ),
    ("my {A} (general) roll {x}, his {B} roll {y}", "a {a} general die {x}; b {b} die {y}; result"),
    ("{A} led by the general {x} against {B} {y}", "a {a} general die {x}; b {b} die {y}; result"),
    ("{A} {x} with the general behind them, {B} {y}", "a {a} general_behind die {x}; b {b} die {y}; result"),
    ("{A} {x} with an enemy on the flank, {B} {y}", "a {a} flank_enemies 1 die {x}; b {b} die {y}; result"),
    ("{A} {x}, flanked; {B} {y}", "a {a} flank_enemies 1 die {x}; b {b} die {y}; result"),
    ("{A} {x} with enemies on both flanks against {B} {y}", "a {a} flank_enemies 2 die {x}; b {b} die {y}; result"),
    ("{A} {x} overlapped on both sides, {B} {y}", "a {a} flank_enemies 2 die {x}; b {b} die {y}; result"),
    ("{A} {x} overlapped by two enemies against {B} {y}", "a {a} flank_enemies 2 die {x}; b {b} die {y}; result"),
    ("what chance have {A} against {B}?", "a {a}; b {b}; odds"),
    ("{A} v {B} odds", "a {a}; b {b}; odds"),
    ("odds? {A} against {B}", "a {a}; b {b}; odds"),
    ("how do {A} fare against {B}", "a {a}; b {b}; odds"),
    ("how good are {A} against {B} on average", "a {a}; b {b}; odds"),
    ("what are my chances with {A} against his {B}", "a {a}; b {b}; odds"),
    ("percentages of {A} fighting {B}", "a {a}; b {b}; odds"),
    ("likelihood of {A} defeating {B}", "a {a}; b {b}; odds"),
    ("odds for {A} in a wood against {B}", "a {a} wood; b {b}; odds"),
    ("odds for {A} uphill of {B}", "a {a} uphill; b {b}; odds"),
    ("odds of a {a} general against a {b}", "a {a} general; b {b}; odds"),
    ("probabilities, {A} with the general behind them against {B}", "a {a} general_behind; b {b}; odds"),
    ("{A} ({x}) charge {B} ({y})", "a {a} aggressor die {x}; b {b} die {y}; result"),
    ("{A} charged {B} and rolled {x} to {y}", "a {a} aggressor die {x}; b {b} die {y}; result"),
    (
        "my {A} moved into contact this turn and roll {x}, his {B} roll {y}",
        "a {a} aggressor die {x}; b {b} die {y}; result",
    ),
    ("shooters {x} shoot at {B} {y}", "shoot; a shooter die {x}; b {b} die {y}; result"),
    ("shooters shoot {B} in a wood: {x} against {y}", "shoot; a shooter die {x}; b {b} wood die {y}; result"),
    ("{B} ({y}) are shot at by artillery ({x})", "shoot; a artillery die {x}; b {b} die {y}; result"),
    ("odds that shooters hit {B} they shoot at", "shoot; a shooter; b {b}; odds"),
    ("odds of artillery shooting at {B}", "shoot; a artillery; b {b}; odds"),
    ("artillery shoots at {B}: probabilities", "shoot; a artillery; b {b}; odds"),
    ("shooters with two more shooters helping shoot {B}: odds", "shoot; a shooter; b {b} extra_attackers 2; odds"),
    ("a magician bespells {B}, {x} to {y}", "bespell; a magician die {x}; b {b} die {y}; result"),
    ("chance of a magician bespelling a {b}", "bespell; a magician; b {b}; odds"),
    ("my magician casts at his {B} across water: odds", "bespell; a magician; b {b} across_water; odds"),
]


def more_combats(chance: Random) -> Iterator[tuple[str, str]]:
    """Yield further makes of questions about a combat: dice in any order, facts, shots and spells."""
    types = ["blade", "spear", "knight", "horde", "warband", "rider", "hero", "beast", "behemoth", "paladin", "cleric"]
    for text, means in COMBATS:
        (a, b), x, y = chance.sample(types, 2), chance.randrange(1, 7), chance.randrange(1, 7)
        words = {"a": a, "b": b, "A": plural(a), "B": plural(b), "x": x, "y": y, "xw": NUMBERS[x], "yw": NUMBERS[y]}
        yield text.format(**words), means.format(**words)


def turns(chance: Random) -> Iterator[tuple[str, str]]:
    """Yield what people say of a combat turn of two units, and what it means."""
    stats = ["-".join(str(chance.randrange(1, 6)) for _ in "sdic") for _ in range(2)]
    y, x = chance.randrange(0, 9), chance.randrange(0, 8)
    far, number = chance.randrange(1, 3), chance.randrange(1, 4)
    red, blue = f"{x},{y}", f"{x + far},{y}"
    name, said = chance.choice([("advance", "advances"), ("fall_back", "falls back"), ("flank_left", "flanks left")])
    told = (" ".join(f"{stat} {value}" for stat, value in zip("sdic", one.split("-"), strict=True)) for one in stats)
    r1, b1 = told
    means = (
        "mode skirmish players red blue board {fields: [2, 1], field_size: [10, 10]}; "
        "battalion R red field [0, 0] facing E leader r1; battalion B blue field [1, 0] facing W leader b1; "
        f'r1 R {r1} at [{red}]; b1 B {b1} at [{blue}]; turn R "{name} {number}" B hold'
    )
    yield f"red {stats[0]} at {red} {said} {number}; blue {stats[1]} at {blue} holds", means
    yield f"Red {stats[0]} on ({red}) {said} {number}. Blue {stats[1]} on ({blue}) holds. What becomes of each?", means
    yield f"my {stats[0]} at {red} {said} {number} and his {stats[1]} at {blue} holds its ground: who dies?", means
    yield f"blue {stats[1]} at {blue} holds, red {stats[0]} at {red} {said} by {number}", means
    yield f"r1 {stats[0]} at {red}; b1 {stats[1]} at {blue}; r1 {said} {number}, b1 holds. Outcome?", means
    yield f"{stats[0]} at {red} {said} {number} against {stats[1]} at {blue} which holds", means
    yield f"RED {stats[0]} AT {red} {said.upper()} {number}, BLUE {stats[1]} AT {blue} STANDS FAST", means


# what people ask of elements on a table: {a} is asked about, {b} the other, {n} paces
AROUND = [
    (
        "support",
        [
            "do {A} behind support the {A} in front of them?",
            "are my {A} supported by the {A} behind them?",
            "does a second rank of {A} support the first rank?",
            "{A} stand directly behind {A}: do they get support?",
        ],
        "red {a} id r1 x 1000 y 1000 facing 0; red {a} id r2 x 1000 y {rear} facing 0; support r1",
    ),
    (
        "turn to face",
        [
            "does a {a} turn to face a {b} on its flank?",
            "a {b} hits my {a} in the flank. Does the {a} turn to face it?",
            "my {a} is hit on the flank by a {b}: does it turn round?",
            "{A} are attacked in the flank by {B}, do they turn?",
        ],
        "red {a} id r1 x 1000 y 1000 facing 0; blue {b} id b1 x 920 y 920 facing 90; turn_to_face r1",
    ),
    (
        "charge",
        [
            "may my {A} charge {B} {n} paces ahead?",
            "can {A} charge the {B} who are {n} paces away?",
            "can I charge {article_b} with my {A} from {n} paces?",
            "{B} stand {n} paces in front of my {A}. May they charge?",
            "can the {B} be charged by {A} at {n} paces?",
        ],
        'armies {{"red": {{"general": "r2"}}}}; red {a} id r1 x 1000 y 500 facing 0; '
        "red hero id r2 x 1400 y 500 facing 0; blue {b} id b1 x 1000 y {far} facing 180; charge r1 target b1",
    ),
    (
        "range",
        [
            "may shooters shoot {B} {n} paces away?",
            "are {B} at {n} paces in range of my shooters?",
            "is a {b} {n} paces off within my archers' range?",
            "can I shoot the {B} with my shooters from {n} paces?",
            "is a {b} at {n} paces too far for my shooter?",
        ],
        "red shooter id r1 x 1000 y 500 facing 0; blue {b} id b1 x 1000 y {far} facing 180; range r1 at b1",
    ),
    (
        "command",
        [
            "is a {a} {n} paces from the general in command? He can see it",
            "my {a} is {n} paces away from its general and in sight of him: still in command?",
            "{A} {n} paces off the general, who sees them - under command?",
        ],
        'armies {{"red": {{"general": "r1"}}}}; red hero id r1 x 1000 y 300 facing 0; '
        "red {a} id r2 x 1000 y {command} facing 0; in_command r2",
    ),
    (
        "course",
        [
            "play out {A} against {B}, {x} to {y}",
            "the whole course of a fight of {A} against {B}: {x} to {y}",
            "what happens step by step when {A} roll {x} and {B} roll {y}?",
        ],
        "red {a} id r1 x 1000 y 1000 facing 0; blue {b} id b1 x 1000 y 1000 facing 180; "
        "course r1 against b1 dice r1 {x} b1 {y}",
    ),
]
# depths of bases on the table
DEPTHS = {"spear": 80, "blade": 80, "warband": 80, "knight": 120, "rider": 120}


def around(chance: Random) -> Iterator[tuple[str, str]]:
    """Yield what people ask of support, turning to face, a charge, range, command and the course of a fight."""
    for name, texts, means in AROUND:
        a, b = chance.sample(sorted(DEPTHS), 2)
        if name == "support":
            a = chance.choice(["spear", "warband"])
        far = chance.randrange(5, 60) * 10
        words = {"a": a, "b": b, "A": plural(a), "B": plural(b), "article_b": article(b), "n": far, "far": 500 + far}
        words |= {"x": chance.randrange(1, 7), "y": chance.randrange(1, 7)}
        words |= {"rear": 1000 - DEPTHS[a], "command": 300 + far + DEPTHS[a]}
        for text in texts:
            yield text.format(**words), means.format(**words)


def boards(chance: Random) -> Iterator[tuple[str, str]]:
    """Yield what people ask of moves over the board, retreats and the end of a combat."""
    x, y, dexterity = chance.randrange(1, 4), chance.randrange(1, 4), chance.randrange(1, 4)
    ways = [chance.choice(["north", "east"]) for _ in range(chance.randrange(1, 3))]
    said, path = ", ".join(ways), " ".join(way[0].upper() for way in ways)
    means = (
        "mode overworld players red blue board {fields: [9, 9], field_size: [5, 5]}; "
        f"battalion R1 red field [{x}, {y}] facing E leader r1; r1 R1 s 2 d {dexterity} i 2 c 2; move R1 path {path}"
    )
    yield f"my battalion in Field {x},{y} with dexterity {dexterity} goes {said}: where does it end?", means
    yield f"a battalion (dexterity {dexterity}) stands in Field {x},{y} and marches {said}. Where is it then?", means
    yield f"battalion of dex {dexterity} in field {x},{y} moves {said}, how far does it get?", means
    means = (
        "mode overworld players red blue board {fields: [4, 2], field_size: [5, 5]}; battalion R red field [1, 0] "
        "leader r1; battalion B blue field [2, 0] leader b1; combat k1 used [[1, 0], [2, 0]] battalions "
        f"[{{id: R, from: [1, 0]}}, {{id: B, from: [2, 0]}}]; r1 R s 2 d {dexterity} i 2 c 2 at [6, {y}]; "
        f"b1 B s 2 d 2 i 2 c 2 at [10, {y}]; retreat r1"
    )
    yield f"may r1 (dexterity {dexterity}) at 6,{y} retreat? Fields of 5 by 5; b1 at 10,{y}", means
    yield (
        f"Fields are 5 by 5. r1 with dex {dexterity} stands on 6,{y} and b1 on 10,{y}. Can r1 leave the combat?",
        means,
    )
    defender, side = chance.choice([("red", "R1"), ("blue", "B1")])
    # the Field of the one who was not there before is not said, and beside it
    start = {"R1": [x - 1 if x > 1 else x + 1, y], "B1": [x - 1 if x > 1 else x + 1, y]} | {side: [x, y]}
    used = sorted(start.values())
    means = (
        "mode overworld players red blue board {fields: [9, 9], field_size: [5, 5]}; "
        f"battalion R1 red field {start['R1']} leader r1; battalion B1 blue field {start['B1']} leader b1; "
        f"combat k1 used {used} turn 10 battalions [{{id: R1, from: {start['R1']}}}, {{id: B1, from: {start['B1']}}}]; "
        f"r1 R1 s 3 d 3 i 3 c 3 at [{x * 5 + 1}, {y * 5 + 2}]; b1 B1 s 3 d 3 i 3 c 3 at [{x * 5 + 2}, {y * 5 + 2}]; "
        "placement k1"
    )
    yield f"both leaders come out in Field {x},{y}, which {defender} was defending, who keeps it?", means
    yield f"The combat is over, both leaders are in Field {x},{y} and {defender} was defending it. Who keeps it?", means


# what leaves something open, so that nothing may be answered
NEAR_MISSES = [
    ("hordes", "{A} against {B}, {x} to 7"),
    ("hordes", "{A} against {B}, one of them rolled {x}"),
    ("hordes", "{A} roll {x} against {B}"),
    ("hordes", "{A} do not charge {B}: {x} to {y}"),
    ("hordes", "{A} against {B} and {C}, {x} to {y}"),
    ("hordes", "{A} against {B} unless it rains: {x} to {y}"),
    ("hordes", "may my {A} charge {B}?"),
    ("hordes", "may my {A} not charge {B} {n} paces ahead?"),
    ("hordes", "may {A} or {B} charge {C} {n} paces ahead?"),
    ("hordes", "does my {a} turn to face?"),
    ("hordes", "a {a} and a {b} hit each other in the flank, who turns to face?"),
    ("hordes", "is the {a} in command?"),
    ("hordes", "is a {a} {n} paces from the enemy's {b} in command of goblins?"),
    ("hordes", "may shooters shoot {B}?"),
    ("hordes", "are {B} in range?"),
    ("hordes", "play out {A} against {B} in a wood, {x} to {y}"),
    ("battalions", "red {s}-2-2-4 at {x},{y} holds; blue 3-2-2-2 at {z},{y} attacks"),
    ("battalions", "red {s}-2-2-4 at {x},{y} holds; blue 3-2-2-2 at {x},{y} holds"),
    ("battalions", "red {s}-2-2-4 at {x},{y} does not hold; blue 3-2-2-2 at {z},{y} holds"),
    ("battalions", "red {s}-2-2 at {x},{y} holds; blue 3-2-2-2 at {z},{y} holds"),
    ("battalions", "two red units, {s}-2-2-4 at {x},{y}, hold; blue 3-2-2-2 at {z},{y} holds"),
    ("battalions", "may my battalion in Field {x},{y} march east?"),
    ("battalions", "my battalion of dexterity 2 in Field {x},{y} marches somewhere"),
    ("battalions", "may r1 at {x},{y} retreat? Fields of 5 by 5; b1 at {z},{y}"),
    ("battalions", "both leaders come out in Field {x},{y}: who keeps it?"),
    ("battalions", "army check, 50 points: {s}-2-2-4, 3-2-2-2"),
    ("battalions", "is my army legal? leader {s}-2-2-4 and two other units"),
]


def test_what_misses_a_question_by_a_word_is_refused() -> None:
    chance = Random(18)
    for _ in range(5):
        for ruleset, text in NEAR_MISSES:
            a, b, c = chance.sample(sorted(DEPTHS), 3)
            x = chance.randrange(1, 6)
            words = {
                "a": a,
                "b": b,
                "A": plural(a),
                "B": plural(b),
                "C": plural(c),
                "x": x,
                "y": chance.randrange(1, 7),
            }
            said = text.format(**words, z=x + 1, s=chance.randrange(1, 6), n=chance.randrange(5, 60) * 10)
            found = heard(ruleset, said)
            assert found is None, f"{said}: {found.value}"


# what people ask of legions, and what it means; `{h}` are the characters of a legion as a line has them, `{H}` as said
OF_LEGIONS = [
    ("what can {H} recruit in the {t}?", "muster {h} in {t}"),
    ("{t}: {H}. which musters are possible?", "muster {h} in {t}"),
    ("he says {H} in the {t} get a {x}. is he right?", "muster {h} in {t}"),
    ("can I muster a {x} in the {t} with {H}?", "muster {h} in {t}"),
    ("may a {x} be recruited by {H} in the {t}", "muster {h} in {t}"),
    ("my legion of {H} moved into the {t}, what does it get", "muster {h} in {t}"),
    ("how many points are {H} worth?", "black 1 {h}; value 1"),
    ("what do I score for killing {H}", "black 1 {h}; value 1"),
    ("may {H} flee", "flee {h}"),
    ("I flee with {H}: how many points does he get?", "flee {h}"),
    ("have proposed terms, may I still flee with {H}", "flee {h} answered"),
    ("if I concede {H}, what does he score?", "concede {h}"),
    ("the attacker concedes {H}; what does the defender get?", "concede {h} side attacker"),
    ("I had {p} points and won {w}: angel?", "acquire angels points {w} had {p}"),
    (
        "my score goes from {p} to {q} with {H}. what do I acquire?",
        "score black {p}; black 1 {h}; acquire 1 points {w}",
    ),
    ("{H}, {p} points before, {w} more now. angel or archangel?", "score black {p}; black 1 {h}; acquire 1 points {w}"),
    ("{H} in Land 41 rolled a {r}, where to?", "black 41 {h}; travel 41 roll {r}"),
    ("the die shows {r}; where may my legion in 41 ({H}) go", "black 41 {h}; travel 41 roll {r}"),
    (
        "who leads: black {p} points, titan and {H} in 8; red {q} points, titan in 9?",
        "score black {p} red {q}; black 8 titan {h}; red 9 titan; standing now",
    ),
    (
        "a defender was slain in the last strike phase, I have {n} alive. may I summon an angel?",
        "summon angel lost last alive {n}",
    ),
    ("nobody slain yet, may I summon an angel", "summon angel lost none"),
    ("the defender fled; can I summon an archangel?", "summon archangel won flight"),
    (
        "round {n}: I defend with {H} in the {t}. may I take a {x} as reinforcement?",
        "reinforce {x} holds {h} in {t} round {n}",
    ),
    ("the battle is undecided in round {n}, who loses?", "time_loss now round {n}"),
    ("round {n} is over and nobody has won", "time_loss now round {m}"),
    (
        "his titan (score {p}) and {H} are slain, a {x} is alive: who scores what?",
        "titan_slain titan {h} alive {x} score {p}",
    ),
    (
        "titan and {H} in tower 100, rolled a 6: may they teleport to 300?",
        "black 100 titan {h}; teleport 100 to 300 roll 6",
    ),
]
# what makes a question about legions unclear, or another one
CHANGING = ["not", "unless", "goblins", "without", "twice", "except", "must"]


def campaigns(chance: Random) -> Iterator[tuple[str, str]]:
    """Yield questions about legions, their points, Engagements and battles that last."""
    for text, means in OF_LEGIONS:
        one, other = chance.sample(["ogre", "lion", "troll", "centaur", "gargoyle"], 2)
        p, w, n = chance.choice([80, 390, 450]), chance.choice([20, 50, 120]), chance.randrange(2, 7)
        words = {
            "H": chance.choice([f"two {plural(one)} and {article(other)}", f"2 {plural(one)}, 1 {other}"]),
            "h": f"{one} {one} {other}",
            "t": chance.choice(["marsh", "swamp", "hills", "jungle", "desert", "brush"]),
            "x": chance.choice(["ranger", "griffon", "wyvern"]),
            "p": p,
            "w": w,
            "q": p + w,
            "r": chance.randrange(1, 7),
            "n": n,
            "m": n + 1,
        }
        yield text.format(**words), means.format(**words)


GRAMMARS = [
    ("titan", strikes),
    ("titan", placed),
    ("titan", shots),
    ("titan", moves),
    ("titan", carries),
    ("titan", bound),
    ("titan", sights),
    ("titan", clauses),
    ("titan", legions),
    ("titan", campaigns),
    ("hordes", combats),
    ("hordes", more_combats),
    ("hordes", around),
    ("battalions", turns),
    ("battalions", boards),
]
# of what the grammars write, all but so many in a hundred are understood
FEW = 5


def meant(ruleset: str, line: str) -> Document:
    return strict_line(line, *games.load(ruleset))


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "grammar"), GRAMMARS, ids=[g.__name__ for _, g in GRAMMARS])
def test_every_way_to_say_it_means_the_same(ruleset: str, grammar: object) -> None:
    chance = Random(15)
    tried = refused = 0
    for _ in range(5 if grammar in (more_combats, campaigns) else 25):
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


@pytest.mark.slow
@pytest.mark.parametrize("grammar", spoken_battalions.GRAMMARS, ids=lambda grammar: grammar.__name__)
def test_battalions_in_other_words_mean_the_same_and_near_misses_are_refused(grammar: object) -> None:
    chance = Random(16)
    tried = refused = 0
    for _ in range(12):
        for text, means in grammar(chance):  # type: ignore[operator]
            said = heard("battalions", text)
            if means is None:
                assert said is None, f"{text}: {said.value}"
                continue
            tried += 1
            refused += said is None
            if said is None:
                print(text)
                continue
            assert answer_to(said) == answer_to(meant("battalions", means)), f"{text}: {said.value}"
    assert refused * 100 <= FEW * tried


@pytest.mark.slow
def test_a_word_that_changes_a_question_about_legions_is_never_passed_over() -> None:
    chance = Random(16)
    for text, _ in campaigns(chance):
        if " says " in text:
            # what somebody only claims is set aside
            continue
        words = text.split()
        for near in CHANGING:
            place = chance.randrange(len(words) + 1)
            said = heard("titan", " ".join([*words[:place], near, *words[place:]]))
            assert said is None, f"{near}: {text}: {said.value}"
