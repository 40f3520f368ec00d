"""The pieces of a battle: who they are, where they stand and what they have done.

Sides are numbers: ATTACKER 0, DEFENDER 1. A piece off the map has the hex OFF.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from referee.core.rules.ledger import Ledger
from referee.core.rules.rows import Fact

from ..carriers import Carrying
from ..profiles import Profile
from ..rules import TitanRules
from ..sides import SIDES
from .state import How, PieceState

ATTACKER, DEFENDER = 0, 1
OFF = -1
# a character that has done nothing yet
FRESH = PieceState(id="", character="", side="attacker")


class Piece:
    """One character in the battle.

    `side` is the side for which it fights, `owner` the side it belongs to, and `controller` the id of the piece whose
    effect makes it fight for another side, None without one; `leaves_place` is the option under which it then takes no
    place in its owner's legion. `by` is the piece whose Spell brought it. It has the
    Spells `held`, has `used` some in this battle, and has `cast` in this phase. `farther` counts the hexes that it has
    moved after its move. One that is `banished` leaves as the phase ends. A gate brought it `through` from that
    legion. It `came` onto the map in this phase, and `drew` a Spell, where one may be drawn for it.
    It has `turned` where it has changed sides in this Maneuver Phase.
    The roll of its `slayer` took it to its Power, where rows say what happens when one is slain. It has `gone` so many
    hexes in the last Maneuver Phase, where rows ask for that.
    """

    __slots__ = (
        "banished",
        "barred",
        "by",
        "came",
        "cast",
        "controller",
        "drew",
        "farther",
        "gone",
        "held",
        "hex",
        "hits",
        "id",
        "leaves_place",
        "moved",
        "owner",
        "profile",
        "side",
        "slayer",
        "struck",
        "through",
        "turned",
        "used",
    )

    def __init__(
        self,
        ident: str,
        profile: Profile,
        side: int,
        hex_: int = OFF,
        hits: int = 0,
        owner: int | None = None,
        was: PieceState = FRESH,
    ) -> None:
        """Create it; what it has done before is as it `was`."""
        self.id = ident
        self.profile = profile
        self.side = side
        self.owner = side if owner is None else owner
        self.controller: str | None = None
        self.leaves_place: str | None = None
        self.hex = hex_
        self.hits = hits
        self.moved = was.moved
        self.struck = was.struck
        self.farther = was.farther
        self.by = was.by
        self.held = was.held
        self.used = was.used
        self.barred = was.barred
        self.cast = was.cast
        self.banished = was.banished
        self.through = was.through
        self.came = was.came
        self.drew = was.drew
        self.slayer = was.slayer
        self.turned = was.turned
        self.gone = was.gone

    def come_on(self) -> None:
        """Note that it comes onto the map in this phase, if a Spell is drawn for such a one at its end (MM 4.2.5)."""
        self.came = "draws_battle_spell" in self.profile.traits

    @property
    def slain(self) -> bool:
        """Whether its hits reach its Power-factor (LoT 12.0)."""
        return self.hits >= self.profile.power

    @property
    def controlled(self) -> bool:
        """Whether it fights for another side than it belongs to."""
        return self.side != self.owner

    @property
    def farther_left(self) -> int:
        """The hexes that it may move farther in a phase in which it has moved."""
        return max(self.profile.extra - self.farther, 0)

    @property
    def remaining(self) -> int:
        """The hits it can still take, 0 if slain."""
        return max(self.profile.power - self.hits, 0)


class ChangingPiece(Piece):
    """A character that changes with its hits; `profile_at` gives what it is by its side, its owner and its hits."""

    __slots__ = ("_hits", "profile_at")

    def __init__(
        self,
        ident: str,
        profile_at: Callable[[int, int, int], Profile],
        side: int,
        hex_: int,
        hits: int,
        owner: int,
        was: PieceState,
    ) -> None:
        self.profile_at = profile_at
        super().__init__(ident, profile_at(side, owner, hits), side, hex_, hits, owner, was)

    @property
    def hits(self) -> int:
        """The hits that it has taken."""
        return self._hits

    @hits.setter
    def hits(self, hits: int) -> None:
        self._hits = hits
        self.profile = self.profile_at(self.side, self.owner, hits)


class Surroundings(msgspec.Struct, frozen=True):
    """What in a battle changes what characters are, without the battle itself, which holds them."""

    rules: TitanRules
    around: tuple[Carrying, ...]
    players: Sequence[str]
    battleland: str
    land: str | None

    def facts(self, side: int, owner: int, moved: bool) -> dict[str, Fact]:
        """Return the facts by which rows may change a character; `owner` is the side it belongs to."""
        facts: dict[str, Fact] = {
            "side": SIDES[side],
            "owner": self.players[owner],
            "controlled": side != owner,
            "moved": moved,
            "battleland": self.battleland,
            "terrain": self.battleland,
        }
        if self.land is not None:
            facts["land"] = self.land
        return facts


class LaidPiece(Piece):
    """A character on which Spells lie: what it is under them is worked out when that is first asked."""

    __slots__ = ("_begun", "_laid", "_printed", "_surroundings")

    def __init__(
        self,
        surroundings: Surroundings,
        printed: Profile,
        laid: tuple[Carrying, ...],
        side: int,
        hex_: int,
        owner: int,
        given: PieceState,
    ) -> None:
        super().__init__(given.id, printed, side, hex_, given.hits, owner, given)
        self._surroundings, self._printed, self._laid = surroundings, printed, laid
        self._begun = side, owner, given.moved
        del self.profile

    def __getattr__(self, name: str) -> Profile:
        # called for what is not set
        if name != "profile":
            raise AttributeError(name)
        under = self._surroundings
        facts = under.facts(*self._begun)
        # what decides it is no part of the ruling that first asks
        with under.rules.unnoted():
            self.profile = found = under.rules.derived(self._printed, self._laid, under.around, facts)
        return found


class Decision(msgspec.Struct):
    """The result of a battle, for a game to carry out or a single battle to report.

    Sides are 0 for the attacker and 1 for the defender. `points` holds the ledger of each side that scores, `fallen`
    the sides whose Titans are slain. `slayer` is the side that scores half points for `aside`, the living of the legion
    that lost its Titan. `summary` is the event in words where nobody wins.
    """

    how: How
    winner: int | None = None
    points: dict[int, Ledger] = {}
    fallen: list[int] = []
    slayer: int | None = None
    aside: list[Piece] = []
    may_muster: bool = False
    may_summon: bool = False
    summary: str = ""
    cites: list[str] = []
