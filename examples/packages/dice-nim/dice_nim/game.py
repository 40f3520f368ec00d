"""Nim with a die: players in turn announce how many counters they take, and a die limits it."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from referee.core.game import state
from referee.core.game.dice import Throw
from referee.core.game.forecast import EachFace, Forecast
from referee.core.game.game import Game
from referee.core.game.orders import Candidate, Objection, Order
from referee.core.game.picture import Picture
from referee.core.game.position import Phase, Position
from referee.core.game.questions import Answer, Question
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Awaiting, Change
from referee.core.notation.field_specs import DICE
from referee.core.notation.situation_forms import SituationForm
from referee.core.rules.compiled import CompiledRules
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.memory import compiler


class Heap(msgspec.Struct, forbid_unknown_fields=True):
    """The counters that are left, and the number of the turn; the players take the turns in order."""

    counters: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 12
    turn: Annotated[int, msgspec.Meta(ge=1)] = 1


class State(state.State, kw_only=True):
    """The state of a game: its heading, and the heap."""

    heap: Heap = msgspec.field(default_factory=Heap)


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `numbers`: the most counters that may be announced, and the faces of the die."""

    most: Annotated[int, msgspec.Meta(ge=1)]
    faces: Annotated[int, msgspec.Meta(ge=2, le=256)]


class Rules(CompiledRules):
    """The numbers and citations of a ruleset."""

    @property
    def numbers(self) -> Numbers:
        """The table `numbers`."""
        return self.ruleset.typed("numbers", Numbers)

    def taken(self, announced: int, die: int, left: int) -> Ledger:
        """Return how many counters are taken, and why."""
        entries = [Entry("add", announced, "announced", self.cite("take"))]
        entries += [Entry("at_most", die, "the die", self.cite("die"))]
        return Ledger("counters", [*entries, Entry("at_most", left, "no more are left", self.cite("take"))])


class Table(Position):
    """The working copy of a state: orders change it."""

    source: State
    rules: Rules
    players = ("left", "right")

    def __init__(self, source: State, rules: Rules) -> None:
        self.source, self.rules, self.heap = source, rules, msgspec.structs.replace(source.heap)

    @property
    def mover(self) -> str:
        """The player whose turn it is."""
        return self.players[(self.heap.turn - 1) % 2]

    def phase(self) -> Phase | None:
        return Phase("turn", (self.mover,), title=f"turn {self.heap.turn}") if self.heap.counters else None

    def awaiting(self) -> list[Awaiting]:
        return [Awaiting(self.mover, "turn", ["take"])] if self.heap.counters else []

    def state(self) -> State:
        return msgspec.structs.replace(self.source, step=(self.source.step or 0) + 1, heap=self.heap)


class Take(Order[Table], kw_only=True):
    """Announce how many counters you take: `{take: 3}`, or with your die `{take: 3, dice: [2]}` (DN 1)."""

    verb: ClassVar[str] = "take"
    forecast: ClassVar[Forecast] = EachFace()
    take: int
    dice: Annotated[list[int], DICE] | None = None

    @classmethod
    def candidates(cls, position: Table, player: str, piece: str | None = None) -> Iterator[Candidate]:
        yield from (Candidate(cls(take=number)) for number in range(1, position.rules.numbers.most + 1))

    def judge(self, position: Table, player: str) -> list[Objection]:
        most, cite = position.rules.numbers.most, position.rules.cite("take")
        if not position.heap.counters:
            return [Objection("the game is over: no counters are left", position.rules.cite("win"))]
        out = [] if player == position.mover else [Objection(f"it is {position.mover}'s turn", cite)]
        if not 1 <= self.take <= most:
            out.append(Objection(f"announce 1 to {most} counters, not {self.take}", cite, "take"))
        return out

    def throws(self, position: Table, player: str) -> list[Throw]:
        return [Throw(f"turn/{position.heap.turn}/{player}", player, 1, position.rules.numbers.faces)]

    def given_dice(self) -> list[int] | None:
        return self.dice

    def apply(self, position: Table, player: str, recorder: Recorder) -> None:
        heap, was = position.heap, position.heap.counters
        roll = recorder.roll(self.throws(position, player)[0], self.dice)
        taken = position.rules.taken(self.take, roll.dice[0], was)
        heap.counters, heap.turn = was - taken.total, heap.turn + 1
        change = Change("heap", "counters", was, heap.counters, f"{was} to {heap.counters}")
        said = f"{player} takes {taken.total}" if heap.counters else f"{player} takes the last {taken.total} and wins"
        cites = () if heap.counters else position.rules.cite("win")
        recorder.write(said, reasons=[taken], rolled=[roll], changes=[change], cites=cites)


class AskWins(Question[Table], kw_only=True):
    """With how many faces of the die an announcement takes the last counter: `{wins: 3}` (DN 3)."""

    verb: ClassVar[str] = "wins"
    wins: Annotated[int, msgspec.Meta(ge=1)]

    def answer(self, position: Table) -> Answer:
        rules, left = position.rules, position.heap.counters
        taken = [rules.taken(self.wins, die, left) for die in range(1, rules.numbers.faces + 1)]
        faces = sum(one.total == left > 0 for one in taken) if self.wins <= rules.numbers.most else 0
        return Answer({"faces": faces, "of": len(taken)}, list(rules.cite("win", "die")), [taken[-1].plain()])


class Parameters(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What `referee new` takes: the name of the game, and the size of the heap."""

    game: str = "nim"
    counters: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 12


GAME: Game[State, Rules] = Game(
    name="dice-nim", title="Nim with a die", api=1, state=State, parameters=Parameters, compile=compiler(Rules),
    orders={"heap": {"take": Take}}, questions={"wins": AskWins}, tables={"numbers": Numbers}, open=Table,
    new=lambda given, rules: State(format=1, ruleset=rules.name, game=given.game, step=0, heap=Heap(given.counters)),
    draw=lambda found, rules: {"heap": Picture("Nim with a die", (), legend=("o " * found.heap.counters or "empty",))},
    situation_forms=(SituationForm("heap", ("counters",)),),
)  # fmt: skip
