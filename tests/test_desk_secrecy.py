"""What a mail is answered tells nothing that its player does not see."""

from __future__ import annotations

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
from referee.core.game.reading import mapping_of
from referee.core.game.state import State
from referee.core.notation.line_writer import line
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


def as_opened(state: State) -> Opened:
    game, ruleset = games.load("titan")
    document = documents.make_document(documents.builtins(state), "state")
    return Opened(game, ruleset, game.compile(ruleset, state.options), state, document)


def told(state: State, player: str, text: str) -> Any:
    """Return everything that a mail is answered: how it is understood, and what is wrong with it."""
    opened = as_opened(state)
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
