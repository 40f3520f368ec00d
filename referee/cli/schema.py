"""referee schema: JSON Schema for editors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from .common import folders_option, guarded, say
from .facts import say_facts

_ENDING = ".schema.json"
KINDS = ("state", "orders", "ask", "answer", "case", "trace", "dice", "manifest", "table", "facts")


@click.command("schema")
@click.argument("words", nargs=-1, metavar="KIND [RULESET] [TABLE|VERB|MOMENT] | --all DIR [RULESET]")
@click.option("--all", "target", metavar="DIR", help="Write every schema into a folder, with settings of two editors.")
@click.option("--force", is_flag=True, help="With --all, overwrite such a folder.")
@folders_option
@guarded
def command(words: tuple[str, ...], target: str | None, force: bool, folders: tuple[Path, ...]) -> None:
    """Print the JSON Schema of a KIND of document of RULESET (titan), of a table of it, or of answers to a question.

    KIND is state, orders, ask, answer, case, trace, dice, manifest, table or facts. A schema lists the names that
    RULESET knows: characters, hexes, options, citations and more. An editor that is given it completes them and marks
    the others. In a table of an overlay, nothing is required.

    `facts` prints what rows may name and change, moment by moment, as `rules RULESET --facts --json` does.

    \b
    referee schema orders titan > orders.schema.json
    referee schema table my-rules hazards --rulesets . > hazards.schema.json
    referee schema answer titan strike
    referee schema facts titan strike
    referee schema --all schemas my-rules --rulesets .
    """
    from referee import games
    from referee.authoring.schemas import answer_of, kinds_of, tables_of
    from referee.core.game.schemas import publish

    if force and target is None:
        raise click.UsageError("--force is for --all")
    if len(words) > (1 if target is not None else 3):
        raise click.UsageError(f"unexpected: {' '.join(words[1 if target is not None else 3 :])}")
    if target is not None:
        _write_all(target, words[0] if words else "titan", force, folders)
        return
    if not words:
        raise click.UsageError(f"name a KIND ({', '.join(KINDS)}), or a folder with --all")
    kind, ruleset, part = words[0], words[1] if len(words) > 1 else "titan", words[2] if len(words) > 2 else None
    if part is not None and kind in KINDS and kind not in ("table", "answer", "facts"):
        raise click.UsageError(f"unexpected: {part}")
    if kind == "facts":
        game, found = games.load(ruleset, folders)
        say_facts(game, found, part or "", whole=True, as_json=True)
        return
    # the schema of an overlay is of use before the overlay is sound
    game, found = games.unjudged(ruleset, folders)
    makers = kinds_of(game, found)
    if kind == "table":
        tables = tables_of(game, found)
        shape = tables[_chosen(part, tables, "table", game.name)]()
    elif kind == "answer" and part is not None:
        shape = answer_of(game, found, _chosen(part, game.questions, "question", game.name))
    else:
        shape = makers[_chosen(kind, makers, "kind", "document", KINDS)]()
    say(_written(publish(shape, kind, ruleset, *([part] if part is not None else []))))


def _write_all(target: str, name: str, force: bool, folders: tuple[Path, ...]) -> None:
    """Write the schemas of a ruleset and the settings of two editors into a folder, whole or not at all."""
    from referee import games
    from referee.authoring.schemas import every_schema, settings

    from .files import put_folder, refuse_folder

    folder = Path(target)
    refuse_folder(folder, lambda names: any(name.endswith(_ENDING) for name in names), force)
    game, ruleset = games.unjudged(name, folders)
    schemas = every_schema(game, ruleset)
    files = {f"{kind}{_ENDING}": _written(shape) for kind, shape in schemas.items()}
    place = folder.as_posix()
    files |= settings(ruleset, place if folder.is_absolute() else f"./{place.removeprefix('./')}", schemas)
    put_folder(folder, {path: text.encode() for path, text in files.items()})
    say(f"{len(schemas)} schemas of {name} are in {target}; for VS Code, copy vscode.settings.json into")
    say(".vscode/settings.json; for Helix, copy helix.languages.toml into .helix/languages.toml")


def _written(shape: Mapping[str, Any]) -> str:
    """Return a schema as JSON on one line: with indentation, a large one takes editors twice as long to read."""
    from msgspec.json import encode

    return encode(shape).decode()


def _chosen(part: str | None, known: Mapping[str, Any], what: str, of: str, further: Sequence[str] = ()) -> str:
    from referee.core.documents import Unreadable, nearest

    if part in known:
        return str(part)
    names = further or list(known)
    wrong = f"'{part}' is not a {what} of {of}{nearest(part, names)}" if part else f"name a {what}"
    raise Unreadable.of("", f"{wrong}; they are {', '.join(names)}")
