"""referee rules: the rule index, the cases that prove each rule, and every option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from referee.core.documents import Unreadable
from referee.core.documents.problems import counted
from referee.core.game.game import Game
from referee.core.rules.rulesets import Ruleset
from referee.judge.citing import index_rows, looked_for, rule_rows, switch_of

from .common import folders_option, guarded, json_option, read, say, say_report
from .facts import say_conditions, say_facts
from .files import put_folder, refuse_folder


def write_rules(
    game: Game, found: Ruleset, target: str, paths: Sequence[str], folders: tuple[Path, ...], force: bool
) -> None:
    """Write the pages into a new folder, or with `force` in place of one with such pages; raises Unreadable."""
    from referee.core.game.finding import index_for
    from referee.report.reports import RulesPagesReport
    from referee.report.rules_html import DATA, INDEX, SCRIPT, write_pages

    folder = Path(target)

    def is_ours(names: Sequence[str]) -> bool:
        return INDEX in names and all(name.endswith(".html") or name in (SCRIPT, DATA) for name in names)

    refuse_folder(folder, is_ours, force)
    rows = index_rows(game, found, _proofs(found, paths, folders))
    proved = sum(bool(row["cases"]) for row in rows)
    summary = f"{counted(len(found.rules), 'rule')} in our words and {counted(len(found.rulings), 'ruling')}"
    summary += f"; {proved} of them are proved by cases." if proved else "."
    pages = write_pages(RulesPagesReport(found.title, rows, found.rulings, summary, index_for(game, found)))
    put_folder(folder, {name: text.encode() for name, text in pages.items()})
    say(f"{target}: {counted(sum(name.endswith('.html') for name in pages), 'page')}")


def _proofs(found: Ruleset, paths: Sequence[str], folders: tuple[Path, ...]) -> Mapping[str, list[str]]:
    """Return the cases that prove each rule and each ruling; none where there is no folder of cases."""
    from referee.core.testing.cases import proofs, proofs_of_choices

    from .case_files import run_all

    given = [path for path in paths or ("tests/cases",) if paths or Path(path).is_dir()]
    if not given:
        return {}
    verdicts = run_all(given, folders, found.chain)
    choices = {
        number: [case for cases in words.values() for case in cases]
        for number, words in proofs_of_choices(found, verdicts).items()
    }
    return {name: list(dict.fromkeys(cases)) for name, cases in {**choices, **proofs(found, verdicts)}.items()}


def say_chart(game: Game, found: Ruleset, name: str, form: str) -> None:
    """Print a chart of a ruleset in a format; raises Unreadable where the ruleset has none of that name."""
    from referee.report.reports import ChartReport
    from referee.report.writers import write_report

    chart = game.charts(found).get(name)
    if chart is None:
        raise Unreadable.of("", f"{found.name} has no {name}, so there is no chart of them")
    say(write_report(ChartReport(chart), form))


@click.command("rules")
@click.argument("ruleset")
@click.argument("cite", required=False, nargs=-1)
@click.option("--coverage", is_flag=True, help="For each rule and each choice, the cases that prove it.")
@click.option(
    "--options", "show_options", is_flag=True, help="Every option with its question, its default and the alternatives."
)
@click.option("--facts", is_flag=True, help="What the rows of a moment may name and change; without one, the moments.")
@click.option("--all", "whole", is_flag=True, help="With --facts, all of it.")
@click.option("--when", metavar="TEXT", help="How a row says a condition: 'first round', 'once a battle'.")
@click.option("--spells", is_flag=True, help="The chart of Spells, of a ruleset that has them.")
@click.option(
    "--format", "form", type=click.Choice(["text", "markdown", "html", "json"]), help="How the chart is written."
)
@click.option("--row", metavar="PATH", help="A row as it finally is, and which file each part comes from.")
@click.option(
    "--cases", "paths", multiple=True, metavar="PATH", help="Where the cases are (tests/cases of this folder)."
)
@click.option("--search", metavar="TEXT", help="The rules, rulings, rows and sheets that a text is about.")
@click.option("--html", "html", metavar="DIR", help="Write the whole index as linked pages into a new folder.")
@click.option("--force", is_flag=True, help="With --html, overwrite such pages.")
@json_option
@folders_option
@guarded
def command(
    ruleset: str,
    cite: tuple[str, ...],
    coverage: bool,
    show_options: bool,
    facts: bool,
    whole: bool,
    when: str | None,
    spells: bool,
    form: str | None,
    row: str | None,
    paths: tuple[str, ...],
    search: str | None,
    html: str | None,
    force: bool,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Show the rules of RULESET, those of a chapter, or the one with id CITE.

    CITE can be a citation as answers print it: this shows the rulings that concern it, the rows that carry it, and its
    chart. The name of a character, a terrain, a Spell, an element or a command shows its sheet. Other words are
    searched for, as with --search: the best ten of all rules, rulings, rows and sheets.

    With --options, RULESET can be a state: this shows the options that it sets.

    \b
    referee rules titan --options
    referee rules 012.state.yaml --options
    referee rules titan LoT 12.4
    referee rules titan LoT 12
    referee rules titan LoT 11.7 Wall
    referee rules titan Hydra
    referee rules titan --search "can I split a legion of three?"
    referee rules titan --coverage
    referee rules titan --facts strike
    referee rules titan --when "neighbours"
    referee rules titan-magi MM 18.8
    referee rules titan-magi --spells
    referee rules titan-magi --spells --format html > spells.html
    referee rules titan --html rules
    referee rules titan --row hazards.sand.move.other
    """
    from referee import games

    given = [one is not None for one in (when, row, html, search)]
    lists = [coverage, show_options, facts, spells, *given]
    if sum(lists) > 1:
        named = "--options, --coverage, --facts, --when, --spells, --row, --search and --html"
        raise click.UsageError(f"{named} print different lists; give only one of them")
    if cite and any(lists) and not facts:
        named = "--options, --coverage, --when, --spells, --row, --search and --html"
        raise click.UsageError(f"with CITE, give none of {named}")
    if whole and not facts:
        raise click.UsageError("--all is for --facts")
    if form is not None and not spells:
        raise click.UsageError("--format is for the chart of --spells; --json writes other lists as data")
    if show_options and Path(ruleset).is_file():
        _differing(ruleset, folders, as_json)
        return
    if row is not None:
        # the rows of an overlay with problems can be looked at too
        _, found = games.unjudged(ruleset, folders)
        _row(found, row, as_json)
        return
    game, found = games.load(ruleset, folders)
    if html is not None:
        write_rules(game, found, html, paths, folders, force)
    elif search is not None:
        _search(game, found, search, as_json)
    elif spells:
        say_chart(game, found, "spells", "json" if as_json else form or "text")
    elif facts:
        say_facts(game, found, " ".join(cite), whole, as_json)
    elif when is not None:
        say_conditions(game, found, when, as_json)
    elif coverage:
        _coverage(found, paths or ("tests/cases",), folders, as_json)
    elif show_options:
        _options(found, as_json)
    else:
        _index(game, found, " ".join(cite), as_json)


def _index(game: Game, found: Ruleset, wanted: str, as_json: bool) -> None:
    from referee.report.reports import FoundReport, RulesReport

    rows = rule_rows(game, found, wanted)
    if rows:
        charts = [chart for chart in game.charts(found).values() if len(rows) == 1 and rows[0]["id"] in chart.cites]
        say_report(RulesReport(rows, found.rulings, charts), as_json)
        return
    hits, whole = looked_for(game, found, wanted)
    say_report(FoundReport(hits, whole=whole), as_json)


def _search(game: Game, found: Ruleset, text: str, as_json: bool) -> None:
    """Print what a text is about."""
    from referee.core.game.finding import find
    from referee.report.reports import FoundReport

    say_report(FoundReport(find(game, found, text)), as_json)


def _row(found: Ruleset, text: str, as_json: bool) -> None:
    """Print a row as it finally is, with the file and line of each part; raises Unreadable."""
    from referee.core.rules.lookup import row_at
    from referee.report.reports import RowReport

    say_report(RowReport(row_at(found, text)), as_json)


def _options(found: Ruleset, as_json: bool) -> None:
    from referee.report.reports import OptionsReport

    rows = [
        {"ruling": number, "question": r.question, "answer": r.answer, **switch_of(r)}
        for number, r in found.rulings.items()
    ]
    say_report(OptionsReport(rows, found.rulings), as_json)


def _differing(path: str, folders: tuple[Path, ...], as_json: bool) -> None:
    """Show the options of a state that differ from the defaults of its ruleset."""
    from referee import api
    from referee.core.game.state_reading import read_state
    from referee.report.reports import StateOptionsReport

    document = read(path)
    game, found = api.ruleset_of(document, folders)
    state = read_state(game, found, document, document.value)
    rows = []
    for option, value in found.resolve(state.options).items():
        number, ruling = found.ruling_of(option)
        if value != ruling.default:
            meaning = ruling.choices.get(str(value), "")
            rows.append(
                {"ruling": number, "option": option, "value": value, "default": ruling.default, "meaning": meaning}
            )
    say_report(StateOptionsReport(rows, found.name), as_json)


def _coverage(found: Ruleset, paths: tuple[str, ...], folders: tuple[Path, ...], as_json: bool) -> None:
    from referee.core.testing.cases import proofs, proofs_of_choices
    from referee.report.reports import CoverageReport

    from .case_files import run_all

    verdicts = run_all(paths, folders, found.chain)
    proved = proofs(found, verdicts)
    rules = [
        {"id": name, "title": rule.title, "kind": rule.kind, "cases": proved[name]}
        for name, rule in found.rules.items()
    ]
    choices = [
        {"id": number, "option": found.rulings[number].option, "choice": word, "cases": named}
        for number, words in proofs_of_choices(found, verdicts).items()
        for word, named in words.items()
    ]
    say_report(CoverageReport(rules, choices), as_json)
