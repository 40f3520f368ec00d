"""The moments of the Masterboard: which facts the rows of each section may name, and which quantities they change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from msgspec.structs import replace

from referee.core.rules.moments import YES, FactKind, Moment, QuantityKind, Settled
from referee.core.rules.rows import Fact

from ..rows import BoardOccasion, BoardPhase
from ..tables import Characters
from .state import Won
from .tables import MasterboardTable

# what carries rows that are asked on the Masterboard
ON_BOARD = ("characters", "lands", "everywhere")
_MEMBERS = "a character (or an effect) of the legion"
WON = FactKind("how the legion has won an Engagement in this Game-Turn", get_args(Won))
NO_MUSTER = FactKind("whether a legion was captured or merged on the Land in this Game-Turn", YES)
# how one may be slain without a battle
_UNFOUGHT = {"how": ("flight", "peace")}
_WHO = {
    "shown": "that is shown",
    "recruit": "that is mustered",
    "acquired": "that is added",
    "slain": "that is slain",
    "summoned": "that is summoned",
    "mage": "that draws",
}


class _Shared:
    """The facts that several moments share: of Lands, of legions, and of one character."""

    def __init__(
        self,
        board: MasterboardTable,
        people: Characters,
        effects: tuple[str, ...],
        highest: int | None,
        faces: int,
    ) -> None:
        self.characters, self.classes = tuple(people.characters), tuple(people.classes)
        self._of_class: dict[Fact, tuple[Fact, ...]] = {
            cls: tuple(name for name, one in people.characters.items() if one.cls == cls) for cls in people.classes
        }
        self.roll = FactKind("what was rolled", least=1, most=faces)
        self.terrains, self.lands = tuple(board.terrains), tuple(board.lands)
        self.laying = dict.fromkeys(("lays", "ends"), ("effect", effects))
        self.here = {
            "land": FactKind("the Land", self.lands),
            "terrain": FactKind("the terrain of the Land", self.terrains),
        }
        self.there = {
            "to_land": FactKind("the Land it goes to", self.lands),
            "to_terrain": FactKind("its terrain", self.terrains),
        }
        self.legion: dict[str, FactKind] = {
            "owner": FactKind("the player of the legion", text=True),
            "legion": FactKind("the marker of the legion", text=True),
            "height": FactKind("how many characters the legion holds", least=1, most=highest),
            "turn": FactKind("the Game-Turn", least=1),
            "score": FactKind("the points of the player of the legion, where the state has them", least=0),
            "laid_by": FactKind("who laid the effect that carries the row", ("owner", "other"), on=("effects",)),
            **{
                f"holds_{name}": FactKind(
                    f"how many of {name} the legion holds",
                    least=0,
                    most=min(one.number, highest) if highest is not None else None,
                    family="holds",
                )
                for name, one in people.characters.items()
            },
            **{
                f"holds_{name}": FactKind(
                    f"how many of the class {name} the legion holds", least=0, most=highest, family="of a class"
                )
                for name in people.classes
            },
        }

    def character(self, role: str) -> dict[str, FactKind]:
        """Return the facts of a character in a role."""
        return {
            role: FactKind(f"the character {_WHO[role]}", self.characters),
            f"{role}_class": FactKind("its class", self.classes),
        }

    def joining(self, role: str) -> dict[str, FactKind]:
        """Return the facts of a character that would join the legion."""
        holds = FactKind(f"how many of the character {_WHO[role]} the legion holds", least=0)
        return {**self.character(role), f"holds_{role}": holds}

    def settled(self, *roles: str) -> Settled:
        """Return the facts that are settled by which character has a role."""
        return {f"{role}_class": (role, self._of_class) for role in roles}


def _carrier(*roles: str) -> dict[str, FactKind]:
    """Return the fact of what the carrier of a row is."""
    says = f"what the carrier is here; member is {_MEMBERS}"
    return {"as": FactKind(says, (*roles, "member"), on=("characters",))}


def board_moments(
    board: MasterboardTable, people: Characters, effects: Iterable[str], highest: int | None, faces: int
) -> dict[str, Moment]:
    """Return every moment of the Masterboard.

    A legion holds up to `highest`, None where others may join it, and a Movement Roll shows up to `faces`.
    """
    shared = _Shared(board, people, tuple(effects), highest, faces)
    return {
        "travel": Moment(
            "a Movement Roll",
            {"roll": shared.roll, **shared.legion, **shared.here},
            {"lands": QuantityKind("Lands that the legion moves", most=60, why="as no way is longer", floor=0)},
            on=ON_BOARD,
        ),
        "entry": Moment(
            "entering a Land",
            {
                "manner": FactKind("whether the move ends there or passes through", ("end", "through")),
                "enemies": FactKind("how many legions of other players stand there", least=0),
                "spell": FactKind("the Spell by which it moves", text=True),
                **shared.legion,
                **shared.here,
                "from_land": FactKind("the Land where the move begins", shared.lands),
                "from_terrain": FactKind("the terrain where the move begins", shared.terrains),
            },
            {},
            forbids="entering",
            on=ON_BOARD,
            fields=("stops", "exact", "met"),
        ),
        "teleport": Moment(
            "a teleport",
            {
                "kind": FactKind("from a Tower, to an enemy, or by a Spell", ("tower", "enemy", "spell")),
                "spell": FactKind("the Spell by which it teleports", text=True),
                **shared.character("shown"),
                **_carrier("shown"),
                "at": FactKind("which of the two Lands the carrier is", ("from", "to"), on=("lands",)),
                **shared.legion,
                **shared.here,
                **shared.there,
            },
            {},
            forbids="the teleport",
            on=ON_BOARD,
            settled=shared.settled("shown"),
        ),
        "muster": Moment(
            "mustering",
            {
                "way": FactKind(
                    "by the lesser of the ladder, by one as great, so many alike, one of a list, by a victory, nobody",
                    ("ladder", "same", "alike", "one", "victory", "free"),
                ),
                "during": FactKind("when", ("enlistment", "battle", "victory")),
                "spell": FactKind("the Spell by which it musters", text=True),
                "won": WON,
                "drew_here": FactKind("whether it drew Spells where a legion draws or musters", YES),
                "no_muster_land": NO_MUSTER,
                **shared.joining("recruit"),
                **shared.character("shown"),
                **_carrier("recruit", "shown"),
                **shared.legion,
                **shared.here,
            },
            {
                "needed": QuantityKind(
                    "how many must be shown, one at least; nothing where nobody is shown",
                    most=60,
                    why="as no legion is larger",
                    floor=1,
                )
            },
            forbids="mustering",
            on=ON_BOARD,
            settled=shared.settled("recruit", "shown"),
        ),
        "acquisition": Moment(
            "adding a character for points",
            {
                **shared.joining("acquired"),
                "titan_lost": FactKind("whether the player plays on without what kept them in the game", YES),
                "owned": FactKind("how many of it the player has on the board"),
                **_carrier("acquired"),
                **shared.legion,
                **shared.here,
            },
            {"points": QuantityKind("of which each multiple gives one, one at least", floor=1)},
            forbids="adding it",
            on=ON_BOARD,
            settled=shared.settled("acquired"),
        ),
        "summoning": Moment(
            "summoning a character",
            {
                "during": FactKind("in a battle, or for an Engagement won", ("battle", "victory")),
                **shared.joining("summoned"),
                **_carrier("summoned"),
                "at": FactKind("which of the two Lands the carrier is", ("from", "to"), on=("lands",)),
                **shared.legion,
                **shared.here,
                "from_legion": FactKind("the marker of the legion that it leaves", text=True),
                "from_land": FactKind("the Land that it leaves", shared.lands),
                "from_terrain": FactKind("the terrain that it leaves", shared.terrains),
            },
            {},
            forbids="summoning",
            on=ON_BOARD,
            settled=shared.settled("summoned"),
        ),
        "board event": Moment(
            "an event of the Masterboard",
            {
                "event": FactKind("what happens", get_args(BoardOccasion)),
                "active": FactKind("whether it is the Game-Turn of the legion's player", YES),
                "manner": FactKind("how it has entered", ("move", "teleport"), only={"event": ("enters",)}),
                "how": FactKind(
                    "how the Engagement was won", ("battle", "flight", "peace"), only={"event": ("engagement_won",)}
                ),
                **{
                    name: replace(kind, only={"event": ("mustered",)})
                    for name, kind in shared.character("recruit").items()
                },
                **_carrier("recruit"),
                **shared.legion,
                **shared.here,
            },
            {"points": QuantityKind("points for the player of the legion")},
            on=ON_BOARD,
            settled=shared.settled("recruit"),
            names=shared.laying,
            fields=("lays", "ends"),
            marks=("uses",),
        ),
        "board ability": Moment(
            "an ability on the Masterboard",
            {
                "phase": FactKind("the phase", get_args(BoardPhase)),
                "moved": FactKind("whether the legion has moved in this Game-Turn", YES),
                "engaged": FactKind("whether an enemy stands in the Land of the legion", YES),
                "target": FactKind("whose the legion is at which it is used", ("own", "other")),
                "range": FactKind("the Lands to where it is used, both ends counted", least=1),
                **shared.legion,
                **shared.here,
                "to_land": FactKind("the Land at which it is used", shared.lands),
                "to_terrain": FactKind("the terrain of that Land", shared.terrains),
            },
            {},
            grants="is an ability",
            on=ON_BOARD,
            names=shared.laying,
        ),
        "draw": Moment(
            "a draw of Spells",
            {
                "for": FactKind("what the Spells are drawn for", ("terrain", "victory", "battle")),
                "won": WON,
                "no_muster_land": NO_MUSTER,
                **shared.character("mage"),
                **_carrier("mage"),
                **shared.legion,
                **shared.here,
            },
            {"spells": QuantityKind("how many are drawn for the terrain", most=60, why="as no stack is larger")},
            forbids="the draw",
            on=ON_BOARD,
            settled=shared.settled("mage"),
        ),
        "score": Moment(
            "points for the slain",
            {
                "drew": FactKind("whether a Spell was drawn for the character in this battle", YES),
                "how": FactKind("slain in battle, fled, or given up without a battle", ("battle", "flight", "peace")),
                **shared.character("slain"),
                "owner": FactKind("the player of the slain", text=True),
                "height": replace(shared.legion["height"], says="how many characters the legion holds", only=_UNFOUGHT),
                **shared.here,
            },
            {"points": QuantityKind("points for the character, Power times Skill", floor=0)},
            on=ON_BOARD,
            settled=shared.settled("slain"),
        ),
    }
