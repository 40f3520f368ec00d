"""Claims about what a thing of the tables changes, as `a Wall costs a die`: judged by its rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.game.game import Game
from referee.core.rules.compiled import CompiledRules
from referee.core.rules.moments import ADDED, Moment, placed_rows
from referee.core.rules.places import value_at
from referee.core.rules.row_words import row_words
from referee.core.rules.rows import Operation, Span, Within
from referee.core.rules.rulesets import Ruleset

# so many rows are shown where none is as claimed
_MOST = 4


class _Row(NamedTuple):
    """A row as it is under the default options: what it changes, when, in words, and its rules."""

    changes: Mapping[str, int]
    when: Mapping[str, Any]
    moment: Moment
    says: str
    cites: tuple[str, ...]


def judged(claim: Mapping[str, Any], game: Game, ruleset: Ruleset, rules: CompiledRules) -> tuple[str, list[str]]:
    """Return the verdict on a claim, and the rules behind it.

    A claim has a `carrier` and the quantity that it `changes`. It may have an `amount`, a `sign`, which counts for
    nothing where it is a `toll`, whether that is `more` than usual, and facts under which it holds.
    """
    rows = list(_rows(str(claim["carrier"]), game, ruleset, rules))
    alike = [row for row in rows if claim["changes"] in row.changes]
    true = [row for row in alike if _fits(claim, row)]
    shown = true or alike or ([row for row in rows if row.changes] or rows)[:_MOST]
    if not shown:
        return "No: it changes nothing.", []
    said = "; ".join(dict.fromkeys(row.says for row in shown))
    cites = list(dict.fromkeys(cite for row in shown for cite in row.cites))
    return f"{'Yes' if true else 'No'}: {said} ({', '.join(cites)}).", cites


def _fits(claim: Mapping[str, Any], row: _Row) -> bool:
    """Return whether a row does what is claimed, where it holds."""
    changed, amount = row.changes[claim["changes"]], claim.get("amount")
    if any(value not in _several(row.when[fact]) for fact, value in claim.items() if fact in row.when):
        return False
    if row.moment.quantities[claim["changes"]].plain != ADDED:
        return amount is None or changed == amount + bool(claim.get("more"))
    sign = None if claim.get("toll") else claim.get("sign")
    return amount in (None, abs(changed)) and sign != ("minus" if changed > 0 else "plus")


def _rows(carrier: str, game: Game, ruleset: Ruleset, rules: CompiledRules) -> Iterator[_Row]:
    """Yield the rows of what has a name that hold under the default options."""
    moments = game.moments(ruleset)
    for name, kind in game.tables.items():
        for placed in placed_rows(ruleset.typed(name, kind)) if name in ruleset.tables else ():
            moment = moments.get(placed.moment)
            if carrier not in placed.path or moment is None:
                continue
            raw = value_at(ruleset.raw(name), placed.path)
            when = raw.get("when", {})
            if any(rules.options[one] not in _several(value) for one, value in when.items() if one in rules.options):
                continue
            changes = {one: _number(getattr(placed.row, one, None)) for one in moment.quantities}
            known = {one: value for one, value in changes.items() if value is not None}
            # why it is there says when it holds
            said = row_words({key: raw[key] for key in ("why", *known) if key in raw}, moment)
            yield _Row(known, when, moment, said, placed.row.cites)


def _several(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return Within(Span(**value))
    return value if isinstance(value, list) else [value]


def _number(change: Any) -> int | None:
    """Return a change as a number, None where it is none."""
    if isinstance(change, Operation):
        change = change.add if change.add is not None else change.set
    return change if isinstance(change, int) and not isinstance(change, bool) else None
