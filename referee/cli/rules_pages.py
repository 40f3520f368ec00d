"""`rules --html DIR`: the whole index of a ruleset as linked pages, written whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from referee.citing import index_rows
from referee.core.documents import Problem, Unreadable
from referee.core.documents.problems import counted
from referee.core.game.game import Game
from referee.core.rules.rulesets import Ruleset

from .common import say


def write_rules(
    game: Game, found: Ruleset, target: str, paths: Sequence[str], folders: tuple[Path, ...], force: bool
) -> None:
    """Write the pages into a new folder, or with `force` in place of one with such pages; raises Unreadable."""
    from referee.core.game.finding import index_for
    from referee.report.reports import RulesPagesReport
    from referee.report.rules_html import INDEX, write_pages
    from referee.report.rules_search import DATA, SCRIPT

    folder = Path(target)
    _refuse(folder, INDEX, (SCRIPT, DATA), force)
    rows = index_rows(game, found, _proofs(found, paths, folders))
    proved = sum(bool(row["cases"]) for row in rows)
    summary = f"{counted(len(found.rules), 'rule')} in our words and {counted(len(found.rulings), 'ruling')}"
    summary += f"; {proved} of them are proved by cases." if proved else "."
    pages = write_pages(RulesPagesReport(found.title, rows, found.rulings, summary, index_for(game, found)))
    _put(folder, pages)
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


def _refuse(folder: Path, index: str, beside: tuple[str, ...], force: bool) -> None:
    """Raise Unreadable for a folder that cannot be made, or that holds anything else than such pages."""
    message = ""
    if not folder.absolute().parent.is_dir():
        message = "there is no folder to put it in"
    elif folder.exists() and not folder.is_dir():
        message = "is a file; name a folder"
    elif folder.is_dir() and any(folder.iterdir()):
        names = [path.name for path in folder.iterdir()]
        if index not in names or not all(name.endswith(".html") or name in beside for name in names):
            message = "holds other files; name a new folder"
        elif not force:
            message = "already exists; --force overwrites it"
    if message:
        raise Unreadable([Problem(str(folder), 0, 0, "", message)])


def _put(folder: Path, pages: Mapping[str, str]) -> None:
    """Write all pages beside the folder, and give them its name."""
    try:
        own = Path(tempfile.mkdtemp(".tmp", ".referee-", folder.absolute().parent))
        try:
            for name, text in pages.items():
                (own / name).write_text(text, encoding="utf-8")
            os.chmod(own, 0o755)
            if folder.is_dir():
                before = own.with_suffix(".old")
                os.rename(folder, before)
                os.rename(own, folder)
                shutil.rmtree(before)
            else:
                os.rename(own, folder)
        finally:
            if own.exists():
                shutil.rmtree(own)
    except OSError as error:
        raise Unreadable([Problem(str(folder), 0, 0, "", f"cannot be written: {error.strerror or error}")]) from None
