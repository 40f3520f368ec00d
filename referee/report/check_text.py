"""The result of `check` as text: verdicts, objections with their places, rolls, missing dice, odd states."""

from __future__ import annotations

from collections import Counter

from referee.core.adjudication.verdicts import Adjudication, Verdict
from referee.core.documents.problems import listed
from referee.core.notation import line_writer

from .escape import join_lines, one_line, plain
from .legal_text import remarks_said
from .reports import CheckReport, OffencesReport, StopReport


def write(report: CheckReport) -> str:
    """Return what is odd in the state, and the verdicts, as text."""
    return "".join(f"{one_line(f'warning: {problem}')}\n" for problem in report.warnings) + check_text(report.outcome)


def write_stop(report: StopReport) -> str:
    """Return why nothing was adjudicated: the dice that are missing, else every objection."""
    outcome = report.outcome
    return (missing_text(outcome, report.committed) if outcome.missing else refusal_text(outcome)) + "\n"


def check_text(outcome: Adjudication) -> str:
    """Return a line for each order with its verdict, its rolls and what it depends on."""
    lines = [f"{problem}" for problem in outcome.general]
    if outcome.general:
        lines += [str(problem) for verdict in outcome.refused for problem in verdict.problems()]
        return join_lines([*dict.fromkeys(lines), "the document is refused; no order in it counts"]) + "\n"
    several = split_players(outcome)
    for verdict in outcome.verdicts:
        lines += _verdict(verdict, verdict.submission.player in several)
    lines += [f"{player} {one.number}  standing {one.says}" for player, one in outcome.standing]
    lines += [f"{player}: {objection.with_cites()}" for player, objection in outcome.unordered]
    lines.append(_sum(outcome))
    return join_lines(lines) + "\n"


def _sum(outcome: Adjudication) -> str:
    """Return the last line: how many are refused, else how many are open or overtaken."""
    told = len(outcome.verdicts)
    if outcome.refused:
        return f"{len(outcome.refused)} of {told} orders refused"
    count = Counter(verdict.status for verdict in outcome.verdicts)
    rest = []
    if count["open"]:
        rest.append(f"{count['open']} of {told} orders are open")
    if count["overtaken"]:
        rest.append(f"{count['overtaken']} of {told} orders are overtaken by the dice given")
    if count["passed over"]:
        rest.append(f"{count['passed over']} of {told} orders are passed over")
    if rest:
        return f"nothing is refused; {', and '.join(rest)}"
    return "all of it is legal" if told else "there are no orders"


def split_players(outcome: Adjudication) -> set[str]:
    """Return the players with several documents, whose orders are distinguished by their files."""
    seen = {(verdict.submission.player, verdict.submission.document.file) for verdict in outcome.verdicts}
    players = [player for player, _ in seen]
    return {player for player in players if players.count(player) > 1}


def _verdict(verdict: Verdict, with_file: bool) -> list[str]:
    source = verdict.source
    order = verdict.given.says or line_writer.line(source.order, type(verdict.order))
    where = f" of {verdict.submission.document.file}" if with_file else ""
    lines = [f"{source.player} {source.number}{where}  {verdict.word:<8} {order}"]
    for throw in verdict.throws:
        need = f", each hits on {throw.number} or more" if throw.number is not None else ""
        again = listed(list(map(str, throw.rolled_again)))
        need += f", each {again} is rolled again once" if again else ""
        dice = "1 die" if throw.count == 1 else f"{throw.count} dice"
        lines.append(f"    rolls {dice}{need}  ({throw.event})")
    lines += [f"    {said}" for said in remarks_said(verdict.told)]
    if verdict.allowed:
        lines.append(f"    legal with {listed(verdict.allowed)}")
    elif verdict.hangs_on and verdict.status == "open":
        lines.append(f"    depends on the dice for {', '.join(verdict.hangs_on)}")
    elif verdict.status == "open":
        lines += [f"    {one.message}" for one in verdict.objections] or [
            "    depends on dice that are rolled before it"
        ]
    if verdict.status in ("overtaken", "passed over", "refused"):
        lines += [f"    {problem}" for problem in verdict.problems()]
    return lines


def refusal_text(outcome: Adjudication) -> str:
    """Return every objection of every refused order, each with its place and its rule."""
    lines = [step.what for step in outcome.stops if step.seen_by == "all"] + outcome.general
    lines += [str(problem) for verdict in outcome.refused for problem in verdict.problems()]
    lines.append("nothing was adjudicated and nothing was written")
    return join_lines(lines)


def missing_text(outcome: Adjudication, committed: bool = False) -> str:
    """Return the rolls that have no dice, in a form to paste into a dice file."""
    how = "roll these and give them with --dice FILE (or give --secret FILE to draw them)"
    if committed:
        how = "give --secret FILE, the secret of this game, to draw them (or roll these and give --dice FILE)"
    lines = [f"dice are missing; {how}:"]
    lines += [f"{throw.event}: [{throw.count} dice]" for throw in outcome.missing]
    return join_lines([*lines, "nothing was adjudicated and nothing was written"])


def write_offences(report: OffencesReport) -> str:
    """Return a line for each warning and each problem, with its place."""
    lines = [f"warning: {problem}" for problem in report.warnings]
    lines += [str(problem) for problem in report.problems] or ["all of it is legal"]
    return "".join(f"{plain(line)}\n" for line in lines)
