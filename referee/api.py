"""The Python API: ask, check and adjudicate, as the commands do it.

Documents are given as text (YAML or JSON) or as the mapping they hold. What cannot be read
raises `referee.Unreadable`, whose `problems` say where and why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from referee import games
from referee.core import documents
from referee.core.adjudication import chain
from referee.core.adjudication.adjudicate import adjudicate as adjudicate_orders
from referee.core.adjudication.adjudicate import check as check_orders
from referee.core.adjudication.adjudicate import for_another
from referee.core.adjudication.chain import Origin
from referee.core.adjudication.verdicts import Adjudication
from referee.core.asking import ask_document, read_state
from referee.core.documents import Document, Part, Problem, Unreadable
from referee.core.documents import Path as Place
from referee.core.documents.problems import Gathering, as_known, kind_of, stranger
from referee.core.game.dice import Dice
from referee.core.game.drawing import DiceTerms, InOrders, commits, new_secret
from referee.core.game.game import Game
from referee.core.game.reading import read_orders
from referee.core.game.submissions import Submission
from referee.core.game.trace import Trace
from referee.core.notation import one_line, situations
from referee.core.rules.rulesets import Ruleset

Given = str | bytes | Mapping[str, Any]


class StaleRules(Exception):
    """The tables are not those a state was played by; `rows` names what differs."""

    def __init__(self, ruleset: str, rows: list[str]) -> None:
        super().__init__(f"the rules of {ruleset} have changed since this state was written: {', '.join(rows)}")
        self.rows = rows


@dataclass(frozen=True)
class Session:
    """A state with the game and the rules it is played by."""

    game: Game
    ruleset: Ruleset
    rules: Any
    state: Any
    document: Document


def question_line(text: str, ruleset: str, folders: Sequence[Path] = ()) -> Document:
    """Return the document that a situation with its question, said on one line, stands for; raises Unreadable."""
    game, found = games.load(ruleset, tuple(folders))
    try:
        said = situations.read(text, game.state, game.situation_forms, game.questions)
    except one_line.Misread as error:
        raise Unreadable([Problem("the question", 1, error.offset + 1, "", error.message)]) from None
    if game.printed_names is not None:
        said = game.printed_names(said, found)
    value = {"format": 1, "ruleset": ruleset, **said}
    return SaidDocument("", "the question", value)


def state_question(document: Document, text: str, folders: Sequence[Path] = ()) -> Document:
    """Return the document of a saved state with a question, said on one line, beside it; raises Unreadable."""
    game, _ = ruleset_of(document, folders)
    try:
        question = one_line.read(text, game.questions, "a question").value
    except one_line.Misread as error:
        raise Unreadable([Problem("the question", 1, error.offset + 1, "", error.message)]) from None
    value = {**document.value, "ask": question}
    return SaidDocument(document.text, document.file, value)


class SaidDocument(Document):
    """A document whose question was said on one line and stands in no file."""

    def place(self, path: Place) -> tuple[int, int]:
        """Return the place of a value, (0, 0) where it stands in no file."""
        return super().place(path) if self.text and path[:1] != ("ask",) else (0, 0)

    def key_place(self, path: Place) -> tuple[int, int]:
        """Return the place of a key, (0, 0) where it stands in no file."""
        return super().key_place(path) if self.text and path[:1] != ("ask",) else (0, 0)


def document_of(given: Given, file: str, most: int = documents.MAX_BYTES) -> Document:
    """Return a document for text or for a mapping; raises Unreadable."""
    if isinstance(given, Mapping):
        try:
            value = documents.builtins(dict(given))
            return documents.made(value, file)
        except (TypeError, ValueError, RecursionError) as error:
            raise Unreadable([Problem(file, 0, 0, "", f"is not plain data: {error}")]) from None
    if not isinstance(given, (str, bytes)):
        raise Unreadable([Problem(file, 0, 0, "", f"is text or a mapping, not {kind_of(given)}")])
    return documents.parse(given, file, most)


def ruleset_of(document: Document, folders: Sequence[Path] = ()) -> tuple[Game, Ruleset]:
    """Return the game and the ruleset that a document names; raises Unreadable."""
    value = document.value
    if not isinstance(value, dict):
        raise Unreadable([document.problem((), f"a document is a mapping with 'ruleset' in it, not {kind_of(value)}")])
    if "ruleset" not in value:
        raise Unreadable([document.problem((), "'ruleset' is missing: which rules are these?")])
    name = value["ruleset"]
    if not isinstance(name, str):
        raise Unreadable([document.problem(("ruleset",), f"must be the name of a ruleset, not {kind_of(name)}")])
    try:
        return games.load(name, tuple(folders))
    except Unreadable as error:
        line, column = document.position(("ruleset",))
        raise Unreadable(
            [
                p if p.line or p.file else Problem(document.file, line, column, "ruleset", p.message)
                for p in error.problems
            ]
        ) from None


_MARKS = {"a trace": ("before", "after"), "a document of orders": ("player", "orders"), "a case": ("case", "expect")}


def expect(document: Document, wanted: str) -> None:
    """Raise Unreadable where a document is plainly of another kind than is wanted here."""
    if isinstance(document.value, dict):
        for kind, marks in _MARKS.items():
            if kind != wanted and all(mark in document.value for mark in marks):
                raise Unreadable([document.problem((), f"this is {kind}, and {wanted} is wanted here")])
    if wanted in _MARKS and isinstance(document.value, dict) and not set(_MARKS[wanted]) & document.value.keys():
        lacks = f"it has neither '{_MARKS[wanted][0]}' nor '{_MARKS[wanted][1]}'"
        raise Unreadable([document.problem((), f"this is no {wanted.removeprefix('a ')}: {lacks}")])


def open_session(document: Document, folders: Sequence[Path] = (), accept_rules: bool = False) -> Session:
    """Open a state for orders; raises Unreadable, and StaleRules unless the change is accepted."""
    expect(document, "a state")
    game, ruleset = ruleset_of(document, folders)
    state = read_state(game, ruleset, document, document.value, playing=True)
    _current(ruleset, state, accept_rules)
    return Session(game, ruleset, game.compile(ruleset, state.options), state, document)


def _current(ruleset: Ruleset, state: Any, accept_rules: bool) -> None:
    """Raise StaleRules where the tables have changed since a state was written, unless that is accepted."""
    changed = ruleset.changed_since(state.rules) if state.rules is not None and not accept_rules else []
    if changed:
        raise StaleRules(ruleset.name, changed)


def seen(document: Document, player: str | None, folders: Sequence[Path] = ()) -> Document:
    """Return a state, with or without a question, as a player sees it (as it is for None); raises Unreadable."""
    if player is None:
        return document
    game, ruleset = ruleset_of(document, folders)
    asked = {key: value for key, value in document.value.items() if key in ("ask", "id")}
    given = {key: value for key, value in document.value.items() if key not in asked}
    state = read_state(game, ruleset, document, given)
    players = list(game.open(state, game.compile(ruleset, state.options)).players)
    player = as_known(player, players)
    if players and player not in players:
        raise Unreadable([Problem("--player", 0, 0, "", stranger(player, players))])
    if state.view not in (None, player):
        raise Unreadable([Problem("--player", 0, 0, "", f"this is what {state.view} sees, not {player}")])
    view = game.view(state, player)
    if view is state and "chain" not in given:
        return document
    # the digest of a trace, or of a whole state, could tell what is hidden to one who guesses at it
    seen = {key: value for key, value in documents.builtins(view).items() if key != "chain"}
    value = {**seen, **asked}
    return documents.made(value, f"{document.file} as {player} sees it")


def players_of(document: Document, trace: Trace, folders: Sequence[Path] = ()) -> list[str]:
    """Return who plays, as the state before an adjudication tells it; raises Unreadable where that cannot be read."""
    game, ruleset = ruleset_of(document, folders)
    state = read_state(game, ruleset, Part(document, ("before",), trace.before), trace.state_before, playing=True)
    return list(game.open(state, game.compile(ruleset, state.options)).players)


def offences(document: Document, folders: Sequence[Path] = (), accept_rules: bool = False) -> list[Problem]:
    """Return what in a state breaks a rule though it can be read, as an army list does.

    Raises Unreadable, and StaleRules unless the change is accepted.
    """
    expect(document, "a state")
    game, ruleset = ruleset_of(document, folders)
    state = read_state(game, ruleset, document, document.value, playing=game.offences is None)
    _current(ruleset, state, accept_rules)
    found = game.offences(state, game.compile(ruleset, state.options)) if game.offences is not None else []
    cited = [(path, f"{o.message} ({', '.join(o.cite)})" if o.cite else o.message) for path, o in found]
    return [document.problem(path, message) for path, message in cited]


def orders_of(session: Session, given: Sequence[Document]) -> list[Submission]:
    """Read documents of orders; raises Unreadable with the problems of all of them."""
    return _orders_for(session.game, session.ruleset.name, given)


def sit_with(
    state: Callable[[], Document],
    orders: Iterable[Callable[[str], Iterable[Document]]],
    folders: Sequence[Path] = (),
    accept_rules: bool = False,
) -> tuple[Session, list[Submission]]:
    """Open a state and files of orders given for it, each of which is read knowing the ruleset of the state.

    Raises Unreadable with the problems of all documents, and StaleRules unless the change is accepted.
    """
    found = Gathering()
    session: Session | None = None
    submissions: list[Submission] = []
    name, game, stale = "", None, None
    with found:
        document = state()
        played, ruleset = ruleset_of(document, folders)
        name, game = ruleset.name, played
        try:
            session = open_session(document, folders, accept_rules)
        except StaleRules as error:
            stale = error
    for file in orders:
        with found:
            given = file(name)
            submissions += _orders_for(game, name, given) if game is not None else []
    found.told()
    if stale is not None:
        raise stale
    assert session is not None
    return session, submissions


def _orders_for(game: Game, played: str, given: Iterable[Document]) -> list[Submission]:
    out, found = [], Gathering()
    for document in given:
        with found:
            expect(document, "a document of orders")
            try:
                out.append(read_orders(game, document))
            except Unreadable as error:
                raise Unreadable(_of_another(game, played, document, error.problems)) from None
    found.told()
    return out


def _of_another(game: Game, played: str, document: Document, problems: list[Problem]) -> list[Problem]:
    """Return the problems of orders after that of their ruleset; it alone where they are orders of another game."""
    name = document.value.get("ruleset") if isinstance(document.value, dict) else None
    if not isinstance(name, str) or name == played:
        return problems
    told = document.problem(("ruleset",), for_another(name, played))
    try:
        other, _ = games.load(name)
    except Unreadable:
        other = game
    return [told, *problems] if other is game else [told]


def brings_dice(submissions: Sequence[Submission], supplied: Mapping[str, list[int]] | None = None) -> bool:
    """Return whether any dice are supplied, in orders or beside them: then every roll must have them."""
    return supplied is not None or any(g.order.given_dice() is not None for s in submissions for g in s.orders)


def dice_for(
    session: Session,
    supplied: Mapping[str, list[int]] | None = None,
    secret: bytes | None = None,
    *,
    kept: str | None = None,
    once: bool = False,
    in_orders: InOrders = "take",
) -> Dice:
    """Return where the dice of a submission to this state come from; a secret used `once` is kept by nobody.

    A game that is committed to a secret draws from no other. Raises Unreadable for another one, and for a secret
    `kept` in a file to which the game is not committed.
    """
    terms: DiceTerms = session.state.dice or DiceTerms()
    if in_orders == "refuse":
        terms = msgspec.structs.replace(terms, in_orders=in_orders)
    if terms.commitment is not None and once:
        secret, once = None, False
    if kept is not None and terms.commitment is None:
        message = "this game is committed to no secret; `referee commit STATE --secret FILE` commits it to a new one"
        raise Unreadable([Problem(kept, 0, 0, "", message)])
    if secret is not None and terms.commitment is not None and not commits(terms.commitment, secret):
        message = f"is not the secret that this game is committed to; the SHA-256 of that is {terms.commitment}"
        raise Unreadable([Problem(kept or "the secret", 0, 0, "", message)])
    return Dice(session.state.game or "", terms, secret=secret, supplied=supplied, once=once)


def with_terms(document: Document, terms: DiceTerms) -> str:
    """Return the text of a state to which the terms of its dice are added; nothing else of it changes."""
    value = chain.resealed(document.value, {**document.value, "dice": documents.builtins(terms)})
    added = documents.dump({"dice": value["dice"]})
    text = f"{document.text.rstrip()}\n{added}"
    text = text.replace("\r\n", "\n").replace("\n", "\r\n") if "\r\n" in text else text
    try:
        # comments stay, wherever the text can simply go on
        return text if documents.parse(text, document.file).value == value else documents.dump(value)
    except Unreadable:
        return documents.dump(value)


def ask(question: Given, folders: Sequence[Path] = ()) -> dict[str, Any]:
    """Answer a situation with its `ask`: `{answer, cites, reasons}`; raises Unreadable."""
    document = document_of(question, "question")
    game, ruleset = ruleset_of(document, folders)
    answer: dict[str, Any] = documents.builtins(ask_document(game, ruleset, document))
    return answer


def _each(orders: Any) -> list[Callable[[str], list[Document]]]:
    """Return how each document of orders is read, of which one may stand for itself."""

    def reading(given: Given, file: str) -> Callable[[str], list[Document]]:
        return lambda _: [document_of(given, file, documents.MAX_ORDERS)]

    if isinstance(orders, (str, bytes, Mapping)):
        return [reading(orders, "orders")]
    if not isinstance(orders, Sequence):
        raise Unreadable([Problem("orders", 0, 0, "", f"are documents, or one of them, not {kind_of(orders)}")])
    return [reading(one, f"orders[{number}]") for number, one in enumerate(orders, 1)]


def check(
    state: Given,
    orders: Given | Sequence[Given],
    dice: Mapping[str, list[int]] | None = None,
    folders: Sequence[Path] = (),
    player: str | None = None,
    dice_in_orders: InOrders = "take",
) -> dict[str, Any]:
    """Judge a document of orders, or several, without rolling: `{legal, orders, problems}`; raises Unreadable.

    With a `player` nothing is known but what he sees.
    """
    session, submissions = sit_with(lambda: seen(document_of(state, "state"), player, folders), _each(orders), folders)
    source = dice_for(session, dice, in_orders=dice_in_orders)
    return judged(check_orders(session.game, session.rules, session.state, submissions, source))


def adjudicate(
    state: Given,
    orders: Given | Sequence[Given],
    *,
    dice: Mapping[str, list[int]] | None = None,
    secret: bytes | None = None,
    skip_illegal: bool = False,
    folders: Sequence[Path] = (),
    dice_in_orders: InOrders = "take",
    accept_edit: str | None = None,
) -> dict[str, Any]:
    """Adjudicate a document of orders, or several: `{state, trace}`; raises Unreadable.

    What stands against it is returned as `check` tells it.

    `accept_edit` says why a state is adjudicated that was edited by hand.
    """
    session, submissions = sit_with(lambda: document_of(state, "state"), _each(orders), folders)
    source = dice_for(session, dice, secret, in_orders=dice_in_orders)
    return _played(session, submissions, source, skip_illegal, accept_edit)


def _played(
    session: Session, submissions: list[Submission], source: Dice, skip_illegal: bool, edit: str | None
) -> dict[str, Any]:
    origin = Origin(session.document.value, edit)
    outcome = adjudicate_orders(
        session.game, session.ruleset, session.rules, session.state, submissions, source, skip_illegal, origin
    )
    if outcome.trace is None:
        return judged(outcome)
    return adjudicated(outcome)


def adjudicated(outcome: Adjudication) -> dict[str, Any]:
    """Return an adjudication as JSON prints it: `{state, trace}`, and `left` where later phases were left over."""
    out = {"state": documents.builtins(outcome.state), "trace": documents.builtins(outcome.trace)}
    return {**out, "left": outcome.left} if outcome.left else out


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    """One submission of a batch."""

    state: dict[str, Any]
    orders: list[dict[str, Any]] | dict[str, Any]
    id: Any = None
    dice: dict[str, list[int]] | None = None
    seed: str | None = None
    skip_illegal: bool = False
    accept_edit: str | None = None


def check_line(
    document: Document, folders: Sequence[Path] = (), player: str | None = None, dice_in_orders: InOrders = "take"
) -> dict[str, Any]:
    """Judge one submission of a batch as `check` does; raises Unreadable."""
    line = documents.convert(document, _Line)
    return check(line.state, line.orders, line.dice, folders, player, dice_in_orders)


def adjudicate_line(
    document: Document,
    secret: bytes | None,
    folders: Sequence[Path] = (),
    *,
    kept: str | None = None,
    dice_in_orders: InOrders = "take",
) -> dict[str, Any]:
    """Adjudicate one submission of a batch; raises Unreadable.

    It draws from its own seed, else, unless it brings dice, from a secret, or from one used once.
    """
    line = documents.convert(document, _Line)
    session, submissions = sit_with(lambda: document_of(line.state, "state"), _each(line.orders), folders)
    key, once = secret, False
    if line.seed is not None:
        key, kept = line.seed.encode(), None
    elif brings_dice(submissions, line.dice):
        key = None
    elif secret is None:
        key, once = new_secret(), True
    source = dice_for(session, line.dice, key, kept=kept, once=once, in_orders=dice_in_orders)
    return _played(session, submissions, source, line.skip_illegal, line.accept_edit)


def judged(outcome: Adjudication) -> dict[str, Any]:
    """Return what the reading of orders found, as JSON prints it."""
    words = {"done": "legal", "open": "open", "overtaken": "overtaken", "refused": "refused"}
    rows = []
    for verdict in outcome.verdicts:
        row: dict[str, Any] = {
            "player": verdict.submission.player,
            "order": verdict.given.number,
            "verdict": words[verdict.status],
        }
        if verdict.objections:
            row["because"] = [o.plain() for o in verdict.objections]
        if verdict.throws:
            row["rolls"] = [{"event": t.event, "dice": t.count, "number": t.number} for t in verdict.throws]
        if verdict.hangs_on:
            row["hangs_on"] = verdict.hangs_on
        if verdict.allowed:
            row["legal_with"] = verdict.allowed
        rows.append(row)
    out: dict[str, Any] = {"legal": not outcome.refused and not outcome.general, "orders": rows}
    if outcome.general:
        out["problems"] = outcome.general
    if outcome.stops:
        out["stops"] = documents.builtins(outcome.stops)
    if outcome.missing:
        out["missing"] = [{"event": t.event, "dice": t.count} for t in outcome.missing]
    return out
