"""What `referee rules --facts` and `referee schema facts` print: what rows may name and change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .common import say, say_report

if TYPE_CHECKING:
    from referee.core.game.game import Game
    from referee.core.rules.rulesets import Ruleset


def say_facts(game: Game, found: Ruleset, wanted: str, whole: bool, as_json: bool) -> None:
    """Print the moments of a ruleset, or those of a name, as text or as JSON; raises Unreadable.

    Where it is not `whole`, the text holds what a person needs.
    """
    from referee.core.documents import Unreadable, dotted_path, nearest
    from referee.core.rules.fact_groups import example_row
    from referee.core.rules.lookup import row_at
    from referee.core.rules.moments import option_facts, sections_of
    from referee.core.rules.row_words import row_fields
    from referee.report.reports import MomentsReport

    moments = game.moments(found)
    if not moments:
        message = f"no table of {found.name} has rows with conditions, so there are no moments and no facts"
        if wanted:
            raise Unreadable.of("", message)
        if not as_json:
            say(message)
            return
    sections = sections_of(game.tables, moments)
    chosen = {name: moment for name, moment in moments.items() if wanted in ("", name)}
    if not chosen and wanted:
        # a moment is also known by the section that holds its rows
        named = {name: {path.rpartition(".")[2] for path in paths} for name, paths in sections.items()}
        chosen = {name: moment for name, moment in moments.items() if wanted in named.get(name, ())}
        if not chosen:
            near = nearest(wanted, [*moments, *set[str]().union(*named.values())])
            said = f"'{wanted}' is not a moment of {found.name}{near or '; they are ' + ', '.join(moments)}"
            raise Unreadable.of("", said)
    fields = row_fields(game.tables, chosen)
    rows = {name: row for name in chosen if (row := example_row(found, game.tables, name)) is not None}
    paths = {name: f"{table}.{dotted_path(path)}" for name, (table, path) in rows.items()}
    examples = {name: (path, row_at(found, path).value) for name, path in paths.items()}
    report = MomentsReport(chosen, sections, option_facts(found), fields, examples, whole)
    say_report(report, as_json)


def say_conditions(game: Game, found: Ruleset, text: str, as_json: bool) -> None:
    """Print the facts and fields of rows by which one can say what a text says, best first."""
    from referee.core.game.finding import conditions_about
    from referee.report.reports import ConditionsReport

    say_report(ConditionsReport(conditions_about(game, found, text)), as_json)
