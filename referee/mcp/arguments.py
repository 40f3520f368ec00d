"""What each tool is given: a type, from which its schema comes and by which its arguments are read."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from referee.core.rules.index import OptionValue

# so many playouts take minutes; a command takes more
MOST_PLAYOUTS = 1_000_000
_LONGEST = 4000

Ruleset = Annotated[str, Meta(description="name of a ruleset, such as titan; `help` lists them")]
StateGiven = Annotated[
    dict[str, Any] | str,
    Meta(
        description="a state or situation: an object, or YAML text of several lines; or the name of a file in the "
        "folder of games, if the server has one"
    ),
]
OrdersGiven = Annotated[
    dict[str, Any] | Annotated[list[dict[str, Any] | str], Meta(max_length=1000)] | str,
    Meta(
        description='one or several of {"player": "black", "orders": ["strike ogre-1 at lion-1", "end strike"]}; '
        "or YAML text, or names of files in the folder of games"
    ),
]
DiceGiven = Annotated[
    dict[str, list[int]], Meta(description="dice rolled elsewhere, by event; `check` names the events under rolls")
]
SecretGiven = Annotated[
    str, Meta(description="draws the dice: 64 hexadecimal digits, or the name of its file in the folder of games")
]
Player = Annotated[str, Meta(description="use only what this player sees")]
QuestionGiven = Annotated[
    dict[str, Any] | Annotated[str, Meta(max_length=_LONGEST)],
    Meta(description="a line, or an object whose first key is the verb; `help` gives the forms"),
]
Options = Annotated[dict[str, OptionValue], Meta(description="options of the rules by name")]
NewFile = Annotated[str, Meta(description="write the next state into this new file in the folder of games")]


class Arguments(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The arguments of a tool; `tool` is its name."""

    tool: ClassVar[str] = ""


class Ask(Arguments):
    """A question: about a ruleset with the situation in its line, or about a state."""

    tool: ClassVar[str] = "ask"

    question: QuestionGiven | None = None
    ruleset: Ruleset | None = None
    state: StateGiven | None = None
    options: Options | None = None
    player: Player | None = None


class Rules(Arguments):
    """A citation, a chapter or words to look up, or a text to search for."""

    tool: ClassVar[str] = "rules"

    ruleset: Ruleset
    cite: Annotated[str, Meta(max_length=200, description="an id such as LoT 12.4, or a chapter: LoT 12")] | None = None
    search: (
        Annotated[str, Meta(max_length=_LONGEST, description="a question or words; the best ten are returned")] | None
    ) = None


class Legal(Arguments):
    """A state, whose legal orders are listed, of one piece or of all."""

    tool: ClassVar[str] = "legal"

    state: StateGiven
    piece: Annotated[str, Meta(description="only the orders of this piece")] | None = None
    player: Player | None = None


class Check(Arguments):
    """A state and orders for it; without orders the state itself is judged."""

    tool: ClassVar[str] = "check"

    state: StateGiven
    orders: OrdersGiven | None = None
    dice: DiceGiven | None = None
    player: Player | None = None
    accept_rules: Annotated[bool, Meta(description="go on although the tables have changed")] = False


class Adjudicate(Arguments):
    """A state, orders for it, and where their dice come from."""

    tool: ClassVar[str] = "adjudicate"

    state: StateGiven
    orders: OrdersGiven
    dice: DiceGiven | None = None
    secret: SecretGiven | None = None
    skip_illegal: Annotated[bool, Meta(description="leave illegal orders out")] = False
    accept_rules: Annotated[bool, Meta(description="go on although the tables have changed")] = False
    accept_edit: Annotated[str, Meta(description="why a state that was edited by hand is accepted")] | None = None
    trace: Annotated[bool, Meta(description="return the trace too")] = True
    write: NewFile | None = None
    write_trace: Annotated[str, Meta(description="write the trace into this new file, too")] | None = None


class Odds(Arguments):
    """A question with its situation, orders on a state, or a state to be played out."""

    tool: ClassVar[str] = "odds"

    question: QuestionGiven | None = None
    ruleset: Ruleset | None = None
    state: StateGiven | None = None
    orders: OrdersGiven | None = None
    playouts: Annotated[int, Meta(ge=1, le=MOST_PLAYOUTS, description="how often a state is played out")] | None = None
    policies: (
        Annotated[
            dict[str, str], Meta(description="how each side plays: random, random-carry, greedy, cautious or hold")
        ]
        | None
    ) = None
    seed: Annotated[str, Meta(max_length=200, description="the seed of the playouts")] = "0"
    player: Player | None = None


class Show(Arguments):
    """A state whose board is shown, or a printed board of a ruleset."""

    tool: ClassVar[str] = "show"

    state: StateGiven | None = None
    ruleset: Ruleset | None = None
    board: Annotated[str, Meta(description="only this board, such as masterboard or desert")] | None = None
    form: Annotated[
        Literal["board", "list", "state"], Meta(description="the board, what is where, or the state as data")
    ] = "board"
    player: Player | None = None


class New(Arguments):
    """A ruleset and the parameters of a game or battle."""

    tool: ClassVar[str] = "new"

    ruleset: Ruleset
    parameters: Annotated[dict[str, Any], Meta(description="those that `help` lists about new")] = {}
    options: Options | None = None
    secret: SecretGiven | None = None
    write: NewFile | None = None


class Help(Arguments):
    """A ruleset, and what of it to explain."""

    tool: ClassVar[str] = "help"

    ruleset: Ruleset | None = None
    about: (
        Annotated[str, Meta(max_length=100, description="questions, orders, new, options; or one verb, for its schema")]
        | None
    ) = None
