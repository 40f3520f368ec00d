"""The rows of Titan tables: what each may say of a step, a roll, a character, an event, an ability, the Masterboard."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from referee.core.documents.problems import counted, listed
from referee.core.game.dice import Face
from referee.core.notation.field_specs import Title
from referee.core.rules.rows import Row, RowChange


class SpecialFaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Faces of a roll that count otherwise: as so many `hits`, where they hit, and their dice may be rolled again once.

    With `again: beside` both rolls of such a die count, with `instead` the second replaces the first.
    """

    of: Annotated[tuple[Annotated[int, Meta(ge=1, le=256)], ...], Meta(min_length=1, max_length=256)]
    hits: Annotated[int, Meta(ge=0, le=10)] = 1
    again: Literal["beside", "instead"] | None = None

    @property
    def each(self) -> tuple[Face, ...]:
        """What becomes of each of the faces."""
        return tuple(Face(face, self.hits, bool(self.again), self.again != "instead") for face in self.of)

    def set_otherwise(self, other: "SpecialFaces") -> str:
        """Return in words what two say otherwise of the same face, "" where they do not."""
        faces = [str(face) for face in self.of if face in other.of]
        hits = {self.hits, other.hits} - {1}
        again = {self.again, other.again} - {None}
        return f"the face {listed(faces, 'and')}" if faces and (len(hits) > 1 or len(again) > 1) else ""

    def said(self, why: str) -> str:
        """Return in words what becomes of the faces, and why."""
        does = [f"counts {counted(self.hits, 'hit')}"] if self.hits != 1 else []
        does += (
            ["is rolled again once" + (", and both rolls count" if self.again == "beside" else "")]
            if self.again
            else []
        )
        faces = listed([str(face) for face in self.of], "and")
        return f"each {faces} {listed(does, 'and')}" + (f": {why}" if why else "")


class TitanRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of a battle: what it changes, in hexes of movement, dice, Skill, strike-number, hits or levels.

    A `cost` without an operation is what the step costs, and a step that `stops` ends the move. What the striker may
    give up has `forgo` (LoT 12.5). A row that counts `once` does so however many of its carriers bear on the roll.
    """

    cost: RowChange | None = None
    dice: RowChange | None = None
    skill: RowChange | None = None
    target_skill: RowChange | None = None
    number: RowChange | None = None
    hits: RowChange | None = None
    faces: SpecialFaces | None = None
    heals: RowChange | None = None
    elevation: RowChange | None = None
    forgo: bool = False
    stops: bool = False
    once: bool = False

    def set_otherwise(self, other: Row) -> str:
        """Return which faces another row lets count, or be rolled again, otherwise than this one."""
        theirs = getattr(other, "faces", None)
        return self.faces.set_otherwise(theirs) if self.faces and isinstance(theirs, SpecialFaces) else ""


class ProfileRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row that changes what a character is: its factors, allowance, range and flight, what it is native to.

    `flight` is the allowance of one who flies, before the changes of `allowance`. `extra` are hexes that one who has
    moved may move farther. `frees` counts how often in a Maneuver Phase the character may either fly or leave contact.
    """

    power: RowChange | None = None
    skill: RowChange | None = None
    strike_skill: RowChange | None = None
    target_skill: RowChange | None = None
    allowance: RowChange | None = None
    flight: RowChange | None = None
    extra: RowChange | None = None
    frees: RowChange | None = None
    range: RowChange | None = None
    flies: bool | None = None
    rangestrikes: bool | None = None
    native_to: list[str] = []


Occasion = Literal[
    "battle_begins",
    "round_begins",
    "maneuver_begins",
    "maneuver_ends",
    "strike_begins",
    "strike_ends",
    "round_ends",
    "leaves",
    "enters",
    "lands",
    "hit",
    "slain",
    "reinforced",
    "summoned",
    "casts",
]


Per = Literal["phase", "round", "battle", "turn", "game"]


class Uses(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How often an ability may be used, or a row of an event holds.

    In a phase, a round and a battle each character is counted, in a Game-Turn its legion, in a game its player.
    """

    per: Per = "phase"
    times: Annotated[int, Meta(ge=1, le=100)] = 1


# who takes what a row of an event does
Whom = Literal["subject", "striker", "source", "enemies_in_contact", "friends_beside"]


class EventRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What happens at a moment: hits and heals, effects that are laid or end, and who must leave.

    `sends: out` takes the subject out of the battle as slain, and `beside` moves it to a free hex beside its own. With
    `uses` it holds so often for the character that carries it, else for the subject.
    """

    hits: RowChange | None = None
    heals: RowChange | None = None
    whom: Whom = "subject"
    lays: str | None = None
    ends: list[str] = []
    sends: Literal["", "out", "beside"] = ""
    uses: Uses | None = None


Hexes = Annotated[int, Meta(ge=1, le=100)]


At = Literal["enemy", "friend", "self", "hex", "hexside", "none"]


class Ability(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a character may do by the order `use`.

    `roll` says what its roll counts as: a strike (as many dice as Power), a rangestrike (half as many), or an ability
    (as many dice as Power); without it nothing is rolled. Its changes of dice, Skill and strike-number join those of
    the rows that bear on the roll; a roll at a hex needs `target_skill: {set: N}`. A `harmless` roll does no hits: it
    only decides whether what the ability does further happens. `sends: there` moves the user to the hex. `shifts` names
    an effect that the user has laid and that moves to where the ability is used. `range` counts hexes as for a
    rangestrike, both ends included; of a hexside the nearer hex counts.
    """

    title: Title
    phase: Literal["maneuver", "strike"] = "strike"
    instead_of: Literal["strike", "rangestrike", "move", "nothing"] = "strike"
    at: At = "enemy"
    range: tuple[Hexes, Hexes] = (2, 2)
    line: bool = False
    roll: Literal["", "strike", "rangestrike", "ability"] = ""
    dice: RowChange | None = None
    skill: RowChange | None = None
    target_skill: RowChange | None = None
    number: RowChange | None = None
    harmless: bool = False
    hits: RowChange | None = None
    heals: RowChange | None = None
    lays: str | None = None
    shifts: str | None = None
    ends: list[str] = []
    sends: Literal["", "out", "beside", "there"] = ""
    uses: Uses = Uses()


class BoardRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of the Masterboard: what it changes, in Lands of a move, characters to show, points, or Spells drawn."""

    lands: RowChange | None = None
    needed: RowChange | None = None
    points: RowChange | None = None
    spells: RowChange | None = None


class EntryRow(BoardRow, frozen=True):
    """A row of entering a Land: it forbids that, or a move that enters `stops` there.

    With `exact` the enemies in it are met by the full count of a move alone; other moves pass them. With `met` they are
    met by any count, whatever rows are `exact`.
    """

    stops: bool = False
    exact: bool = False
    met: bool = False


BoardOccasion = Literal["turn_begins", "turn_ends", "enters", "engagement_won", "mustered"]


class BoardEventRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What happens to a legion at a moment of the Masterboard: points, effects that are laid or end.

    With `uses` it holds so often for a legion, or in a game for its player.
    """

    points: RowChange | None = None
    lays: str | None = None
    ends: list[str] = []
    uses: Uses | None = None


BoardPhase = Literal["commencement", "movement", "enlistment"]


BoardAt = Literal["own_land", "land", "own_legion", "legion", "none"]


Lands = Annotated[int, Meta(ge=1, le=100)]


class BoardAbility(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a legion may do on the Masterboard by the order `use`.

    `range` counts Lands from border to border, both ends included: [1, 1] is the legion's own, [2, 2] a neighbour.
    """

    title: Title
    phase: BoardPhase | list[BoardPhase] = "commencement"
    at: BoardAt = "own_land"
    range: tuple[Lands, Lands] = (2, 2)
    lays: str | None = None
    ends: list[str] = []
    uses: Uses = Uses()

    @property
    def phases(self) -> tuple[BoardPhase, ...]:
        """The phases of its player's Game-Turn in which it may be used."""
        return tuple(self.phase) if isinstance(self.phase, list) else (self.phase,)


Rows = dict[str, TitanRow]


ProfileRows = dict[str, ProfileRow]


BoardRows = dict[str, BoardRow]
