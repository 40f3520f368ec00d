"""What lines of a mail say beside orders: its heading, requests to the desk, and press to others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from .clean import Line, Problem
from .letter import Desk, Letter, Press

# without its colon it is press where it names who gets it
_PRESS = re.compile(r"(anonymous\s+)?press\s+to\s+([^:]{1,200})(?::\s*(.*))?\Z", re.IGNORECASE)
_END_PRESS = re.compile(r"end\s+press[.!]?\Z", re.IGNORECASE)
_MANNERS = r"(?:please|thanks|thank you|thx)"
_CONFIRM = re.compile(
    rf"(?:(?:yes|ok|okay|please|i|and)\W+)*confirm\s*:?\s+[\"'`]?(\w+)[\"'`]?[,;.!]*(?:\s+{_MANNERS})*[.!]*\Z",
    re.IGNORECASE,
)
_AWAY = re.compile(r"away\s+([0-9]{4}-[0-9]{2}-[0-9]{2})(?:\s+(?:to|until|-)\s+([0-9]{4}-[0-9]{2}-[0-9]{2}))?\Z", re.I)
_SALT = re.compile(r"(?:my\s+salt\s+is|salt)\s*:?\s+(.{1,200})\Z", re.IGNORECASE)
_HEADING = re.compile(r"([A-Za-z_]+)\s*:\s*(\S.*)\Z")
_NUMBER = re.compile(r"[0-9]{1,7}\Z")
_MOST_VALUE = 200
# what a mail may ask and say to others
_MOST_REQUESTS, _MOST_PRESS = 10, 20
_REQUEST = re.compile(r"(status|help|show|legal(?:\s+(\S+))?|rules\s+(\S.*?))[.!]?\Z", re.IGNORECASE)


def without_press(letter: Letter, lines: Sequence[Line], desk: Desk) -> list[Line]:
    """Take the press out of a mail."""
    out: list[Line] = []
    place = 0
    while place < len(lines):
        begun = _PRESS.match(lines[place].text)
        if begun is None or (begun[3] is None and isinstance(_receivers(begun[2], letter, desk), str)):
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


def is_heading(letter: Letter, line: Line, desk: Desk) -> bool:
    """Take a line of the heading: `add`, `clear`, `salt TEXT`, or a key of a document of orders such as `step: 5`."""
    small = line.text.casefold().rstrip(".!:").removesuffix(" please")
    if small == "no orders":
        letter.nothing = True
        letter.understood.append("no orders")
        return True
    if small in ("add", "clear"):
        letter.adds |= small == "add"
        letter.clears |= small == "clear"
        letter.understood += ["clear"] if small == "clear" else []
        return True
    if (confirmed := _CONFIRM.match(line.text)) is not None:
        letter.confirms.append(confirmed[1].casefold())
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


def is_request(letter: Letter, line: Line, desk: Desk) -> bool:
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
