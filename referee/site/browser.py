"""What the page asks in a browser's Python: the tools of an assistant, and what a page needs to be drawn and filled in.

A request and its reply are JSON. Nothing here knows a game: what can be laid out and asked comes from the types.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from referee import games
from referee.core.documents import Unreadable, builtins
from referee.core.game.game import Game
from referee.core.game.schemas import publish, with_all_names, with_verbs
from referee.core.game.state import State
from referee.core.notation import situations
from referee.core.notation.field_specs import field_specs, struct_of
from referee.core.notation.hints import example
from referee.core.notation.situation_forms import SituationForm
from referee.core.notation.tokens import Misread
from referee.core.rules.rulesets import Ruleset
from referee.core.rules.search import builtin
from referee.mcp import arguments
from referee.mcp.asking import report_of
from referee.mcp.given import Server
from referee.mcp.replies import Reply, lacking, refusal
from referee.opening.given import document_of
from referee.report.answer_text import line_with_situation, situation_line
from referee.report.cards import card_of
from referee.report.reports import CardReport
from referee.report.writers import write_report

# whether all files are there; before that, what is missing is asked for again
whole = True
# where the house rules lie that a visitor has opened
FOLDER = Path("/house-rules")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}\Z")


def reply(request: str) -> str:
    """Return the reply to a request `{call, given}`: `{data, text, wrong}`."""
    asked = json.loads(request)
    server = Server((FOLDER,) if FOLDER.is_dir() else ())
    own = _CALLS.get(asked["call"])
    try:
        found = own(server, asked["given"]) if own is not None else _tool(server, asked["call"], asked["given"])
    except Unreadable as error:
        found = refusal(error)
    except ImportError as error:
        if not whole:
            raise
        found = lacking(error)
    return json.dumps(found._asdict())


def _tool(server: Server, name: str, given: dict[str, Any]) -> Reply:
    """Return what an assistant's tool replies."""
    from referee.mcp.tools import call
    from referee.mcp.working import Work

    return call(server, name, given, Work())


def _start(server: Server, given: Mapping[str, Any]) -> Reply:
    """Return what a page begins with: the forms of a ruleset, and an example that can be laid out, with its verdict."""
    name, found = given["ruleset"], {"forms": _forms(server, given)._asdict()}
    _, ruleset = server.load(name)
    for asked in examples(ruleset):
        try:
            verdict = _verdict(server, {"ruleset": name, "question": asked})
            if not verdict.wrong and verdict.data["state"].keys() > {"format", "ruleset"}:
                return Reply({**found, "verdict": verdict._asdict(), **_boards(server, verdict.data["state"])}, "")
        except (Unreadable, ImportError):
            continue
    return Reply(found, "")


def _boards(server: Server, state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the boards of a situation, nothing for one that has none."""
    try:
        return {"boards": _draw(server, {"state": state})._asdict()}
    except Unreadable:
        return {}


def examples(ruleset: Ruleset) -> list[str]:
    """Return the wordings that show what a ruleset may be asked."""
    return list((ruleset.raw("words").get("examples", {}) if "words" in ruleset.tables else {}).values())


def _forms(server: Server, given: Mapping[str, Any]) -> Reply:
    """Return how the situations and questions of a ruleset are filled in, and its options."""
    game, ruleset = server.load(given["ruleset"])
    rules = game.compile(ruleset, {})
    blanks = game.blanks(ruleset) if game.blanks is not None else {}
    questions: dict[str, Any] = {}
    left_out: list[str] = []
    for verb in game.questions:
        if verb in game.unused(rules):
            continue
        try:
            questions[verb] = _question(game.questions[verb], game, ruleset)
        except ImportError:
            left_out.append(verb)
    options = {
        one.option: {"ruling": number, "question": one.question, "default": one.default, "choices": one.choices}
        for number, one in ruleset.rulings.items()
        if one.option is not None and one.choices
    }
    data = {
        "title": ruleset.title,
        "forms": [_form(form, game, ruleset, blanks, game.unused_fields(rules)) for form in game.situation_forms],
        "questions": questions,
        "left_out": left_out,
        "options": options,
        "example": next(iter(examples(ruleset)), ""),
    }
    return Reply(data, "")


def _question(kind: type[Any], game: Game, ruleset: Ruleset) -> dict[str, Any]:
    # what a piece is called among the things that words name
    things = {form.items.removesuffix("s") for form in game.situation_forms if form.items is not None}
    pieces = {
        name: spec.piece or "any" for name, spec in field_specs(kind).items() if spec.piece or spec.names in things
    }
    lists = {word: key for form in game.situation_forms for word, (key, _) in form.lists.items()}
    return {
        "about": [kind.about, *kind.further_about],
        "alone": kind.alone,
        "tells": (kind.__doc__ or "").split(":")[0].split(". ")[0].strip(),
        "example": example(kind),
        "pieces": pieces,
        "lists": {name: lists[spec.names] for name, spec in field_specs(kind).items() if spec.names in lists},
        "schema": _schema(kind, game, ruleset),
    }


def _form(
    form: SituationForm,
    game: Game,
    ruleset: Ruleset,
    blanks: Mapping[str, dict[str, Any]],
    unused: Collection[tuple[str, ...]],
) -> dict[str, Any]:
    whole = game.state if form.whole else struct_of(game.state, form.key)
    entry = struct_of(whole, form.items) if form.items is not None else None
    return {
        "key": form.key,
        "whole": form.whole,
        "items": form.items,
        "item": list(form.item),
        "named_by": form.named_by,
        "board": form.board,
        "lists": {field: key for field, (key, _) in form.lists.items()},
        "frame": list(field_specs(State)),
        "blanks": {name: one for name, one in blanks.items() if form.key in one},
        "schema": _schema(whole, game, ruleset, [field for *path, field in unused if path == [form.key]]),
        "entry": _schema(entry, game, ruleset, [field for *path, field in unused if path == [form.key, form.items]])
        if entry is not None
        else None,
    }


def _schema(kind: type[Any], game: Game, ruleset: Ruleset, unused: Collection[str] = ()) -> dict[str, Any]:
    shape, _ = with_verbs(kind, [])
    published = publish(with_all_names(shape, game, ruleset), "state", ruleset.name)
    definition = published["$defs"][kind.__name__]
    for field in unused:
        del definition["properties"][field]
    if unused:
        definition["description"] = _about_others(definition["description"], unused)
    return published


def _about_others(text: str, unused: Collection[str]) -> str:
    """Return what a type says of its fields without the sentences about those alone that nobody uses."""
    kept = []
    for paragraph in text.split("\n\n"):
        named = [(one, set(re.findall(r"`(\w+)`", one))) for one in re.split(r"(?<=\.)\s+", paragraph)]
        kept.append(" ".join(sentence for sentence, fields in named if not fields or fields - {*unused}))
    return "\n\n".join(kept)


def _draw(server: Server, given: Mapping[str, Any]) -> Reply:
    """Return the boards of a situation as SVG whose places and counters bear their names."""
    from referee.judge.showing import boards_of
    from referee.report.board_svg import BoardDrawing, words_on

    report = boards_of(document_of(given["state"], "state"), None, server.rulesets)
    boards = {}
    for name, picture in report.boards.items():
        words = {word for shape in picture.shapes for text in words_on(shape) for word in text.split()}
        words |= {token.name for shape in picture.shapes for token in shape.tokens}
        drawing = BoardDrawing(picture, f"{name}-", words=words)
        boards[name] = {"title": picture.title, "svg": "\n".join(drawing.svg()), "keys": drawing.samples()}
        boards[name]["legend"] = picture.legend
    return Reply({"boards": boards}, "")


def _verdict(server: Server, given: Mapping[str, Any]) -> Reply:
    """Return an answer as `ask` does, with its card, the situation it is about, and what was `given`."""
    takes = arguments.Ask(**given)
    try:
        report = report_of(server, takes)
    except Unreadable as error:
        return refusal(error, "question", takes.question)
    situation = {key: one for key, one in report.document.value.items() if key not in ("ask", "id")}
    data = builtins(report.answer) | {
        "card": card_of(report, whole=True)._replace(board=None)._asdict(),
        "given": given,
        "echo": line_with_situation(report),
        "state": situation,
        "house": "" if report.ruleset.layers[-1].parent == builtin() else report.ruleset.title,
    }
    if situation.keys() - {"format", "ruleset", "options"}:
        data["question"] = report.document.value["ask"]
    data["fits"] = report.asked.question.fits(report.asked.position)
    return Reply(data, "")


def _picture(server: Server, given: Mapping[str, Any]) -> Reply:
    """Return the card of an answer as SVG."""
    return Reply({"svg": write_report(CardReport(report_of(server, arguments.Ask(**given))), "svg")}, "")


def _line(server: Server, given: Mapping[str, Any]) -> Reply:
    """Return a situation as a line, for a link; an empty one if it cannot be written so."""
    game, _ = server.load(given["state"]["ruleset"])
    return Reply({"line": situation_line(game, given["state"])}, "")


def _situation(server: Server, given: Mapping[str, Any]) -> Reply:
    """Return the situation that a line without a question tells."""
    game, ruleset = server.load(given["ruleset"])
    try:
        value = situations.read_situation(given["line"], game.state, game.situation_forms)
    except Misread as error:
        raise Unreadable.of("the link", error.message) from None
    if game.printed_names is not None:
        value = game.printed_names(value, ruleset)
    return Reply({"state": {"format": 1, "ruleset": ruleset.name, **value}}, "")


def _code(server: Server, given: Mapping[str, Any]) -> Reply:
    """Return a link as a QR code, for the person across the table; raises Unreadable for one that is too long."""
    import segno

    try:
        code = segno.make_qr(given["link"])
    except segno.DataOverflowError:
        raise Unreadable.of("the link", "this position is too large for a QR code; share its link") from None
    return Reply({"svg": code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True)}, "")


def _overlay(server: Server, given: Mapping[str, Any]) -> Reply:
    """Keep the tables of house rules for this visit, `{name, files}`, and return the ruleset's name and title."""
    name, files = given["name"], given["files"]
    wrong = [one for one in (name, *(Path(file).stem for file in files)) if not _NAME.match(one)]
    if wrong:
        said = f"'{wrong[0]}' is no name: small letters, digits and hyphens, of which the first is a letter"
        raise Unreadable.of("house rules", said)
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        (folder / f"{Path(file).stem}.yaml").write_text(text, encoding="utf-8")
    _, ruleset = games.load(name, (FOLDER,))
    return Reply({"ruleset": name, "title": ruleset.title, "extends": ruleset.extends}, "")


_CALLS: dict[str, Callable[[Server, Mapping[str, Any]], Reply]] = {
    "start": _start,
    "draw": _draw,
    "verdict": _verdict,
    "picture": _picture,
    "line": _line,
    "situation": _situation,
    "overlay": _overlay,
    "code": _code,
}
