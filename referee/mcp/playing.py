"""`legal`, `check`, `adjudicate` and `new`: what may be ordered, and what comes of it."""

from __future__ import annotations

import msgspec

from referee.api import new as new_state
from referee.core import documents
from referee.core.adjudication.chain import is_edited
from referee.core.adjudication.legal import legal as legal_orders
from referee.core.adjudication.legal import piece_called
from referee.core.documents import Unreadable
from referee.core.documents.problems import known_name
from referee.judge.judging import Run, Terms, judge, play
from referee.opening.orders import open_with_orders
from referee.opening.states import Opened, offences, open_session
from referee.report.reports import CheckReport, LegalReport, OffencesReport, StopReport, TraceReport
from referee.report.writers import write_report

from . import arguments
from .given import Server
from .replies import Reply, placed, refusal, reply_of
from .working import Work


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
            raise Unreadable([documents.Problem("write_trace", 0, 0, "", message)])
        server.folder.write(given.write_trace, "write_trace", documents.dump(run.traces[-1]))
    if given.write is not None:
        try:
            server.folder.write(given.write, "write", documents.dump(run.now.state))
        except Unreadable:
            if given.write_trace is not None:
                server.folder.remove(given.write_trace, "write_trace")
            raise
