"""The Python API: ask, check, adjudicate and the other commands, on text or on plain data.

Documents are text (YAML or JSON) or mappings. `folders` are the folders with your own rulesets: a `str`, a `Path`, or a
list of either. Input that cannot be read raises `Unreadable` with its `problems`. A state whose tables have changed
raises `StaleRules`. Results are dicts, as `--json` prints them, whose keys are also typed attributes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from referee import games
from referee.core import documents
from referee.core.asking import ask_document
from referee.core.documents import Document, Problem, Unreadable
from referee.core.documents.problems import kind_of
from referee.core.game.drawing import InOrders
from referee.core.rules.index import OptionValue
from referee.core.rules.memory import Memory
from referee.core.rules.rulesets import Ruleset
from referee.judge.judging import Terms, judge, legal_of, play

from .opening.arguments import expect_arguments, expect_text, refuse, unplain
from .opening.dice import brings_dice, with_terms
from .opening.given import Folders, Given, document_of, expect, folders_of, ruleset_of
from .opening.orders import each_document, open_with_orders, orders_of
from .opening.questions import question_line, spoken_answer, state_question
from .opening.states import Opened, StaleRules, as_seen_by, offences, open_session, players_of, view_of
from .results import Adjudicated, Answer, Checked, Found, Legal, Odds, Replayed
from .sessions import Session

__all__ = [
    "Adjudicated",
    "Answer",
    "Checked",
    "Folders",
    "Found",
    "Given",
    "Legal",
    "Odds",
    "Opened",
    "Problem",
    "Replayed",
    "Session",
    "StaleRules",
    "Unreadable",
    "adjudicate",
    "as_seen_by",
    "ask",
    "brings_dice",
    "check",
    "document_of",
    "expect",
    "find",
    "legal",
    "new",
    "odds",
    "offences",
    "open_session",
    "open_with_orders",
    "orders_of",
    "players_of",
    "question_line",
    "replay",
    "ruleset_of",
    "show",
    "spoken_answer",
    "state_question",
    "view",
    "with_terms",
]

# answers by question, each with the ruleset that gave it
_MOST_ANSWERS = 1_000
_answers: Memory[tuple[bytes, tuple[Path, ...]], tuple[Ruleset, bytes]] = Memory(_MOST_ANSWERS)


def ask(question: Given, folders: Folders = (), *, ruleset: str | None = None, player: str | None = None) -> Answer:
    """Answer a question, given under `ask` beside its situation or a state; raises Unreadable.

    With a `ruleset`, the question is one line of text: the situation in clauses, the question last. With a `player`,
    only what that player sees is used.

    >>> referee.ask("plains; attacker ogre C3; reach ogre", ruleset="titan").cites
    ['LoT 11.2']
    """
    expect_arguments(ruleset=ruleset, player=player)
    found = folders_of(folders)
    plain = _plain(question) if isinstance(question, Mapping) and ruleset is None and player is None else None
    known = _remembered(plain, found) if plain is not None else None
    if known is None:
        document = document_of(question, "question") if ruleset is None else _said(question, ruleset, found)
        document = as_seen_by(document, player, found)
        game, rules = ruleset_of(document, found)
        known = msgspec.json.encode(ask_document(game, rules, document))
        if plain is not None:
            _answers[plain, found] = rules, known
    return Answer(msgspec.json.decode(known))


def _said(question: Given, ruleset: str, folders: tuple[Path, ...]) -> Document:
    if not isinstance(question, str):
        raise Unreadable.of("question", "is one line of text where a ruleset is named")
    return question_line(question, ruleset, folders)


def check(
    state: Given,
    orders: Given | Sequence[Given],
    dice: Mapping[str, list[int]] | None = None,
    folders: Folders = (),
    player: str | None = None,
    dice_in_orders: InOrders = "take",
    *,
    accept_rules: bool = False,
) -> Checked:
    """Judge a document of orders, or several, without rolling; raises Unreadable and StaleRules.

    With a `player`, only what that player sees is used.

    >>> state = referee.new("titan", attacking=["ogre"], defending=["lion"], battleland="plains")
    >>> orders = {"format": 1, "ruleset": "titan", "player": "red", "orders": ["enter lion-1 to E4", "end strike"]}
    >>> [row.verdict for row in referee.check(state, orders).orders]
    ['legal', 'refused']
    """
    expect_arguments(dice=dice, player=player, dice_in_orders=dice_in_orders, accept_rules=accept_rules)
    found = folders_of(folders)
    opened, submissions = open_with_orders(
        lambda: as_seen_by(document_of(state, "state"), player, found), each_document(orders), found, accept_rules
    )
    return judge(opened, submissions, Terms(dice, dice_in_orders=dice_in_orders)).plain()


def adjudicate(
    state: Given,
    orders: Given | Sequence[Given],
    *,
    dice: Mapping[str, list[int]] | None = None,
    secret: bytes | None = None,
    skip_illegal: bool = False,
    folders: Folders = (),
    dice_in_orders: InOrders = "take",
    accept_edit: str | None = None,
    accept_rules: bool = False,
    trace: bool = True,
) -> Adjudicated:
    """Adjudicate a document of orders, or several; raises Unreadable and StaleRules.

    Documents that cannot be adjudicated together, because a player has several or they name later steps, are
    adjudicated one after another, so a recorded game may be given as one list. If one of them is refused, nothing is
    done, and the result gives the reasons as `check` does.

    `dice` holds the dice of each event, `{event: [values from 1]}`. Other dice are drawn from `secret` (32 bytes), or
    are in the orders. `accept_edit` is the reason for accepting a state that was edited by hand. With `trace=False` the
    trace is left out.

    >>> state = referee.new("titan", attacking=["ogre"], defending=["lion"], battleland="plains")
    >>> orders = {"format": 1, "ruleset": "titan", "player": "red", "orders": ["enter lion-1 to E4", "end maneuver"]}
    >>> referee.adjudicate(state, orders).state["battle"]["active"]
    'attacker'
    """
    how = {"dice": dice, "secret": secret, "skip_illegal": skip_illegal, "dice_in_orders": dice_in_orders}
    expect_arguments(**how, accept_edit=accept_edit, accept_rules=accept_rules, trace=trace)
    found = folders_of(folders)
    opened, submissions = open_with_orders(
        lambda: document_of(state, "state"), each_document(orders), found, accept_rules
    )
    terms = Terms(dice, secret, skip_illegal=skip_illegal, dice_in_orders=dice_in_orders, accept_edit=accept_edit)
    return play(opened, submissions, terms).plain(trace)


def legal(state: Given, piece: str | None = None, *, player: str | None = None, folders: Folders = ()) -> Legal:
    """Return the orders that are legal now, for one piece or for all; raises Unreadable.

    With a `player`, only what that player sees is used.

    >>> state = referee.new("titan", attacking=["ogre"], defending=["lion"], battleland="plains")
    >>> referee.legal(state, "lion-1").phase
    'maneuver'
    """
    expect_arguments(piece=piece, player=player)
    found = folders_of(folders)
    opened = open_session(as_seen_by(document_of(state, "state"), player, found), found, accept_rules=True)
    return legal_of(opened, piece, player)


def new(
    ruleset: str,
    *,
    folders: Folders = (),
    options: Mapping[str, OptionValue] | None = None,
    secret: bytes | None = None,
    dice_in_orders: InOrders = "take",
    **parameters: Any,
) -> dict[str, Any]:
    """Return a starting state; raises Unreadable for parameters and options that the game does not know.

    The parameters are those of `referee new RULESET --list`. With a `secret` (32 bytes), the game is committed to it.

    >>> referee.new("hordes", game="first")["ruleset"]
    'hordes'
    """
    from .core.game.drawing import DiceTerms, commitment, weakness
    from .opening.starting import start

    expect_text("ruleset", ruleset)
    expect_arguments(options=options, secret=secret, dice_in_orders=dice_in_orders)
    refuse({"secret": weakness(secret) if secret is not None else "", **unplain(parameters)})
    game, rules = games.load(ruleset, folders_of(folders))
    state = start(game, rules, parameters, options or {})
    if secret is not None or dice_in_orders != "take":
        committed = commitment(secret) if secret is not None else None
        state.dice = DiceTerms(commitment=committed, in_orders=dice_in_orders)
    found: dict[str, Any] = documents.builtins(state)
    return found


def odds(
    given: Given,
    orders: Given | Sequence[Given] | None = None,
    *,
    ruleset: str | None = None,
    playouts: int | None = None,
    within: float | None = None,
    policies: Mapping[str, str] | None = None,
    seed: str | int = "0",
    engine: Literal["fast", "judge"] = "fast",
    jobs: int = 1,
    cluster: str | None = None,
    folders: Folders = (),
) -> Odds:
    """Return the odds of a question with its situation, of `orders` on a state, or of a state played out.

    A question is given as for `ask`, with a `ruleset` as one line. A state without orders is played out `playouts`
    times (10,000), or until every interval of a chance is `within` so much to each side, by the `policies` of its
    sides, `{"attacker": "greedy"}`. The answer depends on the `seed`, not on the number of `jobs` or a `cluster`.
    Raises Unreadable; what is illegal is returned under `refused`.

    >>> line = "brush; attacker ogre C3; defender lion C4 hits 3; strike C3 at C4"
    >>> referee.odds(line, ruleset="titan").outcomes[0]
    {'hits': {'lion': 3}, 'p': 0.0877914951989026, 'fraction': '64/729'}
    >>> battle = referee.new("titan", battleland="plains", attacking=["ogre"], defending=["centaur"])
    >>> referee.odds(battle, playouts=100, policies={"attacker": "greedy"}).playouts
    100
    """
    from .chances.exact import in_full, odds_of
    from .chances.playouts import Plan, play_out

    expect_arguments(ruleset=ruleset, playouts=playouts, within=within, policies=policies, seed=seed, engine=engine)
    expect_arguments(jobs=jobs, cluster=cluster)
    found = folders_of(folders)
    document = document_of(given, "given") if ruleset is None else in_full(_said(given, ruleset, found))
    if orders is not None:
        name = str(document.value.get("ruleset", "")) if isinstance(document.value, dict) else ""
        return Odds(odds_of(document, [one for read in each_document(orders) for one in read(name)], found))
    if isinstance(document.value, dict) and "ask" in document.value:
        return Odds(odds_of(document, (), found))
    plan = Plan(playouts, within, dict(policies or {}), str(seed), engine, jobs, cluster)
    return Odds(play_out(document, plan, found).answer)


def find(ruleset: str, text: str, folders: Folders = (), most: int = 10) -> list[Found]:
    """Return the rules, rulings, rows and sheets of a ruleset that a text is about, best first; raises Unreadable.

    Each rule comes once. There are at most so many, and none where no word of the text is known.

    >>> [found.id for found in referee.find("titan", "can I split a legion of three?", most=1)]
    ['LoT 4.3']
    """
    from .core.game.finding import find as find_in

    expect_text("ruleset", ruleset)
    expect_text("text", text)
    expect_arguments(most=most)
    game, rules = games.load(ruleset, folders_of(folders))
    return [Found(msgspec.structs.asdict(one)) for one in find_in(game, rules, text, most)]


def view(state: Given, player: str, *, folders: Folders = ()) -> dict[str, Any]:
    """Return a state as a player sees it; raises Unreadable for an unknown player.

    >>> state = referee.new("titan", attacking=["ogre"], defending=["lion"], battleland="plains")
    >>> sorted(referee.view(state, "red")["battle"]["players"].values())
    ['black', 'red']
    """
    expect_text("player", player)
    found: dict[str, Any] = documents.builtins(view_of(document_of(state, "state"), player, folders_of(folders)))
    return found


def replay(
    traces: Given | Sequence[Given],
    *,
    states: Given | Sequence[Given] = (),
    orders: Given | Sequence[Given] = (),
    secret: bytes | None = None,
    folders: Folders = (),
    accept_rules: bool = False,
) -> Replayed:
    """Adjudicate a trace, or all traces of a game in the order of play, again with their own dice, and compare.

    States and orders given with them are compared with those played, and drawn dice with the `secret`.
    Raises Unreadable, and StaleRules unless the change is accepted.
    """
    from referee.judge.proofs import prove

    expect_arguments(secret=secret, accept_rules=accept_rules)
    proof = prove(
        _several(traces, "traces"),
        _several(states, "states"),
        _several(orders, "orders"),
        secret=secret,
        folders=folders_of(folders),
        accept_rules=accept_rules,
    )
    return Replayed(proof.plain())


def show(
    state: Given, *, board: str | None = None, player: str | None = None, format: str = "text", folders: Folders = ()
) -> str:
    """Return the board of a state or a situation as `text`, `list`, `svg`, `html` or `json`; raises Unreadable.

    >>> state = referee.new("titan", attacking=["ogre"], defending=["lion"], battleland="plains")
    >>> referee.show(state, format="list").splitlines()[0]
    'Battle: Plains'
    """
    from referee.judge.showing import shown

    expect_text("format", format)
    expect_arguments(board=board, player=player)
    return shown(document_of(state, "state"), format, board=board, player=player, folders=folders_of(folders))


def _several(given: Given | Sequence[Given], name: str) -> list[Document]:
    """Return the documents of an argument, which may be one or a list; raises Unreadable."""
    several: Any = [given] if isinstance(given, (str, bytes, Mapping)) else given
    if isinstance(several, bytearray) or not isinstance(several, Sequence):
        refuse({name: f"are documents, or one of them, not {kind_of(given)}"})
    found = [document_of(one, f"{name}[{number}]") for number, one in enumerate(several, 1)]
    strange = [one for one in found if not isinstance(one.value, dict)]
    if strange:
        raise Unreadable([one.problem((), f"a document is a mapping, not {kind_of(one.value)}") for one in strange])
    return found


def _plain(given: Mapping[str, Any]) -> bytes | None:
    """Return a mapping as the key of a cached answer; None if it is not plain data."""
    try:
        return msgspec.json.encode(given if type(given) is dict else dict(given))
    except (TypeError, ValueError, RecursionError):
        return None


def _remembered(plain: bytes, folders: tuple[Path, ...]) -> bytes | None:
    """Return the cached answer to a question, if the rules have not changed since."""
    known = _answers.get((plain, folders))
    if known is None:
        return None
    rules, answer = known
    return answer if games.load(rules.name, folders)[1] is rules else None
