"""What `referee test --compare` prints: cases and positions on which two rulesets differ."""

from __future__ import annotations

import datetime
from pathlib import Path

from .common import REFUSED, say, say_json

# positions that are shown, and the sentences of each
_SHOWN, _SAID = 10, 4


def compared(
    paths: tuple[str, ...],
    ruleset: str,
    words: str | None,
    positions: int,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Print the cases that come out otherwise under a ruleset, and random positions on which it differs.

    The positions are compared with the ruleset that it extends. Raises Unreadable, and SystemExit where they differ.
    """
    from random import Random

    from referee import games
    from referee.authoring.comparing import Difference, compared, trial
    from referee.authoring.playing import Table
    from referee.core.documents import Unreadable
    from referee.core.testing.selection import selection
    from referee.report import case_results
    from referee.report.escape import one_line

    from .case_files import Selected, run_otherwise

    if words is not None:
        selection(words)
    results = list(run_otherwise(paths, ruleset, folders, Selected(None, words)))
    if paths and not results and not positions:
        none = f"no case here that passes is of {ruleset} or of a ruleset that it extends"
        raise Unreadable.of("", none, "--compare")
    other = [result for result in results if not result.passed]
    found: list[Difference] = []
    # another part of the positions each day
    seed = datetime.date.today().isoformat()
    if positions:
        game, mine = games.load(ruleset, folders)
        if len(mine.chain) < 2:
            raise Unreadable.of("", f"{ruleset} extends no ruleset to compare it with", "--random")
        chance = Random(seed)
        _, below = games.load(mine.chain[-2], folders)
        one, two = (Table.of(game, each, trial(game, each, chance)) for each in (below, mine))
        found = [difference for difference in compared(one, two, positions, chance) if difference is not None]
    if as_json:
        cases = [{"case": one.case, "file": one.file, "differences": one.differences} for one in other]
        said = [{"step": each.step, "differences": each.says} for each in found]
        say_json({"cases": cases, "compared": len(results), "positions": said, "random": positions})
    else:
        for line in case_results.failures(other, "OTHERWISE"):
            say(line)
        say(f"{len(other)} of {len(results)} cases come out otherwise under {ruleset}")
        if positions:
            for difference in found[:_SHOWN]:
                orders = (f"{player}: {' '.join(map(str, order.values()))}" for player, order in difference.step)
                say(one_line(f"at '{'; '.join(orders)}'"))
                for text in difference.says[:_SAID]:
                    say(one_line(f"    {text}"))
            say(f"{len(found)} of {positions} random positions differ (seed {seed})")
            if not found:
                say(f"few rows are reached so: referee lint {ruleset} --play 50 names those that made no difference")
    if other or found:
        raise SystemExit(REFUSED)
