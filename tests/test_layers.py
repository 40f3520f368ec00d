"""What lies on the hexes of a Battleland in layers, with the magical Hazards of titan-magi."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec import convert

from referee import games
from referee.core.rules.rulesets import Ruleset
from referee.games.titan.battle.board import Board, bits, board_of
from referee.games.titan.battle.layers import Laid
from referee.games.titan.carriers import Carrying
from referee.games.titan.state import State

GAME, RULESET = games.load("titan-magi")
RULES = GAME.compile(RULESET, {})
LANDS = list(RULES.battlelands.battlelands)
ON_HEXES = [name for name, effect in RULES.effects.items() if effect.lies == "hex"]
RAISED = [name for name in ON_HEXES if RULES.effects[name].ring is not None]
STORMS = [(), *((RULES.carrying("effect", storm),) for storm in RULES.storms)]


def effect(name: str) -> Carrying:
    return RULES.carrying("effect", name, None, "attacker")


def board(land: str, *laid: tuple[str, str]) -> Board:
    """Return a Battleland with effects on hexes, the lowest first."""
    index = {label: number for number, label in enumerate(RULES.battlelands.coordinates)}
    return board_of(RULES, land, tuple(Laid(effect(name), index[label]) for name, label in laid))


def borne(land: str, label: str, *names: str) -> list[str]:
    """Return what does something in a hex on which these effects lie."""
    found = board(land, *((name, label) for name in names))
    return [one.name for one in found.borne[found.index[label]]]


def between(one: Board, high: str, low: str) -> list[tuple[str, str]]:
    return one.crossings.get((one.index[high], one.index[low]), [])


@pytest.mark.parametrize(
    ("land", "label", "names", "works"),
    [
        ("desert", "D5", ["bramble"], ["sand", "bramble", "bramble"]),
        ("desert", "D5", ["bramble", "thorn-spirit"], ["sand", "bramble", "bramble", "thorn-spirit"]),
        ("desert", "D5", ["web"], ["web"]),
        ("desert", "D5", ["sand-dune", "dust-devil"], ["sand", "sand-dune", "dust-devil"]),
        ("marsh", "C2", ["web"], ["web"]),
        ("marsh", "C2", ["tree"], ["tree", "tree"]),
        ("tundra", "A1", ["bog"], ["bog", "bog"]),
        ("tundra", "A1", ["bramble"], ["drift", "bramble", "bramble"]),
        ("brush", "C4", ["plain"], ["plain"]),
        ("brush", "C4", ["blaze"], ["bramble", "fire", "blaze"]),
        ("plains", "C3", ["blaze"], ["fire", "blaze"]),
        ("plains", "C3", ["tree", "wood-spirit"], ["tree", "tree", "wood-spirit"]),
    ],
)
def test_what_works_in_a_hex(land: str, label: str, names: list[str], works: list[str]) -> None:
    assert borne(land, label, *names) == works


def test_a_raised_hex_is_the_high_side_of_its_whole_ring() -> None:
    for name in RAISED:
        found = board("plains", (name, "D4"))
        at = found.index["D4"]
        assert found.elevation[at] == 1
        for beside in found.neighbours[at]:
            assert found.crossings[at, beside] == [(RULES.effects[name].ring, "down")]
            assert found.crossings[beside, at] == [(RULES.effects[name].ring, "up")]


def test_facing_hexsides_cancel_and_a_cliff_becomes_a_slope() -> None:
    for name in RAISED:
        tower = board("tower", (name, "C2"))
        assert between(tower, "C3", "C2") == between(tower, "C2", "C3") == []
        mountains = board("mountains", (name, "C2"))
        assert between(mountains, "B2", "C2") == []
        assert between(mountains, "B1", "C2") == [("slope", "down")]
        assert between(mountains, "C2", "B1") == [("slope", "up")]
        assert mountains.contact[mountains.index["B1"]] >> mountains.index["C2"] & 1
        for other in RAISED:
            level = board("plains", (name, "C3"), (other, "C4"))
            assert between(level, "C3", "C4") == between(level, "C4", "C3") == []


def test_all_returns_as_the_effects_end() -> None:
    for land in LANDS:
        bare = board(land)
        again = board_of(RULES, land)
        assert (bare.borne, bare.sides, bare.contact) == (again.borne, again.sides, again.contact)


def test_a_blazing_tree_reaches_the_hexes_beside_it_but_not_across_a_cliff() -> None:
    woods = board("woods", ("blaze", "C3"))
    warm = {woods.labels[h] for h, found in enumerate(woods.borne) if any(one.name == "heat" for one in found)}
    assert warm == {"B2", "B3", "C2", "C4", "D3", "D4"}
    desert = board("desert", ("tree", "D4"), ("blaze", "D4"))
    warm = {desert.labels[h] for h, found in enumerate(desert.borne) if any(one.name == "heat" for one in found)}
    assert warm == {"C4", "D5", "E3", "E4"}


def random_layers(chance: Random) -> Iterator[tuple[str, tuple[Laid, ...], tuple[Carrying, ...]]]:
    while True:
        number = len(RULES.battlelands.coordinates)
        hexes = [chance.randrange(number) for _ in range(chance.randrange(1, 4))]
        laid = tuple(Laid(effect(chance.choice(ON_HEXES)), chance.choice(hexes)) for _ in range(chance.randrange(1, 6)))
        yield chance.choice(LANDS), laid, chance.choice(STORMS)


def test_a_board_is_the_same_whether_compiled_from_the_bare_one_or_whole() -> None:
    for (land, laid, around), _ in zip(random_layers(Random(5)), range(300), strict=False):
        quick = board_of(RULES, land, laid, around)
        whole = Board(RULES, land, laid, quick.around)
        assert quick.borne == whole.borne
        assert quick.sides == whole.sides
        assert quick.contact == whole.contact
        assert quick.elevation == whole.elevation


def test_contact_and_hexsides_are_mutual() -> None:
    turned = {"up": "down", "down": "up"}
    for (land, laid, around), _ in zip(random_layers(Random(6)), range(200), strict=False):
        found = board_of(RULES, land, laid, around)
        for h, mask in enumerate(found.contact):
            assert all(found.contact[n] >> h & 1 for n in bits(mask))
        for (one, other), crossed in found.crossings.items():
            assert [(name, turned[crossing]) for name, crossing in crossed] == found.crossings[other, one]


def test_a_picture_lists_what_lies_where_and_who_evoked_whom() -> None:
    battle = {
        "battleland": "plains",
        "storm": "fog",
        "pieces": [
            {"id": "witch-1", "character": "witch", "side": "attacker", "hex": "C2"},
            {"id": "bats-1", "character": "bats", "side": "attacker", "hex": "B3", "by": "witch-1"},
        ],
        "spells": [
            {"id": "s0", "spell": "bramble-1", "hex": "D5", "by": "witch-1"},
            {"id": "s1", "spell": "hold", "on": "bats-1", "side": "defender", "fresh": True},
        ],
    }
    state = convert({"format": 1, "ruleset": "titan-magi", "battle": battle}, type=State)
    assert GAME.draw is not None
    legend = GAME.draw(state, RULES)["battle"].legend
    assert "Fog over the Land" in legend
    assert "s0: magical Bramble on D5, cast by witch-1" in legend
    assert "s1: Hold on bats-1, cast by the defender in this phase" in legend
    assert any(line.endswith("evoked by witch-1") for line in legend)


@pytest.mark.parametrize("first", ["level", "raised"])
def test_the_levels_of_a_board_are_those_of_its_own_rules_whichever_were_asked_first(first: str) -> None:
    # nothing is known from elsewhere of a ruleset that is read again
    ruleset = Ruleset(RULESET.name, ())
    for value in dict.fromkeys((first, "level", "raised")):
        rules = GAME.compile(ruleset, {"sand_elevation": value})
        laid = (Laid(rules.laid("hill", None, "attacker"), rules.hex_numbers["C3"]),)
        bare, here = board_of(rules, "desert"), board_of(rules, "desert", laid)
        hill = rules.effects["hill"].raises
        levels = [level + hill * (label == "C3") for label, level in zip(bare.labels, bare.elevation, strict=True)]
        assert here.elevation == levels
        assert any(bare.elevation) is (value == "raised")
