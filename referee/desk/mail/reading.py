"""Read a mail, or a file of orders: whose it is, for which step, what it orders, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import msgspec

from referee.core import documents
from referee.core.documents import Unreadable
from referee.core.game.reading import read_orders
from referee.core.notation import line_writer

from .clean import Line, Problem, own_lines
from .doubts import is_manners, is_name, retracts
from .heading import is_heading, is_request, without_press
from .letter import Desk, Letter, Member
from .parts import Attachment, game_ident, parts_of

_TAG = re.compile(r"\[\s*([\w.' -]{1,40}?)(?:\s+([0-9]{1,7}))?\s*\]")
_ANSWER = re.compile(r"\A\s*(?:(?:re|aw|antw|sv|vs|odp|rif|fwd?|wg)\s*(?:\[[0-9]+\])?\s*:\s*)+", re.IGNORECASE)
_WORD = re.compile(r"word\s*:?\s+(\S+)\Z", re.IGNORECASE)
# the lines that a mail may have beside what it quotes
_MOST_LINES = 500


def read_letter(raw: bytes, mail: str, desk: Desk) -> Letter:
    """Read a mail; `mail` is the name of its file. One that only confirms an earlier mail is read as that."""
    letter = _read(raw, mail, desk, ())
    if letter.player is None or not letter.confirms or letter.orders or letter.problems:
        return letter
    for earlier, sent in desk.earlier(letter.player):
        # it is read as when it came, before its answer could quote it
        then = msgspec.structs.replace(desk, sent=lambda player, sent=sent: sent, written={})
        again = _read(earlier, mail, then, letter.confirms)
        if again.orders or again.proposals:
            return _confirmed(letter, again, desk)
        if again.clears or again.problems:
            break
    letter.problems.append(_unknown(letter))
    return letter


def _unknown(letter: Letter) -> Problem:
    """Return the problem of a word that confirms nothing."""
    said = "no mail of yours asks for this word at this step; send the orders again"
    return Problem(0, f"confirm {' '.join(letter.confirms)}", said)


def _confirmed(letter: Letter, again: Letter, desk: Desk) -> Letter:
    """Return the earlier mail that one confirms, as if it came with that one, which must say nothing else."""
    assert letter.player is not None
    if not desk.confirms(again, letter.confirms):
        letter.problems.append(_unknown(letter))
        return letter
    vocabulary, said = desk.words(letter.player), "beside the word this is not clear; send the line with the word alone"
    unclear = [one for one in letter.set_aside if not (is_manners(one, vocabulary) or is_name(one, vocabulary))]
    also = {"clear": letter.clears, "add": letter.adds, "no orders": letter.nothing}
    unclear += [line for line, given in also.items() if given]
    unclear += [f"{key}: {value}" for key, value in letter.heading.items()]
    if letter.step not in (None, desk.state.step or 0):
        unclear.append(f"step {letter.step}")
    again.problems += [Problem(0, one, said) for one in unclear]
    for name in ("mail", "digest", "said", "address", "message_id", "subject", "date", "salt", "away"):
        setattr(again, name, getattr(letter, name))
    again.set_aside += letter.set_aside
    again.requests = letter.requests
    again.press += letter.press
    return again


def _read(raw: bytes, mail: str, desk: Desk, confirms: Sequence[str]) -> Letter:
    """Read a mail by itself, with words that confirm it."""
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
        confirms=list(confirms),
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
    bare = deepcopy(letter)
    read_text(letter, parts.text, parts.attachments, desk)
    if parts.otherwise and not letter.reason:
        read_text(bare, parts.otherwise, parts.attachments, desk)
        if not letter.holds:
            # the text may only say that the mail is in HTML
            letter = bare if bare.holds else letter
        elif more := [one for one in bare.understood if one not in letter.understood]:
            said = "the HTML of this mail holds this order, and its plain text does not; send the mail as plain text"
            letter.problems += [Problem(0, one, said) for one in more]
    said = "playing on cannot take this back"
    letter.problems += [Problem(0, line, said, asks=True) for line in letter.irrevocable]
    for name in parts.unopened if letter.player is not None else ():
        said = "a file of this kind is not opened; write the orders into the mail, or attach them as orders.txt"
        letter.problems.append(Problem(0, name, said))
    return letter


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
    lines = without_press(letter, lines, desk)
    expected, words = member.word, []
    # who writes may sign in small letters, with a name that is no word of an order
    signed = {letter.player.casefold(), letter.address.partition("@")[0].casefold()}
    vocabulary = desk.words(letter.player)
    ordered = vocabulary.verbs | vocabulary.choices
    signed = {one for one in signed - ordered if is_name(one.title(), vocabulary) and not vocabulary.is_named(one)}
    rest: list[Line] = []
    for line in lines:
        if line.cut:
            rest.append(line)
        elif (word := _WORD.match(line.text)) is not None and expected is not None:
            words.append(word[1].strip(".,"))
        elif is_heading(letter, line, desk) or is_request(letter, line, desk):
            continue
        elif line.text.casefold() in signed:
            letter.set_aside.append(line.text)
        else:
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
    _retract(letter)
    written = len(letter.orders) + len(letter.problems)
    for attachment in attachments:
        read_attachment(letter, attachment, desk)
    if written and len(letter.orders) + len(letter.problems) > written:
        said = "there are orders in the mail and in this file; send the one or the other"
        letter.problems.append(Problem(0, attachments[0].name, said))


def _retract(letter: Letter) -> None:
    """Read a sentence that takes back what was sent before as `clear`, in a mail without orders."""
    if letter.orders or letter.clears:
        return
    said = [one for one in (*letter.set_aside, *(problem.line for problem in letter.problems)) if retracts(one)]
    if said:
        letter.clears = True
        letter.understood.append("clear")
        letter.problems = [one for one in letter.problems if one.line not in said]
        letter.set_aside = [one for one in letter.set_aside if one not in said]


def _is_of(letter: Letter, member: Member, header: str) -> bool:
    """Return whether a header of a mail that is passed on names the player, or an address of theirs."""
    words = re.split(r"[\s<>,;:\"()]+", header.casefold())
    return (letter.player or "").casefold() in words or any(map(member.is_from, words))


def _sort(letter: Letter, lines: Sequence[Line], desk: Desk) -> None:
    """Tell the orders among the lines of a mail or a file from prose, and read them."""
    assert letter.player is not None
    found, begun = desk.sorter(letter.player).sort(lines), len(letter.orders)
    for one in found.orders:
        letter.orders.append(one.text)
        letter.understood.append(one.says)
        letter.places.append(one.number)
        letter.irrevocable += [one.says] if one.irrevocable else []
    letter.problems += found.problems
    letter.proposals += [one._replace(before=one.before + begun) for one in found.proposals]
    letter.set_aside += found.set_aside


def read_attachment(letter: Letter, attachment: Attachment, desk: Desk) -> None:
    """Read a file of orders that came with a mail, or lies in the inbox; a text as the text of a mail is read."""
    assert letter.player is not None
    if attachment.name.lower().endswith(".txt"):
        lines = without_press(letter, own_lines(attachment.text), desk)
        rest = [line for line in lines if not (is_heading(letter, line, desk) or is_request(letter, line, desk))]
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
