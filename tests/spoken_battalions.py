"""Questions of Battalions written in many ways: over-world moves, joins, retreats, placements, blows and combat turns.

Each grammar yields a text with the strict line that it means, or with None where it must be refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

WAYS = {"N": "north", "E": "east", "S": "south", "W": "west"}
NUMBERS = {1: "one", 2: "two", 3: "three"}
HEAD = (
    "mode skirmish players red blue board {fields: [2, 1], field_size: [10, 10]}; "
    "battalion R red field [0, 0] facing E leader r1; battalion B blue field [1, 0] facing W leader b1; "
)


def marches(chance: Random) -> Iterator[tuple[str, str | None]]:
    """Yield what people say of a move over the board."""
    x, y, d = chance.randrange(2, 6), chance.randrange(2, 6), chance.randrange(1, 5)
    way, then = chance.choice(["N", "E", "S", "W"]), chance.choice(["N", "E", "S", "W"])
    far = chance.randrange(2, 4)
    own = f"battalion R1 red field [{x}, {y}] facing E leader r1"
    board = "mode overworld players red blue board {fields: [12, 12], field_size: [5, 5]}"
    unit = f"r1 R1 s 2 d {d} i 2 c 2"
    means = f"{board}; {own}; {unit}; move R1 path {way} {then}"
    one, two = WAYS[way], WAYS[then]
    yield f"a battalion of dexterity {d} in Field {x},{y} marches {one} and {two}, where does it end?", means
    yield f"My battalion ({x},{y}, dex {d}) goes {one}, then {two}. How far does it get?", means
    yield f"battalion in field {x},{y}, lowest dexterity {d}, moves {way} {then}", means
    yield f"Where does a battalion end up that starts in Field {x},{y} with Dexterity {d} and goes {one}, {two}?", means
    yield (
        f"battalion with dexterities {d + 1}, {d} and {d + 2} in {x},{y} marches {one} and then {two}: where is it?",
        means,
    )
    straight = f"{board}; {own}; {unit}; move R1 path {' '.join([way] * far)}"
    yield f"battalion dex {d} in Field {x},{y} marches {NUMBERS[far]} Fields {one}", straight
    yield f"my battalion in Field {x},{y} (dexterity {d}) moves {far} {one}. Where is it then?", straight
    yield f"a battalion in {x},{y} with dexterity {d} goes {one} {NUMBERS[far]} times", straight
    enemy = f"battalion B2 blue field [{x + 2}, {y}] leader b2"
    other = f"b2 B2 s 2 d 2 i 2 c 2 at [{5 * (x + 2) + 2}, {5 * y + 2}]"
    met = f"{board}; {own}; {enemy}; {unit}; {other}; move R1 path E E"
    yield f"my battalion in {x},{y}, dexterity {d}, marches east twice; an enemy battalion is in Field {x + 2},{y}", met
    yield f"Field {x + 2},{y} is held by the enemy. My battalion, dex {d}, in Field {x},{y} goes east, east.", met
    yield f"can my battalion (dexterity {d}) go from Field {x},{y} to Field {x + 2},{y}, where an enemy stands?", met
    yield f"a battalion in Field {x},{y} goes {one} and {two}", None
    yield f"a battalion of dexterity {d} marches {one} and {two}", None
    yield f"a battalion of dexterity {d} in Field {x},{y} marches", None
    yield f"a battalion of dexterity {d} in Field {x},{y} marches {one} or {two}", None
    yield f"a battalion of dexterity {d} in Field {x},{y} goes to Field {x + 1},{y + 1}", None
    yield f"a battalion of dexterity {d} in Field {x},{y} goes north-east", None
    yield f"a battalion of dexterity {d} in Field {x},{y} goes {one}, and an enemy battalion is near", None
    yield f"a battalion of dexterity {d} in Field {x},{y} does not go {one}", None


def joins(chance: Random) -> Iterator[tuple[str, str | None]]:
    """Yield what people say of joining a combat."""
    x, y, d = chance.randrange(1, 5), chance.randrange(1, 5), chance.randrange(1, 4)
    means = (
        "mode overworld players red blue board {fields: [12, 12], field_size: [5, 5]}; "
        f"battalion R1 red field [{x}, {y}] facing E leader r1; battalion B2 blue field [{x + 1}, {y}] leader b2; "
        f"battalion R3 red field [{x + 2}, {y}] leader r3; combat k1 used [[{x + 1}, {y}], [{x + 2}, {y}]] turn 5 "
        f"battalions [{{id: B2, from: [{x + 1}, {y}]}}, {{id: R3, from: [{x + 2}, {y}]}}]; r1 R1 s 2 d {d} i 2 c 2; "
        f"b2 B2 s 2 d 2 i 2 c 2 at [{5 * x + 7}, {5 * y + 2}]; r3 R3 s 2 d 2 i 2 c 2 at [{5 * x + 12}, {5 * y + 2}]; "
        "join R1"
    )
    fields = f"Fields {x + 1},{y} and {x + 2},{y}"
    yield f"may my battalion in Field {x},{y} (dexterity {d}) join the combat in {fields}?", means
    yield f"There is a combat in {fields}. Can my battalion of dexterity {d} in Field {x},{y} join it?", means
    yield f"a combat is fought in {fields}; my battalion with dex {d} stands in {x},{y}. May it join?", means
    yield f"may my battalion in Field {x},{y} join the combat in {fields}?", None
    yield f"may my battalion of dexterity {d} join the combat in {fields}?", None


def retreats(chance: Random) -> Iterator[tuple[str, str | None]]:
    """Yield what people say of a retreat."""
    x, d, y = chance.randrange(5, 10), chance.randrange(1, 5), chance.randrange(0, 5)
    enemy = chance.randrange(10, 15)
    means = (
        "mode overworld players red blue board {fields: [4, 2], field_size: [5, 5]}; "
        "battalion R red field [1, 0] leader r1; battalion B blue field [2, 0] leader b1; "
        "combat k1 used [[1, 0], [2, 0]] battalions [{id: R, from: [1, 0]}, {id: B, from: [2, 0]}]; "
        f"r1 R s 2 d {d} i 2 c 2 at [{x}, {y}]; b1 B s 2 d 2 i 2 c 2 at [{enemy}, {y}]; retreat r1"
    )
    yield f"may r1 (dexterity {d}) at {x},{y} retreat? Fields of 5 by 5; b1 at {enemy},{y}", means
    yield f"Fields are 5x5. r1 on {x},{y} with dex {d}, b1 on {enemy},{y}. Can r1 flee?", means
    yield (
        f"each Field is 5 by 5 Spaces; my r1 stands at {x},{y}, dexterity {d}, his b1 at {enemy},{y}: may r1 leave?",
        means,
    )
    yield f"5x5 fields, r1 dex {d} at {x},{y}, b1 at {enemy},{y}, can r1 get away to the west?", f"{means} towards W"
    yield f"may r1 (dexterity {d}) at {x},{y} retreat?", None
    yield f"may r1 (dexterity {d}) at {x},{y} retreat? b1 at {enemy},{y}", None
    yield f"may r1 at {x},{y} retreat? Fields of 5 by 5; b1 at {enemy},{y}", None
    yield f"may r1 (dexterity {d}) at {x},{y} retreat? Fields of 5 by 5", None


def placements(chance: Random) -> Iterator[tuple[str, str | None]]:
    """Yield what people say of the end of a combat."""
    x, y = chance.randrange(2, 6), chance.randrange(0, 4)
    means = (
        "mode overworld players red blue board {fields: [12, 12], field_size: [5, 5]}; "
        f"battalion R1 red field [{x - 1}, {y}] leader r1; battalion B1 blue field [{x}, {y}] leader b1; "
        f"combat k1 used [[{x - 1}, {y}], [{x}, {y}]] turn 10 "
        f"battalions [{{id: R1, from: [{x - 1}, {y}]}}, {{id: B1, from: [{x}, {y}]}}]; "
        f"r1 R1 s 3 d 3 i 3 c 3 at [{5 * x + 1}, {5 * y + 2}]; b1 B1 s 3 d 3 i 3 c 3 at [{5 * x + 2}, {5 * y + 2}]; "
        "placement k1"
    )
    yield f"both leaders come out in Field {x},{y}, which blue was defending, who keeps it?", means
    yield f"After the combat both leaders stand in Field {x},{y}. Blue defended it. Who gets the Field?", means
    yield (
        f"the combat is over, red's and blue's leader are both in Field {x},{y}; blue was defending. Whose is it?",
        means,
    )
    yield f"both leaders are in {x},{y} when the combat ends; it was defended by blue. Who gets it?", means
    yield f"both leaders come out in Field {x},{y}, who keeps it?", None
    yield f"blue was defending Field {x},{y}, red was defending it too, both leaders are there: who keeps it?", None
    yield f"both leaders come out in Field {x},{y}, which nobody was defending: who keeps it?", None


def blows(chance: Random) -> Iterator[tuple[str, str | None]]:
    """Yield what people say of a blow from where two units stand."""
    x, y, i = chance.randrange(1, 6), chance.randrange(1, 9), chance.randrange(1, 6)
    far = chance.randrange(2, 5)
    here, there = f"{x},{y}", f"{x + far},{y}"
    units = f"r1 R s 2 d 2 i {i} c 2 at [{here}]; b1 B s 2 d 2 i 2 c 2 at [{there}]"
    means = f"{HEAD}{units}; attack r1 command advance"
    holding = f"{HEAD}{units}; attack r1 command hold"
    back = f"{HEAD}r1 R s 2 d 2 i 2 c 2 at [{here}]; b1 B s 2 d 2 i {i} c 2 at [{there}]; attack b1 command advance"
    yield f"r1 int {i} stands at {here} and advances, does it reach b1 at {there}?", means
    yield f"advance: r1 {here} (I {i}), b1 {there}. hit?", means
    yield f"r1 on {here} with a range of {i} advances; is b1 on {there} within its reach?", means
    yield (
        f"r1 ({here}, intelligence {i}) advances. b1 stands {NUMBERS.get(far, far)} Spaces east of it. Is it hit?",
        means,
    )
    yield f"can r1 at {here} hit b1 at {there} by advancing? r1's int is {i}", means
    yield f"is b1 at {there} hit when r1 (int {i}) at {here} advances?", means
    yield f"he says r1 at {here}, int {i}, cannot hit b1 at {there} when it advances. who is right?", means
    yield f"r1 holds at {here}, int {i}, b1 is on {there}. Is b1 struck?", holding
    yield f"flanking? no: r1 I{i} @ {here} hold, b1 @ {there}", None
    yield f"whom does r1 hit if it holds its ground on {here} with int {i}? b1 is on {there}", holding
    yield f"is r1 on {here} hit by b1 on {there} (int {i}), which advances?", back
    yield f"b1 at {there} has int {i} and advances: does it hit r1 at {here}?", back
    yield f"b1 at {there} advances, r1 at {here}. is r1 hit?", None
    yield f"b1 int {i} at {there} holds, r1 int {i} at {here}. does r1 hit it?", None
    yield f"r1 int {i} at {here} advances, b1 at {here}: hit?", None
    yield f"r1 int {i} at {here} strikes b1 at {there}?", None
    yield f"r1 int {i} at {here} advances {far}, does it hit b1 at {there}?", None
    yield f"r1 int {i} at {there} advances, b1 is two Spaces west of it. hit?", None
    yield f"r1 int {i} at {here} advances, b1 is {far} Spaces away: hit?", None
    yield f"r1 int {i} at {here} advances, b1 at {there} stands {far + 1} Spaces east of it: hit?", None


def more_turns(chance: Random) -> Iterator[tuple[str, str | None]]:
    """Yield further makes of questions about a combat turn."""
    red, blue = (tuple(chance.randrange(1, 6) for _ in "sdic") for _ in range(2))
    x, y, far, number = chance.randrange(1, 7), chance.randrange(0, 9), chance.randrange(2, 4), chance.randrange(1, 4)
    here, there = f"{x},{y}", f"{x + far},{y}"
    r, b = ("-".join(map(str, stats)) for stats in (red, blue))
    r1, b1 = (" ".join(f"{stat} {value}" for stat, value in zip("sdic", stats, strict=True)) for stats in (red, blue))
    units = f"{HEAD}r1 R {r1} at [{here}]; b1 B {b1} at [{there}]"
    means = f'{units}; turn R "advance {number}" B hold'
    long = ", ".join(
        f"{name} {value}"
        for name, value in zip(["strength", "dexterity", "intelligence", "constitution"], red, strict=True)
    )
    short = " ".join(f"{stat}{value}" for stat, value in zip("SDIC", blue, strict=True))
    yield f"red ({long}) at {here} advances {number}; blue {short} at {there} holds", means
    yield f"red {r} and blue {b} ({here} and {there}); red advances {number}, blue holds. what happens?", means
    yield f"At {here} stands a red {r}, at {there} a blue {b}. Red goes {number} forward, blue stays put.", means
    yield f"I advance {number} with my {r} from {here}, he holds with his {b} at {there}. Who dies?", means
    yield f"blue holds, red advances {number}. Red: {r} at {here}. Blue: {b} at {there}. Outcome?", means
    yield (
        f"r1 is {r} on {here}, b1 is {b} on {there}. The command of red is advance {number}, that of blue is hold.",
        means,
    )
    yield f"both hold: red {r} at {here}, blue {b} at {there}", f"{units}; turn R hold B hold"
    yield f"red {r} at {here} and blue {b} at {there}, neither moves", f"{units}; turn R hold B hold"
    yield f"red {r} at {here} holds; blue {b} at {there} attacks", None
    yield f"red {r} at {here} advances {number}; blue {b} at {there}", None
    yield f"red {r} at {here} advances {number}; blue {b} at {here} holds", None
    yield f"red {r} at {here} advances {number} or holds; blue {b} at {there} holds", None
    yield f"red {r} at {here} advances {number}; blue at {there} holds", None
    yield f"three red {r} at {here} advance {number}; blue {b} at {there} holds", None
    yield f"red {r} next to blue {b} ({here} and {there}); red advances {number}, blue holds", None


GRAMMARS = [marches, joins, retreats, placements, blows, more_turns]
