"""What `referee rules --spells` prints: a chart that a game makes from its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .common import say

if TYPE_CHECKING:
    from referee.core.game.game import Game
    from referee.core.rules.rulesets import Ruleset


def say_chart(game: Game, found: Ruleset, name: str, form: str) -> None:
    """Print a chart of a ruleset in a format; raises Unreadable where the ruleset has none of that name."""
    from referee.core.documents import Problem, Unreadable
    from referee.report.reports import ChartReport
    from referee.report.writers import write_report

    chart = game.charts(found).get(name)
    if chart is None:
        raise Unreadable([Problem("", 0, 0, "", f"{found.name} has no {name}, so there is no chart of them")])
    say(write_report(ChartReport(chart), form))
