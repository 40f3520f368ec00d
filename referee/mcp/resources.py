"""Rules and rulings as resources, `rule://RULESET/ID`."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote, unquote

from referee import games
from referee.core.documents import Problem, Unreadable
from referee.core.game.finding import index_for
from referee.core.rules.search import look
from referee.judge.citing import looked_for, rule_rows
from referee.report.reports import FoundReport, RulesReport
from referee.report.writers import write_report

from .given import Server

TEMPLATE = "rule://{ruleset}/{id}"
# so many are listed at once
PAGE = 200
_SCHEME = "rule://"


class Listed(NamedTuple):
    """A rule or ruling in a list: its address, its id and its title."""

    uri: str
    name: str
    title: str


def listed(server: Server, cursor: str | None) -> tuple[list[Listed], str | None]:
    """Return a page of the rules of every ruleset, and the cursor of the next; raises Unreadable for no such page."""
    number = int(cursor) if cursor is not None and cursor.isascii() and cursor.isdecimal() and len(cursor) < 9 else 0
    if cursor is not None and not number:
        raise Unreadable([Problem("cursor", 0, 0, "", "is none that this server gave")])
    rows = [one for name in sorted(look(server.rulesets).folders) for one in _of(server, name)]
    further = number + PAGE
    return rows[number:further], str(further) if further < len(rows) else None


def _of(server: Server, ruleset: str) -> list[Listed]:
    try:
        game, found = games.load(ruleset, server.rulesets)
    except Unreadable:
        # `referee rulesets` says what is wrong with it
        return []
    rules = [Listed(address(ruleset, name), name, rule.title) for name, rule in found.rules.items()]
    rules += [Listed(address(ruleset, name), name, one.question) for name, one in found.rulings.items()]
    return rules + [
        Listed(address(ruleset, one.id), one.id, one.title)
        for one in index_for(game, found).entries()
        if one.kind == "sheet"
    ]


def address(ruleset: str, name: str) -> str:
    """Return the address of a rule."""
    return f"{_SCHEME}{ruleset}/{quote(name, safe='')}"


def text_of(server: Server, uri: str) -> str:
    """Return the rule or ruling at an address with what belongs to it; raises Unreadable."""
    ruleset, slash, name = uri.removeprefix(_SCHEME).partition("/")
    name = unquote(name)
    if not uri.startswith(_SCHEME) or not slash or not name.strip() or len(name) > 200:
        raise Unreadable([Problem("uri", 0, 0, "", f"is not written {TEMPLATE}")])
    game, found = games.load(ruleset, server.rulesets)
    if rows := rule_rows(game, found, name):
        return write_report(RulesReport(rows, found.rulings), "text")
    hits, whole = looked_for(game, found, name)
    if not whole:
        near = "; these may be meant: " + ", ".join(one.id for one in hits[:3])
        raise Unreadable([Problem("uri", 0, 0, "", f"'{name}' is no rule, ruling or sheet of {ruleset}{near}")])
    return write_report(FoundReport(hits, whole=True), "text")
