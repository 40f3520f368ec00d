"""The documents, dice and secrets that arguments hold or name; each problem has the path of its argument."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from referee import games
from referee.core import documents
from referee.core.documents import Document, Unreadable, make_document
from referee.core.documents.order_sheet import parse_sheet
from referee.core.documents.problems import Argument, kind_of, known_name, shown
from referee.core.game import drawing
from referee.core.game.game import Game
from referee.core.game.state_reading import read_state
from referee.core.rules.rulesets import Ruleset
from referee.opening.given import ruleset_of
from referee.opening.states import as_seen_by

from .folder import Folder


def refuse_other(asked: str | None, fixed: str) -> None:
    """Raise Unreadable for a view of another player than the one who is fixed."""
    if asked is not None and known_name(asked, [fixed]) != fixed:
        message = f"this server shows what {fixed} sees, and no other view; leave 'player' out"
        raise Unreadable.of(Argument("player"), message)


def _open(document: Document, folders: Sequence[Path]) -> tuple[Any, list[str], Any]:
    """Return a state with its players and its game; raises Unreadable."""
    game, ruleset = ruleset_of(document, folders)
    value = {key: one for key, one in document.value.items() if key not in ("ask", "id")}
    state = read_state(game, ruleset, document, value)
    return state, list(game.open(state, game.compile(ruleset, state.options)).players), game


def _unchained(document: Document) -> Document:
    """Return an open state without the digests of its chain, which may be those of hidden orders."""
    if "chain" not in document.value:
        return document
    return make_document({key: one for key, one in document.value.items() if key != "chain"}, document.file)


def unexplained(document: Document, fixed: str | None, error: Unreadable) -> Unreadable:
    """Return what is wrong with a state that cannot be read; where a player is fixed, no more of a whole state."""
    if fixed is None:
        return error
    if isinstance(document.value, dict) and document.value.get("view") == fixed:
        return error
    message = (
        f"this state cannot be read. A problem of a whole state may show what {fixed} does not see: `referee check` "
        f"reports it to its keeper. A state with 'view: {fixed}' in it is explained here"
    )
    return Unreadable.of(document.file, message)


_WRITTEN = '. An order is written {"player": "black", "orders": ["strike ogre-1 at lion-1"]}'
OrdersReader = Callable[[str], list[Document]]


class Text(str):
    """The name of an argument that is a text, so that its problems have lines and columns too."""


class Server(NamedTuple):
    """What a server was started with: folders of rulesets, the folder of games, the player who alone is served."""

    rulesets: tuple[Path, ...] = ()
    folder: Folder | None = None
    player: str | None = None

    def load(self, ruleset: str) -> tuple[Game, Ruleset]:
        """Return a ruleset and its game; raises Unreadable, with the path of the argument that names it."""
        try:
            return games.load(ruleset, self.rulesets)
        except Unreadable as error:
            problems = [one if one.file else one._replace(file="ruleset") for one in error.problems]
            raise Unreadable(problems) from None

    def state(self, given: Any, player: str | None, ruleset: str | None = None) -> Document:
        """Return a state as a player sees it, or as it is; a `ruleset` is that of a situation that names none."""
        document = self._document(given, "state", ruleset)
        if not isinstance(document.value, dict):
            message = f"a state is a mapping, not {kind_of(document.value)}"
            raise unexplained(document, self.player, Unreadable([document.problem((), message)]))
        return self._seen(document, player)

    def words(self, document: Document, player: str | None) -> Document:
        """Return a situation that a client has put into words, as a player in it sees it; raises Unreadable.

        The words of a client who is no player in it hold nothing that the client does not know.
        """
        if self.player is None:
            return as_seen_by(document, player, self.rulesets)
        refuse_other(player, self.player)
        players = _open(document, self.rulesets)[1]
        plays = known_name(self.player, players) in players
        return as_seen_by(document, self.player, self.rulesets) if plays else document

    def orders(self, given: Any) -> list[OrdersReader]:
        """Return a reader for each document of orders, by the ruleset of the state; raises Unreadable."""
        if isinstance(given, list):
            return [self._orders(one, f"orders[{number}]") for number, one in enumerate(given, 1)]
        return [self._orders(given, "orders")]

    def key(self, given: str | None) -> tuple[bytes | None, str | None]:
        """Return the bytes of a secret, and the name of its file if it is in one; raises Unreadable."""
        if given is None:
            return None, None
        key = _bytes_of(given)
        name = None
        if key is None:
            if self.folder is None:
                message = (
                    "is not a secret of 64 hexadecimal digits; to name its file, start the server with --games DIR"
                )
                raise Unreadable.of("secret", message)
            name = given
            key = _bytes_of(self._file(given, "secret", 1000).decode("ascii", "replace"))
        wrong = "is not a secret of 64 hexadecimal digits" if key is None else drawing.weakness(key)
        if wrong:
            raise Unreadable.of("secret", wrong)
        return key, name

    def writable(self, names: Mapping[str, str | None]) -> None:
        """Raise Unreadable for files, by their arguments, that cannot be written, before anything is done."""
        for argument, name in names.items():
            if name is not None and self.player is not None:
                message = f"this server shows what {self.player} sees, and writes nothing"
                raise Unreadable.of(argument, message)
            if name is not None and self.folder is None:
                message = "this server has no folder of games to write into; start it with --games DIR"
                raise Unreadable.of(argument, message)
        if self.folder is not None:
            self.folder.refuse_existing(list(names.items()))

    def _seen(self, document: Document, player: str | None) -> Document:
        """Return a state as the player asked for sees it, or the one who is fixed; raises Unreadable.

        It is reduced where the one who is fixed plays in it, or where it hides something from those who watch.
        """
        if self.player is None:
            return as_seen_by(document, player, self.rulesets)
        refuse_other(player, self.player)
        try:
            state, players, game = _open(document, self.rulesets)
            hides = known_name(self.player, players) in players or game.view(state, self.player) is not state
        except Unreadable as error:
            raise unexplained(document, self.player, error) from None
        return as_seen_by(document, self.player, self.rulesets) if hides else _unchained(document)

    def _document(self, given: Any, argument: str, ruleset: str | None = None) -> Document:
        if isinstance(given, dict):
            head = {"format": 1, "ruleset": ruleset} if ruleset is not None and "case" not in given else {}
            return documents.make_document({**head, **given}, argument)
        text = self._text(given, argument, documents.MAX_BYTES)
        try:
            return documents.parse(text, Text(argument))
        except Unreadable as error:
            if _is_text(given):
                raise
            raise unexplained(documents.make_document(None, argument), self.player, error) from None

    def _orders(self, given: Any, argument: str) -> OrdersReader:
        def read(ruleset: str) -> list[Document]:
            head = {"format": 1, "ruleset": ruleset}
            if isinstance(given, dict):
                return [documents.make_document({**head, **given}, argument)]
            if self.player is not None and not _is_text(given):
                message = f"a file may hold orders that {self.player} does not see; give the orders themselves"
                raise Unreadable.of(argument, message)
            if not _is_text(given) and self.folder is None:
                raise Unreadable.of(argument, _no_folder(given) + _WRITTEN)
            text = self._text(given, argument, documents.MAX_ORDERS)
            documents.check_size(text, argument, documents.MAX_ORDERS)
            if documents.is_sheet(text) or (not _is_text(given) and given.endswith(".txt")):
                return [parse_sheet(text, Text(argument), head)]
            return documents.parse_all(text, Text(argument)) or [documents.parse(text, Text(argument))]

        return read

    def _text(self, given: str, argument: str, most: int) -> bytes:
        if _is_text(given):
            return given.encode("utf-8", "surrogatepass")
        return self._file(given, argument, most)

    def _file(self, name: str, argument: str, most: int) -> bytes:
        if self.folder is None:
            raise Unreadable.of(argument, _no_folder(name))
        if self.player is not None and argument != "state":
            message = f"this server shows what {self.player} sees, and reads no {argument} from a file"
            raise Unreadable.of(argument, message)
        return self.folder.read(name, argument, most)


def _is_text(given: str) -> bool:
    """Return whether a text is a document; otherwise it is the name of a file."""
    return "\n" in given or given.lstrip()[:1] in ("{", "[")


def _bytes_of(text: str) -> bytes | None:
    """Return 32 bytes written in hexadecimal digits, None for any other text."""
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        return None
    return key if len(key) == drawing.SECRET_BYTES else None


def _no_folder(name: str) -> str:
    return (
        f"{shown(name)} is taken for the name of a file, and this server has no folder of games; give the document "
        "itself, or start the server with --games DIR"
    )
