"""Broken overlays of Titan: `lint` reports each at its line and says what is wrong there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import referee, write

RULES = "rules:\n  HOUSE 1: {title: A house rule, summary: It says something., kind: adjudicated}\n"
MANIFEST = "format: 1\nruleset: mine\ntitle: Mine\nextends: titan\n"
ROW = "why: w, cite: HOUSE 1}\n"


def always(section: str, body: str) -> dict[str, str]:
    return {"always": f"{section}:\n  mine: {{{body}, {ROW}"}


def on(table: str, kind: str, name: str, section: str, body: str) -> dict[str, str]:
    return {table: f"{kind}:\n  {name}:\n    {section}:\n      mine: {{{body}, {ROW}"}


def plain(section: str, body: str) -> dict[str, str]:
    return on("hazards", "hazards", "plain", section, body)


def wall(section: str, body: str) -> dict[str, str]:
    return on("hazards", "hazards", "wall", section, body)


SONG = {"effects": "effects:\n  song: {title: Song, lies: piece, cite: HOUSE 1, control: source}\n"}


def ogre(section: str, body: str) -> dict[str, str]:
    return on("characters", "characters", "ogre", section, body)


def two(section: str, one: str, other: str) -> dict[str, str]:
    return {"always": f"{section}:\n  x: {{{one}, {ROW}  y: {{{other}, {ROW}"}


def printed(name: str, body: str) -> dict[str, str]:
    return on("characters", "characters", name, "profile", body)


def effect(lies: str, section: str, body: str) -> dict[str, str]:
    return {
        "effects": f"effects:\n  web:\n    title: Web\n    lies: {lies}\n    {section}:\n      mine: {{{body}, {ROW}"
    }


BROKEN: dict[str, tuple[dict[str, str], str]] = {
    "more dice than any roll has": (
        wall("modifiers", "when: {roll: strike}, dice: 900"),
        "hazards.yaml:4:42: hazards.wall.modifiers.mine.dice: 900 is more than dice can be",
    ),
    "a strike-number that no die shows": (
        wall("modifiers", "when: {roll: strike}, number: {set: 9}"),
        "hazards.yaml:4:36: hazards.wall.modifiers.mine.number: 9 is more than number can be: the strike-number",
    ),
    "an option taken away": (
        {"rulings": "rulings:\n  REF titan-37: null\n"},
        "rulings.yaml:2:17: rulings.REF titan-37: gives the option 'return_to_start', which the game asks for",
    ),
    "two of one title": (
        {"hazards": "hazards:\n  slope: {title: Wall}\n"},
        "hazards.yaml:2:18: hazards.slope.title: 'Wall' is the title of 'wall' already",
    ),
    "two hazards on one hexside": (
        {"battlelands": "battlelands:\n  brush:\n    hexsides: {slope: [C3>C4], cliff: [C4>C3]}\n"},
        "battlelands.yaml:3:40: battlelands.brush.hexsides.cliff[1]: slope C3>C4 lies there already",
    ),
    "a hex above itself": (
        {"battlelands": "battlelands:\n  brush:\n    hexsides: {slope: [C3>C4, C4>D4, D4>C3]}\n"},
        "battlelands.yaml:3:38: battlelands.brush.hexsides.slope[3]: D4 is below C3 already, by other hexsides",
    ),
    "unknown section": (
        plain("modifier", "when: {roll: strike}, dice: 1"),
        "hazards.yaml:3:5: hazards.plain: 'modifier' is not a key here (did you mean 'modifiers'?)",
    ),
    "section nobody asks: heights on always": (
        always("heights", "elevation: 1"),
        "always.yaml:2:3: "
        "heights.mine: 'heights' does nothing here: the level of a hex depends only on rows that stand on",
    ),
    "profile on hazard": (
        plain("profile", "power: 1"),
        "hazards.yaml:4:7: "
        "hazards.plain.profile.mine: 'profile' does nothing here: what a character is depends only on rows",
    ),
    "profile on hex effect": (
        effect("hex", "profile", "power: 1"),
        "effects.yaml:6:7: "
        "effects.web.profile.mine: 'profile' does nothing here: what a character is depends only on rows",
    ),
    "damage on hexside": (
        wall("damage", "hits: 1"),
        "hazards.yaml:4:7: "
        "hazards.wall.damage.mine: 'damage' does nothing here: the start of a Strike Phase depends only on",
    ),
    "unknown fact": (
        plain("modifiers", "when: {rool: strike}, dice: 1"),
        "hazards.yaml:4:21: hazards.plain.modifiers.mine.when: 'rool' is not a fact of a strike (did you mean 'roll'?)",
    ),
    "fact of elsewhere": (
        plain("move", "when: {striker_class: lord}, cost: 2"),
        "hazards.yaml:4:21: "
        "hazards.plain.move.mine.when: 'striker_class' is not a fact of a step of a move; it is one of a",
    ),
    "value": (
        plain("modifiers", "when: {roll: strik}, dice: 1"),
        "hazards.yaml:4:27: "
        "hazards.plain.modifiers.mine.when.roll: 'strik' is not a value of 'roll' (did you mean 'strike'?)",
    ),
    "value bool": (
        plain("modifiers", "when: {striker_flies: yes}, dice: 1"),
        "hazards.yaml:4:36: "
        "hazards.plain.modifiers.mine.when.striker_flies: 'yes' is not a value of 'striker_flies'; it is",
    ),
    "value bool2": (
        plain("modifiers", "when: {striker_flies: 1}, dice: 1"),
        "hazards.yaml:4:36: "
        "hazards.plain.modifiers.mine.when.striker_flies: 1 is not a value of 'striker_flies'; it is true or",
    ),
    "value num": (
        plain("modifiers", "when: {round: one}, dice: 1"),
        "hazards.yaml:4:28: hazards.plain.modifiers.mine.when.round: 'round' is a number, from 1 to 7; 'one' is none",
    ),
    "value num neg": (
        plain("modifiers", "when: {round: 0}, dice: 1"),
        "hazards.yaml:4:28: hazards.plain.modifiers.mine.when.round: 'round' is from 1 to 7; it is never 0",
    ),
    "value num big": (
        plain("modifiers", "when: {round: 9}, dice: 1"),
        "hazards.yaml:4:28: hazards.plain.modifiers.mine.when.round: 'round' is from 1 to 7; it is never 9",
    ),
    "range 9": (
        plain("modifiers", "when: {roll: rangestrike, range: 9}, dice: 1"),
        "hazards.yaml:4:47: hazards.plain.modifiers.mine.when.range: 'range' is from 2 to 4; it is never 9",
    ),
    "hex unknown": (
        plain("modifiers", "when: {striker_hex: Z9}, dice: 1"),
        "hazards.yaml:4:34: hazards.plain.modifiers.mine.when.striker_hex: 'Z9' is not a value of 'striker_hex'",
    ),
    "hex lowercase": (
        plain("modifiers", "when: {striker_hex: c3}, dice: 1"),
        "hazards.yaml:4:34: "
        "hazards.plain.modifiers.mine.when.striker_hex: 'c3' is not a value of 'striker_hex' (did you mean",
    ),
    "character unknown": (
        always("modifiers", "when: {striker_character: drago}, dice: 1"),
        "always.yaml:2:36: "
        "modifiers.mine.when.striker_character: 'drago' is not a value of 'striker_character' (did you mean",
    ),
    "character like none": (
        always("modifiers", "when: {striker_character: zzz}, dice: 1"),
        "always.yaml:2:36: modifiers.mine.when.striker_character: 'zzz' is not a value of 'striker_character'; it is "
        "'ogre', 'lion', 'troll' or 21 more; `referee schema facts RULESET strike` lists them",
    ),
    "fact like none": (
        always("modifiers", "when: {zzz: 1}, dice: 1"),
        "always.yaml:2:17: modifiers.mine.when: 'zzz' is not a fact of a strike; "
        "`referee rules RULESET --facts strike` lists them",
    ),
    "class unknown": (
        always("modifiers", "when: {striker_class: lords}, dice: 1"),
        "always.yaml:2:32: "
        "modifiers.mine.when.striker_class: 'lords' is not a value of 'striker_class' (did you mean 'lord'?)",
    ),
    "land number": (
        always("modifiers", "when: {land: 1}, dice: 1"),
        "always.yaml:2:23: "
        "modifiers.mine.when.land: 1 is not a value of 'land'; it is text: write '1' in quotation marks",
    ),
    "option value": (
        always("modifiers", "when: {carry_over: nevr}, dice: 1"),
        "always.yaml:2:17: modifiers.mine.when: 'carry_over' is not a fact of a strike (did you mean 'carry_targets'?)",
    ),
    "quantity": (
        always("modifiers", "when: {roll: strike}, cost: 1"),
        "always.yaml:2:32: "
        "modifiers.mine: 'cost' is not a quantity of a strike, which has dice, skill, target_skill, number and hits",
    ),
    "quantity unknown": (
        always("modifiers", "when: {roll: strike}, dices: 1"),
        "always.yaml:2:32: modifiers.mine: 'dices' is not a key here (did you mean 'dice'?)",
    ),
    "quantity str": (
        always("modifiers", "when: {roll: strike}, dice: many"),
        "always.yaml:2:38: modifiers.mine.dice: must be a whole number or a mapping, not 'many'",
    ),
    "quantity float": (
        always("modifiers", "when: {roll: strike}, dice: 1.5"),
        "always.yaml:2:38: modifiers.mine.dice: must be a whole number or a mapping, not the number 1.5",
    ),
    "quantity bool": (
        always("modifiers", "when: {roll: strike}, dice: true"),
        "always.yaml:2:38: modifiers.mine.dice: must be a whole number or a mapping, not true",
    ),
    "operation": (
        always("modifiers", "when: {roll: strike}, dice: {ad: 1}"),
        "always.yaml:2:39: modifiers.mine.dice: 'ad' is not a key here (did you mean 'add'?)",
    ),
    "operation empty": (
        always("modifiers", "when: {roll: strike}, dice: {}"),
        "always.yaml:2:32: "
        "modifiers.mine.dice: no operation is given; there are add, set, times, halve, at_least or at_most",
    ),
    "operation halve": (
        always("modifiers", "when: {roll: strike}, dice: {halve: both}"),
        "always.yaml:2:46: modifiers.mine.dice.halve: 'both' is not one of down, up",
    ),
    "add 0": (
        always("modifiers", "when: {roll: strike}, dice: 0"),
        "always.yaml:2:38: modifiers.mine.dice: changes nothing: the number is added, and 0 is no change",
    ),
    "add 0 op": (
        always("modifiers", "when: {roll: strike}, dice: {add: 0}"),
        "always.yaml:2:39: modifiers.mine.dice: changes nothing: add 0 is no change",
    ),
    "times 1": (
        always("modifiers", "when: {roll: strike}, dice: {times: 1}"),
        "always.yaml:2:39: modifiers.mine.dice: changes nothing: times 1 is no change",
    ),
    "least above most": (
        always("modifiers", "when: {roll: strike}, dice: {at_least: 5, at_most: 3}"),
        "always.yaml:2:52: modifiers.mine.dice: at least 5 and at most 3 exclude each other",
    ),
    "a span too far": (
        always("modifiers", "when: {roll: strike, striker_hits: {at_most: 4000000000}}, dice: 1"),
        "always.yaml:2:55: modifiers.mine.when.striker_hits.at_most: must be at most 10000, not 4000000000",
    ),
    "faces forgone": (
        always("modifiers", "when: {roll: strike}, faces: {of: [6], hits: 2}, forgo: true"),
        "always.yaml:2:59: modifiers.mine: 'faces' cannot be given up; leave 'forgo' out",
    ),
    "hits forgone": (
        always("modifiers", "when: {roll: strike}, hits: 1, forgo: true"),
        "always.yaml:2:41: modifiers.mine: 'hits' cannot be given up; leave 'forgo' out",
    ),
    "a face twice": (
        {
            "always": "modifiers:\n"
            "  one: {faces: {of: [6, 5], hits: 2}, why: w, cite: HOUSE 1}\n"
            "  two: {faces: {of: [6], hits: 3}, why: w, cite: HOUSE 1}\n"
        },
        "always.yaml:3:3: modifiers.two: holds together with 'one', and sets the face 6 otherwise; the later one",
    ),
    "huge": (
        always("modifiers", "when: {roll: strike}, dice: 100000"),
        "always.yaml:2:38: modifiers.mine.dice: must be at most 1000, not 100000",
    ),
    "huge2": (
        always("modifiers", "when: {roll: strike}, dice: 99999999999999999999999999"),
        "always.yaml:2:38: a number of 26 digits is too large",
    ),
    "layer": (
        always("modifiers", "when: {roll: strike}, dice: 1, layer: bas"),
        "always.yaml:2:48: modifiers.mine.layer: 'bas' is not one of base, total (did you mean 'base'?)",
    ),
    "layer idle": (
        always("modifiers", "when: {roll: strike}, dice: {times: 2}, layer: base"),
        "always.yaml:2:50: "
        "modifiers.mine: 'layer' says when a row adds or sets, and this row does neither; leave it out",
    ),
    "per": (
        always("modifiers", "when: {roll: strike}, dice: 1, per: striker_hit"),
        "always.yaml:2:46: "
        "modifiers.mine.per: 'striker_hit' does not count anything in a strike (did you mean 'striker_hits'?)",
    ),
    "per class": (
        always("modifiers", "when: {roll: strike}, dice: 1, per: striker_class"),
        "always.yaml:2:46: modifiers.mine.per: 'striker_class' does not count anything in a strike (did you mean",
    ),
    "per idle": (
        always("modifiers", "when: {roll: strike}, dice: {times: 2}, per: striker_hits"),
        "always.yaml:2:50: modifiers.mine: 'per' multiplies what a row adds, and this row adds nothing; give an 'add'",
    ),
    "per range strike": (
        always("modifiers", "dice: 1, per: range"),
        "always.yaml:2:24: "
        "modifiers.mine.per: 'range' is not always known in a strike; add 'roll: rangestrike' to 'when'",
    ),
    "per range strike2": (
        always("modifiers", "when: {roll: strike}, dice: 1, per: range"),
        "always.yaml:2:46: "
        "modifiers.mine.per: 'range' is not always known in a strike; add 'roll: rangestrike' to 'when'",
    ),
    "per forbid": (
        always("move", "forbid: true, per: mover_hits"),
        "always.yaml:2:24: move.mine: 'per' multiplies what a row adds, and this row adds nothing; give an 'add'",
    ),
    "forbid strike": (
        always("modifiers", "when: {roll: strike}, forbid: true"),
        "always.yaml:2:32: modifiers.mine: nothing can be forbidden in a strike",
    ),
    "forbid damage": (
        plain("damage", "forbid: true"),
        "hazards.yaml:4:14: hazards.plain.damage.mine: nothing can be forbidden in the start of a Strike Phase",
    ),
    "forbid false": (
        always("sight", "when: {range: 3}, forbid: false"),
        "always.yaml:2:3: sight.mine: changes nothing: forbid: true would",
    ),
    "forgo on step": (
        always("move", "cost: 2, forgo: true"),
        "always.yaml:2:19: move.mine: 'forgo' means nothing in a step of a move",
    ),
    "forgo alone": (
        always("modifiers", "when: {roll: strike}, forgo: true"),
        "always.yaml:2:3: modifiers.mine: changes nothing: dice, skill, target_skill, number, hits or faces would",
    ),
    "forgo rangestrike": (
        always("modifiers", "when: {roll: rangestrike}, dice: 1, forgo: true"),
        "always.yaml:2:46: modifiers.mine: 'forgo' is for a gain of a strike, and this row is about none; leave it out",
    ),
    "cost 0": (
        always("move", "cost: 0"),
        "always.yaml:2:16: move.mine.cost: 0 is too low; cost is what the step costs, 1 at least",
    ),
    "bears": (
        {"effects": "effects:\n  web:\n    title: Web\n    lies: hex\n    bears: [bramle]\n"},
        "effects.yaml:5:13: effects.web.bears[1]: 'bramle' is no hazard (did you mean 'bramble'?)",
    ),
    "bears hexside": (
        {"effects": "effects:\n  web:\n    title: Web\n    lies: hex\n    bears: [wall]\n"},
        "effects.yaml:5:13: effects.web.bears[1]: wall does not lie in a hex",
    ),
    "ring": (
        {"effects": "effects:\n  web:\n    title: Web\n    lies: hex\n    ring: slop\n"},
        "effects.yaml:5:11: effects.web.ring: 'slop' is no hazard (did you mean 'slope'?)",
    ),
    "ring hex": (
        {"effects": "effects:\n  web:\n    title: Web\n    lies: hex\n    ring: bog\n"},
        "effects.yaml:5:11: effects.web.ring: bog does not lie on a hexside",
    ),
    "bears on piece": (
        {"effects": "effects:\n  web:\n    title: Web\n    lies: piece\n    bears: [bog]\n"},
        "effects.yaml:5:5: effects.web.bears: changes the ground, and the effect lies on a piece; 'lies: hex' would",
    ),
    "raises on battle": (
        {"effects": "effects:\n  web:\n    title: Web\n    lies: battle\n    raises: 1\n"},
        "effects.yaml:5:13: effects.web.raises: changes the ground, and the effect lies on a battle; 'lies: hex' would",
    ),
    "raises on hexside": (
        {"effects": "effects:\n  web:\n    title: Web\n    lies: hexside\n    raises: 1\n"},
        "effects.yaml:5:13: "
        "effects.web.raises: changes the ground, and the effect lies on a hexside; 'lies: hex' would",
    ),
    "lies": (
        {"effects": "effects:\n  web:\n    title: Web\n    lies: hexx\n"},
        "effects.yaml:4:11: "
        "effects.web.lies: 'hexx' is not one of battle, game, hex, hexside, land, legion, piece (did you",
    ),
    "no lies": ({"effects": "effects:\n  web:\n    title: Web\n"}, "effects.yaml:2:3: effects.web: 'lies' is missing"),
    "effect crossing on hex": (
        effect("hex", "move", "when: {crossing: up}, forbid: true"),
        "effects.yaml:6:21: effects.web.move.mine.when: 'crossing' is only known to rows on hexsides",
    ),
    "effect at on piece": (
        effect("piece", "modifiers", "when: {at: striker}, dice: 1"),
        "effects.yaml:6:21: effects.web.modifiers.mine.when: 'at' is only known to rows on hexes",
    ),
    "source on hazard": (
        plain("move", "when: {mover_source: enemy}, cost: 2"),
        "hazards.yaml:4:21: hazards.plain.move.mine.when: 'mover_source' is only known to rows on effects",
    ),
    "native_to unknown": (
        effect("piece", "profile", "native_to: [brambel]"),
        "effects.yaml:6:26: effects.web.profile.mine.native_to[1]: 'brambel' is no hazard of this ruleset",
    ),
    "char native_to": (
        {"characters": "characters:\n  ogre: {native_to: [brambel]}\n"},
        "characters.yaml:2:22: characters.ogre.native_to[1]: 'brambel' is no hazard (did you mean 'bramble'?)",
    ),
    "char trait": (
        {"characters": "characters:\n  ogre: {traits: [summonabel]}\n"},
        "characters.yaml:2:19: characters.ogre.traits[1]: 'summonabel' is no trait (did you mean 'summonable'?)",
    ),
    "class trait": (
        {"characters": "classes:\n  lord: {traits: [summonabel]}\n"},
        "characters.yaml:2:19: classes.lord.traits[1]: 'summonabel' is no trait (did you mean 'summonable'?)",
    ),
    "char class": (
        {"characters": "characters:\n  ogre: {class: creatur}\n"},
        "characters.yaml:2:17: characters.ogre.class: 'creatur' is no class (did you mean 'creature'?)",
    ),
    "char missing": (
        {"characters": "characters:\n  basilisk: {title: Basilisk}\n"},
        "characters.yaml:2:3: characters.basilisk: 'class' is missing",
    ),
    "land hazard": (
        {"battlelands": "battlelands:\n  plains: {hexes: {brambel: [A1]}}\n"},
        "battlelands.yaml:2:20: battlelands.plains.hexes.brambel: 'brambel' is no hazard (did you mean 'bramble'?)",
    ),
    "land hex": (
        {"battlelands": "battlelands:\n  plains: {hexes: {bramble: [A9]}}\n"},
        "battlelands.yaml:2:30: battlelands.plains.hexes.bramble[1]: 'A9' is no hex",
    ),
    "land hexside": (
        {"battlelands": "battlelands:\n  plains: {hexsides: {wall: [A1>D4]}}\n"},
        "battlelands.yaml:2:30: battlelands.plains.hexsides.wall[1]: A1 and D4 are not neighbours",
    ),
    "land hexside form": (
        {"battlelands": "battlelands:\n  plains: {hexsides: {wall: [A1-D4]}}\n"},
        "battlelands.yaml:2:30: battlelands.plains.hexsides.wall[1]: 'A1-D4' is not written high>low, as in B1>B2",
    ),
    "land lies": (
        {"battlelands": "battlelands:\n  plains: {hexes: {wall: [A1]}}\n"},
        "battlelands.yaml:2:20: battlelands.plains.hexes.wall: wall does not lie in a hex; it belongs to 'hexsides'",
    ),
    "land ground": (
        {"battlelands": "ground: plian\n"},
        "battlelands.yaml:1:9: ground: 'plian' is no hazard (did you mean 'plain'?)",
    ),
    "facing": (
        {"battlelands": "facing: {lft: right}\n"},
        "battlelands.yaml:1:15: facing.lft: 'lft' is no side (did you mean 'left'?)",
    ),
    "cite": (
        {"always": "modifiers:\n  mine: {when: {roll: strike}, dice: 1, why: w, cite: HOUSE 9}\n"},
        "always.yaml:2:55: modifiers.mine.cite: 'HOUSE 9' is not a rule of this ruleset (did you mean 'HOUSE 1'?)",
    ),
    "no cite": (
        {"always": "modifiers:\n  mine: {when: {roll: strike}, dice: 1, why: w}\n"},
        "always.yaml:2:3: modifiers.mine: 'cite' is missing",
    ),
    "empty cite": (
        {"always": "modifiers:\n  mine: {when: {roll: strike}, dice: 1, why: w, cite: []}\n"},
        "always.yaml:2:49: modifiers.mine.cite: must not be empty; name a rule or ruling, or several",
    ),
    "changes nothing": (
        always("modifiers", "when: {roll: strike}"),
        "always.yaml:2:3: modifiers.mine: changes nothing: dice, skill, target_skill, number, hits or faces would",
    ),
    "empty list": (
        always("modifiers", "when: {roll: []}, dice: 1"),
        "always.yaml:2:17: modifiers.mine.when.roll: an empty list never holds; leave 'roll' out, or name a value",
    ),
    "contradict range": (
        always("modifiers", "when: {roll: strike, range: 3}, dice: 1"),
        "always.yaml:2:31: "
        "modifiers.mine.when: never holds with roll 'strike' and range 3: 'range' is known only where roll",
    ),
    "contradict dune 2": (
        always("sight", "when: {dune: 1, dune_atop: 2}, forbid: true"),
        "always.yaml:2:26: "
        "sight.mine.when: never holds with dune 1 and dune_atop 2: 'dune_atop' counts some of those that",
    ),
    "crossing on hex": (
        plain("modifiers", "when: {crossing: up}, dice: 1"),
        "hazards.yaml:4:21: hazards.plain.modifiers.mine.when: 'crossing' is only known to rows on hexsides",
    ),
    "between strike": (
        plain("modifiers", "when: {roll: strike, at: between}, dice: 1"),
        "hazards.yaml:4:35: "
        "hazards.plain.modifiers.mine.when: never holds: roll 'strike' and at 'between' exclude each other;",
    ),
    "enter flying": (
        always("move", "when: {manner: enter, flying: true}, cost: 2"),
        "always.yaml:2:32: "
        "move.mine.when: never holds: manner 'enter' and flying true exclude each other; leave one out",
    ),
    "over walking": (
        always("move", "when: {manner: over, flying: false}, cost: 2"),
        "always.yaml:2:31: "
        "move.mine.when: never holds: manner 'over' and flying false exclude each other; leave one out",
    ),
    "flying vs mover_flies": (
        always("move", "when: {flying: true, mover_flies: false}, cost: 2"),
        "always.yaml:2:31: "
        "move.mine.when: never holds: flying true and mover_flies false exclude each other; leave one out",
    ),
    "character class clash": (
        always("modifiers", "when: {striker_character: ogre, striker_class: lord}, dice: 1"),
        "always.yaml:2:42: "
        "modifiers.mine.when: never holds: striker_character 'ogre' and striker_class 'lord' exclude each",
    ),
    "character trait clash": (
        always("modifiers", "when: {striker_character: ogre, striker_flies: true}, dice: 1"),
        "always.yaml:2:42: "
        "modifiers.mine.when: never holds: striker_character 'ogre' and striker_flies true exclude each",
    ),
    "unhindered clash": (
        always("modifiers", "when: {striker_character: ogre, unhindered: true}, dice: 1"),
        "always.yaml:2:42: "
        "modifiers.mine.when: never holds: striker_character 'ogre' and unhindered true exclude each other;",
    ),
    "own char clash": (
        ogre("modifiers", "when: {as: striker, striker_character: lion}, dice: 1"),
        "characters.yaml:4:34: "
        "characters.ogre.modifiers.mine.when: never holds: striker_character 'lion' does not occur where",
    ),
    "own class clash": (
        on("characters", "classes", "lord", "modifiers", "when: {as: striker, striker_class: creature}, dice: 1"),
        "characters.yaml:4:34: "
        "classes.lord.modifiers.mine.when: never holds: striker_class 'creature' does not occur where",
    ),
    "phase clash strike in maneuver": (
        always("modifiers", "when: {phase: maneuver}, dice: 1"),
        "always.yaml:2:24: modifiers.mine.when.phase: 'maneuver' is not a value of 'phase'; it is 'strike'",
    ),
    "phase clash step in strike": (
        always("move", "when: {phase: strike}, cost: 2"),
        "always.yaml:2:24: move.mine.when.phase: 'strike' is not a value of 'phase'; it is 'maneuver'",
    ),
    "sides equal": (
        always("modifiers", "when: {striker_side: attacker, target_side: attacker}, dice: 1"),
        "always.yaml:2:41: "
        "modifiers.mine.when: never holds: striker_side 'attacker' and target_side 'attacker' exclude each",
    ),
    "battleland own": (
        on("battlelands", "battlelands", "plains", "modifiers", "when: {battleland: woods}, dice: 1"),
        "battlelands.yaml:4:21: "
        "battlelands.plains.modifiers.mine.when: never holds: battleland 'woods' does not occur where",
    ),
    "native nobody": (
        plain("modifiers", "when: {striker: native}, dice: 1"),
        "hazards.yaml:4:21: hazards.plain.modifiers.mine.when: never holds: no character is native to plain; give one",
    ),
    "repeat": (
        {
            "always": "modifiers:\n"
            "  a: {when: {roll: strike}, dice: 1, why: w, cite: HOUSE 1}\n"
            "  b: {when: {roll: strike}, dice: 1, why: w, cite: HOUSE 1}\n"
        },
        "always.yaml:3:3: modifiers.b: repeats 'a', and both count; leave one out",
    ),
    "null": (
        {"hazards": "hazards:\n  sand:\n    move:\n      othr: null\n"},
        "hazards.yaml:4:13: hazards.sand.move.othr: removes nothing: there is no 'othr' here (did you mean 'other'?)",
    ),
    "null table": ({"hazards": "hazards: null\n"}, "hazards.yaml:1:1: hazards: 'hazards' is missing"),
    "list table": ({"hazards": "- a\n- b\n"}, "hazards.yaml:1:1: a table is a mapping"),
    "scalar table": ({"hazards": "hello\n"}, "hazards.yaml:1:1: a table is a mapping"),
    "empty table": ({"hazards": ""}, "hazards.yaml:1:1: the file is empty; one document is expected"),
    "wrong file": (
        {"hazard": "hazards: {}\n"},
        "hazard.yaml:1:1: 'hazard' is not a table of titan (did you mean 'hazards'?)",
    ),
    "top key": (
        {"hazards": "hazard: {}\n"},
        "hazards.yaml:1:1: hazards: 'hazard' is not a key here (did you mean 'hazards'?)",
    ),
    "rows list": (
        {"always": "modifiers:\n  - {dice: 1, why: w, cite: HOUSE 1}\n"},
        "always.yaml:1:1: modifiers: must be a mapping, not a list",
    ),
    "row scalar": (
        {"always": "modifiers:\n  mine: 3\n"},
        "always.yaml:2:9: modifiers.mine: must be a mapping, not the number 3",
    ),
    "when list": (
        always("modifiers", "when: [roll, strike], dice: 1"),
        "always.yaml:2:10: modifiers.mine.when: must be a mapping, not a list",
    ),
    "when nested": (
        always("modifiers", "when: {roll: {is: strike}}, dice: 1"),
        "always.yaml:2:24: modifiers.mine.when.roll: 'is' is not a key here; known are at_least, at_most",
    ),
    "when twice": (
        always("modifiers", "when: {roll: strike, roll: rangestrike}, dice: 1"),
        "always.yaml:2:31: the key 'roll' is given a second time",
    ),
    "when value twice": (
        always("modifiers", "when: {roll: [strike, strike]}, dice: 1"),
        "always.yaml:2:32: modifiers.mine.when.roll[2]: 'strike' is named twice",
    ),
    "yaml tab": (
        {"always": "modifiers:\n\tmine: {dice: 1}\n"},
        "always.yaml:2:1: not readable as YAML: there is a tab here; YAML lines are indented with spaces",
    ),
    "yaml brace": (
        {"always": "modifiers:\n  mine: {dice: 1\n"},
        "always.yaml:2:9: not readable as YAML: the bracket that opens here is not closed; a } is missing",
    ),
    "yaml indent": (
        {"always": "modifiers:\n  mine: {dice: 1, why: w, cite: HOUSE 1}\n mine2: {}\n"},
        "always.yaml:3:2: "
        "not readable as YAML: this does not belong to the lines above; the keys of a mapping begin in one",
    ),
    "yaml colon": (
        {"always": "modifiers:\n  mine: {dice: 1, why: a: b, cite: HOUSE 1}\n"},
        "always.yaml:2:25: not readable as YAML: a comma or a } is missing before this",
    ),
    "yaml anchor": (
        {"always": "modifiers: &a\n  mine: *a\n"},
        "always.yaml:2:9: the alias *a names nothing defined before it",
    ),
    "yaml tag": (
        {"always": "modifiers: !!python/object:os.system {}\n"},
        "always.yaml:1:12: the tag tag:yaml.org,2002:python/object:os.system is not allowed",
    ),
    "yaml no space": (
        always("modifiers", "when: {roll:strike}, dice: 1"),
        "always.yaml:2:28: "
        "modifiers.mine.when.roll:strike: must be text or a number or true or false or a list or a mapping, not "
        "nothing",
    ),
    "combat modifiers at": (
        {
            "combat": "rangestrikes:\n"
            "  modifiers:\n"
            "    mine: {when: {roll: rangestrike, at: target}, dice: 1, why: w, cite: HOUSE 1}\n"
        },
        "combat.yaml:3:38: rangestrikes.modifiers.mine.when: 'at' is only known to rows on hexes",
    ),
    "combat modifiers roll strike": (
        {"combat": "rangestrikes:\n  modifiers:\n    mine: {when: {roll: strike}, dice: 1, why: w, cite: HOUSE 1}\n"},
        "combat.yaml:3:19: rangestrikes.modifiers.mine.when: never holds: roll 'strike' does not occur where roll is",
    ),
    "chart": ({"combat": "strike_chart: {numbers: []}\n"}, "combat.yaml:1:16: strike_chart.numbers: must not be empty"),
    "costs": ({"hazards": "costs: most\n"}, "hazards.yaml:1:8: costs: 'most' is not one of added, largest"),
    "profile none": (
        always("profile", "when: {character: ogre}"),
        "always.yaml:2:3: profile.mine: changes nothing: power, skill, strike_skill, target_skill, allowance, ",
    ),
    "profile flies": (
        always("profile", "when: {character: ogre}, flies: 1"),
        "always.yaml:2:42: profile.mine.flies: must be true or false, not the number 1",
    ),
    "profile hex": (
        always("profile", "when: {hex: C1}, power: 1"),
        "always.yaml:2:17: profile.mine.when: 'hex' is not a fact of what a character is",
    ),
    "sight at nobody": (
        plain("sight", "when: {at: nobody}, forbid: true"),
        "hazards.yaml:4:25: hazards.plain.sight.mine.when.at: 'nobody' is not a value of 'at'; it is ",
    ),
    "carry": (
        always("carry", "dice: 1"),
        "always.yaml:2:10: carry.mine: 'dice' is not a quantity of carrying over, which has no quantity",
    ),
    "manifest parent": (
        {"manifest": "format: 1\nruleset: mine\ntitle: Mine\nextends: titn\n"},
        "manifest.yaml:4:10: extends: 'titn' is not a ruleset here (did you mean 'titan'?)",
    ),
    "manifest name": (
        {"manifest": "format: 1\nruleset: n\ntitle: Mine\nextends: titan\n"},
        "manifest.yaml:2:10: ruleset: is in a folder named 'mine'",
    ),
    "manifest key": (
        {"manifest": "format: 1\nruleset: mine\ntitle: Mine\nextend: titan\n"},
        "manifest.yaml:4:1: 'extend' is not a key here (did you mean 'extends'?)",
    ),
    "manifest format": (
        {"manifest": "format: 2\nruleset: mine\ntitle: Mine\nextends: titan\n"},
        "manifest.yaml:1:9: format: must be 1, not the number 2",
    ),
    "manifest itself": (
        {"manifest": "format: 1\nruleset: mine\ntitle: Mine\nextends: mine\n"},
        "manifest.yaml:4:10: extends: 'mine' extends itself",
    ),
    "event without event": (
        always("events", "hits: 1"),
        "always.yaml:2:3: "
        "events.mine: names no 'event', so it would happen at every moment; add when: {event: round_ends} or",
    ),
    "event unknown": (
        always("events", "when: {event: round_end}, hits: 1"),
        "always.yaml:2:24: events.mine.when.event: 'round_end' is not a value of 'event' (did you mean 'round_ends'?)",
    ),
    "lays unknown": (
        always("events", "when: {event: round_ends}, lays: web"),
        "always.yaml:2:43: events.mine.lays: 'web' is no effect of this ruleset",
    ),
    "Land unknown exit": (
        {"masterboard": "lands:\n  '1': {terrain: plainz}\n"},
        "masterboard.yaml:2:18: lands.1.terrain: 'plainz' is no terrain (did you mean 'plains'?)",
    ),
    "ladder": (
        {"masterchart": "masterchart:\n  plains: {ladder: {hobbit: {next: 2}}}\n"},
        "masterchart.yaml:2:21: masterchart.plains.ladder.hobbit: 'hobbit' is no character",
    ),
    "rule kind": (
        {"rules": "rules:\n  HOUSE 1: {title: T, summary: S, kind: adjudicate}\n"},
        "rules.yaml:2:41: "
        "rules.HOUSE 1.kind: 'adjudicate' is not one of adjudicated, advice, planned, setup, table (did you",
    ),
    "misspelt Battleland": (
        on("battlelands", "battlelands", "plians", "modifiers", "when: {roll: strike}, dice: 1"),
        "battlelands.yaml:2:3: battlelands.plians: 'plians' is no Battleland (did you mean 'plains'?); a new one says",
    ),
    "misspelt character": (
        on("characters", "characters", "drgon", "modifiers", "when: {roll: strike}, dice: 1"),
        "characters.yaml:2:3: "
        "characters.drgon: 'drgon' is no character (did you mean 'dragon'?); a new one needs title, class, power",
    ),
    "misspelt class": (
        on("characters", "classes", "creture", "modifiers", "when: {roll: strike}, dice: 1"),
        "characters.yaml:2:3: classes.creture: 'creture' is no class (did you mean 'creature'?); a new one needs",
    ),
    "misspelt hazard": (
        on("hazards", "hazards", "brmble", "modifiers", "when: {roll: strike}, dice: 1"),
        "hazards.yaml:2:3: hazards.brmble: 'brmble' is no hazard (did you mean 'bramble'?); a new one needs title and",
    ),
    "misspelt terrain": (
        on("masterboard", "terrains", "mrsh", "modifiers", "when: {roll: strike}, dice: 1"),
        "masterboard.yaml:2:3: terrains.mrsh: 'mrsh' is no terrain (did you mean 'marsh'?); a new one needs title and",
    ),
    "unknown Land": (
        on("masterboard", "lands", "999", "modifiers", "when: {roll: strike}, dice: 1"),
        "masterboard.yaml:2:3: lands.999: '999' is no Land; a new one needs terrain, at, number, exits and sides",
    ),
    "misspelt row": (
        {"hazards": "hazards:\n  sand:\n    move:\n      othr: {cost: 3}\n"},
        "hazards.yaml:4:7: hazards.sand.move.othr: 'othr' is no row (did you mean 'other'?); a new one needs cite",
    ),
    "damage that is doubled": (
        plain("damage", "hits: {times: 2}"),
        "hazards.yaml:4:14: hazards.plain.damage.mine.hits: changes nothing: hits begin at 0, and rows add to them",
    ),
    "healing that is halved": (
        ogre("events", "when: {event: round_ends}, heals: {halve: up}"),
        "characters.yaml:4:41: characters.ogre.events.mine.heals: changes nothing: heals begin at 0",
    ),
    "ability at an enemy in its own hex": (
        ogre("abilities", "title: T, range: [1, 1], roll: strike"),
        "characters.yaml:4:24: characters.ogre.abilities.mine.range: both ends count, and no enemy is in the user's",
    ),
    "ability never in range": (
        ogre("abilities", "title: T, range: [2, 3], when: {range: 5}, roll: strike"),
        "characters.yaml:4:53: characters.ogre.abilities.mine.when.range: never holds: the ability is used at a",
    ),
    "ability at itself with a range": (
        ogre("abilities", "title: T, range: [2, 3], at: self, heals: 1"),
        "characters.yaml:4:24: characters.ogre.abilities.mine.range: nothing is aimed at: the ability is used at: self",
    ),
    "harmless roll for nothing": (
        ogre("abilities", "title: T, roll: strike, harmless: true"),
        "characters.yaml:4:48: characters.ogre.abilities.mine.harmless: does nothing: the roll does no hits, and",
    ),
    "times of no moment": (
        {"effects": "effects:\n  web:\n    title: Web\n    lies: hex\n    cite: HOUSE 1\n    lasts: {times: 2}\n"},
        "effects.yaml:6:20: effects.web.lasts.times: counts how often a moment comes, and none is named",
    ),
    "control on a hex": (
        {"effects": "effects:\n  song: {title: Song, lies: hex, cite: HOUSE 1, control: source, mark: s}\n"},
        "effects.yaml:2:58: effects.song.control: gives control of a piece, and the effect lies on a hex; 'lies:",
    ),
    "kept without control": (
        {"effects": "effects:\n  song: {title: Song, lies: piece, cite: HOUSE 1, at_end: keeps}\n"},
        "effects.yaml:2:59: effects.song.at_end: is about who controls a piece, and the effect gives no control; add",
    ),
    "control without a citation": (
        {"effects": "effects:\n  song: {title: Song, lies: piece, control: source}\n"},
        "effects.yaml:2:3: effects.song: 'cite' is missing: the trace cites it when a piece that was controlled",
    ),
    "control by nobody": (
        SONG | always("events", "when: {event: round_ends}, lays: song"),
        "always.yaml:2:43: events.mine.lays: song gives control to the one who lays it, and nobody lays what carries",
    ),
    "control of oneself": (
        SONG | ogre("abilities", "title: T, at: self, lays: song"),
        "characters.yaml:4:40: characters.ogre.abilities.mine.lays: song gives control of a piece, and the ability is",
    ),
    "control that is misspelt": (
        {"effects": "effects:\n  song: {title: Song, lies: piece, cite: HOUSE 1, control: sorce}\n"},
        "effects.yaml:2:60: effects.song.control: must be source, not 'sorce'",
    ),
    "laid_by on what nobody lays": (
        ogre("travel", "when: {laid_by: owner}, lands: 1"),
        "characters.yaml:4:21: characters.ogre.travel.mine.when: 'laid_by' is only known to rows on effects",
    ),
    "terrain of another Battleland": (
        always("modifiers", "when: {terrain: marsh, battleland: plains}, dice: 1"),
        "always.yaml:2:33: modifiers.mine.when: never holds: terrain 'marsh' and battleland 'plains' exclude each",
    ),
    "Land of another Battleland": (
        always("modifiers", "when: {land: '8', battleland: plains}, dice: 1"),
        "always.yaml:2:28: modifiers.mine.when: never holds: land '8' and battleland 'plains' exclude each other",
    ),
    "Skill of another character": (
        always("modifiers", "when: {striker_character: lion, striker_skill: 4}, dice: 1"),
        "always.yaml:2:42: modifiers.mine.when: never holds: striker_character 'lion' and striker_skill 4 exclude",
    ),
    "added for points by nobody": (
        ogre("acquire", "when: {as: acquired}, points: {set: 50}"),
        "characters.yaml:4:7: characters.ogre.acquire.mine: never holds: no Ogre is added for points",
    ),
    "recruit that no Land musters": (
        on("characters", "characters", "angel", "muster", "when: {as: recruit}, needed: 1"),
        "characters.yaml:4:7: characters.angel.muster.mine: never holds: no Angel is mustered",
    ),
    "flight of one that cannot flee": (
        on("characters", "characters", "titan", "score", "when: {how: flight}, points: 1"),
        "characters.yaml:4:21: characters.titan.score.mine.when: never holds: no Titan can flee",
    ),
    "another character as recruit": (
        ogre("muster", "when: {as: recruit, recruit: troll}, needed: 1"),
        "characters.yaml:4:34: characters.ogre.muster.mine.when: never holds: recruit 'troll' does not occur where",
    ),
    "another character shown": (
        ogre("muster", "when: {as: shown, shown: troll}, needed: 1"),
        "characters.yaml:4:32: characters.ogre.muster.mine.when: never holds: shown 'troll' does not occur where shown",
    ),
    "recruit of another class": (
        ogre("muster", "when: {as: recruit, recruit_class: lord}, needed: 1"),
        "characters.yaml:4:34: characters.ogre.muster.mine.when: never holds: recruit_class 'lord' does not occur",
    ),
    "member of a legion without it": (
        ogre("muster", "when: {as: member, holds_ogre: 0}, needed: 1"),
        "characters.yaml:4:33: characters.ogre.muster.mine.when: never holds: holds_ogre 0 does not occur where",
    ),
    "points for another character": (
        ogre("score", "when: {slain: troll}, points: 1"),
        "characters.yaml:4:21: characters.ogre.score.mine.when: never holds: slain 'troll' does not occur where slain",
    ),
    "contact of another character": (
        ogre("contact", "when: {subject_character: troll}, forbid: true"),
        "characters.yaml:4:21: characters.ogre.contact.mine.when: never holds: subject_character 'troll' does not",
    ),
    "event of another recruit": (
        ogre("board_events", "when: {event: mustered, as: recruit, recruit: troll}, points: 1"),
        "characters.yaml:4:51: characters.ogre.board_events.mine.when: never holds: recruit 'troll' does not occur",
    ),
    "summons of another character": (
        on("characters", "characters", "angel", "summons", "when: {as: summoned, summoned: archangel}, forbid: true"),
        "characters.yaml:4:35: characters.angel.summons.mine.when: never holds: summoned 'archangel' does not occur",
    ),
    "added for points as another": (
        on("characters", "characters", "angel", "acquire", "when: {as: acquired, acquired: archangel}, forbid: true"),
        "characters.yaml:4:35: characters.angel.acquire.mine.when: never holds: acquired 'archangel' does not occur",
    ),
    "event of another character": (
        ogre("events", "when: {event: strike_begins, subject_character: troll}, hits: 1"),
        "characters.yaml:4:43: characters.ogre.events.mine.when: never holds: subject_character 'troll' does not occur",
    ),
    "strike of two others": (
        ogre("modifiers", "when: {roll: strike, striker_character: troll, target_character: lion}, dice: 1"),
        "characters.yaml:4:14: characters.ogre.modifiers.mine.when: never holds: ogre, which carries the row, is none",
    ),
    "ability at itself as another": (
        ogre("abilities", "title: T, at: self, when: {target_class: lord}, heals: 1"),
        "characters.yaml:4:41: characters.ogre.abilities.mine.when: never holds: target_class 'lord' does not occur",
    ),
    "ability at an enemy of its side": (
        ogre("abilities", "title: T, at: enemy, when: {target_side: attacker, user_side: attacker}, hits: 1"),
        "characters.yaml:4:65: characters.ogre.abilities.mine.when: never holds: target_side 'attacker' and user_side",
    ),
    "ability at a friend of the other side": (
        ogre("abilities", "title: T, at: friend, when: {target_side: attacker, user_side: defender}, heals: 1"),
        "characters.yaml:4:66: characters.ogre.abilities.mine.when: never holds: target_side 'attacker' and user_side",
    ),
    "ability in another phase": (
        ogre("abilities", "title: T, phase: maneuver, instead_of: nothing, when: {phase: strike}, hits: 1"),
        "characters.yaml:4:69: characters.ogre.abilities.mine.when: never holds: phase 'strike' does not occur where",
    ),
    "maneuver that begins in a Strike Phase": (
        ogre("events", "when: {event: maneuver_begins, phase: strike}, hits: 1"),
        "characters.yaml:4:45: characters.ogre.events.mine.when: never holds: event 'maneuver_begins' and phase",
    ),
    "strikes that begin in a Maneuver Phase": (
        ogre("events", "when: {event: strike_begins, phase: maneuver}, hits: 1"),
        "characters.yaml:4:43: characters.ogre.events.mine.when: never holds: event 'strike_begins' and phase",
    ),
    "battle that begins in a later round": (
        ogre("events", "when: {event: battle_begins, round: 3}, hits: 1"),
        "characters.yaml:4:43: characters.ogre.events.mine.when: never holds: event 'battle_begins' and round 3",
    ),
    "flyer that is none": (
        ogre("events", "when: {event: lands, subject_flies: true}, hits: 1"),
        "characters.yaml:4:35: characters.ogre.events.mine.when: never holds: subject_flies true does not occur",
    ),
    "landing on foot": (
        always("move", "when: {mover_flies: false, manner: land}, cost: 2"),
        "always.yaml:2:37: move.mine.when: never holds: mover_flies false and manner 'land' exclude each other",
    ),
    "two on one hex": (
        always("modifiers", "when: {striker_hex: C3, target_hex: C3}, dice: 1"),
        "always.yaml:2:34: modifiers.mine.when: never holds: striker_hex 'C3' and target_hex 'C3' exclude each other",
    ),
    "rangespell without Spells": (
        always("sight", "when: {line: rangespell}, forbid: true"),
        "always.yaml:2:23: sight.mine.when.line: 'rangespell' is not a value of 'line'",
    ),
    "rangestrike of one who makes none": (
        ogre("modifiers", "when: {as: striker, roll: rangestrike}, dice: 1"),
        "characters.yaml:4:34: characters.ogre.modifiers.mine.when: never holds: roll 'rangestrike' does not occur",
    ),
    "rangestrike at an immune Lord": (
        always("modifiers", "when: {roll: rangestrike, target_class: lord, striker_character: giant}, dice: 1"),
        "always.yaml:2:56: modifiers.mine.when: never holds: roll 'rangestrike', target_class 'lord' and",
    ),
    "ability at an immune Lord": (
        ogre("abilities", "title: T, roll: rangestrike, when: {target_class: lord}"),
        "characters.yaml:4:50: characters.ogre.abilities.mine.when: never holds: target_class 'lord' does not occur",
    ),
    "two rows that set the dice": (
        two("modifiers", "when: {roll: strike}, dice: {set: 4}", "when: {striker_flies: true}, dice: {set: 5}"),
        "always.yaml:3:3: modifiers.y: holds together with 'x', and sets 'dice' to another number",
    ),
    "two rows that set the Lands": (
        two("travel", "lands: {set: 4}", "lands: {set: 3}"),
        "always.yaml:3:3: travel.y: holds together with 'x', and sets 'lands' to another number",
    ),
    "bounds that exclude each other in two rows": (
        two("modifiers", "when: {roll: strike}, dice: {at_least: 4}", "when: {round: 2}, dice: {at_most: 3}"),
        "always.yaml:3:3: modifiers.y: holds together with 'x', and dice at least 4 and at most 3 exclude each other",
    ),
    "a bound beneath another": (
        two("modifiers", "when: {roll: strike}, dice: {at_least: 4}", "when: {roll: strike}, dice: {at_least: 3}"),
        "always.yaml:3:3: modifiers.y: changes nothing: 'x' holds whenever it does, with at_least 4",
    ),
    "what is forbidden already": (
        two("sight", "forbid: true", "when: {round: 2}, forbid: true"),
        "always.yaml:3:3: sight.y: changes nothing: 'x' forbids whenever it does",
    ),
    "a cost beneath another": (
        two("move", "cost: 3", "when: {round: 2}, cost: 2"),
        "always.yaml:3:3: move.y: changes nothing: 'x' holds whenever it does, and cost 3 is more",
    ),
    "how many show for one that is free": (
        always("muster", "when: {way: free}, needed: 1"),
        "always.yaml:2:37: muster.mine.needed: changes nothing: where the way is free, nobody is shown",
    ),
    "ability of fewer hits than none": (
        ogre("abilities", "title: T, hits: -1"),
        "characters.yaml:4:30: characters.ogre.abilities.mine.hits: changes nothing: hits begin at 0 and are never",
    ),
    "event of fewer hits than none": (
        ogre("events", "when: {event: round_ends}, hits: -2"),
        "characters.yaml:4:47: characters.ogre.events.mine.hits: changes nothing: hits begin at 0 and are never fewer",
    ),
    "stop of a landing": (
        plain("move", "when: {manner: land}, stops: true"),
        "hazards.yaml:4:43: hazards.plain.move.mine.stops: changes nothing: a flyer passes over all",
    ),
    "end of no control": (
        {"effects": "effects:\n  song: {title: Song, lies: piece, cite: HOUSE 1, reverts: at_once}\n"},
        "effects.yaml:2:60: effects.song.reverts: is about who controls a piece, and the effect gives no control",
    ),
    "control of a friend": (
        SONG | ogre("abilities", "title: T, at: friend, lays: song"),
        "characters.yaml:4:42: characters.ogre.abilities.mine.lays: song gives control of a piece, and the ability is",
    ),
    "a flyer that flies": (
        printed("dragon", "flies: true"),
        "characters.yaml:4:21: characters.dragon.profile.mine.flies: changes nothing: Dragon flies by its print",
    ),
    "a native that is native": (
        printed("hydra", "native_to: [bog]"),
        "characters.yaml:4:14: characters.hydra.profile.mine.native_to: changes nothing: Hydra is native to bog by",
    ),
    "range of one who does not rangestrike": (
        printed("ogre", "range: 1"),
        "characters.yaml:4:21: characters.ogre.profile.mine.range: changes nothing: Ogre makes no rangestrike",
    ),
    "flight of one who does not fly": (
        printed("ogre", "flight: 1"),
        "characters.yaml:4:22: characters.ogre.profile.mine.flight: changes nothing: Ogre does not fly",
    ),
    "an addition before a number that is set": (
        two("modifiers", "dice: 1", "dice: {set: 4}"),
        "always.yaml:2:3: modifiers.x: changes nothing: 'y' holds whenever it does, and sets dice after that",
    ),
    "a multiple of a number that is set": (
        two("modifiers", "dice: {set: 4}", "when: {roll: strike}, dice: {times: 2, halve: up}"),
        "always.yaml:3:3: modifiers.y: changes nothing: 'x' holds whenever it does, and sets dice after that",
    ),
    "a base below a number that is set": (
        two("travel", "lands: {set: 4}", "when: {turn: 1}, lands: {set: 2}, layer: base"),
        "always.yaml:3:3: travel.y: changes nothing: 'x' holds whenever it does, and sets lands after that",
    ),
    "a place where order decides nothing": (
        two("modifiers", "dice: 1", "when: {roll: strike}, skill: 1, before: x"),
        "always.yaml:3:47: modifiers.y.before: changes nothing: here every row that holds counts",
    ),
    "a place among rows that exclude each other": (
        two("modifiers", "when: {round: 1}, dice: {set: 4}", "when: {round: 2}, dice: {set: 5}, after: x"),
        "always.yaml:3:48: modifiers.y.after: changes nothing: here every row that holds counts",
    ),
    "a place beside a row below": (
        {"hazards": "hazards:\n  sand:\n    move:\n      mine: {cost: 3, before: other, " + ROW},
        "hazards.yaml:4:31: hazards.sand.move.mine.before: changes nothing: here every row that holds counts",
    ),
    "a rangestrike that nobody gives up": (
        ogre("abilities", "title: T, instead_of: rangestrike, hits: 1"),
        "characters.yaml:4:36: characters.ogre.abilities.mine.instead_of: never holds: Ogre makes no rangestrike",
    ),
    "a rangestrike given up in contact": (
        on(
            "characters",
            "characters",
            "ranger",
            "abilities",
            "title: T, instead_of: rangestrike, hits: 1, when: {user_in_contact: true}",
        ),
        "characters.yaml:4:65: characters.ranger.abilities.mine.when: never holds: user_in_contact true does not",
    ),
    "healing of the slain": (
        ogre("events", "when: {event: slain}, heals: 1"),
        "characters.yaml:4:43: characters.ogre.events.mine.heals: changes nothing: who is slain leaves the battle",
    ),
    "a class that there is not": (
        {"characters": "characters:\n  gorm: {title: G, class: zzz, power: 3, skill: 2, number: 3}\n"},
        "characters.yaml:2:27: characters.gorm.class: 'zzz' is no class; there are lord, demi-lord and creature",
    ),
    "letters of a marker": (
        {"masterplay": "colours: {black: b}\n"},
        "masterplay.yaml:1:18: colours.black: 'b' begins no marker: two small letters, as in bk for bk01",
    ),
    "a hazard that no effect can bear": (
        {"effects": "effects:\n  web: {title: Web, lies: hex, bears: [bush]}\n"},
        "effects.yaml:2:40: effects.web.bears[1]: 'bush' is no hazard; there are plain, tree, bramble, bog, sand,",
    ),
    "misspelt place in a ladder": (
        {"masterchart": "masterchart:\n  marsh: {ladder: {hydra: {next: 2, below: trol}}}\n"},
        "masterchart.yaml:2:44: masterchart.marsh.ladder.hydra.below: 'trol' has no place of its own in this ladder "
        "(did you mean 'troll'?)",
    ),
    "a colon in a text": (
        {"rules": "rules:\n  HOUSE 1: {title: R: S, summary: s, kind: adjudicated}\n"},
        "rules.yaml:2:21: not readable as YAML: a comma or a } is missing before this; text with a colon and a space",
    ),
    "option default": (
        {"rulings": "rulings:\n  REF titan-7: {default: nobody}\n"},
        "rulings.yaml:2:26: "
        "rulings.REF titan-7.default: the default 'nobody' is not one of its choices, either and both",
    ),
    "a default without an option": (
        {"rulings": "rulings:\n  REF titan-41: {default: own}\n"},
        "rulings.yaml:2:27: rulings.REF titan-41.default: 'default' is for a ruling with an option, and this one has",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_overlay_is_reported_at_its_line(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables, said = BROKEN[name]
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    write(Path("mine"), **{"manifest": MANIFEST, "rules": RULES, **tables})
    found = referee("lint", "mine")
    assert found.code == 2
    assert found.err.startswith(f"mine/{said}"), found.err
    if name.startswith(("misspelt", "unknown Land")):
        assert found.err.count("\n") <= 2, found.err


WARNED = {
    "no reason": (
        {"always": "modifiers:\n  mine: {when: {roll: strike}, dice: 1, cite: HOUSE 1}\n"},
        "always.yaml:2:3: modifiers.mine: has no 'why'",
    ),
    "a cost that is none": (
        always("move", "when: {manner: enter}, cost: 1"),
        "always.yaml:2:39: move.mine.cost: changes nothing: cost is what the step costs, and 1 is the least",
    ),
    "a cost of what is forbidden": (
        always("move", "when: {manner: land}, forbid: true, cost: 2"),
        "always.yaml:2:52: move.mine.cost: changes nothing: the row forbids the step",
    ),
    "a row named like another": (
        {"hazards": "hazards:\n  sand:\n    move:\n      othr: {when: {mover: other}, cost: 3, " + ROW},
        "hazards.yaml:4:7: hazards.sand.move.othr: is a new row; did you mean 'other'?",
    ),
    "a cast where there are no Spells": (
        always("casting", "forbid: true"),
        "always.yaml:2:3: casting.mine: is never asked for: this ruleset has no Spells",
    ),
    "a mark of a hazard": (
        {"effects": "effects:\n  web: {title: Web, lies: hex, mark: b}\n"},
        "effects.yaml:2:38: effects.web.mark: is drawn as 'b', as Bramble is; give it a 'mark' that nothing else on",
    ),
    "a mark of another effect": (
        {"effects": "effects:\n  web: {title: Web, lies: hex}\n  wire: {title: Wire, lies: hex, mark: w}\n"},
        "effects.yaml:3:40: effects.wire.mark: is drawn as 'w', as Web is; give it a 'mark' that nothing else on the",
    ),
    "a mark of a terrain": (
        {"effects": "effects:\n  breeze: {title: Breeze, lies: land}\n"},
        "effects.yaml:2:3: effects.breeze.mark: is drawn as 'Br', as Brush is; give it a 'mark' that nothing else on",
    ),
    "a hazard on no map": (
        {"hazards": "hazards:\n  mud: {like: bog, title: Mud, mark: M, natives_of: bog}\n"},
        "hazards.yaml:2:3: hazards.mud: no Battleland has it",
    ),
    "a character that nobody gets": (
        {"characters": "characters:\n  orc: {like: ogre, title: Orc}\n"},
        "characters.yaml:2:3: characters.orc: nobody begins with it",
    ),
    "an operation from below": (
        {"masterplay": "shares:\n  flight: {points: {times: 2}, cite: HOUSE 1}\n"},
        "masterplay.yaml:2:3: shares.flight: keeps `points: {halve: 'down'}` of the row below it; write `halve` too",
    ),
    "a `when` from below": (
        {"hazards": "hazards:\n  sand:\n    move:\n      other: {cost: 3, cite: HOUSE 1}\n"},
        "hazards.yaml:4:7: hazards.sand.move.other: keeps `when: {mover: 'other', manner: 'enter'}`",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WARNED)
def test_what_may_not_be_meant_is_a_warning(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables, said = WARNED[name]
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    write(Path("mine"), **{"manifest": MANIFEST, "rules": RULES, **tables})
    found, strict, told = (referee("lint", "mine", *flags) for flags in ((), ("--strict",), ("--json", "--strict")))
    warned = [line.removeprefix("warning: ") for line in found.err.splitlines()]
    assert warned[0].startswith(f"mine/{said}"), found.err
    assert (found.code, strict.code, told.code, strict.err) == (0, 2, 2, found.err)
    assert json.loads(told.out) == {"sound": True, "problems": [], "warnings": warned}


SOUND: dict[str, dict[str, str]] = {
    "rangestrike at an Ogre": ogre("modifiers", "when: {as: target, roll: rangestrike}, dice: 1"),
    "strike by a flyer": ogre("modifiers", "when: {as: target, striker_flies: true}, dice: 1"),
    "strike by another character": ogre("modifiers", "when: {striker_character: troll}, dice: 1"),
    "rangestrike at a Titan by a Warlock": on(
        "characters",
        "characters",
        "titan",
        "modifiers",
        "when: {as: target, roll: rangestrike, striker_character: warlock}, dice: 1",
    ),
    "rangestrike beside the slain": always("modifiers", "when: {roll: rangestrike, striker_in_contact: true}, dice: 1"),
    "hit by another character": ogre("events", "when: {event: hit, striker_character: troll}, hits: 1"),
    "breath of one who does not rangestrike": {
        **ogre("abilities", "title: T, roll: rangestrike"),
        **always("modifiers", "when: {roll: rangestrike, striker_character: ogre}, dice: 1"),
    },
    "recruit of a legion that holds none": ogre("muster", "when: {as: recruit, holds_ogre: 0}, needed: 1"),
    "dice that are set in different rounds": two(
        "modifiers", "when: {round: 1}, dice: {set: 4}", "when: {round: 2}, dice: {set: 5}"
    ),
    "dice that are set in different Lands": two(
        "modifiers", "when: {land: '8'}, dice: {set: 4}", "when: {battleland: plains}, dice: {set: 5}"
    ),
    "dice that both sides set": two(
        "modifiers", "when: {striker_side: attacker}, dice: {set: 4}", "when: {target_side: attacker}, dice: {set: 5}"
    ),
    "dice that are set in an order": two(
        "modifiers", "when: {roll: strike}, dice: {set: 4}", "when: {round: 2}, dice: {set: 5}, after: x"
    ),
    "a bound beyond another": two(
        "modifiers", "when: {round: 2}, dice: {at_least: 4}", "when: {roll: strike}, dice: {at_least: 3}"
    ),
    "marks on different boards": {
        "effects": "effects:\n  web: {title: Web, lies: piece, mark: b}\n  zeal: {title: Zeal, lies: land, mark: b}\n"
    },
    "a bound beside a number that is set": two("modifiers", "dice: {set: 4}", "when: {round: 2}, dice: {at_most: 3}"),
    "an addition beside a number that is set at first": two("modifiers", "dice: {set: 4}, layer: base", "dice: 1"),
    "an addition where another sets sometimes": two("modifiers", "dice: 1", "when: {roll: strike}, dice: {set: 4}"),
    "a halving before another": two("modifiers", "dice: {halve: up}, before: y", "dice: {halve: down}"),
    "a rangestrike given up by a profile": {
        "characters": "characters:\n  ogre:\n    profile: {mine: {rangestrikes: true, why: w, cite: HOUSE 1}}\n"
        "    abilities:\n      mine: {title: T, instead_of: rangestrike, hits: 1, cite: HOUSE 1}\n"
    },
    "armour": {"always": "damage:\n  x: {hits: 2, " + ROW, **ogre("damage", "hits: -1")},
    "member of a legion with two": ogre("muster", "when: {as: member, holds_ogre: 2}, needed: 1"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SOUND)
def test_what_can_hold_is_sound(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    write(Path("mine"), **{"manifest": MANIFEST, "rules": RULES, **SOUND[name]})
    found = referee("lint", "mine", "--strict")
    assert (found.code, found.err) == (0, "")
