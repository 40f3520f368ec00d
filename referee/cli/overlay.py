"""referee overlay: begin a ruleset of house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from .common import folders_option, guarded, json_option, read_bytes, tell


@click.group("overlay")
def command() -> None:
    """Begin a ruleset of house rules that lies over another.

    \b
    referee overlay new trolls --extends titan --row characters.troll.modifiers
    """


@command.command("new")
@click.argument("name")
@click.option("--extends", metavar="RULESET", help="The ruleset that it changes: that of the case, or titan.")
@click.option("--row", metavar="PATH", help="A section of rows, or a row: characters.troll.events.")
@click.option("--from", "case", metavar="CASE", help="Begin from a case that should come out otherwise: FILE::NAME.")
@click.option("--ask", "question", metavar="QUESTION", help="Begin from a question that has another answer.")
@click.option("--title", help="What the ruleset is called.")
@click.option("-o", "--output", "folder", metavar="DIR", help="Write it here, in a folder of its name (.).")
@json_option
@folders_option
@guarded
def new(
    name: str,
    extends: str | None,
    row: str | None,
    case: str | None,
    question: str | None,
    title: str | None,
    folder: str | None,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Write an overlay to begin with: its manifest, a row with comments, its rule, a case and their schemas.

    `rules RULESET --facts` lists where rows stand; a row that is there already is changed. The case is one of yours
    (--from), a question (--ask) or an example, as it comes out now.

    \b
    referee overlay new trolls --row characters.troll.modifiers --ask 'a troll strikes a lion'
    referee overlay new soft-sand --row hazards.sand.move.other
    referee overlay new our-way --from tests/cases/titan/lot-9.4-who-may-concede.yaml
    """
    from referee import games
    from referee.authoring.overlay import begun, new_name, section_at

    if case is not None and question is not None:
        raise click.UsageError("--from and --ask each give the case; give one of them")
    own = new_name(name, folders)
    given = _case(case) if case is not None else None
    extends = extends or str((given or {}).get("ruleset", "titan"))
    game, found = games.load(extends, folders)
    section = section_at(game, found, row) if row is not None else None
    given = given or _asked(question, extends, folders)
    files = begun(game, found, own, title or name.replace("-", " ").capitalize(), section, given)
    target = Path(folder or "") / own
    further = ["", f"referee lint {target.as_posix()}"]
    if any(path.startswith("cases/") for path in files):
        further.append(f"referee test {target.as_posix()}/cases --rulesets {target.parent.as_posix()}")
    begin("ruleset", own, folder, files, further, as_json)


def begin(
    what: str, name: str, folder: str | None, files: Mapping[str, str], further: Sequence[str], as_json: bool
) -> None:
    """Write the files of a ruleset or a game into a folder of its name, whole or not at all; raises Unreadable.

    They are printed, and what is to be done further.
    """
    from referee.core.documents import Unreadable

    from .files import put_folder

    parent = Path(folder) if folder is not None else Path()
    target = parent / name
    if target.exists():
        raise Unreadable.of(str(target), "already exists; nothing was written")
    if not parent.is_dir():
        raise Unreadable.of(str(parent), "there is no such folder")
    put_folder(target, {path: text.encode() for path, text in files.items()})
    paths = [f"{target.as_posix()}/{path}" for path in files]
    tell({what: name, "written": paths}, "\n".join([*paths, *further]), as_json)


def _case(named: str) -> dict[str, Any]:
    """Return the case that is named by its file, and by its name where the file has several; raises Unreadable."""
    from referee.core.documents import Unreadable
    from referee.core.documents.problems import listed
    from referee.core.testing.pieces import cases_of, pieces

    file, _, wanted = named.partition("::")
    names: list[str] = []
    for piece in pieces(read_bytes(file), file):
        for one in cases_of(piece):
            if isinstance(one, Unreadable):
                raise one
            names.append(str(one.value.get("case")))
            if wanted in ("", names[-1]):
                return dict(one.value)
    said = f"has no case '{wanted}'; its cases are {listed(names[:8], 'and')}" if names else "holds no case"
    raise Unreadable.of(file, said)


def _asked(question: str | None, ruleset: str, folders: tuple[Path, ...]) -> dict[str, Any] | None:
    """Return a question of a ruleset with its answer as a case: the first example where none is given."""
    from referee import api
    from referee.core.asking import ask_document
    from referee.report.answer_yaml import case_of

    from .asked_for import first_example

    text = question if question is not None else first_example(ruleset, folders)
    if text is None:
        return None
    document = api.question_line(text, ruleset, folders)
    game, found = api.ruleset_of(document, folders)
    return case_of(document, ask_document(game, found, document), f"What this is about: {text}")
