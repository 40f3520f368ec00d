"""Broken overlays of Hordes and Battalions: `lint` reports each at its line and says what is wrong there."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import referee, write

RULES = "rules:\n  HOUSE 1: {title: A house rule, summary: It says something., kind: adjudicated}\n"
ROW = "why: w, cite: HOUSE 1}\n"


def outcome(name: str, body: str) -> dict[str, str]:
    return {"table": f"outcomes:\n  {name}: {{{body}}}\n"}


def ends(body: str) -> dict[str, str]:
    return {"table": f"ends: {{{body}}}\n"}


def tactical(body: str) -> dict[str, str]:
    return {"combat": f"tactical:\n  mine: {{{body}, {ROW}"}


def pips(section: str, body: str) -> dict[str, str]:
    return {"pips": f"{section}:\n  mine: {{{body}, {ROW}"}


def commands(body: str) -> dict[str, str]:
    return {"commands": f"commands:\n  {body}\n"}


def blade(body: str) -> dict[str, str]:
    return {"elements": f"elements:\n  blade: {{{body}}}\n"}


NO_CITE = "must not be empty; name a rule or ruling, or several"
HORDES: dict[str, tuple[dict[str, str], str]] = {
    "a distance that is no number": (
        outcome("crumbles", "says: crumbles, does: [{recoil: far}], severity: 25"),
        "table.yaml:2:46: outcomes.crumbles.does[1].recoil: must be a whole number or a mapping or the word depth, not",
    ),
    "one number of a pair": (
        {"table": "defeat: {share: 0.5}\n"},
        "table.yaml:1:17: defeat.share: must be a list, not the number 0.5; write 2 numbers in brackets",
    ),
    "a mark of the base": (
        blade("mark: Sp"),
        "elements.yaml:2:17: elements.blade.mark: 'Sp' is the mark of a Spear already",
    ),
    "nothing is forbidden": (
        {"movement": "attacks:\n  mine: {when: {type: blade}, " + ROW},
        "movement.yaml:2:3: attacks.mine: changes nothing: forbid: true would",
    ),
    "a fact of many moments": (
        {"elements": "elements:\n  blade:\n    minor:\n      mine: {when: {type: god}, result: recoil, " + ROW},
        "elements.yaml:4:21: elements.blade.minor.mine.when: 'type' is not a fact of a minor defeat of the type; it is "
        "one of a combat total and of 9 other moments",
    ),
    "cover of no terrain": (
        tactical("when: {cover: true, in_wood: false, in_town: false}, value: 1"),
        "combat.yaml:2:46: tactical.mine.when: never holds: cover true, in_wood false and in_town false exclude each",
    ),
    "no row of a minor defeat": (
        blade("minor: {warband: null, otherwise: null}"),
        "elements.yaml:2:11: elements.blade.minor: no row holds for anything; give a last row without 'when'",
    ),
    "no row of a draw": (
        {"combat": "draw: {heroes: null, magician: null, paladin: null, otherwise: null}\n"},
        "combat.yaml:1:1: draw: no row holds for anything; give a last row without 'when'",
    ),
    "no citation of a step": (
        {"citations": "citations: {general_killed: []}\n"},
        f"citations.yaml:1:13: citations.general_killed: {NO_CITE}",
    ),
    "no citation of the die": ({"combat": "die: {faces: 6, cite: []}\n"}, f"combat.yaml:1:17: die.cite: {NO_CITE}"),
    "no citation of a defeat": (
        {"table": "defeat: {share: [1, 3], cite: []}\n"},
        f"table.yaml:1:25: defeat.cite: {NO_CITE}",
    ),
    "no citation of a row": (
        {"elements": "elements:\n  blade:\n    minor:\n      otherwise: {cite: []}\n"},
        f"elements.yaml:4:19: elements.blade.minor.otherwise.cite: {NO_CITE}",
    ),
    "Hordes do not shoot": (
        tactical("when: {type: horde, role: shooting}, value: 2"),
        "combat.yaml:2:30: tactical.mine.when: never holds: type 'horde' and role 'shooting' exclude each other",
    ),
    "Blades do not bespell": (
        tactical("when: {type: blade, role: bespelling}, value: 2"),
        "combat.yaml:2:30: tactical.mine.when: never holds: type 'blade' and role 'bespelling' exclude each other",
    ),
    "a shot by a Blade": (
        tactical("when: {role: shot_at, opponent: blade}, value: 2"),
        "combat.yaml:2:32: tactical.mine.when: never holds: role 'shot_at' and opponent 'blade' exclude each other",
    ),
    "a Stronghold uphill": (
        tactical("when: {type: stronghold, uphill: true}, value: 2"),
        "combat.yaml:2:35: tactical.mine.when: never holds: type 'stronghold' and uphill true exclude each other",
    ),
    "two Strongholds": (
        tactical("when: {cat: S, opponent_cat: S}, value: 2"),
        "combat.yaml:2:25: tactical.mine.when: never holds: cat 'S' and opponent_cat 'S' exclude each other",
    ),
    "nothing is added": (
        tactical("when: {type: blade}, value: 0"),
        "combat.yaml:2:38: tactical.mine.value: changes nothing: the number is added, and 0 is no change",
    ),
    "a Blade that bespells": (
        blade("minor: {mine: {when: {role: bespelling}, result: stand, before: otherwise, why: w, cite: HOUSE 1}}"),
        "elements.yaml:2:26: elements.blade.minor.mine.when: never holds: role 'bespelling' does not occur where",
    ),
    "two that are single": (
        pips("surcharges", "when: {single: true, movers: 2}, cost: 1"),
        "pips.yaml:2:31: surcharges.mine.when: never holds: single true and movers 2 exclude each other",
    ),
    "Foot that flies": (
        pips("moves", "when: {flies: true, cat: F}, cost: 3, before: other"),
        "pips.yaml:2:30: moves.mine.when: never holds: flies true and cat 'F' exclude each other",
    ),
    "a Blade that casts": (
        pips("moves", "when: {casts: true, type: blade}, cost: 3, before: other"),
        "pips.yaml:2:30: moves.mine.when: never holds: casts true and type 'blade' exclude each other",
    ),
    "one of two races": (
        pips("moves", "when: {single: true, elf: true, dwarf: true}, cost: 3, before: quarrel"),
        "pips.yaml:2:42: moves.mine.when: never holds: single true, elf true and dwarf true exclude each other",
    ),
    "a surcharge of nothing": (
        pips("surcharges", "when: {in_command: true}, cost: 0"),
        "pips.yaml:2:42: surcharges.mine.cost: changes nothing: the number is added, and 0 is no change",
    ),
    "a spell that gives PIPs": ({"pips": "bespell: {cost: -2}\n"}, "pips.yaml:1:17: bespell.cost: must be at least 0"),
    "a move that gives PIPs": (
        {"pips": "moves:\n  other: {cost: -1}\n"},
        "pips.yaml:2:17: moves.other.cost: must be at least 0, not -1",
    ),
    "nobody is destroyed by what has not moved": (
        ends("unmoved: destroyed"),
        "table.yaml:1:17: ends.unmoved: 'destroyed' hurts; one that has not moved has an outcome that only stands",
    ),
    "what nothing befalls is no victor": (
        ends("unhurt: advance"),
        "table.yaml:1:16: ends.unhurt: 'advance' is what a victor does; what nothing befalls has an outcome that only",
    ),
    "one that recoils is not destroyed": (
        ends("destroyed: recoil"),
        "table.yaml:1:19: ends.destroyed: by 'recoil' nobody is destroyed; that is destroyed",
    ),
    "one that stands has not left the board": (
        ends("off_board: no_effect"),
        "table.yaml:1:19: ends.off_board: by 'no_effect' nobody is off board; that is flee_field",
    ),
    "companions are no Strongholds": (
        ends("companions: captured"),
        "table.yaml:1:20: ends.companions: 'captured' captures; only a Stronghold is captured",
    ),
    "stand that hurts": (
        outcome("stand", "does: [{recoil: 100}]"),
        "table.yaml:2:11: outcomes.stand.does: 'stand' hurts; what nothing befalls has an outcome that only stands: no",
    ),
    "a victor that captures": (
        outcome("crumbles", "says: c, does: [{recoil: 100}], winner: [capture], severity: 25"),
        "table.yaml:2:55: outcomes.crumbles.winner[1]: a victor is no Stronghold, and only that is captured",
    ),
    "a victor of no defeat": (
        outcome("waits", "says: w, does: [stand], winner: [{advance: 40}], severity: 25"),
        "table.yaml:2:35: outcomes.waits.winner: never follow: they are those of a victor",
    ),
    "a victor over a Stronghold": (
        outcome("captured", "winner: [{advance: 40}]"),
        "table.yaml:2:14: outcomes.captured.winner: never follow: the victor over a Stronghold stays",
    ),
}

BATTALIONS: dict[str, tuple[dict[str, str], str]] = {
    "no citation of a step": (
        {"citations": "citations: {leader: []}\n"},
        f"citations.yaml:1:13: citations.leader: {NO_CITE}",
    ),
    "no citation of wear": ({"constants": "wear: {by: 1, cite: []}\n"}, f"constants.yaml:1:15: wear.cite: {NO_CITE}"),
    "nothing for a routed battalion": (
        commands("fall_back: {routed: false}"),
        "commands.yaml:2:23: commands.fall_back.routed: no command is open to a routed battalion; give one that moves",
    ),
    "only what holds for a routed battalion": (
        commands("fall_back: {routed: false}\n  hold: {routed: true}"),
        "commands.yaml:2:23: commands.fall_back.routed: a routed battalion that may not hold has no command: "
        "commands.hold has no 'moves'; give one that moves 'routed: true'",
    ),
    "a routed battalion that advances": (
        {"commands": "substitute: {routed: advance}\n"},
        "commands.yaml:1:22: substitute.routed: 'advance' is not open to a routed battalion, and stands in",
    ),
    "a routed battalion that holds": (
        {"commands": "substitute: {routed: hold}\ncommands:\n  hold: {routed: true}\n"},
        "commands.yaml:1:22: substitute.routed: it stands in where a routed battalion may not hold too",
    ),
    "two directions that are one": (
        {"commands": "directions: {N: [0, 1], E: [0, 1]}\n"},
        "commands.yaml:1:25: directions.E: N and E go the same way; give each a way of its own",
    ),
    "a direction that is another": (
        {"commands": "directions: {N: [1, 0]}\n"},
        "commands.yaml:1:14: directions.N: N and E go the same way; give each a way of its own",
    ),
    "no Spaces are added": (
        commands("wait: {title: Wait, moves: front, spaces: 0, cite: HOUSE 1}"),
        "commands.yaml:2:45: commands.wait.spaces: changes nothing: the number is added, and 0 is no change",
    ),
    "no more moves": (
        commands("fall_back: {moves: null}"),
        "commands.yaml:2:22: commands.fall_back.moves: 'ahead' is the way it moves, and it has no 'moves'",
    ),
}

BROKEN = {
    f"{game}: {name}": (game, *told)
    for game, all_of in (("hordes", HORDES), ("battalions", BATTALIONS))
    for name, told in all_of.items()
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_overlay_is_reported_at_its_line(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, tables, said = BROKEN[name]
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    manifest = f"format: 1\nruleset: mine\ntitle: Mine\nextends: {game}\n"
    write(Path("mine"), **{"manifest": manifest, "rules": RULES, **tables})
    found = referee("lint", "mine")
    assert found.code == 2
    assert found.err.startswith(f"mine/{said}"), found.err


def test_an_outcome_that_never_comes_about_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    manifest = "format: 1\nruleset: mine\ntitle: Mine\nextends: hordes\n"
    write(Path("mine"), manifest=manifest, **outcome("crumbles", "says: crumbles, does: [{recoil: 100}], severity: 25"))
    found = referee("lint", "mine", "--strict")
    assert found.code == 2
    assert found.err.startswith("warning: mine/table.yaml:2:3: outcomes.crumbles: never comes about"), found.err


def test_a_category_that_there_is_not_hides_no_trait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    write(
        Path("mine"),
        manifest="format: 1\nruleset: mine\ntitle: Mine\nextends: hordes\n",
        **blade("cat: Q, traits: [fast]"),
    )
    said = referee("lint", "mine").err
    assert "elements.blade.cat: 'Q' is no category" in said
    assert "elements.blade.traits[1]: 'fast' is no trait" in said
