"""The formats in one list: each has its writer, and the commands and the API offer what the list has."""

from __future__ import annotations

from importlib import import_module

import pytest
from running import referee

from referee import report
from referee.core.documents import Unreadable
from referee.report.writers import FORMATS, BoardReport, TraceReport, formats_of, written


@pytest.mark.parametrize("known", FORMATS, ids=lambda known: f"{known.writes.__name__}-{known.name}")
def test_every_format_has_its_writer(known: object) -> None:
    module, _, function = known.function.partition(":")  # type: ignore[attr-defined]
    assert callable(getattr(import_module(f"{report.__name__}.{module}"), function))


def test_no_kind_of_report_has_two_formats_of_a_name() -> None:
    for kind in (TraceReport, BoardReport):
        names = formats_of(kind)
        assert len(set(names)) == len(names) > 0


def test_explain_offers_every_format() -> None:
    said = referee("explain", "--help").out
    assert f"[{'|'.join(formats_of(TraceReport))}]" in said.replace("\n", "").replace(" ", "")


def test_a_format_that_is_not_there_names_the_nearest() -> None:
    with pytest.raises(Unreadable, match=r"'htm' is no format for this \(did you mean 'html'"):
        written(BoardReport({}), "htm")
