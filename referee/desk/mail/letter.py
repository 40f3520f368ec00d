"""A mail as the desk takes it: whose it is, for which step, its orders, requests, press, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from referee.core.documents.digests import sha256
from referee.core.game.game import Game
from referee.core.game.state import State
from referee.core.rules.rulesets import Ruleset
from referee.opening.spoken import order_said

from .clean import Problem
from .lines import REACTS, Proposal, Sorter
from .own import Own, Sent, sent_words, without_own
from .vocabulary import Vocabulary

# the lines of a player in the answer to their mail, with those that go on below
_QUOTES = re.compile(r"^  (?:problem|no order):.*(?:\n {14}.*)*", re.MULTILINE)
# what a remark is compared without, and how long a part of one is at least
_BLANK, _LEAST = re.compile(r"[\s#]+"), 4


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player at the desk: the address of their mails, others from which they write too, and the word of each mail.

    The `word` is one that each must hold, if one is agreed.
    """

    address: str
    word: str | None = None
    also: list[str] = []

    def is_from(self, address: str) -> bool:
        """Return whether a mail from an address is theirs."""
        return address.casefold() in map(str.casefold, (self.address, *self.also))


class Press(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message to other players; an anonymous one is passed on without the sender's name."""

    to: tuple[str, ...]
    text: str
    anonymous: bool = False


class Letter(msgspec.Struct, omit_defaults=True):
    """A mail as it was understood.

    `orders` are its lines as they are given on, `understood` as `check` echoes them, `places` the line of each in the
    mail. `heading` holds keys of the document of orders, such as `turn`. With a `reason` it is set aside and nothing
    of it counts; with `problems`, nothing of its orders does. Whose address it has is the `sender`, who is answered.
    `said` is the digest of its text.
    """

    mail: str
    digest: str
    player: str | None = None
    sender: str | None = None
    # whether it says which game it belongs to
    names_game: bool = False
    said: str = ""
    address: str = ""
    message_id: str = ""
    subject: str = ""
    date: datetime | None = None
    reason: str = ""
    step: int | None = None
    heading: dict[str, Any] = {}
    orders: list[Any] = []
    understood: list[str] = []
    places: list[int] = []
    set_aside: list[str] = []
    # what lines that cannot be read may order
    proposals: list[Proposal] = []
    problems: list[Problem] = []
    requests: list[str] = []
    press: list[Press] = []
    salt: str | None = None
    # a vacation, by its first and its last day
    away: tuple[str, str] | None = None
    # words that confirm orders, and the word that would confirm these
    confirms: list[str] = []
    word: str = ""
    irrevocable: list[str] = []
    adds: bool = False
    clears: bool = False
    # how many lines the desk has written itself
    own: int = 0
    # it says that its player orders nothing, for a phase in which all order at the same time
    nothing: bool = False

    @property
    def holds(self) -> bool:
        """Whether it says anything that the desk reads."""
        return any((self.understood, self.problems, self.requests, self.press, self.salt, self.away))

    def with_proposals(self) -> Letter:
        """Return it with its proposals as orders of it."""
        orders, understood, places = list(self.orders), list(self.understood), list(self.places)
        for before, order in reversed(self.proposals):
            orders.insert(before, order.text)
            understood.insert(before, order.says)
            places.insert(before, order.number)
        given = {"orders": orders, "understood": understood, "places": places, "proposals": []}
        return msgspec.structs.replace(self, **given)

    @property
    def dated(self) -> str:
        """The digest of its text with its date, by which the same mail is known that comes another way."""
        return sha256(f"{self.said} {self.date.isoformat()}".encode()) if self.date is not None else ""


class Desk(msgspec.Struct, frozen=True):
    """What the reading of mails needs of a game by mail: its name, its players, and its present state.

    With `anonymous`, press may go without the name of its sender.
    """

    name: str
    members: Mapping[str, Member]
    game: Game
    ruleset: Ruleset
    state: State
    legal: Callable[[str], Sequence[str]] = lambda player: ()
    # the same with their remarks
    remarks: Callable[[str], Sequence[str]] = lambda player: ()
    anonymous: bool = False
    # the texts that a player was sent, the latest last
    sent: Callable[[str], Sequence[str]] = lambda player: ()
    # the word with which a player confirms orders, and the last mails of a player, the latest first, each with the
    # texts that the player was sent before it
    word: Callable[[str, Sequence[str]], str] = lambda player, orders: ""
    earlier: Callable[[str], Iterable[tuple[bytes, Sequence[str]]]] = lambda player: ()
    # what each player knows, made with the first mail
    known: dict[str, Vocabulary] = {}
    written: dict[str, Sent] = {}
    remarked: dict[str, str] = {}

    def seen(self, player: str) -> State:
        """Return the state as a player sees it: a mail is read by nothing else, so that no answer tells of the rest."""
        return self.game.view(self.state, player)

    @property
    def scope(self) -> str | None:
        """The scope whose turn it is."""
        return self.game.open(self.state, self.game.compile(self.ruleset, self.state.options)).scope()

    def words(self, player: str) -> Vocabulary:
        """Return the words that orders of a player can have."""
        if player not in self.known:
            self.known[player] = Vocabulary(self.game, self.ruleset, self.seen(player))
        return self.known[player]

    def is_order(self, player: str, text: str) -> bool:
        """Return whether a line begins like an order of a player."""
        first = text.split(maxsplit=1)[:1]
        return bool(first) and first[0].casefold() in self.words(player).verbs | REACTS

    def told(self, player: str, text: str) -> bool:
        """Return whether a remark, or a part of one that a mail program has wrapped, is one beside a legal order."""
        if player not in self.remarked:
            found = {line.partition("  # ")[2] for line in self.remarks(player)}
            self.remarked[player] = "\n".join(_BLANK.sub("", one) for one in found)
        said = _BLANK.sub("", text)
        return len(said) > _LEAST and said in self.remarked[player]

    def own(self, player: str, text: str) -> Own:
        """Return a text of a player without the lines that the desk has written itself."""

        def is_order(line: str) -> bool:
            return self.is_order(player, line)

        if player not in self.written:
            # what the desk quotes of a player is theirs to write again
            self.written[player] = sent_words(_QUOTES.sub("", text) for text in self.sent(player))
        return without_own(text, self.written[player], is_order, self.sorter(player).is_order)

    def confirms(self, letter: Letter, words: Sequence[str]) -> bool:
        """Return whether each of some words confirms a mail: its orders with what is proposed."""
        assert letter.player is not None
        return {*words} == {self.word(letter.player, letter.with_proposals().understood)}

    def sorter(self, player: str) -> Sorter:
        """Return what tells the orders of a player from prose."""
        return Sorter(
            self.game,
            self.words(player),
            lambda: self.legal(player),
            lambda text: order_said(text, self.game, self.ruleset, self.seen(player), player),
            lambda text: self.told(player, text),
            self.scope,
        )
