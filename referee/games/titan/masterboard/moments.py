"""The moments of the Masterboard: which facts the rows of each section may name, and which quantities they change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from msgspec.structs import replace

from referee.core.rules.moments import YES, FactKind, Moment, QuantityKind

from ..carriers import BoardOccasion, BoardPhase
from .state import Won
from .tables import MasterboardTable

# what carries rows that are asked on the Masterboard
ON_BOARD = ("characters", "lands", "everywhere")
_MEMBERS = "a character (or an effect) of the legion"


def board_moments(
    board: MasterboardTable, characters: Iterable[str], classes: Iterable[str], effects: Iterable[str]
) -> dict[str, Moment]:
    """Return every moment of the Masterboard."""
    laying = dict.fromkeys(("lays", "ends"), ("effect", (*effects,)))
    kinds, terrains, lands = tuple(characters), tuple(board.terrains), tuple(board.lands)
    legion: dict[str, FactKind] = {
        "owner": FactKind("the player of the legion", text=True),
        "legion": FactKind("the marker of the legion", text=True),
        "height": FactKind("how many characters the legion holds"),
        "turn": FactKind("the Game-Turn"),
        "laid_by": FactKind("who laid the effect that carries the row", ("owner", "other"), on=("effects",)),
        **{f"holds_{name}": FactKind(f"how many of {name} the legion holds") for name in kinds},
    }
    here = {"land": FactKind("the Land", lands), "terrain": FactKind("the terrain of the Land", terrains)}
    won = FactKind("how the legion has won an Engagement in this Game-Turn", get_args(Won))
    quiet = FactKind("whether a legion was captured or merged on the Land in this Game-Turn", YES)
    there = {"to_land": FactKind("the Land it goes to", lands), "to_terrain": FactKind("its terrain", terrains)}

    def who(role: str) -> dict[str, FactKind]:
        return {
            role: FactKind(f"the character {_WHO[role]}", kinds),
            f"{role}_class": FactKind("its class", (*classes,)),
        }

    def as_(*roles: str) -> dict[str, FactKind]:
        says = f"what the carrier is here; member is {_MEMBERS}"
        return {"as": FactKind(says, (*roles, "member"), on=("characters",))}

    return {
        "travel": Moment(
            "a Movement Roll",
            {"roll": FactKind("what was rolled"), **legion, **here},
            {"lands": QuantityKind("Lands that the legion moves")},
            on=ON_BOARD,
        ),
        "entry": Moment(
            "entering a Land",
            {
                "manner": FactKind("whether the move ends there or passes through", ("end", "through")),
                **legion,
                **here,
                "from_land": FactKind("the Land where the move begins", lands),
                "from_terrain": FactKind("the terrain where the move begins", terrains),
            },
            {},
            forbids="entering",
            on=ON_BOARD,
            fields=("stops",),
        ),
        "teleport": Moment(
            "a teleport",
            {
                "kind": FactKind("from a Tower, or to an enemy", ("tower", "enemy")),
                **who("shown"),
                **as_("shown"),
                "at": FactKind("which of the two Lands the carrier is", ("from", "to"), on=("lands",)),
                **legion,
                **here,
                **there,
            },
            {},
            forbids="the teleport",
            on=ON_BOARD,
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
                "won": won,
                "drew_here": FactKind("whether it drew Spells where a legion draws or musters", YES),
                "no_muster_land": quiet,
                **who("recruit"),
                **who("shown"),
                **as_("recruit", "shown"),
                **legion,
                **here,
            },
            {"needed": QuantityKind("how many must be shown, one at least; nothing where nobody is shown")},
            forbids="mustering",
            on=ON_BOARD,
        ),
        "acquisition": Moment(
            "adding a character for points",
            {
                **who("acquired"),
                "titan_lost": FactKind("whether the player plays on without what kept them in the game", YES),
                "owned": FactKind("how many of it the player has on the board"),
                **as_("acquired"),
                **legion,
                **here,
            },
            {"points": QuantityKind("of which each multiple gives one, one at least")},
            forbids="adding it",
            on=ON_BOARD,
        ),
        "summoning": Moment(
            "summoning a character",
            {
                "during": FactKind("in a battle, or for an Engagement won", ("battle", "victory")),
                **who("summoned"),
                **as_("summoned"),
                "at": FactKind("which of the two Lands the carrier is", ("from", "to"), on=("lands",)),
                **legion,
                **here,
                "from_legion": FactKind("the marker of the legion that it leaves", text=True),
                "from_land": FactKind("the Land that it leaves", lands),
                "from_terrain": FactKind("the terrain that it leaves", terrains),
            },
            {},
            forbids="summoning",
            on=ON_BOARD,
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
                **{name: replace(kind, only={"event": ("mustered",)}) for name, kind in who("recruit").items()},
                **as_("recruit"),
                **legion,
                **here,
            },
            {"points": QuantityKind("points for the player of the legion")},
            on=ON_BOARD,
            names=laying,
        ),
        "board ability": Moment(
            "an ability on the Masterboard",
            {
                "phase": FactKind("the phase", get_args(BoardPhase)),
                "moved": FactKind("whether the legion has moved in this Game-Turn", YES),
                "engaged": FactKind("whether an enemy stands in the Land of the legion", YES),
                "target": FactKind("whose the legion is at which it is used", ("own", "other")),
                "range": FactKind("the Lands to where it is used, both ends counted", least=1),
                **legion,
                **here,
                "to_land": FactKind("the Land at which it is used", lands),
                "to_terrain": FactKind("the terrain of that Land", terrains),
            },
            {},
            grants="is an ability",
            on=ON_BOARD,
            names=laying,
        ),
        "draw": Moment(
            "a draw of Spells",
            {
                "for": FactKind("what the Spells are drawn for", ("terrain", "victory")),
                "won": won,
                "no_muster_land": quiet,
                **who("mage"),
                **as_("mage"),
                **legion,
                **here,
            },
            {"spells": QuantityKind("how many are drawn for the terrain")},
            forbids="the draw",
            on=ON_BOARD,
        ),
        "score": Moment(
            "points for the slain",
            {
                "drew": FactKind("whether a Spell was drawn for the character in this battle", YES),
                "how": FactKind("slain in battle, fled, or given up without a battle", ("battle", "flight", "peace")),
                **who("slain"),
                "owner": FactKind("the player of the slain", text=True),
                **here,
            },
            {"points": QuantityKind("points for the character, Power times Skill")},
            on=ON_BOARD,
        ),
    }


_WHO = {
    "shown": "that is shown",
    "recruit": "that is mustered",
    "acquired": "that is added",
    "slain": "that is slain",
    "summoned": "that is summoned",
    "mage": "that draws",
}
