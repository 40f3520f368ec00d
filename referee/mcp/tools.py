"""The tools: the type of the arguments of each, and what it calls."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from referee.api import new as new_state
from referee.core import documents
from referee.core.adjudication.chain import is_edited
from referee.core.adjudication.legal import legal as legal_orders
from referee.core.adjudication.legal import piece_called
from referee.core.documents import MAX_LINE, Unreadable
from referee.core.documents.problems import known_name, nearest
from referee.judge.judging import Run, Terms, judge, play
from referee.opening.orders import open_with_orders
from referee.opening.states import Opened, StaleRules, offences, open_session
from referee.report.reports import CheckReport, LegalReport, OffencesReport, StopReport, TraceReport
from referee.report.writers import write_report

from . import arguments, asking, showing
from .given import Server
from .replies import Reply, broken, lacking, placed, refusal, reply_of, stale
from .working import Abandoned, Work


def legal(server: Server, given: arguments.Legal, work: Work) -> Reply:
    """List the orders that are legal now, as `referee legal` does."""
    opened = open_session(server.state(given.state, given.player), server.rulesets, accept_rules=True)
    position = opened.game.open(opened.state, opened.rules)
    player = server.player or given.player
    whose = known_name(player, position.players) if player is not None else None
    found = legal_orders(opened.game, position, whose, piece_called(position, given.piece, whose))
    report = LegalReport(position, found, given.piece, whose)
    return reply_of(report, note=opened.ruleset.stale(opened.state.rules))


def check(server: Server, given: arguments.Check, work: Work) -> Reply:
    """Judge orders without rolling, or a state itself, as `referee check` does."""
    if given.orders is None:
        found = offences(server.state(given.state, given.player), server.rulesets, given.accept_rules)
        return reply_of(OffencesReport(placed(found.problems), placed(found.warnings)))
    orders = server.orders(given.orders)
    opened, submissions = open_with_orders(
        lambda: server.state(given.state, given.player), orders, server.rulesets, given.accept_rules
    )
    verdicts = judge(opened, submissions, Terms(given.dice))
    report = CheckReport(verdicts.outcome, verdicts.documents, placed(verdicts.warnings))
    return reply_of(report, note=_edited(opened))


def adjudicate(server: Server, given: arguments.Adjudicate, work: Work) -> Reply:
    """Carry orders out as `referee adjudicate` does, with the dice that are given or drawn from the secret given."""
    server.writable({"write_trace": given.write_trace, "write": given.write})
    orders, (key, kept) = server.orders(given.orders), server.key(given.secret)
    opened, submissions = open_with_orders(
        lambda: server.state(given.state, None), orders, server.rulesets, given.accept_rules
    )
    terms = Terms(given.dice, key, kept, skip_illegal=given.skip_illegal, accept_edit=given.accept_edit)
    run = play(opened, submissions, terms)
    if run.stop is not None:
        found, dice = run.judged(), run.now.state.dice
        committed = dice is not None and dice.commitment is not None
        return reply_of(StopReport(found.outcome, committed, found.documents))
    traces = [trace.for_player(server.player) for trace in run.traces]
    data = run.plain(given.trace)
    if given.trace and server.player is not None:
        data["trace"] = documents.builtins(traces[-1])
        if "traces" in data:
            data["traces"] = documents.builtins(traces)
    _write(server, given, run)
    text = "\n".join(write_report(TraceReport(trace), "text") for trace in traces)
    return Reply(msgspec.to_builtins(data), text)


def new(server: Server, given: arguments.New, work: Work) -> Reply:
    """Return a starting state as `referee new` does, committed to a secret if one is given."""
    server.writable({"write": given.write})
    key, _ = server.key(given.secret)
    server.load(given.ruleset)
    try:
        clean = {name: value for name, value in given.parameters.items() if name not in _OWN}
        wrong = given.parameters.keys() - clean.keys()
        if wrong:
            message = "is an argument of this tool, and no parameter of the game"
            raise Unreadable([documents.Problem("parameters", 0, 0, name, message) for name in sorted(wrong)])
        state = new_state(given.ruleset, folders=server.rulesets, options=given.options, secret=key, **clean)
    except Unreadable as error:
        return refusal(error, "parameters")
    text = documents.dump(state)
    if given.write is not None and server.folder is not None:
        server.folder.write(given.write, "write", text)
    return Reply(state, text)


_OWN = ("ruleset", "folders", "options", "secret", "dice_in_orders")


def _edited(opened: Opened) -> str:
    """Return a note for a state that was edited by hand since it was written."""
    if not is_edited(opened.document.value, documents.builtins(opened.state)):
        return ""
    return "the state was edited by hand since it was written; adjudicate needs accept_edit"


def _write(server: Server, given: arguments.Adjudicate, run: Run) -> None:
    """Write the trace, then the state, into the files that are named; raises Unreadable, and leaves neither then."""
    if server.folder is None:
        return
    if given.write_trace is not None:
        if len(run.traces) > 1:
            message = "a file holds one trace, and these orders are for several moments; leave it out"
            raise Unreadable.of("write_trace", message)
        server.folder.write(given.write_trace, "write_trace", documents.dump(run.traces[-1]))
    if given.write is not None:
        try:
            server.folder.write(given.write, "write", documents.dump(run.now.state))
        except Unreadable:
            if given.write_trace is not None:
                server.folder.remove(given.write_trace, "write_trace")
            raise


class Tool(NamedTuple):
    """A tool: the type of its arguments, its function, and whether it only reads."""

    takes: type[arguments.Arguments]
    call: Callable[[Server, Any, Work], Reply]
    reads: bool = True

    @property
    def description(self) -> str:
        """What the tool is for, with its example: from `tools.yaml` beside this file."""
        told = _told()[self.takes.tool]
        return f"{told['tells']}\nExample: {json.dumps(told['example'])}"


@cache
def _told() -> dict[str, dict[str, Any]]:
    path = Path(__file__).with_suffix(".yaml")
    found: dict[str, dict[str, Any]] = documents.parse(path.read_bytes(), str(path)).value
    return found


TOOLS = {
    tool.takes.tool: tool
    for tool in (
        Tool(arguments.Ask, asking.answer),
        Tool(arguments.Rules, asking.rules),
        Tool(arguments.Legal, legal),
        Tool(arguments.Check, check),
        Tool(arguments.Adjudicate, adjudicate, reads=False),
        Tool(arguments.Odds, asking.odds),
        Tool(arguments.Show, showing.show),
        Tool(arguments.New, new, reads=False),
        Tool(arguments.Help, showing.explain),
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
        return refusal(Unreadable.of("", message))
    try:
        document = documents.parse_json(_written(given), "")
        return TOOLS[name].call(server, documents.convert(document, TOOLS[name].takes), work)
    except Unreadable as error:
        asked = given.get("question")
        return refusal(error, asked=asked if isinstance(asked, (str, dict)) else None)
    except StaleRules as error:
        return stale(error)
    except ImportError as error:
        return lacking(error)
    except (MemoryError, RecursionError) as error:
        what = "does not fit into memory" if isinstance(error, MemoryError) else "is nested too deeply"
        return broken(f"this input {what}")
    except Abandoned:
        return broken("nobody waits for this any more")
    except Exception as error:
        # the message of a bug may hold what is hidden
        what = type(error).__name__ if server.player is not None else f"{type(error).__name__}: {error}"
        return broken(f"this is a bug in the referee, not in your arguments; please report it: {what}")


def _written(given: dict[str, Any]) -> str:
    """Return arguments as JSON, to be read within the limits of every document; raises Unreadable."""
    try:
        text = json.dumps(given)
    except (ValueError, RecursionError):
        raise Unreadable.of("", "the arguments hold numbers or levels beyond every limit") from None
    if len(text) > MAX_LINE:
        raise Unreadable.of("", f"the arguments are longer than {MAX_LINE >> 20} MiB")
    return text
