"""A mail as the desk takes it: whose it is, for which step, its orders, requests, press, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from referee.core import documents
from referee.core.documents import Unreadable
from referee.core.documents.digests import sha256
from referee.core.game.game import Game
from referee.core.game.reading import read_orders
from referee.core.game.state import State
from referee.core.notation import line_writer
from referee.core.rules.rulesets import Ruleset
from referee.opening.spoken import order_said

from .clean import Line, own_lines
from .lines import REACTS, Sorter
from .own import Own, Sent, sent_words, without_own
from .parts import Attachment, game_ident, parts_of
from .problem import Problem
from .vocabulary import Vocabulary

_TAG = re.compile(r"\[\s*([\w.' -]{1,40}?)(?:\s+([0-9]{1,7}))?\s*\]")
_ANSWER = re.compile(r"\A\s*(?:(?:re|aw|antw|sv|vs|odp|rif|fwd?|wg)\s*(?:\[[0-9]+\])?\s*:\s*)+", re.IGNORECASE)
_PRESS = re.compile(r"(anonymous\s+)?press\s+to\s+([^:]{1,200}):\s*(.*)\Z", re.IGNORECASE)
_END_PRESS = re.compile(r"end\s+press[.!]?\Z", re.IGNORECASE)
_WORD = re.compile(r"word\s*:?\s+(\S+)\Z", re.IGNORECASE)
_CONFIRM = re.compile(r"confirm\s*:?\s+(\S+)\Z", re.IGNORECASE)
_AWAY = re.compile(r"away\s+([0-9]{4}-[0-9]{2}-[0-9]{2})(?:\s+(?:to|until|-)\s+([0-9]{4}-[0-9]{2}-[0-9]{2}))?\Z", re.I)
_SALT = re.compile(r"salt\s*:?\s+(.{1,200})\Z", re.IGNORECASE)
_HEADING = re.compile(r"([A-Za-z_]+)\s*:\s*(\S.*)\Z")
_NUMBER = re.compile(r"[0-9]{1,7}\Z")
# what a remark is compared without, and how long a part of one is at least
_BLANK, _LEAST = re.compile(r"[\s#]+"), 4
_MOST_VALUE = 200
# what a mail may ask and say to others, and the lines it may have beside what it quotes
_MOST_REQUESTS, _MOST_PRESS, _MOST_LINES = 10, 20, 500
_REQUEST = re.compile(r"(status|help|show|legal(?:\s+(\S+))?|rules\s+(\S.*?))[.!]?\Z", re.IGNORECASE)


_LISTS = ("orders", "understood", "places", "set_aside", "problems", "requests", "press", "confirms", "irrevocable")


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
    problems: list[Problem] = []
    requests: list[str] = []
    press: list[Press] = []
    salt: str | None = None
    # a vacation, by its first and its last day
    away: tuple[str, str] | None = None
    # words that confirm orders, and the orders that ask for one
    confirms: list[str] = []
    irrevocable: list[str] = []
    adds: bool = False
    clears: bool = False
    # how many lines the desk has written itself
    own: int = 0
    # it says that its player orders nothing, for a phase in which all order at the same time
    nothing: bool = False

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
    # the word that confirms some orders of a player which cannot be taken back
    word: Callable[[str, Sequence[str]], str] = lambda player, orders: ""
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
            self.written[player] = sent_words(self.sent(player))
        return without_own(text, self.written[player], is_order, self.sorter(player).is_order)

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


def read_letter(raw: bytes, mail: str, desk: Desk) -> Letter:
    """Read a mail; `mail` is the name of its file."""
    parts = parts_of(raw)
    letter = Letter(
        mail,
        parts.digest,
        said=parts.text_digest,
        address=parts.address,
        message_id=parts.message_id,
        subject=parts.subject,
        date=parts.date,
        reason=parts.reason,
    )
    letter.player = next((p for p, one in desk.members.items() if one.is_from(parts.address)), None)
    letter.sender = letter.player if not parts.automatic else None
    letter.names_game = game_ident(desk.name) in parts.answers
    if letter.player is None and not letter.reason:
        letter.reason = f"nobody in this game has the address '{parts.address}'"
    tags = list(_TAG.finditer(parts.subject))
    own = [tag for tag in tags if tag[1].casefold() == desk.name.casefold()]
    # what is in brackets without a step may be the name of a list
    other = next((tag for tag in tags if tag[2] is not None), None) if not own else None
    if own and not letter.reason:
        letter.step, letter.names_game = int(own[0][2]) if own[0][2] else None, True
    elif other is not None and not letter.reason:
        letter.reason, letter.sender = f"the subject names the game '{other[1]}', and this is {desk.name}", None
    if letter.reason or letter.player is None:
        letter.player = None
        return letter
    bare = msgspec.structs.replace(letter, **{name: [] for name in _LISTS}, heading={})
    read_text(letter, parts.text, parts.attachments, desk)
    if parts.otherwise and not letter.reason:
        read_text(bare, parts.otherwise, parts.attachments, desk)
        if not (letter.orders or letter.problems or letter.requests or letter.press):
            # the text may only say that the mail is in HTML
            letter = bare if bare.orders or bare.problems or bare.requests or bare.press else letter
        elif more := [one for one in bare.understood if one not in letter.understood]:
            said = "the HTML of this mail holds this order, and its plain text does not; send the mail as plain text"
            letter.problems += [Problem(0, one, said) for one in more]
    _ask_back(letter, desk)
    for name in parts.unopened if letter.player is not None else ():
        said = "a file of this kind is not opened; write the orders into the mail, or attach them as orders.txt"
        letter.problems.append(Problem(0, name, said))
    return letter


def _ask_back(letter: Letter, desk: Desk) -> None:
    """Hold a mail whose orders cannot be taken back until it is sent again with the word that confirms them."""
    if not letter.irrevocable or letter.player is None:
        return
    word = desk.word(letter.player, letter.irrevocable)
    if word not in letter.confirms:
        said = f"playing on cannot take this back; if you mean it, send it again with a line 'confirm {word}'"
        letter.problems += [Problem(0, line, said) for line in letter.irrevocable]


def read_text(letter: Letter, text: str, attachments: Sequence[Attachment], desk: Desk) -> None:
    """Read the text of a mail whose player is known, and its attachments."""
    assert letter.player is not None
    own = desk.own(letter.player, text)
    letter.own = own.lines
    among = "this stands among lines of the desk's own mail, so that it may be quoted; write your orders above them"
    letter.problems += [Problem(0, quoted, among) for quoted in own.among]
    member = desk.members[letter.player]
    lines = own_lines(own.text, lambda header: _is_of(letter, member, header))
    if sum(bool(line.text) for line in lines) > _MOST_LINES:
        letter.reason = f"it has more than {_MOST_LINES} lines beside what it quotes"
        letter.player, letter.problems = None, []
        return
    lines = _without_press(letter, lines, desk)
    expected, words = member.word, []
    rest: list[Line] = []
    for line in lines:
        if line.cut:
            rest.append(line)
        elif (word := _WORD.match(line.text)) is not None and expected is not None:
            words.append(word[1].strip(".,"))
        elif not _is_heading(letter, line, desk) and not _is_request(letter, line, desk):
            rest.append(line)
    if expected is not None and not any(word.casefold() == expected.casefold() for word in words):
        said = "the line with the agreed word is missing or wrong, so nobody knows that the mail is genuine"
        letter.reason, letter.player = said, None
        letter.press, letter.requests, letter.salt, letter.heading = [], [], None, {}
        return
    if said := _TAG.sub("", _ANSWER.sub("", letter.subject)).strip():
        rest.append(Line(0, said, cut="the subject is not read; write it into the mail"))
    for file in attachments:
        if not file.named:
            cut = f"the file '{file.name}' is not read; name it orders.txt"
            rest += [line._replace(cut=cut) for line in own_lines(file.text) if line.text and not line.cut]
    attachments = [file for file in attachments if file.named]
    _sort(letter, rest, desk)
    written = len(letter.orders) + len(letter.problems)
    for attachment in attachments:
        read_attachment(letter, attachment, desk)
    if written and len(letter.orders) + len(letter.problems) > written:
        said = "there are orders in the mail and in this file; send the one or the other"
        letter.problems.append(Problem(0, attachments[0].name, said))


def _is_of(letter: Letter, member: Member, header: str) -> bool:
    """Return whether a header of a mail that is passed on names the player, or an address of theirs."""
    words = re.split(r"[\s<>,;:\"()]+", header.casefold())
    return (letter.player or "").casefold() in words or any(map(member.is_from, words))


def _sort(letter: Letter, lines: Sequence[Line], desk: Desk) -> None:
    """Tell the orders among the lines of a mail or a file from prose, and read them."""
    assert letter.player is not None
    found = desk.sorter(letter.player).sort(lines)
    for one in found.orders:
        letter.orders.append(one.text)
        letter.understood.append(one.says)
        letter.places.append(one.number)
        letter.irrevocable += [one.says] if one.irrevocable else []
    letter.problems += found.problems
    letter.set_aside += found.set_aside


def read_attachment(letter: Letter, attachment: Attachment, desk: Desk) -> None:
    """Read a file of orders that came with a mail, or lies in the inbox; a text as the text of a mail is read."""
    assert letter.player is not None
    if attachment.name.lower().endswith(".txt"):
        lines = _without_press(letter, own_lines(attachment.text), desk)
        rest = [line for line in lines if not (_is_heading(letter, line, desk) or _is_request(letter, line, desk))]
        _sort(letter, rest, desk)
        return
    heading = {"format": 1, "ruleset": desk.ruleset.name, "player": letter.player}
    try:
        parsed = documents.parse(attachment.text, attachment.name, documents.MAX_ORDERS)
        given = {"orders": parsed.value} if isinstance(parsed.value, list) else parsed.value
        document: Any = (
            parsed if not isinstance(given, dict) else documents.make_document({**heading, **given}, attachment.name)
        )
        named = document.value.get("player") if isinstance(document.value, dict) else None
        if isinstance(named, str) and named.casefold() != letter.player.casefold():
            letter.problems.append(
                Problem(1, attachment.name, f"these are orders of {named}, in a mail of {letter.player}")
            )
            return
        submission = read_orders(desk.game, document)
    except Unreadable as error:
        letter.problems += [Problem(p.line, f"{attachment.name}:{p.line}", p.message) for p in error.problems]
        return
    if submission.header.step is not None:
        letter.step = submission.header.step
    letter.heading |= {
        k: v
        for k, v in document.value.items()
        if k not in ("format", "ruleset", "player", "game", "step", "by", "orders")
    }
    letter.orders += document.value["orders"]
    said = [
        (given.number, given.says or line_writer.line(given.source, type(given.order))) for given in submission.orders
    ]
    said += [(one.number, one.says) for one in submission.standing]
    letter.understood += [line for _, line in sorted(said)]
    letter.irrevocable += [
        given.says or line_writer.line(one.source, type(one.order))
        for given in submission.orders
        for one in given.alternatives or (given,)
        if type(one.order).irrevocable
    ]
    letter.places += [document.position(("orders", n))[0] for n in range(len(document.value["orders"]))]


def _without_press(letter: Letter, lines: Sequence[Line], desk: Desk) -> list[Line]:
    """Take the press out of a mail."""
    out: list[Line] = []
    place = 0
    while place < len(lines):
        begun = _PRESS.match(lines[place].text)
        if begun is None:
            out.append(lines[place])
            place += 1
            continue
        number, to = lines[place].number, _receivers(begun[2], letter, desk)
        text = [begun[3]] if begun[3] else []
        place += 1
        end = next((n for n in range(place, len(lines)) if _END_PRESS.match(lines[n].text)), None)
        if end is None and text and _stands_alone(text[0], lines[place:], letter, desk):
            end = place = place - 1
        last = len(lines) if end is None else end
        text += [line.text for line in lines[place:last]]
        place = max(place, last)
        if begun[1] is not None and not desk.anonymous:
            to = "nobody may write without a name in this game; leave out 'anonymous'"
        if isinstance(to, str):
            letter.problems.append(Problem(number, begun[0], to))
        elif place == len(lines):
            said = "the press has no end; write 'end press' on a line of its own after it"
            letter.problems.append(Problem(number, begun[0], said))
        elif len(letter.press) >= _MOST_PRESS:
            letter.problems.append(Problem(number, begun[0], f"a mail may bring press {_MOST_PRESS} times"))
        else:
            letter.press.append(Press(to, "\n".join(text).strip(), begun[1] is not None))
        place += 1
    return out


def _stands_alone(said: str, below: Sequence[Line], letter: Letter, desk: Desk) -> bool:
    """Return whether press of one line needs no end: below it is nothing, an empty line, an order or a request.

    What goes on without a stop may be a sentence that a mail program has wrapped, and is none.
    """
    if below and below[0].text and " " in said and said[-1:] not in ".!?…)":
        return False
    first = below[0].text.split(maxsplit=1)[:1] if below else []
    assert letter.player is not None
    return not first or first[0].casefold() in desk.words(letter.player).verbs or bool(_REQUEST.match(below[0].text))


def _receivers(said: str, letter: Letter, desk: Desk) -> tuple[str, ...] | str:
    """Return the players whom press is for, or what is wrong with them."""
    known = {player.casefold(): player for player in desk.members}
    words = [word for word in re.split(r"[\s,&]+", said.strip()) if word.casefold() != "and"]
    if [word.casefold() for word in words] in (["all"], ["everybody"]):
        return tuple(player for player in desk.members if player != letter.player)
    strange = [word for word in words if word.casefold() not in known and word.casefold() != "master"]
    if strange or not words:
        return f"press goes to {', '.join(desk.members)}, master or all, not to '{' '.join(strange)}'"
    return tuple(dict.fromkeys(known.get(word.casefold(), "master") for word in words))


def _is_heading(letter: Letter, line: Line, desk: Desk) -> bool:
    """Take a line of the heading: `add`, `clear`, `salt TEXT`, or a key of a document of orders such as `step: 5`."""
    small = line.text.casefold().rstrip(".!:")
    if small == "no orders":
        letter.nothing = True
        letter.understood.append("no orders")
        return True
    if small in ("add", "clear"):
        letter.adds |= small == "add"
        letter.clears |= small == "clear"
        return True
    if (confirmed := _CONFIRM.match(line.text)) is not None:
        letter.confirms.append(confirmed[1].strip(".,!").casefold())
        return True
    if (away := _AWAY.match(line.text.rstrip(".!"))) is not None:
        letter.away = away[1], away[2] or away[1]
        return True
    if (salt := _SALT.match(line.text)) is not None:
        letter.salt = salt[1].strip()
        return True
    heading = _HEADING.match(line.text)
    known = {field.encode_name for field in msgspec.structs.fields(desk.game.header)} - {"orders", "by"}
    if heading is None or heading[1].casefold() not in known:
        return False
    key, value = heading[1].casefold(), heading[2].strip()
    if key in ("step", "turn", "round") and not _NUMBER.match(value):
        return False
    if key == "step":
        letter.step = int(value)
    elif key == "player" and value.casefold() != (letter.player or "").casefold():
        letter.problems.append(Problem(line.number, line.text, f"this mail is from {letter.player}, not from {value}"))
    elif key == "game" and value.casefold() != desk.name.casefold():
        letter.problems.append(Problem(line.number, line.text, f"this is the game {desk.name}, not {value}"))
    elif key not in ("player", "game", "format", "ruleset"):
        said: Any = int(value) if _NUMBER.match(value) else value[:_MOST_VALUE]
        if letter.heading.setdefault(key, said) != said:
            wrong = (
                f"a mail has one {key}, and this has {letter.heading[key]} above; send the orders for {said} in another"
            )
            letter.problems.append(Problem(line.number, line.text, wrong))
    return True


def _is_request(letter: Letter, line: Line, desk: Desk) -> bool:
    """Take a request to the desk: `status`, `help`, `show`, `legal [PIECE]`, `rules CITE`."""
    asked = _REQUEST.match(line.text)
    if asked is None:
        return False
    if (
        asked[3] is not None
        and not desk.ruleset.knows(asked[3])
        and asked[3].casefold() not in {cite.casefold() for cite in desk.ruleset.citable}
    ):
        return False
    if asked[1].casefold() not in map(str.casefold, letter.requests) and len(letter.requests) < _MOST_REQUESTS:
        letter.requests.append(asked[1])
    return True
