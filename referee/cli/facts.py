"""What `referee rules --facts` and `referee schema facts` print: what rows may name and change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .common import say

if TYPE_CHECKING:
    from referee.core.game.game import Game
    from referee.core.rules.rulesets import Ruleset


def say_facts(game: Game, found: Ruleset, wanted: str, as_json: bool) -> None:
    """Print the moments of a ruleset, or those of a name, as text or as JSON; raises Unreadable."""
    from referee.core.documents import Problem, Unreadable, nearest
    from referee.core.rules.moments import option_facts, sections_of
    from referee.core.rules.row_words import row_fields
    from referee.report.reports import MomentsReport
    from referee.report.writers import write_report

    moments = game.moments(found)
    if not moments:
        message = f"no table of {found.name} has rows with conditions, so there are no moments and no facts"
        if wanted:
            raise Unreadable([Problem("", 0, 0, "", message)])
        if not as_json:
            say(message)
            return
    sections = sections_of(game.tables)
    chosen = {name: moment for name, moment in moments.items() if wanted in ("", name)}
    if not chosen and wanted:
        # a moment is also known by the section that holds its rows
        named = {name: {path.rpartition(".")[2] for path in paths} for name, paths in sections.items()}
        chosen = {name: moment for name, moment in moments.items() if wanted in named.get(name, ())}
        if not chosen:
            near = nearest(wanted, [*moments, *set[str]().union(*named.values())])
            said = f"'{wanted}' is not a moment of {found.name}{near or '; they are ' + ', '.join(moments)}"
            raise Unreadable([Problem("", 0, 0, "", said)])
    fields = row_fields(game.tables, chosen)
    report = MomentsReport(chosen, sections, option_facts(found), fields)
    say(write_report(report, "json" if as_json else "text"))
