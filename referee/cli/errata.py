"""referee errata: a table's own clarifications, as an overlay."""

from __future__ import annotations

from pathlib import Path

import click

from .common import folders_option, guarded, json_option
from .overlay import begin

_MANIFEST = """\
format: 1
ruleset: {name}
title: {title}
extends: {extends}
"""
_ERRATA = """\
# Clarifications of this table. Each is cited as its key, such as {cite} 1, beside what it clarifies:
#
#   {cite} 1:
#     paragraph: {paragraph}
#     question: {question}
#     answer: {answer}
#     switch: {{{option}: {value}}}
#
# switch   sets an option: `referee rules {extends} --options` lists them
# row      or the path of a row of this overlay, as `referee rules {extends} --row PATH` names it
#          one with neither explains the paragraph and changes nothing
#
# `referee lint {folder}` checks them, `referee rules {name} '{cite} 1' --rulesets {parent}` shows one.

errata: {{}}
"""


@click.group("errata")
def command() -> None:
    """Keep a list of clarifications, as moderators do: each is cited beside the rule that it clarifies.

    \b
    referee errata new our-table --extends titan
    """


@command.command("new")
@click.argument("name")
@click.option("--extends", default="titan", show_default=True, metavar="RULESET", help="The ruleset it clarifies.")
@click.option("-o", "--output", "folder", metavar="DIR", help="Write the overlay here, in a folder of its name (.).")
@json_option
@folders_option
@guarded
def new(name: str, extends: str, folder: str | None, as_json: bool, folders: tuple[Path, ...]) -> None:
    """Begin an overlay for clarifications, cited as `NAME 1`, `NAME 2` and so on.

    \b
    referee errata new club
    referee errata new club --extends hordes -o my-rules
    """
    from referee import games
    from referee.authoring.overlay import new_name
    from referee.core.rules.index import written_value
    from referee.report.escape import one_line

    own = new_name(name, folders)
    _, found = games.load(extends, folders)
    ruling = next((one for one in found.rulings.values() if one.alternatives), None)
    value = ruling.alternatives[0] if ruling is not None else ""
    said = {
        "name": own,
        "cite": name.upper(),
        "title": f"Clarifications of {name.upper()}",
        "extends": extends,
        "paragraph": ruling.concerns[0] if ruling is not None else next(iter(found.rules)),
        "question": one_line(ruling.question) if ruling is not None else "What does it mean?",
        "answer": one_line(ruling.choices[written_value(value)]) if ruling is not None else "It means this.",
        "option": ruling.option if ruling is not None else "option",
        "value": value,
        "folder": (Path(folder or "") / own).as_posix(),
        "parent": Path(folder or "").as_posix(),
    }
    files = {"manifest.yaml": _MANIFEST.format(**said), "errata.yaml": _ERRATA.format(**said)}
    begin("ruleset", own, folder, files, (), as_json)
