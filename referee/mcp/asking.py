"""`ask`, `odds` and `rules`: questions, chances, and what the rules say."""

from __future__ import annotations

from referee.core.documents import Document, Problem, Unreadable, make_document
from referee.judge.showing import answer_to
from referee.opening.given import with_value
from referee.opening.questions import question_line, state_question
from referee.opening.spoken import told
from referee.opening.variants import changed
from referee.report.reports import AnswerReport, BoardReport, FoundReport, OddsReport, RulesReport

from . import arguments
from .given import Server
from .replies import Reply, refusal, reply_of
from .working import Work


def answer(server: Server, given: arguments.Ask, work: Work) -> Reply:
    """Answer a question as `referee ask` does; one without a verdict is replied to with the rules it is about."""
    try:
        if isinstance(given.question, str) and not given.options and (given.state or given.ruleset) is not None:
            state = server.state(given.state, given.player, given.ruleset) if given.state is not None else None
            if state is None:
                server.load(str(given.ruleset))
            standing = told(given.question, str(given.ruleset), state, server.rulesets)
            if standing is not None and (state is None or standing.claim):
                return Reply({"verdict": standing.verdict, "cites": list(standing.cites)}, f"{standing.verdict}\n")
            if standing is not None and state is not None:
                from referee.judge.showing import boards_of

                return reply_of(BoardReport(boards_of(state, None, server.rulesets).boards), note=standing.verdict)
        return reply_of(report_of(server, given))
    except Unreadable as error:
        return refusal(error, "question", given.question)


def report_of(server: Server, given: arguments.Ask) -> AnswerReport:
    """Return the answer to a question, with all that a report needs; raises Unreadable."""
    try:
        document = _question(server, given)
        if given.options:
            document = changed(document, {"options": {**document.value.get("options", {}), **given.options}})
        return answer_to(document, server.rulesets)
    except Unreadable as error:
        if given.options:
            raise Unreadable([_of_option(one) for one in error.problems]) from None
        raise


def odds(server: Server, given: arguments.Odds, work: Work) -> Reply:
    """Return chances as `referee odds` does: exact ones, or those of a state played out."""
    from referee.chances.exact import in_full, odds_of
    from referee.chances.playouts import Plan, play_out, slower

    if given.orders is not None:
        if given.state is None or given.question is not None:
            raise Unreadable.of("orders", "go with a state, and without a question")
        document = server.state(given.state, given.player, given.ruleset)
        name = document.value.get("ruleset", "") if isinstance(document.value, dict) else ""
        orders = [one for read in server.orders(given.orders) for one in read(str(name))]
        return reply_of(OddsReport(odds_of(document, orders, server.rulesets)))
    if given.question is not None:
        return reply_of(OddsReport(odds_of(in_full(_question(server, given)), (), server.rulesets)))
    if given.state is None:
        raise Unreadable.of(
            "question", "give a question with its ruleset or state, orders on a state, or a state alone"
        )
    document = server.state(given.state, given.player, given.ruleset)
    if isinstance(document.value, dict) and "ask" in document.value:
        return reply_of(OddsReport(odds_of(document, (), server.rulesets)))
    plan = Plan(given.playouts, None, given.policies or {}, given.seed)
    found = play_out(document, plan, server.rulesets, lambda done, most: work.go_on())
    return reply_of(OddsReport(found.answer), note=slower(found.why) if found.why else "")


def rules(server: Server, given: arguments.Rules, work: Work) -> Reply:
    """Return rules and rulings by citation, chapter or words, or those that a text is about."""
    from referee.core.game.finding import find
    from referee.judge.citing import looked_for, rule_rows

    game, found = server.load(given.ruleset)
    if (given.cite is None) == (given.search is None):
        raise Unreadable.of("cite", "give either 'cite' or 'search'")
    if given.search is not None:
        return reply_of(FoundReport(find(game, found, given.search)))
    try:
        if rows := rule_rows(game, found, str(given.cite)):
            return reply_of(RulesReport(rows, found.rulings))
        hits, whole = looked_for(game, found, str(given.cite))
    except Unreadable as error:
        raise Unreadable([one._replace(file=one.file or "cite") for one in error.problems]) from None
    return reply_of(FoundReport(hits, whole=whole))


def _question(server: Server, given: arguments.Ask | arguments.Odds) -> Document:
    """Return a question with its state or situation, as its player sees it; raises Unreadable."""
    asked = given.question
    if given.state is not None:
        document = server.state(given.state, given.player, given.ruleset)
        _same_ruleset(document, given.ruleset)
        if isinstance(asked, str):
            return state_question(document, asked, server.rulesets, server.player or given.player)
        return document if asked is None else with_value(document, {**document.value, "ask": asked})
    if given.ruleset is None or asked is None:
        raise Unreadable.of("question", "give a question, and the ruleset or the state that it is about")
    server.load(given.ruleset)
    if isinstance(asked, str):
        return server.words(question_line(asked, given.ruleset, server.rulesets), given.player)
    return make_document({"format": 1, "ruleset": given.ruleset, "ask": asked}, "question")


def _same_ruleset(document: Document, ruleset: str | None) -> None:
    if ruleset is not None and isinstance(document.value, dict) and document.value.get("ruleset") != ruleset:
        raise Unreadable.of("ruleset", f"the state is one of {document.value.get('ruleset')}, not of {ruleset}")


def _of_option(problem: Problem) -> Problem:
    """Return a problem, with the argument `options` as its place if it is one of an option."""
    head, _, name = problem.where.partition(".")
    return Problem("options", 0, 0, name, problem.message) if head == "options" else problem
