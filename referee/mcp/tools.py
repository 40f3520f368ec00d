"""The tools: what each is for with an example, the type of its arguments, and what it calls."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from referee.core import documents
from referee.core.documents import MAX_LINE, Unreadable
from referee.core.documents.problems import nearest
from referee.opening.states import StaleRules

from . import arguments, asking, playing, showing
from .given import Server
from .replies import Reply, refusal, stale
from .working import Abandoned, Work


class Tool(NamedTuple):
    """A tool: the type of its arguments, its function, what it is for, an example, and whether it only reads."""

    takes: type[arguments.Arguments]
    call: Callable[[Server, Any, Work], Reply]
    tells: str
    example: dict[str, Any]
    reads: bool = True

    @property
    def description(self) -> str:
        """What the tool is for, with its example."""
        return f"{self.tells}\nExample: {json.dumps(self.example)}"


_LINE = "brush; attacker ogre C3; defender lion C4 hits 3; strike C3 at C4"
_BATTLE = {"battleland": "plains", "attacking": ["ogre"], "defending": ["lion"]}

TOOLS = {
    tool.takes.tool: tool
    for tool in (
        Tool(
            arguments.Ask,
            asking.answer,
            "Rule on a question of a tabletop game, with the rule behind every number. Give a ruleset and one line, "
            "the situation in clauses, the question last; or a state and a question about it. Write the strict forms "
            "of `help`. An answer that cannot be given names what is wrong, and the rules that may answer it.",
            {"ruleset": "titan", "question": _LINE},
        ),
        Tool(
            arguments.Rules,
            asking.rules,
            "Look up the rules. 'search' finds the ten rules and rulings that a text is about; 'cite' returns one with "
            "all that belongs to it, or a chapter. Quote what this returns, not what you remember.",
            {"ruleset": "titan", "search": "may a wounded character recover"},
        ),
        Tool(
            arguments.Legal,
            playing.legal,
            "List the orders that are legal in a state now, as objects and as lines; `check` takes both.",
            {"state": "012.state.yaml", "piece": "troll-1"},
        ),
        Tool(
            arguments.Check,
            playing.check,
            "Judge orders without rolling: legal, open until dice are rolled, or refused with every reason. Without "
            "orders, judge a state itself, such as an army list.",
            {"state": "012.state.yaml", "orders": {"player": "black", "orders": ["strike ogre-1 at lion-2"]}},
        ),
        Tool(
            arguments.Adjudicate,
            playing.adjudicate,
            "Carry orders out: the next state and the trace, or why nothing was done. Dice are those in the orders "
            "('strike ogre-1 at lion-2 dice 6 6 5'), those given, or drawn from a secret given; nothing else is "
            "rolled. Never make dice up: ask the players. The state returned is the one to go on with.",
            {"state": "012.state.yaml", "orders": {"player": "black", "orders": ["end strike"]}},
            reads=False,
        ),
        Tool(
            arguments.Odds,
            asking.odds,
            "Return the chances of a question or of orders, exactly; or those of a state, by playing it out.",
            {"ruleset": "titan", "question": _LINE},
        ),
        Tool(
            arguments.Show,
            showing.show,
            "Show the board of a state, the list of what is where, which is shorter, or the state as data; or a "
            "printed board of a ruleset.",
            {"state": "012.state.yaml", "form": "list"},
        ),
        Tool(
            arguments.New,
            playing.new,
            "Make a starting state. `help` about new lists the parameters of a ruleset.",
            {"ruleset": "titan", "parameters": _BATTLE},
            reads=False,
        ),
        Tool(
            arguments.Help,
            showing.explain,
            "Say how to write things. Without a ruleset, list the rulesets; with one, the forms of its questions, each "
            "with an example; about orders, new or options, those; about one verb, its fields and their schema. Begin "
            "here.",
            {"ruleset": "titan", "about": "strike"},
        ),
    )
}


def schema(tool: Tool) -> dict[str, Any]:
    """Return the schema of the arguments of a tool, from their type."""
    found: dict[str, Any] = msgspec.json.schema(tool.takes)["$defs"][tool.takes.__name__]
    for field in found["properties"].values():
        _shorten(field)
    return {"type": "object", "properties": found["properties"], **_required(found), "additionalProperties": False}


def _shorten(field: dict[str, Any]) -> None:
    """Leave out of the schema of a field that it may be null: it may be left out."""
    if field.get("default", 0) is None:
        del field["default"]
    branches = [one for one in field.get("anyOf", ()) if one != {"type": "null"}]
    if len(branches) == 1:
        del field["anyOf"]
        field |= branches[0]
    elif branches:
        field["anyOf"] = branches


def _required(found: dict[str, Any]) -> dict[str, Any]:
    return {"required": found["required"]} if found.get("required") else {}


def call(server: Server, name: str, given: dict[str, Any], work: Work) -> Reply:
    """Call a tool; whatever goes wrong is a reply too, and never more than the player who is fixed may see."""
    if name not in TOOLS:
        message = f"'{name}' is no tool{nearest(name, TOOLS)}; there are {', '.join(TOOLS)}"
        return refusal(Unreadable([documents.Problem("", 0, 0, "", message)]))
    try:
        document = documents.parse_json(_written(given), "")
        return TOOLS[name].call(server, documents.convert(document, TOOLS[name].takes), work)
    except Unreadable as error:
        asked = given.get("question")
        return refusal(error, asked=asked if isinstance(asked, (str, dict)) else None)
    except StaleRules as error:
        return stale(error)
    except ImportError as error:
        return _broken(f"this needs {error.name}, which is not here; the installed program has it")
    except (MemoryError, RecursionError) as error:
        what = "does not fit into memory" if isinstance(error, MemoryError) else "is nested too deeply"
        return _broken(f"this input {what}")
    except Abandoned:
        return _broken("nobody waits for this any more")
    except Exception as error:
        # the message of a bug may hold what is hidden
        what = type(error).__name__ if server.player is not None else f"{type(error).__name__}: {error}"
        return _broken(f"this is a bug in the referee, not in your arguments; please report it: {what}")


def _written(given: dict[str, Any]) -> str:
    """Return arguments as JSON, to be read within the limits of every document; raises Unreadable."""
    try:
        text = json.dumps(given)
    except (ValueError, RecursionError):
        message = "the arguments hold numbers or levels beyond every limit"
        raise Unreadable([documents.Problem("", 0, 0, "", message)]) from None
    if len(text) > MAX_LINE:
        raise Unreadable([documents.Problem("", 0, 0, "", f"the arguments are longer than {MAX_LINE >> 20} MiB")])
    return text


def _broken(message: str) -> Reply:
    return refusal(Unreadable([documents.Problem("", 0, 0, "", message)]))
