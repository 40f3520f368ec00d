"""The formats in one list: each has its writer, and the commands and the API offer what the list has."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path

import pytest
from running import referee

from referee import report
from referee.cli import _group
from referee.core.documents import Unreadable
from referee.report import writers
from referee.report.reports import (
    AnswerReport,
    BoardReport,
    CheckReport,
    DigestsReport,
    LegalReport,
    MomentsReport,
    OffencesReport,
    StopReport,
    TraceReport,
)
from referee.report.writers import FORMATS, formats_of, write_report

BATTLE = Path(__file__).parent.parent / "examples/titan/battle"
TRACE = Path(__file__).parent.parent / "examples/battalions/ford/004.trace.yaml"


@pytest.mark.parametrize(
    "function",
    [pytest.param(one, id=f"{kind.__name__}-{name}") for kind, known in FORMATS.items() for name, one in known.items()],
)
def test_every_format_has_its_writer(function: str) -> None:
    module, _, name = function.partition(":")
    assert callable(getattr(import_module(f"{report.__name__}.{module}"), name))


def test_every_kind_of_report_has_a_format() -> None:
    assert len(FORMATS) == 22
    assert all(FORMATS.values())


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (["ask", "-r", "titan", "plains; attacker ogre C3; reach ogre"], AnswerReport),
        (["check", f"{BATTLE}/000.state.yaml", f"{BATTLE}/001.red.yaml"], CheckReport),
        (["check", f"{BATTLE}/000.state.yaml"], OffencesReport),
        (["adjudicate", f"{BATTLE}/000.state.yaml", f"{BATTLE}/002.black.yaml"], StopReport),
        (["legal", f"{BATTLE}/000.state.yaml"], LegalReport),
        (["rules", "titan", "--facts"], MomentsReport),
        (["explain", str(TRACE), "--chain"], DigestsReport),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_a_command_prints_what_the_writer_in_the_list_writes(
    command: list[str], kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in formats_of(kind):
        option = [] if name == "text" else [f"--{name}"]
        own = {**FORMATS, kind: {**FORMATS[kind], name: "escape:json_text"}}
        monkeypatch.setattr(writers, "FORMATS", own)
        monkeypatch.setattr("referee.report.escape.json_text", lambda report: f"{type(report).__name__} here\n")
        said = referee(*command, *option)
        assert f"{kind.__name__} here" in said.all
        monkeypatch.undo()


def test_what_happened_and_the_board_are_printed_by_their_writers(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {kind: {"text": "escape:json_text"} for kind in (TraceReport, BoardReport)}
    monkeypatch.setattr(writers, "FORMATS", own)
    monkeypatch.setattr("referee.report.escape.json_text", lambda report: f"{type(report).__name__} here\n")
    state = f"{BATTLE}/000.state.yaml"
    assert "TraceReport here" in referee("adjudicate", state, f"{BATTLE}/001.red.yaml").out
    assert "BoardReport here" in referee("show", state).out


def test_explain_offers_every_format() -> None:
    said = referee("explain", "--help").out
    assert f"[{'|'.join(formats_of(TraceReport))}]" in said.replace("\n", "").replace(" ", "")


def test_a_format_that_is_not_there_names_the_nearest() -> None:
    with pytest.raises(Unreadable, match=r"'htm' is no format for this \(did you mean 'html'"):
        write_report(BoardReport({}), "htm")


@pytest.mark.parametrize(("columns", "most"), [(40, 60), (60, 60), (90, 90), (200, 120), (None, 72)])
def test_text_is_as_wide_as_the_terminal(columns: int | None, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From 60 to 120 columns; a file and a script always get 72."""
    monkeypatch.setenv("COLUMNS", str(columns or 200))
    out = io.StringIO()
    monkeypatch.setattr(out, "isatty", lambda: columns is not None)
    with redirect_stdout(out), pytest.raises(SystemExit):
        _group(["ask", "-r", "titan", "ogre against lion"], prog_name="referee")
    longest = max(map(len, out.getvalue().splitlines()))
    assert most - 12 < longest <= most
