"""referee schema: JSON Schema for editors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .common import folders_option, guarded, say_json
from .facts import say_facts

KINDS = ["state", "orders", "ask", "answer", "case", "trace", "dice", "manifest", "table", "facts"]


@click.command("schema")
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("ruleset", default="titan")
@click.argument("part", required=False, metavar="[TABLE|VERB|MOMENT]")
@folders_option
@guarded
def command(kind: str, ruleset: str, part: str | None, folders: tuple[Path, ...]) -> None:
    """Print the JSON Schema of a KIND of document of RULESET, of one of its tables, or of the answers to a question.

    It lists the names that RULESET knows: characters, hexes, options, citations and more. An editor that is given it
    completes them and marks the others. In a table of an overlay, nothing is required.

    `facts` prints what rows may name and change, moment by moment, as `rules RULESET --facts --json` does.

    \b
    referee schema orders titan > orders.schema.json
    referee schema table my-rules hazards --rulesets . > hazards.schema.json
    referee schema answer titan strike
    referee schema facts titan strike
    """
    from referee import games
    from referee.core.game import schemas
    from referee.core.game.lint import CORE_TABLES
    from referee.core.game.questions import Answer
    from referee.core.game.schemas import case_schema
    from referee.core.game.table_schemas import table_schema
    from referee.core.testing.case_format import Case

    if kind == "facts":
        game, found = games.load(ruleset, folders)
        say_facts(game, found, part or "", whole=True, as_json=True)
        return
    # the schema of an overlay is of use before the overlay is sound
    game, found = games.unjudged(ruleset, folders)
    if kind == "state":
        shape = schemas.state_schema(game, found)
    elif kind == "orders":
        shape = schemas.orders_schema(game, found)
    elif kind == "ask":
        shape = schemas.ask_schema(game, found)
    elif kind == "answer":
        verb = _chosen(part, game.questions, "question", game.name) if part is not None else None
        shape = schemas.answer_schema(game, found, Answer, verb)
    elif kind == "case":
        shape = case_schema(game, found, Case)
    elif kind == "table":
        kinds = {**CORE_TABLES, **game.tables}
        table = _chosen(part, kinds, "table", game.name)
        shape = table_schema(game, found, table, kinds[table])
    else:
        shape = _same_for_all(kind)
    say_json(schemas.publish(shape, kind, ruleset, *([part] if part is not None else [])))


def _chosen(part: str | None, known: Any, what: str, game: str) -> str:
    from referee.core.documents import Problem, Unreadable, nearest

    if part in known:
        return str(part)
    wrong = f"'{part}' is not a {what} of {game}{nearest(part, known)}" if part else f"name a {what}"
    raise Unreadable([Problem("", 0, 0, "", f"{wrong}; they are {', '.join(known)}")])


def _same_for_all(kind: str) -> dict[str, Any]:
    """Return the schema of a kind of document that is the same for every ruleset."""
    from referee.core.documents.plain import schema_of
    from referee.core.game.trace import Trace
    from referee.core.rules.rulesets import Manifest

    return schema_of({"trace": Trace, "dice": dict[str, list[int]], "manifest": Manifest}[kind])
