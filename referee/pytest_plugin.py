"""A pytest plugin: the cases in `*.case.yaml` are tests, in any project that has the referee installed.

`referee_rulesets` in the configuration of pytest lists the folders with the project's own rulesets.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from referee.core.documents import Document, Unreadable
    from referee.core.testing.cases import CaseResult


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for folders with rulesets."""
    parser.addini("referee_rulesets", "folders with rulesets, below the root of the project", type="linelist")


def pytest_configure(config: pytest.Config) -> None:
    """Raise UsageError for a folder that does not exist."""
    for folder in _folders(config):
        if not folder.is_dir():
            raise pytest.UsageError(f"referee_rulesets: there is no folder {folder}")


def _folders(config: pytest.Config) -> tuple[Path, ...]:
    return tuple(config.rootpath / name for name in config.getini("referee_rulesets"))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the files whose names end in `.case.yaml` or `.case.yml`."""
    if file_path.name.endswith((".case.yaml", ".case.yml")):
        found: pytest.Collector = CaseFile.from_parent(parent, path=file_path)
        return found
    return None


class CaseFile(pytest.File):
    """A file of cases."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield each case of the file; one that cannot be read fails as a test, too."""
        from referee.core.documents import Unreadable
        from referee.core.testing.pieces import cases_of, pieces

        taken: dict[str, int] = {}
        for piece in pieces(self.path.read_bytes(), str(self.path)):
            for found in cases_of(piece):
                name = "unreadable" if isinstance(found, Unreadable) else _name(found)
                taken[name] = taken.get(name, 0) + 1
                several = f" ({taken[name]})" if taken[name] > 1 else ""
                yield CaseItem.from_parent(self, name=name + several, given=found)


def _name(document: Document) -> str:
    value = document.value if isinstance(document.value, dict) else {}
    return str(value.get("case", "unnamed"))


class CaseFailed(Exception):
    """A case differs from what it expects."""


class CaseItem(pytest.Item):
    """One case."""

    def __init__(self, *, given: Document | Unreadable, **more: Any) -> None:
        """Create it of its document, or of the error that keeps it from being read."""
        super().__init__(**more)
        self.given = given

    def runtest(self) -> None:
        """Run the case; raises CaseFailed with its differences."""
        from referee.cli.case_files import run_case
        from referee.core.documents import Unreadable

        if isinstance(self.given, Unreadable):
            raise CaseFailed(str(self.given))
        verdict: CaseResult = run_case(self.given, _folders(self.config))
        if not verdict.passed:
            raise CaseFailed("\n".join([*verdict.differences, f"{self.path}:{verdict.line}"]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the differences, without a traceback of the referee."""
        from referee.core.documents import Unreadable

        if isinstance(excinfo.value, (CaseFailed, Unreadable)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the file, the line and the name of the case."""
        from referee.core.documents import Unreadable

        line = self.given.problems[0].line if isinstance(self.given, Unreadable) else self.given.place(())[0]
        return self.path, max(line - 1, 0), self.name
