"""The fast engine of battles against the judge: its moves, every cell of its tables, and whole battles replayed."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from referee import api, games  # noqa: E402
from referee.core.game.recorder import Recorder  # noqa: E402
from referee.games.titan.battle.alone import BattleAlone  # noqa: E402
from referee.games.titan.battle.board import bits  # noqa: E402
from referee.games.titan.battle.phases import end_maneuver, end_strike  # noqa: E402
from referee.games.titan.battle.pieces import ATTACKER, DEFENDER, OFF  # noqa: E402
from referee.games.titan.odds.fast import FastPlaying, settle  # noqa: E402
from referee.games.titan.odds.lanes import Lanes  # noqa: E402
from referee.games.titan.odds.playing import JudgePlaying, count  # noqa: E402
from referee.games.titan.odds.policies import Chooser, policies  # noqa: E402
from referee.games.titan.odds.table import Table, why_not  # noqa: E402
from referee.games.titan.odds.tally import BattleTally  # noqa: E402
from referee.games.titan.odds.wants import Wants  # noqa: E402

GAME, RULESET = games.load("titan")
RULES = GAME.compile(RULESET, {})
LANDS = list(RULES.battlelands.battlelands)
KINDS = list(RULES.characters)
# every policy plays each side, against itself and against another
POLICIES = [
    ("random", "random"),
    ("greedy", "greedy"),
    ("cautious", "cautious"),
    ("hold", "hold"),
    ("greedy", "hold"),
    ("hold", "cautious"),
    ("cautious", "random"),
    ("random", "greedy"),
]


def state(land: str, attacking: list[str], defending: list[str], side: str = "bottom", **options: Any) -> Any:
    """Return a new battle."""
    fixed = RULES.battlelands.battlelands[land].attacker_side
    given = {} if fixed is not None else {"attacker_side": side}
    found = api.new("titan", battleland=land, attacking=attacking, defending=defending, options=options, **given)
    from referee.core import documents
    from referee.opening.states import open_session

    return open_session(documents.make_document(found, "state"))


def opened(*given: Any, **more: Any) -> BattleAlone:
    """Return the position of a new battle."""
    one = state(*given, **more)
    return BattleAlone(one.state, one.rules)


def legions(chance: Random, number: int = 7) -> tuple[list[str], list[str]]:
    """Return two random legions without two of a kind."""
    return chance.sample(KINDS, number), chance.sample(KINDS, number)


@pytest.mark.parametrize("land", LANDS)
def test_moves_are_those_of_the_judge(land: str) -> None:
    # over 100,000 questions on all Battlelands
    chance, asked = Random(land), 0
    for first in range(0, len(KINDS), 7):
        kinds = KINDS[first : first + 7]
        position = opened(land, kinds, kinds[:1], chance.choice(["left", "bottom", "right"]))
        table, fight = Table(position), position.fight
        lanes = Lanes(table, 1, np.random.default_rng(1))
        for number, piece in enumerate(table.pieces[: len(kinds)]):
            size = 400
            where = np.array([chance.randrange(table.off) for _ in range(size)])
            crowd = [sum(1 << chance.randrange(table.off) for _ in range(chance.randint(0, 13))) for _ in range(size)]
            occupied = np.array(
                [mask & (1 << table.off) - 1 | 1 << h for mask, h in zip(crowd, where.tolist(), strict=True)],
                dtype=np.uint32,
            )
            found = lanes._reach(number, where, occupied).tolist()
            entered = lanes._enter(number, occupied).tolist()
            fight.deploying = False
            for h, mask, targets, entry in zip(where.tolist(), occupied.tolist(), found, entered, strict=True):
                fight.on = [mask, 0]
                piece.hex = h
                assert fight.destinations(piece) == targets, (piece.id, h, mask)
                piece.hex = OFF
                assert fight.destinations(piece) == entry, (piece.id, mask)
                asked += 2
    assert asked > 100_000 / len(LANDS)


def cells(table: Table) -> None:
    """Compare every cell of a table with what the judge says there."""
    fight, board = table.fight, table.board
    for number, piece in enumerate(table.pieces):
        for enemy in table.enemies(number):
            target = table.pieces[enemy]
            for one in range(table.off):
                for other in bits(board.contact[one]):
                    piece.hex, target.hex = one, other
                    roll = table.rolls[table.strikes[number][(one * table.width + other) * len(table.pieces) + enemy]]
                    ruling = fight.strike(piece, target)
                    assert roll == (ruling.dice, ruling.number)
            if not piece.profile.rangestrikes:
                continue
            shots = table.shots[number][enemy]
            for one in range(table.off):
                for other in range(table.off):
                    if one == other:
                        continue
                    piece.hex, target.hex = one, other
                    lines = sorted(
                        fight.shot(piece, target).free(0), key=lambda o: (o.aim.number, o.aim.uncapped, o.path)
                    )
                    place = one * table.width + other
                    found = [
                        (int(mask[place]), *table.rolls[line[place]])
                        for mask, line in zip(shots.blockers, shots.rolls, strict=True)
                        if line[place] >= 0
                    ]
                    assert found == [(o.blockers, o.aim.dice, o.aim.number) for o in lines]
        for active in (ATTACKER, DEFENDER):
            fight.active = active
            for h in range(table.off):
                piece.hex = h
                harm = fight.harm(piece)
                healed, done = table.harm.get(number, (np.zeros(2 * table.width),) * 2)
                place = active * table.width + h
                assert (healed[place], done[place]) == (harm.healed.total, harm.ledger.total)
        piece.hex = OFF


@pytest.mark.parametrize("land", LANDS)
def test_every_cell_is_the_judges_for_every_value_of_every_option(land: str) -> None:
    attacking, defending = ["ogre", "giant", "dragon", "warlock"], ["titan", "ranger", "gargoyle", "behemoth"]
    position = opened(land, attacking, defending)
    with position.rules.consulting() as consulted:
        cells(Table(position))
    values = [
        (option, value)
        for option in sorted(consulted)
        for ruling in (RULESET.ruling_of(option)[1],)
        for value in (ruling.default, *ruling.alternatives)
        if value not in (None, position.rules.options[option])
    ]
    for option, value in values:
        position = opened(land, attacking, defending, **{option: value})
        assert position.rules.options[option] == value
        cells(Table(position))


def with_two_of_a_kind(chance: Random) -> tuple[list[str], list[str]]:
    """Return two random legions, each with two of one kind, so that choices are equal."""
    kinds = [kind for kind in KINDS if kind != "titan"]
    one, other = chance.sample(kinds, 5), chance.sample(kinds, 5)
    return ["titan", *one, one[0]], ["titan", *other, other[0]]


@pytest.mark.parametrize("land", LANDS)
@pytest.mark.parametrize("names", POLICIES, ids="-".join)
def test_the_judge_replays_what_the_lanes_have_played(land: str, names: tuple[str, str]) -> None:
    chance = Random("-".join((land, *names)))
    plain = names == ("random", "random")
    given = legions(chance) if plain else with_two_of_a_kind(chance)
    one = state(land, *given, chance.choice(["left", "bottom", "right"]))
    table = Table(BattleAlone(one.state, one.rules))
    number = 25 if plain else 6
    choosers = [Chooser(policies()[name], chance) for name in names]
    wants = Wants(table, policies()[names[0]]), Wants(table, policies()[names[1]])
    lanes = Lanes(table, number, np.random.default_rng(7), record=True, wants=wants)
    ended = {
        lane: (int(gone), end.round, end.time_loss)
        for end in lanes.play()
        for lane, gone in zip(end.lanes.tolist(), end.gone.tolist(), strict=True)
    }
    assert len(ended) == number
    for lane in range(number):
        position = BattleAlone(one.state, one.rules)
        replay(position, lanes, lane, choosers)
        gone, round_, time_loss = ended[lane]
        assert position.over
        assert min(position.fight.round, position.rules.combat.rounds) == round_
        fast, judged = BattleTally(), BattleTally()
        settle(fast, table, gone, round_, time_loss)
        count(judged, position)
        assert fast.answer() == judged.answer()


def replay(position: BattleAlone, lanes: Lanes, lane: int, choosers: list[Chooser]) -> None:
    """Carry out by the judge what was recorded of one lane, phase by phase; each choice is one of the best."""
    fight, recorder = position.fight, Recorder(None)
    ids = [piece.id for piece in lanes.table.pieces]
    assert lanes.record is not None
    for (round_, active, phase), choices in lanes.record:
        if position.over:
            assert not any(lane in choice.lanes for choice in choices)
            continue
        own = [(choice, np.flatnonzero(choice.lanes == lane)) for choice in choices]
        mine = [(choice, int(place[0])) for choice, place in own if len(place)]
        if phase == "strike" and not fight.striking_phase:
            # the judge has passed over a phase in which nobody can strike
            assert not mine
            continue
        assert (fight.round, fight.active, fight.striking_phase) == (round_, active, phase == "strike")
        if phase == "maneuver":
            went = {ids[choice.piece]: int(choice.where[place]) for choice, place in mine}
            for piece in fight.of(active):
                can = 0 if fight.in_contact(piece) else fight.destinations(piece)
                best = choosers[active].best_hexes(fight, piece, can)
                assert (piece.id in went) == bool(best), (lane, round_, piece.id)
                if best:
                    assert best >> went[piece.id] & 1, (lane, round_, piece.id)
                    fight.place(piece, went.pop(piece.id))
            assert not went
            end_maneuver(position, recorder)
            continue
        for choice, place in mine:
            piece = fight.pieces[ids[choice.piece]]
            if fight.striking != piece.side:
                end_strike(position, recorder)
            enemy = fight.pieces[ids[choice.where[place]]]
            assert choice.hits is not None
            hits = int(choice.hits[place])
            chooser = choosers[piece.side]
            if choice.kind == "strike":
                assert enemy in chooser.best_targets(fight, piece, fight.targets(piece))
                dice = fight.strike(piece, enemy).dice
            else:
                assert enemy in chooser.best_shots(fight, piece, fight.shots(piece))
                line = fight.shot(piece, enemy).best(fight.occupied)
                assert line is not None
                dice = line.aim.dice
            assert 0 <= hits <= dice
            piece.struck = True
            fight.hit(enemy, hits)
        assert not position.must_strike()
        while not position.over and fight.striking_phase:
            end_strike(position, recorder)


@pytest.mark.parametrize("land", ["plains", "tundra", "tower"])
@pytest.mark.parametrize("names", POLICIES, ids="-".join)
def test_both_engines_have_the_same_odds(land: str, names: tuple[str, str]) -> None:
    one = state(land, ["titan", "ogre", "ranger", "gargoyle"], ["titan", "centaur", "lion", "giant"])
    fast = FastPlaying(Table(BattleAlone(one.state, one.rules)), names).play("3", 0, 20_000).answer()
    judged = JudgePlaying(one.state, one.rules, names).play("3", 0, 1_500 if names[0] == "random" else 400).answer()
    for side in ("attacker", "defender"):
        for name in ("wins", "titan_slain"):
            low, high = judged[side][name]["low"], judged[side][name]["high"]
            assert low - (high - low) / 2 <= fast[side][name]["p"] <= high + (high - low) / 2
        low, high = judged[side]["points"]["low"], judged[side]["points"]["high"]
        assert low - (high - low) / 2 <= fast[side]["points"]["mean"] <= high + (high - low) / 2


def test_hits_have_the_chances_of_the_dice() -> None:
    table = Table(opened("plains", ["troll"], ["ogre"]))
    lanes = Lanes(table, 200_000, np.random.default_rng(5))
    row = next(n for n, roll in enumerate(table.rolls) if roll.dice == 8)
    chance, parts = np.random.default_rng(9), Counter[int]()
    lanes.hits[:] = -100
    drawn = chance.random(200_000)
    lanes._score("strike", 0, np.arange(200_000), np.ones(200_000, dtype=np.int8), np.full(200_000, row), drawn)
    parts.update((lanes.hits[1] + 100).tolist())
    steps = np.diff(np.concatenate([[0.0], table.cumulative[row]]))
    for hits, share in enumerate(steps):
        spread = 5 * (share * (1 - share) / 200_000) ** 0.5
        assert abs(parts[hits] / 200_000 - share) <= spread + 1e-12


def test_it_says_what_it_cannot_play() -> None:
    found = api.new("titan-magi", battleland="plains", attacking=["ogre"], defending=["ogre"])
    from referee.core import documents
    from referee.opening.states import open_session

    one = open_session(documents.make_document(found, "state"))
    assert "rows of" in why_not(BattleAlone(one.state, one.rules))
