"""referee odds: exact chances of strikes and combats, and battles played out."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from referee.core.documents import Document
from referee.interrupts import INTERRUPTED

from .common import REFUSED, cluster_option, folders_option, guarded, jobs_option, json_option, read, read_orders, say

if TYPE_CHECKING:
    from referee.chances.playouts import Plan
    from referee.report.reports import OddsReport
    from referee.running.workers import NoMoreWork


# seconds between two lines
_EVERY = 0.2


class Progress:
    """Shows how much of something is done, on one line that is written over."""

    def __init__(self) -> None:
        self.begun = self.last = time.monotonic()
        self.shown = False

    def show(self, done: int, most: int) -> None:
        """Show how much is done, of about how much in all."""
        now = time.monotonic()
        if now - self.last < _EVERY or sys.stderr is None or not sys.stderr.isatty():
            return
        self.last, self.shown = now, True
        rate = done / (now - self.begun)
        left = f", about {_time((most - done) / rate)} left" if rate else ""
        sys.stderr.write(f"\r\x1b[K{done} of {most}, {rate:.0f} a second{left}")
        sys.stderr.flush()

    def end(self) -> None:
        """Take the line away."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _time(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


@click.command("odds")
@click.argument("words", nargs=-1, metavar="[FILE | STATE [ORDERS… | 'QUESTION'] | -r RULESET 'SITUATION; QUESTION']")
@click.option(
    "-r", "--ruleset", metavar="RULESET", help="Ask on one line: the situation in clauses, the question last."
)
@click.option("--number", type=click.IntRange(1, 256), metavar="N", help="Declare this strike-number.")
@click.option(
    "--vary",
    multiple=True,
    metavar="PATH=VALUES",
    help="Ask for each of these values, such as defender.lion-1.hits=0..4 or strike.number=4,5,6; can be repeated.",
)
@click.option(
    "--playouts",
    type=click.IntRange(1, 100_000_000),
    metavar="N",
    help="How often to play a state out [10000, or 100 on a table].",
)
@click.option("--within", metavar="P", help="Play until every interval is at most this far to each side, such as 0.5%.")
@click.option(
    "--policy",
    metavar="SIDE=POLICY,…",
    help="How each side plays [random]: random, random-carry, greedy, cautious or hold, as in attacker=greedy.",
)
@click.option("--seed", default="0", show_default=True, metavar="S", help="The seed of the playouts.")
@click.option(
    "--engine",
    type=click.Choice(["fast", "judge"]),
    default="fast",
    show_default=True,
    help="Who plays battles out; the judge also plays what the fast engine cannot.",
)
@jobs_option
@cluster_option
@click.option("--csv", "csv_file", metavar="FILE", help="Write the figures as CSV too; - prints only them.")
@click.option("--svg", "svg_file", metavar="FILE", help="Draw the outcomes, or the variants; needs matplotlib.")
@click.option("--force", is_flag=True, help="Overwrite the files named.")
@click.option("--jsonl", is_flag=True, help="Read a question, or a state with orders, on each line; answer each.")
@json_option
@folders_option
@guarded
def command(
    words: tuple[str, ...],
    ruleset: str | None,
    number: int | None,
    vary: tuple[str, ...],
    playouts: int | None,
    within: str | None,
    policy: str | None,
    seed: str,
    engine: Literal["fast", "judge"],
    jobs: int,
    cluster: str | None,
    csv_file: str | None,
    svg_file: str | None,
    force: bool,
    jsonl: bool,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Print the chances of a question, or of the orders of a phase: exactly, with every outcome.

    A STATE alone is played out to the end of its battle, again and again.

    \b
    referee odds -r titan 'brush; attacker ogre C3; defender lion C4 hits 3; strike C3 at C4'
    referee odds examples/titan/slope/012.state.yaml examples/titan/slope/013.black.yaml
    referee odds -r hordes 'close; a knight; b spear; odds true' --csv odds.csv
    referee odds 000.state.yaml --policy attacker=greedy --within 0.5%
    referee odds --jsonl < questions.jsonl > odds.jsonl
    """
    from referee.chances.playouts import Plan as Given

    plan = Given(playouts, _share(within), _policies(policy), seed, engine, jobs, cluster)
    if jsonl:
        _lines(words[0] if words else None, plan, folders)
        return
    from .files import refuse_endings, refuse_existing

    refuse_existing([csv_file, svg_file], force, words)
    refuse_endings([(svg_file, "SVG")])
    document, orders = _given(words, ruleset, folders)
    if number is not None:
        document = _with_number(document, number)
    asking = _Asking(plan, folders)
    report = _report(document, orders, vary, asking, svg_file is not None)
    _write(report, csv_file, svg_file, force, as_json)
    asking.end()
    found = [report.found] if report.found is not None else [row for _, row in report.varied]
    if any("refused" in row for row in found):
        raise SystemExit(REFUSED)


def _given(words: tuple[str, ...], ruleset: str | None, folders: tuple[Path, ...]) -> tuple[Document, list[str]]:
    """Return the document with the question or the state, and the files of orders."""
    from referee import api

    if ruleset is not None:
        if len(words) != 1:
            raise click.UsageError("with -r, give the situation and the question as one quoted argument")
        from referee.chances.exact import in_full

        return in_full(api.question_line(words[0], ruleset, folders)), []
    if not words:
        raise click.UsageError("give a FILE with the question, a STATE with ORDERS, or -r RULESET and a line")
    document, rest = read(words[0]), list(words[1:])
    if len(rest) == 1 and rest[0] != "-" and not os.path.exists(rest[0]) and " " in rest[0]:
        return api.state_question(document, rest[0], folders), []
    return document, rest


def _with_number(document: Document, number: int) -> Document:
    """Return a question with the strike-number to be declared."""
    from referee.opening.given import with_value

    asked = document.value.get("ask") if isinstance(document.value, dict) else None
    if not isinstance(asked, dict):
        raise click.UsageError("--number goes with a question about a strike")
    return with_value(document, {**document.value, "ask": {**asked, "number": number}})


def _share(within: str | None) -> float | None:
    """Return a share given as `0.5%` or `0.005`."""
    if within is None:
        return None
    text = within.strip()
    try:
        found = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        found = 0.0
    if not 0 < found < 1:
        raise click.UsageError(f"--within is a share such as 0.5% or 0.005, not '{within}'")
    return found


def _policies(given: str | None) -> dict[str, str]:
    """Return the policy of each side from `attacker=greedy,defender=hold`; a name alone is for every side."""
    if given is None:
        return {}
    if "=" not in given:
        return {"": given.strip()}
    pairs = [part.partition("=") for part in given.split(",")]
    if not all(side.strip() for side, _, _ in pairs):
        raise click.UsageError(f"--policy names a side before each '=', as in attacker=greedy, not '{given}'")
    return {side.strip(): name.strip() for side, _, name in pairs}


def _lines(file: str | None, plan: Plan, folders: tuple[Path, ...]) -> None:
    """Answer each line with a line."""
    from functools import partial

    from referee.chances.playouts import odds_line

    from .lines import answer_lines, was_refused

    answer_lines(file, partial(odds_line, plan=plan, folders=folders), was_refused, plan.jobs, plan.cluster, piece=1)


def _report(
    document: Document,
    orders: list[str],
    vary: tuple[str, ...],
    asking: _Asking,
    drawn: bool,
) -> OddsReport:
    """Return the odds of a document, or of each of its variants, with the throws of combats if they are drawn."""
    from referee.chances.exact import thrown
    from referee.opening.given import ruleset_of, with_value
    from referee.opening.varying import VariedOrders, read_vary, variants
    from referee.report.reports import OddsReport
    from referee.running.workers import NoMoreWork

    name = str(document.value.get("ruleset", "")) if isinstance(document.value, dict) else ""
    given = [one for path in orders for one in read_orders(path, name)]
    folders = asking.folders
    if not vary:
        found = asking.odds(document, given)
        throws = thrown(document, folders) if drawn and not given and "refused" not in found else None
        return OddsReport(found, thrown=[({}, throws)] if throws is not None else [])
    varied = [read_vary(text) for text in vary]
    orders_to_vary = VariedOrders(ruleset_of(document, folders)[0], given)
    ordered = [one.path for one in varied if orders_to_vary.named(one.path)]
    rows, charts = [], []
    for put, value in variants(document.value, varied, ordered, orders_to_vary.words()):
        variant = with_value(document, value)
        changed = orders_to_vary.with_values([(path, put[path]) for path in ordered]) if ordered else given
        try:
            rows.append((put, asking.odds(variant, changed)))
        except (KeyboardInterrupt, NoMoreWork) as error:
            if not rows:
                raise
            asking.end_after(error, len(rows), "variant")
            break
        throws = thrown(variant, folders) if drawn and not given and "refused" not in rows[-1][1] else None
        charts += [(put, throws)] if throws is not None else []
        if asking.ended is not None:
            break
    return OddsReport(None, rows, charts)


class _Asking:
    """Asks for odds by one plan; it prints each note once, and keeps what ended playouts too early."""

    def __init__(self, plan: Plan, folders: tuple[Path, ...]) -> None:
        self.plan = plan
        self.folders = folders
        self.ended: KeyboardInterrupt | NoMoreWork | None = None
        self._noted: set[str] = set()

    def odds(self, document: Document, orders: list[Document]) -> dict[str, Any]:
        """Return the odds of a question, of orders, or of a state played out."""
        if orders or (isinstance(document.value, dict) and "ask" in document.value):
            from referee.chances.exact import odds_of

            return odds_of(document, orders, self.folders)
        from referee.chances.playouts import play_out, slower

        progress = Progress()
        try:
            found = play_out(document, self.plan, self.folders, progress.show, partly=True)
        finally:
            progress.end()
        if found.why and self.plan.engine == "fast" and found.why not in self._noted:
            say(f"note: {slower(found.why)}", err=True)
            self._noted.add(found.why)
        if found.ended is not None:
            self.end_after(found.ended, found.answer["playouts"], "playout")
        return found.answer

    def end_after(self, ended: KeyboardInterrupt | NoMoreWork, number: int, what: str) -> None:
        """Say after how many of what the odds were ended, and by whom."""
        from referee.core.documents.problems import counted

        self.ended = ended
        how = "interrupted" if isinstance(ended, KeyboardInterrupt) else "stopped"
        say(f"{how} after {counted(number, what)}", err=True)

    def end(self) -> None:
        """Exit as what ended playouts too early says, if something did."""
        from referee.core.documents import Unreadable

        if isinstance(self.ended, Unreadable):
            raise self.ended
        if self.ended is not None:
            raise SystemExit(INTERRUPTED)


def _write(report: OddsReport, csv_file: str | None, svg_file: str | None, force: bool, as_json: bool) -> None:
    """Print the odds, after they are written to the files that are named."""
    from referee.report.writers import write_report

    from .files import write_whole

    if svg_file is not None:
        picture = write_report(report, "svg")
        if svg_file == "-":
            say(picture)
            return
        write_whole(svg_file, picture, force)
    if csv_file not in (None, "-"):
        write_whole(str(csv_file), write_report(report, "csv"), force)
    say(write_report(report, "csv" if csv_file == "-" else "json" if as_json else "text"))
