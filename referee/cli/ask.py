"""referee ask: answer a question about the rules."""

from __future__ import annotations

from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.core.documents import Document, Unreadable
from referee.report.reports import AnswerReport, CardReport

from .common import (
    REFUSED,
    UNREADABLE,
    cluster_option,
    folders_option,
    guarded,
    jobs_option,
    json_option,
    player_option,
    problem_text,
    read,
    say,
    say_report,
    tell,
)
from .files import refuse_existing, write_whole

if TYPE_CHECKING:
    from referee.opening.spoken import NoVerdict, Standing


_FORMS = {".html": "html", ".htm": "html", ".md": "markdown", ".svg": "svg", ".png": "svg"}


def check_card(path: str, force: bool, inputs: tuple[str, ...]) -> None:
    """Raise Unreadable if no card can be written to a path; call it before any work."""
    if Path(path).suffix.lower() not in _FORMS:
        raise Unreadable.of(path, "a card is .html, .md, .svg or .png: name it so")
    refuse_existing([path], force, inputs[:1])


def write_card(path: str, report: AnswerReport, force: bool) -> None:
    """Write a card completely or not at all; raises Unreadable."""
    from referee.report.writers import write_report

    suffix = Path(path).suffix.lower()
    text: str | bytes = write_report(CardReport(report), _FORMS[suffix])
    if suffix == ".png":
        from referee.report.svg import png_of

        text = png_of(str(text))
    write_whole(path, text, force)


class _WithQuestions(click.Command):
    """A command whose help lists the questions of each game, which are looked up only then."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from .asked_for import every_example

        for ruleset, questions in every_example():
            with formatter.section(f"Questions of {ruleset}"):
                formatter.write_dl(questions)


@click.command("ask", cls=_WithQuestions)
@click.argument("words", nargs=-1, metavar="[FILE | STATE 'QUESTION' | -r RULESET 'SITUATION; QUESTION']")
@click.option(
    "-r", "--ruleset", metavar="RULESET", help="Ask on one line: the situation in clauses, the question last."
)
@click.option("--yaml", "as_yaml", is_flag=True, help="Print the question and its answer as a case.")
@click.option("--card", metavar="FILE", help="Write the answer as a card too: .html, .md, .svg or .png.")
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
@click.option("--brief", is_flag=True, help="Print the verdict alone.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Set an option for this question.")
@click.option(
    "--compare", metavar="RULESETS | OPTION", help="Ask under each of several rulesets, or values of an option."
)
@click.option(
    "--vary", multiple=True, metavar="PATH=VALUES", help="Ask with each of several values, as lion.hits=0..4."
)
@click.option("--jsonl", is_flag=True, help="Read a question as JSON on each line; print an answer on each line.")
@click.option("--exit-status", is_flag=True, help="Exit with 1 if the answer is no.")
@jobs_option
@cluster_option
@player_option
@click.option("--reasons", is_flag=True, help="With the odds, every number's reasons, and all of each other reading.")
@click.option("--verbose", is_flag=True, help="With notes on what has no effect, and the words that were passed over.")
@json_option
@folders_option
@guarded
def command(
    words: tuple[str, ...],
    ruleset: str | None,
    as_yaml: bool,
    card: str | None,
    force: bool,
    brief: bool,
    options: tuple[str, ...],
    compare: str | None,
    vary: tuple[str, ...],
    jsonl: bool,
    exit_status: bool,
    jobs: int,
    cluster: str | None,
    player: str | None,
    reasons: bool,
    verbose: bool,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Answer a question: in FILE with its situation, on a saved STATE, or on one line. FILE and STATE may be -.

    \b
    referee ask -r titan 'brush; attacker ogre C3; defender lion C4 hits 3; strike C3 at C4'
    referee ask -r titan 'my ogre against a lion with 3 hits, how many dice?' --brief
    referee ask -r titan 'ogre against lion' --compare titan,titan-valley
    referee ask -r titan help
    referee ask 012.state.yaml 'strike troll at D4 number 6'
    referee ask examples/titan/disputes/ogre-lion-centaur.yaml
    referee ask -r titan 'ogre against lion' --card ruling.html
    referee ask --jsonl < questions.jsonl > answers.jsonl
    """
    if card is not None:
        if jsonl or compare is not None or vary:
            raise click.UsageError("--card is for one answer, without --jsonl, --compare and --vary")

        check_card(card, force, words)
    if jsonl:
        _lines(words[0] if words else None, player, folders, jobs, cluster)
        return
    from msgspec import structs

    from referee.judge.showing import answer_to
    from referee.report.writers import write_report

    if ruleset is None and not words:
        from .asked_for import at_terminal, ruleset_asked

        ruleset = ruleset_asked() if at_terminal() else None
    if ruleset is not None and (not words or words == ("help",)):
        words = _asked_for(words, ruleset, folders)
    from referee.opening import spoken

    state = _state(words, folders, player) if ruleset is None else None
    asked = len(words) == 1 if state is None else len(words) == 2
    if asked and (standing := spoken.told(words[-1], str(ruleset), state, folders)) is not None:
        _show(state, standing, as_json, brief, folders)
        if exit_status and standing.verdict.startswith("No"):
            raise SystemExit(REFUSED)
        return
    try:
        document = _document(words, ruleset, state, folders, player)
    except spoken.NoVerdict as error:
        _no_verdict(error, as_json)
        raise SystemExit(UNREADABLE) from None
    if options:
        from referee.opening.variants import with_options

        document = with_options(document, options)
    if compare is not None or vary:
        _variants(document, compare, vary, as_json, folders)
        return
    report = structs.replace(answer_to(document, folders), reasons=reasons, verbose=verbose)
    if card is not None:
        write_card(card, report, force)
    say(write_report(report, "json" if as_json else "yaml" if as_yaml else "brief" if brief else "text"))
    if ruleset is not None and not (as_json or as_yaml or brief or card):
        from .asked_for import go_on

        go_on(document, ruleset, folders, lambda other: say(_text(other, folders, reasons, verbose)))
    if exit_status and _refused(report):
        raise SystemExit(REFUSED)


def _refused(report: AnswerReport) -> bool:
    """Return whether an answer is no."""
    from referee.report.answer_text import told_sentences

    answer = report.answer.answer
    told = told_sentences(report)
    return answer.get("allowed", answer.get("legal")) is False or bool(told and told[0].text.startswith("No"))


def _text(document: Document, folders: tuple[Path, ...], reasons: bool, verbose: bool) -> str:
    """Return the answer to a question as text."""
    from msgspec import structs

    from referee.judge.showing import answer_to
    from referee.report.writers import write_report

    return write_report(structs.replace(answer_to(document, folders), reasons=reasons, verbose=verbose), "text")


def _no_verdict(error: NoVerdict, as_json: bool) -> None:
    """Print what is wrong with a text, the rules that it may be about, and its line as far as it goes."""
    from referee.report.escape import one_line
    from referee.report.reports import NoVerdictReport

    problems = [problem_text(problem) for problem in error.problems]
    if not as_json:
        for problem in problems:
            say(one_line(problem), err=True)
    found = NoVerdictReport(error.ruleset, problems, error.found, error.line, error.not_used)
    say_report(found, as_json)


def _show(state: Document | None, standing: Standing, as_json: bool, brief: bool, folders: tuple[Path, ...]) -> None:
    """Print a verdict on a claim; of a state whether it is over, who is where and whose turn it is."""
    from referee.judge.showing import boards_of
    from referee.report.answer_text import MOST_LINES, cut, paragraph
    from referee.report.writers import write_report

    if brief or state is None or standing.claim:
        tell({"verdict": standing.verdict, "cites": standing.cites}, paragraph(standing.verdict), as_json)
        return
    listing = write_report(boards_of(state, None, folders), "json" if as_json else "list")
    if not as_json:
        listing = "\n".join([standing.verdict, "", *cut(listing.splitlines(), MOST_LINES - 2, "with referee show")])
    say(listing)


def _asked_for(words: tuple[str, ...], ruleset: str, folders: tuple[Path, ...]) -> tuple[str, ...]:
    """Return a question that the player is asked for at a terminal; `help` lists what may be asked, and ends."""
    from . import asked_for

    if words == ("help",):
        say(asked_for.examples(ruleset, folders))
        raise SystemExit(0)
    found = asked_for.question(ruleset, folders)
    if found is None:
        raise click.UsageError("with -r, give the situation and the question as one quoted argument")
    return (found,)


def _variants(
    document: Document, compare: str | None, vary: tuple[str, ...], as_json: bool, folders: tuple[Path, ...]
) -> None:
    """Print the answers to variants of a question side by side."""
    from referee import api
    from referee.core.asking import ask_document
    from referee.opening.variants import compared, varied
    from referee.report.reports import ComparisonReport

    rows = []
    for given, one in varied(document, vary) if vary else [({}, document)]:
        _, ruleset = api.ruleset_of(one, folders)
        for beside, other in compared(one, compare, ruleset, folders) if compare is not None else [({}, one)]:
            game, found = api.ruleset_of(other, folders)
            rows.append(({**given, **beside}, ask_document(game, found, other).answer))
    say_report(ComparisonReport(rows), as_json)


def _state(words: tuple[str, ...], folders: tuple[Path, ...], player: str | None) -> Document:
    """Return the document in the file that is named, as its player sees it."""
    from referee import api

    if len(words) > 2:
        raise click.UsageError("the question is one argument, in quotes: STATE 'QUESTION', or -r RULESET 'QUESTION'")
    if not words:
        raise click.UsageError("give a FILE with the question, a STATE and a 'QUESTION', or -r RULESET and a line")
    if len(words) == 1 and " " in words[0] and not exists(words[0]):
        raise click.UsageError(
            "this is no file; a question in words needs its rules: referee ask -r RULESET 'QUESTION'"
        )
    # a question is understood by what its player sees
    return api.as_seen_by(read(words[0]), player, folders)


def _document(
    words: tuple[str, ...], ruleset: str | None, state: Document | None, folders: tuple[Path, ...], player: str | None
) -> Document:
    """Return the question with its situation as a document."""
    from referee import api

    if ruleset is not None or state is None:
        if len(words) != 1:
            raise click.UsageError("with -r, give the situation and the question as one quoted argument")
        return api.as_seen_by(api.question_line(words[0], str(ruleset), folders), player, folders)
    if len(words) == 2:
        return api.state_question(state, words[1], folders, player)
    if isinstance(state.value, dict) and "ask" not in state.value and words[0] != "-":
        from .asked_for import question_of_state

        return question_of_state(state, words[0], folders, player) or state
    return state


def _lines(file: str | None, player: str | None, folders: tuple[Path, ...], jobs: int, cluster: str | None) -> None:
    """Answer each line with a line."""
    from functools import partial

    from referee.running.batches import ask_line

    from .lines import answer_lines, never_refused

    answer_lines(file, partial(ask_line, folders=folders, player=player), never_refused, jobs, cluster)
