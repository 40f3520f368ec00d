"""What a game offers for `odds`: exact distributions, and battles played out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from .. import documents
from ..rules.compiled import CompiledRules
from .chances import mean_of, wilson
from .orders import Objection
from .position import Position
from .questions import Question
from .state import State
from .submissions import Submission

RANDOM = "random"
# the names of pieces of one side, sorted
Pieces = tuple[str, ...]


class NoOdds(Exception):
    """Odds are not known here; the message says of what, and what to ask instead."""


class WrongPolicy(NoOdds):
    """A policy is given that there is not, or for a side that there is not."""


def chosen_policies(
    given: Mapping[str, str], sides: Sequence[str], known: Collection[str], noun: str
) -> dict[str, str]:
    """Return the name of the policy of each side, random where none is given; raises WrongPolicy.

    The one given for no side, `""`, is that of each side without its own. `noun` is what a side is called.
    """
    for side, name in given.items():
        if side and side not in sides:
            raise WrongPolicy(f"'{side}' is no {noun}{documents.nearest(side, sides)}; they are {' and '.join(sides)}")
        if name not in known:
            raise WrongPolicy(f"'{name}' is no policy{documents.nearest(name, known)}; they are {', '.join(known)}")
    other = given.get("", RANDOM)
    return {side: given.get(side, other) for side in sides}


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


def game_odds(game: Any) -> GameOdds:
    """Return the odds of a `Game`; raises NoOdds for one without any."""
    found: GameOdds | None = game.odds()
    if found is None:
        raise NoOdds(f"nothing is left to chance in {game.title}, or its odds are not known")
    return found


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


class BattleTally(Tally):
    """Battles played out, counted for each side.

    `number` and `ended` are the keys of what is counted of each side, and of when battles end; `falls` that of the
    sides who lost the piece that matters, if a game has one.
    """

    def __init__(self, sides: Sequence[str], number: str, ended: str, falls: str = "") -> None:
        self.playouts = 0
        self.keys = number, ended, falls
        self.wins: Counter[str | None] = Counter()
        self.fallen: Counter[str] = Counter()
        self.numbers: dict[str, float] = dict.fromkeys(sides, 0.0)
        self.squares: dict[str, float] = dict.fromkeys(sides, 0.0)
        self.survivors: dict[str, Counter[Pieces]] = {side: Counter() for side in sides}
        self.ended: Counter[int | None] = Counter()

    def count(
        self,
        winner: str | None,
        ended: int | None,
        numbers: Mapping[str, float],
        survivors: Mapping[str, Pieces],
        fallen: Collection[str] = (),
        times: int = 1,
    ) -> None:
        """Count battles that ended alike: who won, when (None: undecided), the numbers, who lives, and who fell."""
        self.playouts += times
        self.wins[winner] += times
        self.ended[ended] += times
        self.fallen.update(dict.fromkeys(fallen, times))
        for side, number in numbers.items():
            self.numbers[side] += number * times
            self.squares[side] += number**2 * times
            self.survivors[side][survivors[side]] += times

    def add(self, other: BattleTally) -> None:
        self.playouts += other.playouts
        self.wins.update(other.wins)
        self.ended.update(other.ended)
        self.fallen.update(other.fallen)
        for side in self.numbers:
            self.numbers[side] += other.numbers[side]
            self.squares[side] += other.squares[side]
            self.survivors[side].update(other.survivors[side])

    def widest(self) -> float:
        times = [self.wins[who] for who in (*self.numbers, None)]
        times += [self.fallen[side] for side in self.numbers]
        shares = [wilson(one, self.playouts) for one in times]
        return max((one.high - one.low) / 2 for one in shares)

    def answer(self) -> dict[str, Any]:
        total = self.playouts
        number, ended, falls = self.keys
        out: dict[str, Any] = {}
        for side in self.numbers:
            survivors = sorted(self.survivors[side].items(), key=lambda row: (-row[1], row[0]))
            out[side] = {
                "wins": wilson(self.wins[side], total).plain("p"),
                **({falls: wilson(self.fallen[side], total).plain("p")} if falls else {}),
                number: mean_of(self.numbers[side], self.squares[side], total).plain("mean"),
                "survivors": [{"pieces": list(pieces), "p": times / total} for pieces, times in survivors],
            }
        out["neither"] = wilson(self.wins[None], total).plain("p")
        decided = sorted(when for when in self.ended if when is not None)
        out[ended] = {str(when): self.ended[when] / total for when in decided}
        if self.ended[None]:
            out["undecided"] = wilson(self.ended[None], total).plain("p")
        return out
