"""The fast engine of battles against the judge: its moves, every cell of its tables, and whole battles replayed."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from seeds import part, seeds

from referee import api, games
from referee.core.game.odds import BattleTally
from referee.core.game.recorder import Recorder
from referee.games.titan.battle.alone import BattleAlone
from referee.games.titan.battle.board import bits
from referee.games.titan.battle.phases import end_maneuver, end_strike
from referee.games.titan.battle.pieces import (
    ATTACKER,
    DEFENDER,
    OFF,
    Piece,
)
from referee.games.titan.battle.rulings.judge import carry_to
from referee.games.titan.odds.carrying import Carrying
from referee.games.titan.odds.chooser import Blow, Chooser
from referee.games.titan.odds.fast import FastPlaying, Left, settle
from referee.games.titan.odds.field import Field
from referee.games.titan.odds.lanes import Choice, Lanes
from referee.games.titan.odds.newcomers import Newcomers
from referee.games.titan.odds.playing import JudgePlaying, count, newcomers, strike_order
from referee.games.titan.odds.policies import SAME, policies
from referee.games.titan.odds.table import Table, why_not
from referee.games.titan.odds.wants import Wants
from referee.games.titan.sides import SIDES

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
    ("random-carry", "random-carry"),
    ("random-carry", "hold"),
]


# those with newcomers on either side, or on both
JOINED = [("greedy", "greedy"), ("hold", "cautious"), ("cautious", "random"), ("random", "greedy")]
JOINING = {
    "may_muster": ["ogre", "cyclops", "warlock", "gorgon", "troll"],
    "may_summon": [{"character": "angel", "legion": "bk02"}, {"character": "archangel", "legion": "bk03"}],
}


def state(land: str, attacking: list[str], defending: list[str], side: str = "bottom", **options: Any) -> Any:
    """Return a new battle."""
    fixed = RULES.battlelands.battlelands[land].attacker_side
    given = {} if fixed is not None else {"attacker_side": side}
    found = api.new("titan", battleland=land, attacking=attacking, defending=defending, options=options, **given)
    return as_given(found)


def as_given(found: dict[str, Any]) -> Any:
    """Return a state as it is opened."""
    from referee.core import documents
    from referee.opening.states import open_session

    return open_session(documents.make_document(found, "state"))


def with_newcomers(land: str, attacking: list[str], defending: list[str], side: str, **options: Any) -> Any:
    """Return a new battle that others may join."""
    fixed = RULES.battlelands.battlelands[land].attacker_side
    given = {} if fixed is not None else {"attacker_side": side}
    found = api.new("titan", battleland=land, attacking=attacking, defending=defending, options=options, **given)
    found["battle"] |= JOINING
    return as_given(found)


def opened(*given: Any, **more: Any) -> BattleAlone:
    """Return the position of a new battle."""
    one = state(*given, **more)
    return BattleAlone(one.state, one.rules)


def legions(chance: Random, number: int = 7) -> tuple[list[str], list[str]]:
    """Return two random legions without two of a kind."""
    return chance.sample(KINDS, number), chance.sample(KINDS, number)


@pytest.mark.slow
@pytest.mark.parametrize("land", LANDS)
def test_moves_are_those_of_the_judge(land: str) -> None:
    # over 100,000 questions on all Battlelands
    chance, asked = Random(land), 0
    for first in range(0, len(KINDS), 7):
        kinds = KINDS[first : first + 7]
        position = opened(land, kinds, kinds[:1], chance.choice(["left", "bottom", "right"]))
        table, fight = Table(position), position.fight
        field = Field(table, 1)
        for number, piece in enumerate(table.pieces[: len(kinds)]):
            size = 400
            where = np.array([chance.randrange(table.off) for _ in range(size)])
            crowd = [sum(1 << chance.randrange(table.off) for _ in range(chance.randint(0, 13))) for _ in range(size)]
            occupied = np.array(
                [mask & (1 << table.off) - 1 | 1 << h for mask, h in zip(crowd, where.tolist(), strict=True)],
                dtype=np.uint32,
            )
            found = field.from_hex(number, where, occupied).tolist()
            entered = field.from_outside(number, occupied).tolist()
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


@pytest.mark.slow
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
    for option, value in part(values, 3):
        position = opened(land, attacking, defending, **{option: value})
        assert position.rules.options[option] == value
        cells(Table(position))


@pytest.mark.slow
@pytest.mark.parametrize("land", LANDS)
@pytest.mark.parametrize("option", ["", "carry_benefits", "carry_targets", "higher_number"])
def test_who_takes_surplus_hits_is_as_the_judge_says(land: str, option: str) -> None:
    chance = Random(land + option)
    choices = [*RULESET.ruling_of(option)[1].alternatives] if option else [None]
    for choice in choices:
        given = {} if choice is None else {option: choice}
        position = opened(land, *legions(chance, 4), **given)
        table, fight = Table(position), position.fight
        carrying = Carrying(table, policies()["greedy"])
        for _ in range(400):
            striker = chance.randrange(len(table.pieces))
            enemies = table.enemies(striker)
            row, column = chance.sample(range(len(enemies)), 2)
            three = [table.pieces[n] for n in (striker, enemies[row], enemies[column])]
            beside: list[int] = []
            while len(beside) < 2:
                h = chance.randrange(table.off)
                beside = list(bits(table.board.contact[h]))
            where = (h, *chance.sample(beside, 2))
            for piece, hex_ in zip(three, where, strict=True):
                piece.hex = hex_
            ruling = fight.strike(three[0], three[1])
            carry = carry_to(fight, *three, ruling)
            one, other = (int(carrying.ground[h * table.width + at]) for at in where[1:])
            roll = int(carrying.forgone_rolls[striker][row, one])
            assert (roll >= 0) == bool(ruling.gains)
            if ruling.gains:
                assert table.rolls[roll] == (ruling.forgone_dice, ruling.forgone_number)
            for forgone, dice in enumerate((ruling.dice, ruling.forgone_dice)):
                objections = carry.objections(fight.board, dice, carry.number, bool(forgone))
                assert carrying.lets(striker, row, column, bool(forgone), one, other) == (not objections)
            for piece in three:
                piece.hex = OFF


def with_two_of_a_kind(chance: Random) -> tuple[list[str], list[str]]:
    """Return two random legions, each with two of one kind, so that choices are equal."""
    kinds = [kind for kind in KINDS if kind != "titan"]
    one, other = chance.sample(kinds, 5), chance.sample(kinds, 5)
    return ["titan", *one, one[0]], ["titan", *other, other[0]]


@pytest.mark.slow
@pytest.mark.parametrize("land", part(LANDS, 4))
@pytest.mark.parametrize("names", POLICIES, ids="-".join)
def test_the_judge_replays_what_the_lanes_have_played(land: str, names: tuple[str, str]) -> None:
    chance = Random("-".join((f"{seeds(1)[0]}", land, *names)))
    plain = names == ("random", "random")
    given = legions(chance) if plain else with_two_of_a_kind(chance)
    played_again(state(land, *given, chance.choice(["left", "bottom", "right"])), names, 8 if plain else 2)


@pytest.mark.slow
@pytest.mark.parametrize("land", part(LANDS, 4))
@pytest.mark.parametrize("names", JOINED, ids="-".join)
def test_the_judge_replays_battles_that_others_join(land: str, names: tuple[str, str]) -> None:
    chance = Random("/".join((f"{seeds(1)[0]}", land, *names)))
    attacking, defending = legions(chance, chance.randint(4, 7))
    joined = played_again(with_newcomers(land, attacking, defending, chance.choice(["left", "bottom"])), names, 12)
    assert joined or names != ("greedy", "greedy")


@pytest.mark.slow
@pytest.mark.parametrize(
    "option", ["carry_targets", "higher_number", "carry_benefits", "unentered_open_summons", "strike_chart_edges"]
)
def test_the_judge_replays_them_by_every_choice_of_a_ruling(option: str) -> None:
    choices = set(RULESET.ruling_of(option)[1].alternatives) - {RULES.options[option]}
    assert choices
    for choice in sorted(choices):
        for land in part(["brush", "hills", "tower", "desert", "jungle"], 3):
            chance = Random(f"{seeds(1)[0]} {land} {option} {choice}")
            given = legions(chance, 6)
            played_again(with_newcomers(land, *given, "left", **{option: choice}), ("greedy", "greedy"), 5)


def played_again(one: Any, names: tuple[str, str], number: int) -> int:
    """Play a battle out in lanes and have the judge replay it; return how many have joined it."""
    chance = Random(str(names))
    position = BattleAlone(one.state, one.rules)
    table = Table(position, Newcomers(position, names))
    choosers = [Chooser(policies()[name], chance) for name in names]
    wants = Wants(table, policies()[names[0]]), Wants(table, policies()[names[1]])
    lanes = Lanes(table, number, np.random.default_rng(7), record=True, wants=wants)
    ended = {
        lane: (Left(int(gone), int(came)), end.round, end.time_loss)
        for end in lanes.play()
        for lane, gone, came in zip(end.lanes.tolist(), end.gone.tolist(), end.came.tolist(), strict=True)
    }
    assert len(ended) == number
    for lane in range(number):
        position = BattleAlone(one.state, one.rules)
        replay(position, lanes, lane, choosers)
        left, round_, time_loss = ended[lane]
        assert position.over
        assert min(position.fight.round, position.rules.combat.rounds) == round_
        fast, judged = (BattleTally(SIDES, "points", "rounds", "titan_slain") for _ in range(2))
        settle(fast, table, left, round_, time_loss)
        count(judged, position)
        assert fast.answer() == judged.answer()
    return sum(left.came.bit_count() for left, _, _ in ended.values())


def replay(position: BattleAlone, lanes: Lanes, lane: int, choosers: list[Chooser]) -> None:
    """Carry out by the judge what was recorded of one lane, phase by phase; each choice is one of the best."""
    fight, recorder = position.fight, Recorder(None)
    ids = {number: piece.id for number, piece in enumerate(lanes.table.pieces)}
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
            went = {choice.piece: int(choice.where[place]) for choice, place in mine}
            moved(position, choosers[active], {ids[number]: h for number, h in went.items() if ids[number]}, lane)
            brought = {number: h for number, h in went.items() if not ids[number]}
            for number in brought:
                ids[number] = joins(
                    position, choosers[active], lanes.table.pieces[number].profile.name, brought[number]
                )
            if not brought and choosers[active].policy.newcomer:
                assert not newcomers(position, None)
            end_maneuver(position, recorder)
            continue
        for choice, place in mine:
            piece = fight.pieces[ids[choice.piece]]
            if fight.striking != piece.side:
                end_strike(position, recorder)
            strikes(position, choosers[piece.side], lanes.table, ids, choice, place)
        assert not position.must_strike()
        while not position.over and fight.striking_phase:
            end_strike(position, recorder)


def moved(position: BattleAlone, chooser: Chooser, went: dict[str, int], lane: int) -> None:
    """Move those who went somewhere; each hex is one of the best."""
    fight = position.fight
    for piece in fight.of(fight.active):
        can = 0 if fight.in_contact(piece) else fight.destinations(piece)
        best = chooser.best_hexes(fight, piece, can)
        assert (piece.id in went) == bool(best), (lane, fight.round, piece.id)
        if best:
            assert best >> went[piece.id] & 1, (lane, fight.round, piece.id)
            fight.place(piece, went.pop(piece.id))
    assert not went


def joins(position: BattleAlone, chooser: Chooser, name: str, hex_: int) -> str:
    """Have the best newcomer enter; return its id."""
    fight = position.fight
    order, piece, enters = chooser.newcomer(newcomers(position, None))
    assert piece.profile.name == name
    assert chooser.best_hexes(fight, piece, enters) >> hex_ & 1
    entering = type(order)(**{**vars_of(order), "to": fight.board.labels[hex_]})
    assert not entering.check(position, position.player(fight.active))
    ident = entering.ident(position)
    entering.apply(position, position.player(fight.active), Recorder(None))
    return ident


def vars_of(order: Any) -> dict[str, Any]:
    """Return the fields of an order."""
    return {name: getattr(order, name) for name in order.__struct_fields__}


def strikes(
    position: BattleAlone, chooser: Chooser, table: Table, ids: dict[int, str], choice: Choice, place: int
) -> None:
    """Strike or rangestrike as it was recorded; it is legal, and as good as any other."""
    fight, player = position.fight, position.player(position.fight.striking)
    piece, enemy = fight.pieces[ids[choice.piece]], fight.pieces[ids[choice.where[place]]]
    assert choice.hits is not None
    assert choice.roll is not None
    hits, roll = int(choice.hits[place]), table.rolls[int(choice.roll[place])]
    assert 0 <= hits <= roll.dice
    takers: list[Piece] = []
    if choice.kind == "strike":
        if choice.takers is not None:
            takers = [fight.pieces[ids[int(n)]] for n in choice.takers[:, place] if n >= 0]
        forgone = choice.forgone is not None and bool(choice.forgone[place])
        blow = Blow(enemy, roll.dice, roll.number, forgone, tuple(takers))
        assert not strike_order(fight, piece, blow).check(position, player)
        declared = chooser.declared(fight, piece, enemy)
        if hits <= enemy.remaining and not takers:
            # who takes what is left may not have been asked where nothing is
            declared = [one._replace(carry=()) for one in declared]
        # who declares a higher number may come to that of one who gives up a gain, and carry to some of the same
        otherwise = [one for one in declared if (one.dice, one.number) == (blow.dice, blow.number)]
        assert blow in declared or any({*takers} <= {*one.carry} for one in otherwise)
        best = chooser.best_blows(fight, piece, fight.targets(piece))[0]
        assert chooser.worth(fight, blow) > chooser.worth(fight, best) - SAME
    else:
        assert enemy in chooser.best_shots(fight, piece, fight.shots(piece))
        line = fight.shot(piece, enemy).best(fight.occupied)
        assert line is not None
        assert roll == (line.aim.dice, line.aim.number)
    piece.struck = True
    fight.carry_over(hits - fight.hit(enemy, hits), takers)


@pytest.mark.slow
@pytest.mark.parametrize("land", part(["plains", "tundra", "tower"], 3))
@pytest.mark.parametrize("names", POLICIES, ids="-".join)
def test_both_engines_have_the_same_odds(land: str, names: tuple[str, str]) -> None:
    one = with_newcomers(land, ["titan", "ogre", "ranger", "gargoyle"], ["titan", "centaur", "lion", "giant"], "left")
    position = BattleAlone(one.state, one.rules)
    fast = FastPlaying(Table(position, Newcomers(position, names)), names).play("3", 0, 10_000).answer()
    judged = JudgePlaying(one.state, one.rules, names).play("3", 0, 800 if names[0] == "random" else 300).answer()
    for side in ("attacker", "defender"):
        for name in ("wins", "titan_slain"):
            low, high = judged[side][name]["low"], judged[side][name]["high"]
            assert low - (high - low) / 2 <= fast[side][name]["p"] <= high + (high - low) / 2
        low, high = judged[side]["points"]["low"], judged[side]["points"]["high"]
        # in as few battles as the judge plays, what is rare may never happen
        slack = (high - low) / 2 + 0.1
        assert low - slack <= fast[side]["points"]["mean"] <= high + slack


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
