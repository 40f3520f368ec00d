"""What a mail is answered tells nothing that its player does not see."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from seeds import sampled
from test_desk import at_commencement
from test_masterboard import otherwise, snapshots

from referee import games
from referee.core import documents
from referee.core.adjudication.legal import legal
from referee.core.game.game import Game
from referee.core.game.reading import mapping_of
from referee.core.game.state import State
from referee.core.game.state_reading import read_state
from referee.core.notation.line_writer import line
from referee.core.rules.rulesets import Ruleset
from referee.desk.mail.letter import Desk, Member
from referee.desk.mail.reading import read_letter
from referee.desk.playing import advance
from referee.desk.waiting import merged
from referee.judge.judging import Terms
from referee.opening.states import Opened

# names as they are, misspelt, and none: whether one is held somewhere must not be told
GUESSES = [
    "muster {character}",
    "split {legion} off {character}",
    "split {legion} off {slip}",
    "move {legion} to 8",
    "does {legion} hold a {character}?",
    "summon {character} from {legion}",
    "if {legion} holds {character}: end movement",
    "reveal {legion}",
    "acquire {character}",
    "start: {character}, {character}",
    "show",
    "legal {legion}",
    "move the legion with a {character} to 8",
    "split the stack of {character} and {character}",
    "fight with the {character}",
    "muster in the legion holding a {slip}",
    "how far can the {character} in {legion} go",
    "concede {legion} to {player}",
    "flee {legion}",
    "strike {character} at {slip}",
]


def as_opened(state: State, found: tuple[Game, Ruleset] | None = None) -> Opened:
    game, ruleset = found or games.load("titan")
    document = documents.make_document(documents.builtins(state), "state")
    return Opened(game, ruleset, game.compile(ruleset, state.options), state, document)


def told(state: State, player: str, text: str, found: tuple[Game, Ruleset] | None = None) -> Any:
    """Return everything that a mail is answered: how it is understood, and what is wrong with it."""
    opened = as_opened(state, found)
    position = opened.game.open(opened.state, opened.rules)
    members = {one: Member(f"{one}@x.org") for one in position.players}
    desk = Desk("g1", members, opened.game, opened.ruleset, opened.state)
    letter = read_letter(f"From: {player}@x.org\nSubject: [g1]\n\n{text}\n".encode(), "m.eml", desk)
    waiting, _ = merged([], letter)
    progress = advance(opened, waiting, Terms(), "g1", most=3)
    held = [problem for _, problems in progress.held for problem in problems]
    return documents.builtins([letter, held, progress.unsure])


def mails(state: State, player: str, chance: Random) -> list[str]:
    board = state.masterboard
    assert board is not None
    at = as_opened(state)
    rows = legal(at.game, at.game.open(at.game.view(at.state, player), at.rules))
    own = [line(mapping_of(row.order), type(row.order)) for row in chance.sample(rows, min(3, len(rows)))]
    names = ["ogre", "serpent", "titan", "dragon", "angel", "lion"]
    out = []
    for guess in chance.sample(GUESSES, 10):
        name = chance.choice(names)
        legion = chance.choice([one.id for one in board.legions] or ["bk01"])
        said = guess.format(character=name, legion=legion, slip=name[:-1], player=chance.choice(board.players))
        out.append("\n".join([*own[:1], said]))
    return [*out, "\n".join(own)]


@pytest.mark.slow
def test_two_worlds_that_differ_in_the_unseen_answer_a_mail_alike(chance: Random) -> None:
    compared = 0
    for state in chance.sample(snapshots(), 6):
        assert state.masterboard is not None
        player = chance.choice(state.masterboard.players)
        other = otherwise(state, player, chance)
        for text in mails(state, player, chance):
            assert told(state, player, text) == told(other, player, text), text
            compared += other != state
    assert compared > 1


OFFERS = "[referee.games]\nhex-raid = hex_raid.game:GAME\n[referee.rulesets]\nhex-raid = hex_raid.rulesets\n"
RAIDS = [
    ["attack red-1 at blue-1", "move red-2 to E1", "move red-1 to A1", "end turn"],
    ["attack red-1 at blue-1", "move red-2 to E1", "end turn"],
    ["attack red-2 at blue-1", "attack red-1 at blue-1", "end turn"],
]


@pytest.mark.parametrize("lines", RAIDS)
def test_what_an_unseen_enemy_is_holds_no_orders_of_a_game_from_a_package(
    lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(Path(__file__).parent.parent / "examples/packages/hex-raid/hex_raid", tmp_path / "hex_raid")
    # as pip leaves it
    (tmp_path / "hex_raid-1.0.dist-info").mkdir()
    for file, text in (
        ("METADATA", "Metadata-Version: 2.1\nName: hex-raid\nVersion: 1.0\n"),
        ("entry_points.txt", OFFERS),
    ):
        (tmp_path / "hex_raid-1.0.dist-info" / file).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    found = games.load("hex-raid")
    at = {"red-1": ("guard", "D1"), "red-2": ("scout", "E2"), "blue-1": ("scout", "E1"), "blue-2": ("brute", "F2")}
    units = [{"id": one, "player": one[:-2], "kind": kind, "hex": place} for one, (kind, place) in at.items()]
    worlds = []
    for kind in ("scout", "guard", "brute"):
        units[2]["kind"] = kind
        value = {"format": 1, "ruleset": "hex-raid", "game": "g1", "step": 3, "raid": {"units": units}}
        worlds.append(read_state(*found, documents.make_document(value, "state"), value, playing=True))
    # what hangs on dice is for the master's preview alone
    answers = [told(state, "red", "\n".join(lines), found)[:2] for state in worlds]
    assert answers[0] == answers[1] == answers[2]


PROBES = [
    ["end commencement", "move bk01 to 38", "end movement", "end enlistment", "roll tower"],
    ["end commencement", "move bk01 to 36", "end movement", "end enlistment", "split rd01 off ogre"],
    ["end commencement", "move bk01 to 41", "end movement", "end enlistment", "muster ogre in rd01"],
    ["end commencement", "if roll 5: move bk01 to 38", "end movement", "end enlistment", "concede battle", "end setup"],
]


@pytest.mark.parametrize("lines", sampled(PROBES, 4))
def test_whether_a_mail_is_carried_out_tells_of_no_die(tmp_path: Path, lines: list[str]) -> None:
    found = set()
    for number in range(6):
        (folder := tmp_path / str(number)).mkdir()
        game = at_commencement(folder)
        game.mail("black", *lines)
        found.add(bool(game.run()["adjudicated"]))
    assert len(found) == 1
