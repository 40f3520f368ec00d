"""What a game offers for `odds`: exact distributions, and battles played out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..rules.compiled import CompiledRules
from .orders import Objection
from .position import Position
from .questions import Question
from .state import State
from .submissions import Submission


class NoOdds(Exception):
    """Odds are not known here; the message says of what, and what to ask instead."""


class WrongPolicy(NoOdds):
    """A policy is given that there is not, or for a side that there is not."""


class Refused(Exception):
    """What the odds are asked of is illegal: `rows` holds `(player, number of the order or None, objection)`."""

    def __init__(self, rows: Sequence[tuple[str, int | None, Objection]]) -> None:
        super().__init__("; ".join(objection.with_cites() for _, _, objection in rows))
        self.rows = list(rows)

    def plain(self) -> dict[str, Any]:
        """Return the objections as `odds --json` prints them."""
        return {
            "refused": [
                {"player": player, "order": number, "because": list(one.cite), "message": one.message}
                for player, number, one in self.rows
            ]
        }


class GameOdds:
    """The odds of one game; each method raises NoOdds for what it does not cover, and Refused for what is illegal."""

    def __init__(self, game: Any) -> None:
        """Create them for a `Game`, which this module does not import."""
        self.game = game

    def asked(self, position: Position, question: Question) -> dict[str, Any]:
        """Return the exact distribution of what a question is about, in the shape that `odds --json` prints."""
        raise NoOdds(f"there are no odds of '{question.verb}'; `referee ask` answers it, with its chance if it has one")

    def thrown(self, position: Position, question: Question) -> dict[str, Any] | None:
        """Return what each throw of two dice does, as `{difference, cells}`; None where there are none.

        `cells` has a row for each face of the die of `a`, with the outcome of each face of `b`.
        """
        return None

    def ordered(self, position: Position, submissions: Sequence[Submission]) -> dict[str, Any]:
        """Return the exact distribution of what orders of one phase do, in the shape that `odds --json` prints."""
        raise NoOdds("the odds of orders are not known in this game")

    def playing(self, state: State, rules: CompiledRules, policies: dict[str, str], fast: bool) -> Playing:
        """Return what plays a state out by the named policy of each side; `fast` allows an engine beside the judge."""
        raise NoOdds("a state of this game cannot be played out")


class Playing:
    """Plays one state out many times.

    `engine` says who plays it, `why` why the fast engine does not, `size` how many playouts are one chunk, and
    `default` how many are played if nothing is said.
    """

    engine: str = "judge"
    why: str = ""
    size: int = 250
    default: int = 10_000

    def policies(self) -> dict[str, str]:
        """Return the name of the policy of each side."""
        raise NotImplementedError

    def play(self, seed: str, chunk: int, playouts: int) -> Tally:
        """Return what came of so many playouts; the same for the same seed and chunk."""
        raise NotImplementedError


class Tally:
    """What came of playouts, so that it can be added to what came of others and summed up."""

    playouts: int = 0

    def add(self, other: Any) -> None:
        """Add what came of other playouts."""
        raise NotImplementedError

    def widest(self) -> float:
        """Return half the width of the widest interval of a chance, 0 to 1."""
        raise NotImplementedError

    def answer(self) -> dict[str, Any]:
        """Return the summary, in the shape that `odds --json` prints without `seed` and `policies`."""
        raise NotImplementedError
