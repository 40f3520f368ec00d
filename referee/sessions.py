"""A game that stays open for many calls, with compiled rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from referee.core import documents
from referee.core.documents import Document, Unreadable
from referee.core.documents.problems import Gathering, kind_of
from referee.core.game.drawing import InOrders
from referee.core.game.position import Position
from referee.core.game.questions import Question
from referee.core.game.submissions import Submission
from referee.core.rules.memory import Memory
from referee.judge.judging import Terms, judge, legal_of, play

from .opening.arguments import expect_arguments, expect_text, refuse
from .opening.given import Folders, Given, OneLineDocument, document_of, folders_of
from .opening.orders import each_document, orders_of
from .opening.states import Opened, as_seen_by, open_session, view_of
from .results import Adjudicated, Answer, Checked, Legal, Odds

_MOST_ANSWERS = 1_000


class Session:
    """A game at one moment; `adjudicate` moves it to the next state.

    Open it with `Session.open(state)`. The state is read, and the rules are compiled, once for all calls.

    >>> state = referee.new("titan", attacking=["ogre"], defending=["lion"], battleland="plains")
    >>> session = referee.Session.open(state)
    >>> session.phase
    'maneuver'
    >>> session.ask("enter lion-1 to E4").allowed
    True
    """

    def __init__(self, opened: Opened, folders: Folders = ()) -> None:
        """Create a session of an opened state; use `Session.open`."""
        self._opened = opened
        self._folders = folders_of(folders)
        self._answers: Memory[bytes, bytes] = Memory(_MOST_ANSWERS)
        # the position of the state, for questions that leave it as it is
        self._position: Position | None = None

    @classmethod
    def open(
        cls, state: Given, *, folders: Folders = (), player: str | None = None, accept_rules: bool = False
    ) -> Session:
        """Open a state, or a player's view of it; raises Unreadable, and StaleRules unless the change is accepted."""
        expect_arguments(player=player, accept_rules=accept_rules)
        found = folders_of(folders)
        return cls(open_session(as_seen_by(document_of(state, "state"), player, found), found, accept_rules), found)

    @property
    def state(self) -> dict[str, Any]:
        """The current state, as a new copy of plain data."""
        found: dict[str, Any] = documents.builtins(self._opened.state)
        return found

    @property
    def phase(self) -> str | None:
        """The phase that stands, None when the game is over."""
        return legal_of(self._opened).phase

    def ask(self, question: str | Mapping[str, Any]) -> Answer:
        """Answer a question on this state, given as a line or a mapping such as `{"strike": "ogre-1", "at": "lion-2"}`.

        Raises Unreadable.
        """
        from referee.core import asking
        from referee.core.game.questions import Unanswerable

        if not isinstance(question, (str, Mapping)):
            refuse({"question": f"is a line of text or a mapping, not {kind_of(question)}"})
        try:
            key = msgspec.json.encode(question)
        except (TypeError, ValueError, RecursionError) as error:
            raise Unreadable.of("question", f"is not plain data: {error}") from None
        known = self._answers.get(key)
        if known is None:
            opened = self._opened
            value = {**opened.document.value, "ask": msgspec.json.decode(key)}
            document = OneLineDocument("", "the question", value)
            try:
                read = asking.read_question(opened.game, document, value["ask"])
                position = self._position_for(read)
                found = asking.ask(opened.game, opened.ruleset, opened.state, read, position)
            except Unanswerable as error:
                raise Unreadable([document.problem(error.path, error.message)]) from None
            known = self._answers[key] = msgspec.json.encode(found)
        return Answer(msgspec.json.decode(known))

    def _position_for(self, question: Question[Any]) -> Position | None:
        """Return the position that a question may share with others, None where it must have one of its own."""
        if not question.changes_nothing:
            return None
        if self._position is None:
            self._position = self._opened.game.open(self._opened.state, self._opened.rules)
        return self._position

    def odds(
        self,
        question: str | Mapping[str, Any] | None = None,
        orders: Given | Sequence[Given] | None = None,
        *,
        playouts: int | None = None,
        within: float | None = None,
        policies: Mapping[str, str] | None = None,
        seed: str | int = "0",
        jobs: int = 1,
    ) -> Odds:
        """Return the odds of a question on this state, of orders, or, with neither, of the state played out.

        See `referee.odds`. Raises Unreadable; what is illegal is returned under `refused`.
        """
        from referee.core.game.odds import Refused

        from .chances.exact import odds_of, odds_of_orders
        from .chances.playouts import Plan, play_out

        expect_arguments(question=question, playouts=playouts, within=within, policies=policies)
        expect_arguments(seed=seed, jobs=jobs)
        if orders is not None:
            try:
                return Odds(odds_of_orders(self._opened, self._read(orders)))
            except Refused as error:
                return Odds(error.plain())
        if isinstance(question, str):
            from .opening.questions import state_question

            return Odds(odds_of(state_question(self._document(), question, self._folders), (), self._folders))
        if question is not None:
            document = OneLineDocument("", "the question", {**self._opened.document.value, "ask": dict(question)})
            return Odds(odds_of(document, (), self._folders))
        plan = Plan(playouts, within, dict(policies or {}), str(seed), "fast", jobs)
        return Odds(play_out(self._document(), plan, self._folders).answer)

    def check(
        self,
        orders: Given | Sequence[Given],
        dice: Mapping[str, list[int]] | None = None,
        *,
        dice_in_orders: InOrders = "take",
    ) -> Checked:
        """Judge a document of orders, or several, without rolling; raises Unreadable."""
        expect_arguments(dice=dice, dice_in_orders=dice_in_orders)
        return judge(self._opened, self._read(orders), Terms(dice, dice_in_orders=dice_in_orders)).plain()

    def legal(self, piece: str | None = None, *, player: str | None = None) -> Legal:
        """Return the orders that are legal now, for one piece or for all; raises Unreadable for an unknown piece."""
        expect_arguments(piece=piece, player=player)
        return legal_of(self._opened, piece, player)

    def adjudicate(
        self,
        orders: Given | Sequence[Given],
        *,
        dice: Mapping[str, list[int]] | None = None,
        secret: bytes | None = None,
        skip_illegal: bool = False,
        dice_in_orders: InOrders = "take",
        accept_edit: str | None = None,
        trace: bool = True,
    ) -> Adjudicated:
        """Adjudicate a document of orders, or several, and move to the next state; raises Unreadable.

        If the orders are not carried out, the state does not change. See `referee.adjudicate`.
        """
        how = {"dice": dice, "secret": secret, "skip_illegal": skip_illegal, "dice_in_orders": dice_in_orders}
        expect_arguments(**how, accept_edit=accept_edit, trace=trace)
        terms = Terms(dice, secret, skip_illegal=skip_illegal, dice_in_orders=dice_in_orders, accept_edit=accept_edit)
        run = play(self._opened, self._read(orders), terms)
        if run.stop is None:
            self._opened = run.now
            self._answers.clear()
            self._position = None
        return run.plain(trace)

    def view(self, player: str) -> dict[str, Any]:
        """Return the state as a player sees it; raises Unreadable for an unknown player."""
        expect_text("player", player)
        found: dict[str, Any] = documents.builtins(view_of(self._document(), player, self._folders))
        return found

    def show(self, *, board: str | None = None, player: str | None = None, format: str = "text") -> str:
        """Return the board in a format, `text`, `list`, `svg`, `html` or `json`; raises Unreadable."""
        from referee.judge.showing import shown

        expect_text("format", format)
        expect_arguments(board=board, player=player)
        return shown(self._document(), format, board=board, player=player, folders=self._folders)

    def _document(self) -> Document:
        return documents.make_document(self.state, "state")

    def _read(self, orders: Given | Sequence[Given]) -> list[Submission]:
        found, out = Gathering(), list[Submission]()
        for read in each_document(orders):
            with found:
                out += orders_of(self._opened, read(self._opened.ruleset.name))
        found.told()
        return out
