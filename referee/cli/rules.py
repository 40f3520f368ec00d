"""referee rules: the rule index, the cases that prove each rule, and every option."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from referee.core.game.game import Game
from referee.core.rules.index import Ruling
from referee.core.rules.rulesets import Ruleset

from .charts import say_chart
from .common import folders_option, guarded, json_option, read, say
from .facts import say_facts
from .rule_rows import erratum_of, row_sayer, rows_of, show_row


@click.command("rules")
@click.argument("ruleset")
@click.argument("cite", required=False, nargs=-1)
@click.option("--coverage", is_flag=True, help="For each rule and each choice, the cases that prove it.")
@click.option(
    "--options", "show_options", is_flag=True, help="Every option with its question, its default and the alternatives."
)
@click.option("--facts", is_flag=True, help="What rows may name and change, of one moment or of each.")
@click.option("--spells", is_flag=True, help="The chart of Spells, of a ruleset that has them.")
@click.option(
    "--format", "form", type=click.Choice(["text", "markdown", "html", "json"]), help="How the chart is written."
)
@click.option("--row", metavar="PATH", help="A row as it finally is, and which file each part comes from.")
@click.option(
    "--cases", "paths", multiple=True, metavar="PATH", help="Where the cases are (tests/cases of this folder)."
)
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
    spells: bool,
    form: str | None,
    row: str | None,
    paths: tuple[str, ...],
    html: str | None,
    force: bool,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Show the rules of RULESET, those of a chapter, or the one with id CITE.

    CITE can be a citation as answers print it: this shows the rulings that concern it, the rows that carry it, and its
    chart. Other words find the rules and rulings that have them.

    With --options, RULESET can be a state: this shows the options that it sets.

    \b
    referee rules titan --options
    referee rules 012.state.yaml --options
    referee rules titan LoT 12.4
    referee rules titan LoT 12
    referee rules titan LoT 11.7 Wall
    referee rules titan carry over
    referee rules titan --coverage
    referee rules titan --facts strike
    referee rules titan-magi MM 18.8
    referee rules titan-magi --spells
    referee rules titan-magi --spells --format html > spells.html
    referee rules titan --html rules
    referee rules titan --row hazards.sand.move.other
    """
    from referee import games

    lists = [coverage, show_options, facts, spells, row is not None, html is not None]
    if sum(lists) > 1:
        named = "--options, --coverage, --facts, --spells, --row and --html"
        raise click.UsageError(f"{named} print different lists; give only one of them")
    if cite and any(lists) and not facts:
        raise click.UsageError("with CITE, give none of --options, --coverage, --spells, --row and --html")
    if form is not None and not spells:
        raise click.UsageError("--format is for the chart of --spells; --json writes other lists as data")
    if show_options and Path(ruleset).is_file():
        _differing(ruleset, folders, as_json)
        return
    if row is not None:
        # the rows of an overlay with problems can be looked at too
        _, found = games.unjudged(ruleset, folders)
        show_row(found, row, as_json)
        return
    game, found = games.load(ruleset, folders)
    if html is not None:
        from .rules_pages import write_rules

        write_rules(game, found, html, paths, folders, force)
    elif spells:
        say_chart(game, found, "spells", "json" if as_json else form or "text")
    elif facts:
        say_facts(game, found, " ".join(cite), as_json)
    elif coverage:
        _coverage(found, paths or ("tests/cases",), folders, as_json)
    elif show_options:
        _options(found, as_json)
    else:
        _index(game, found, " ".join(cite), as_json)


def _say(report: Any, as_json: bool) -> None:
    from referee.report.writers import write_report

    say(write_report(report, "json" if as_json else "text"))


def _index(game: Game, found: Ruleset, wanted: str, as_json: bool) -> None:
    from referee.core.documents.problems import known_name
    from referee.report.reports import RulesReport

    wanted = known_name(wanted, found.citable) if wanted else wanted
    names = _names(found, wanted)
    rows: list[dict[str, Any]] = []
    for name in names:
        if name in found.rules:
            rule = found.rules[name]
            rows.append({"id": name, "title": rule.title, "kind": rule.kind, "summary": rule.summary})
            if len(names) == 1 and (erratum := erratum_of(found, name)) is not None:
                rows[-1]["erratum"] = erratum
        else:
            ruling = found.rulings[name]
            rows.append({"id": name, "title": ruling.question, "kind": "ruling", "summary": ruling.answer})
            if len(names) == 1:
                rows[-1] |= _switch(ruling) | {"why": ruling.why}
    if len(rows) == 1:
        rows[0] |= rows_of(found, wanted if found.knows(wanted) else names[0], row_sayer(game, found))
    charts = [chart for chart in game.charts(found).values() if len(rows) == 1 and rows[0]["id"] in chart.cites]
    _say(RulesReport(rows, found.rulings, charts), as_json)


def _names(found: Ruleset, wanted: str) -> list[str]:
    """Return the rules and rulings that words mean: all, one, those of a chapter, or those with these words in them."""
    from referee.core.documents import Problem, Unreadable, nearest
    from referee.core.rules.lookup import with_words

    every = [*found.rules, *found.rulings]
    if not wanted:
        return every
    if found.knows(wanted):
        return [found.rule_of(wanted)]
    rule, _, qualifier = wanted.rpartition(" ")
    qualifiers = found.rules[rule].qualifiers if rule in found.rules else []
    if qualifiers:
        near = nearest(qualifier, qualifiers) or f"; they are {', '.join(qualifiers)}"
        raise Unreadable([Problem("", 0, 0, "", f"'{qualifier}' is not a qualifier of {rule}{near}")])
    names = _chapter(wanted, every) or with_words(found, wanted)
    if not names:
        near = nearest(wanted, found.citable) or f"; `referee rules {found.name}` lists them"
        message = f"'{wanted}' is not a rule of {found.name}, and no rule or ruling has these words{near}"
        raise Unreadable([Problem("", 0, 0, "", message)])
    return names


def _chapter(wanted: str, names: list[str]) -> list[str]:
    """Return the paragraphs of a chapter, named by its number or title, or the one paragraph with a number."""
    chapter = [name for name in names if name.startswith((f"{wanted}.", f"{wanted} "))]
    return chapter or [name for name in names if name.endswith(f" {wanted}")]


def _options(found: Ruleset, as_json: bool) -> None:
    from referee.report.reports import OptionsReport

    rows = [
        {"ruling": number, "question": r.question, "answer": r.answer, **_switch(r)}
        for number, r in found.rulings.items()
    ]
    _say(OptionsReport(rows, found.rulings), as_json)


def _switch(ruling: Ruling) -> dict[str, Any]:
    """Return the option of a ruling: its name, its choices and its default."""
    return {
        "option": ruling.option,
        "default": ruling.default,
        "choices": ruling.choices,
        "numbers": ruling.numbers,
        "concerns": ruling.concerns,
    }


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
    _say(StateOptionsReport(rows, found.name), as_json)


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
    _say(CoverageReport(rules, choices), as_json)
