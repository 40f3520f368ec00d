"""What the commands of `referee desk` share: their options, and how a run is printed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import tell

if TYPE_CHECKING:
    from referee.desk.result import Result

now_option = click.option("--now", metavar="TIME", help="Act as if it were this time, as in 2026-11-20T20:00+01:00.")
folder_argument = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))


def print_result(result: Result, as_json: bool) -> None:
    """Print what a run has done: on one screen, or as JSON."""
    from referee.desk.status import result_text

    tell(result.plain(), result_text(result), as_json)
