"""Documents of orders submitted on a state: whether they fit it, and in which order they are read."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ..documents import Document
from ..documents.problems import known_name, stranger
from ..game.dice import Dice
from ..game.game import Game
from ..game.position import Position, SimultaneousPosition
from ..game.state import State
from ..game.submissions import Submission
from ..rules.compiled import CompiledRules
from ..rules.rulesets import Ruleset
from .turn_order import arrange


class Submitted(msgspec.Struct, frozen=True):
    """Documents of orders, the state that they are given on, and the dice that are given or drawn for them.

    With `skip_illegal`, refused orders are left out and the rest is carried out.
    """

    game: Game
    rules: CompiledRules
    state: State
    submissions: list[Submission]
    dice: Dice
    skip_illegal: bool = False

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset that the rules are compiled from."""
        return self.rules.ruleset

    @property
    def step(self) -> int:
        """The current step of the game, 0 in a situation."""
        return self.state.step or 0

    def position(self) -> Position:
        """Return a new working copy of the state."""
        return self.game.open(self.state, self.rules)

    def prepared(self, position: Position) -> Submitted:
        """Return the documents in the order of reading, each with its player's name as the game writes it."""
        out = []
        for submission in self.submissions:
            player = known_name(submission.player, position.players)
            if player != submission.player:
                submission = Submission(
                    submission.document,
                    replace(submission.header, player=player),
                    submission.orders,
                    submission.standing,
                )
            out.append(submission)
        together = simultaneous(position) is not None
        return replace(self, submissions=arrange(out, position.players, together=together))

    def misfits(self, position: Position) -> list[str]:
        """Return the problems of headers that do not fit the state, each with its place."""
        out = []
        for submission in self.submissions:
            wrong = misfit_header(submission, self.state, position)
            out += [str(submission.document.problem((key,), message)) for key, message in wrong.items()]
            if submission.standing or any(given.guards for given in submission.orders):
                from .reactions import unfit

                out += map(str, unfit(self.game, self.rules, position, submission))
        together = simultaneous(position) is not None
        return out if together else [*out, *duplicates(self.submissions)]


def misfit_header(submission: Submission, state: State, position: Position) -> dict[str, str]:
    """Return what of the header of a document does not fit the state: a message for each key."""
    header, step = submission.header, state.step or 0
    wrong: dict[str, str] = {}
    if header.ruleset != state.ruleset:
        wrong["ruleset"] = for_another(header.ruleset, state.ruleset)
    if position.players and header.player not in position.players:
        wrong["player"] = stranger(header.player, position.players)
    if header.game is not None and state.game is not None and header.game != state.game:
        wrong["game"] = f"these orders belong to game '{header.game}', not to '{state.game}'"
    if header.step not in (None, step) and simultaneous(position) is None:
        wrong["step"] = f"these orders answer step {header.step}; the game is at step {step}"
    return wrong


def duplicates(submissions: Iterable[Submission]) -> list[str]:
    """Return a problem for every further document of a player."""
    out = []
    seen: dict[str, Document] = {}
    for submission in sorted(submissions, key=lambda s: s.document.file):
        document, player = submission.document, submission.player
        first = seen.get(player, document)
        if first is not document and first.file != document.file:
            already = f"{player} has orders in {first.file} already"
            out.append(f"{document.file}: {already}; put them all into one document")
        elif first is not document:
            place = first.problem((), "")
            already = f"{player} has orders at {place.file}:{place.line}:{place.column} already"
            out.append(str(document.problem((), f"{already}; put them all into one document")))
        seen[player] = document
    return out


def simultaneous(position: Position) -> SimultaneousPosition | None:
    """Return the position if all players order simultaneously now, None if they order in sequence."""
    if not isinstance(position, SimultaneousPosition):
        return None
    phase = position.phase()
    return position if phase is not None and phase.together else None


def for_another(ruleset: str, played: str) -> str:
    """Return the message for orders that name another ruleset than that of the game."""
    return f"these orders are for {ruleset}; the game is played by {played}"
