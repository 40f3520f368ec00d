"""What a game awaits agrees with what `legal` lists: nobody is told of what he cannot order, nor left unasked."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import hordes_play
import magi_play
import magic_battles
import pytest
import titan_play
from hypothesis import given, settings
from seeds import seeds
from test_battalions import Game, turns

from referee import api, games
from referee.core import documents
from referee.core.adjudication.legal import legal_rows

# what may be said at any time, and is not awaited
ALWAYS = {"end", "concede", "agree", "pass", "disturb", "look", "reduce"}


def words(game: Any, position: Any) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Return for whoever is awaited the words of what he must and may, and those of the orders listed."""
    told = {
        a.player: {word for said in (*a.must, *a.may) for word in re.findall(r"[\w-]+", said)}
        for a in position.awaiting()
    }
    rows = legal_rows(game, position)
    listed: dict[str, set[str]] = {}
    for row in rows:
        for player in told:
            whose = row.get("told", {}).get("by")
            if whose in (None, player):
                found = listed.setdefault(player, set())
                found |= {word for key, value in row.items() if key != "told" for word in (key, *_plain(value))}
    return told, listed


def _plain(value: Any) -> list[str]:
    if isinstance(value, (list, tuple)):
        return [word for one in value for word in _plain(one)]
    return [str(value)] if isinstance(value, (str, int)) else []


def agrees(game: Any, position: Any, pieces: set[str], exact: bool) -> list[str]:
    """Return where what is awaited and what is listed differ: a piece or a verb of one that the other lacks."""
    told, listed = words(game, position)
    verbs = {key for row in legal_rows(game, position) for key in row}
    out = []
    for player, said in told.items():
        orders = listed.get(player, set())
        known = pieces | {"muster", "summon", "acquire", "activate", "desorcell", "arrange", "choose_field", "engage"}
        out += [f"{player} is told of {word}, and no order names it" for word in sorted(said & known - orders)]
    if exact:
        every = {word for said in told.values() for word in said}
        for row in legal_rows(game, position):
            verb = next(iter(row))
            subject = str(row.get("battalion", row.get("in", row[verb])))
            # a choice in case the turn asks for one is not awaited
            if verb not in ALWAYS and "if" not in row.get("told", {}) and subject in pieces and subject not in every:
                out.append(f"{verb} {subject} is listed, and nobody is told")
    assert verbs or not told
    return out


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
def test_titan(seed: int) -> None:
    """In random whole games: on the Masterboard and in battle, for the master and for the player himself."""
    seen = set()
    for state, player, _, _ in titan_play.play(2 + seed, seed + 40, 700):
        board = state.masterboard
        assert board is not None
        for one in (state, titan_play.GAME.view(state, player)):
            position = titan_play.GAME.open(one, titan_play.RULES)
            if position.battle is not None:
                names = set(position.battle.fight.pieces)
            else:
                names = {legion.id for legion in board.legions}
            # a winner's gains all go to the one legion that has won
            exact = position.battle is not None or board.phase != "engagement"
            assert not agrees(titan_play.GAME, position, names, exact), (
                board.phase,
                position.awaiting(),
                legal_rows(titan_play.GAME, position),
            )
        seen.add((board.phase, board.engagement.stage if board.engagement is not None else ""))
    assert {("movement", ""), ("enlistment", "")} <= seen


def unsaid(game: Any, position: Any, viewer: str | None) -> list[str]:
    """Return the orders about Spells that are listed for whoever is awaited, and those of which he is told, apart."""
    listed: set[tuple[str, str, str]] = set()
    verbs = {"cast", "draw", "give", "trade", "victory-draw", "rejoin", "give-back", "exit", "enter", "undo", "shift"}
    awaited = {a.player: {*a.must, *a.may} for a in position.awaiting() if viewer in (None, a.player)}
    for row in legal_rows(game, position):
        verb = next(iter(row))
        if verb in verbs:
            key = {"trade": "between", "give": "from", "shift": "by", "give-back": ""}.get(verb, verb)
            subjects = row.get(key, row[verb])
            players = [row["told"]["by"]] if "by" in row.get("told", {}) else list(awaited)
            for subject in subjects if isinstance(subjects, list) else [subjects]:
                listed |= {(player, verb, "" if verb == "give-back" else subject) for player in players}
    out = []
    for player, said in awaited.items():
        told = {(line.split()[0], word.strip(",")) for line in said for word in (line.split()[1:] or [""])}
        pieces = {line for line in said if " " not in line}
        for who, verb, subject in listed:
            if who == player and (verb, subject) not in told and subject not in pieces:
                out.append(f"{player} may {verb} {subject}, and is not told")
        for verb, subject in told:
            known = subject not in ("from", "between", "") and verb in verbs
            if known and (player, verb, subject) not in listed:
                out.append(f"{player} is told of {verb} {subject}, and no order is listed")
    return out


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
def test_titan_with_magi(seed: int) -> None:
    """In random whole games with Magi: for the master, and for each player in the view of their own."""
    seen = set[str]()
    for number, (state, player, order, _) in enumerate(magi_play.play(2 + seed % 2, seed, 350)):
        if number % 3 and "spell" not in order:
            continue
        for viewer in (None, player):
            shown = state if viewer is None else magi_play.GAME.view(state, viewer)
            position = magi_play.GAME.open(shown, magi_play.RULES)
            assert unsaid(magi_play.GAME, position, viewer) == [], (number, position.awaiting())
            seen |= {line.split()[0] for a in position.awaiting() for line in a.may if " " in line}
    assert "cast" in seen


@pytest.mark.parametrize("seed", seeds(2))
def test_battles_under_spells(seed: int) -> None:
    for state, *_ in magic_battles.play(seed, 60):
        position = magic_battles.GAME.open(state, magic_battles.RULES)
        assert unsaid(magic_battles.GAME, position, None) == [], position.awaiting()


def test_a_winner_is_told_of_what_he_can_gain() -> None:
    """Whose legion can muster nobody there is not told that it may, in the state and in what he is shown alone."""
    base: dict[str, Any] = {"format": 1, "ruleset": "titan", "game": "g", "step": 3}
    gains = {"player": "red", "legion": "rd01", "multiples": [], "muster": True}
    board = {
        "players": ["black", "red"],
        "turn": 3,
        "mover": "black",
        "phase": "engagement",
        "engagement": {"land": 8, "attacker": "bk01", "defender": "rd01", "stage": "gains", "gains": gains},
    }
    for held, may in ((["titan", "lion"], []), (["titan", "ogre"], ["muster"])):
        legions = [
            {"id": "rd01", "player": "red", "land": 8, "contents": held},
            {"id": "bk02", "player": "black", "land": 9, "contents": ["titan", "ogre"]},
        ]
        state = {**base, "masterboard": {**board, "legions": legions}}
        game, _ = games.load("titan")
        document = documents.parse(documents.dump(state).encode(), "state")
        session = api.open_session(document)
        assert game.open(session.state, session.rules).awaiting()[0].may == may
        other = game.open(game.view(session.state, "black"), session.rules)
        assert not any(a.may for a in other.awaiting())


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(2))
def test_hordes(seed: int) -> None:
    state = hordes_play.start(Random(seed))
    _, outcomes = hordes_play.play(seed, 3)
    for one in (state, *(outcome.state for outcome in outcomes)):
        position = hordes_play.GAME.open(one, hordes_play.GAME.compile(hordes_play.RULESET, one.options))
        names = {element.id for element in one.elements}
        assert not agrees(hordes_play.GAME, position, names, exact=True), (position.phase(), position.awaiting())


@pytest.mark.slow
@settings(max_examples=60)
@given(turns())
def test_battalions(game: Game) -> None:
    state, sheets = game
    for one in (state, api.adjudicate(state, sheets)["state"]):
        session = api.open_session(documents.parse(documents.dump(one).encode(), "state"))
        position = session.game.open(session.state, session.rules)
        names = {battalion["id"] for battalion in one["battalions"]}
        assert not agrees(session.game, position, names, exact=True), position.awaiting()
