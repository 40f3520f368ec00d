"""The mails that a run writes: one for each player who is to know something new."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from referee.core.adjudication.legal import piece_called
from referee.core.documents import Unreadable
from referee.core.game.picture import Picture
from referee.judge.showing import boards_of, shown
from referee.opening.states import as_seen_by

from ..archive import SENT
from ..clock import late, reminds
from ..journal import Journal
from ..mail.letter import Press
from ..mail.parts import bare_text, ident, text_digest
from ..playing import Unsure
from ..result import Result
from ..settings import OBSERVER, written
from ..waiting import lines
from .content import Choices, awaited, board_lines, happened, own_first, problems, prospects, rule, understood
from .envelope import attach, envelope, safe
from .page import page_of
from .templates import Templates, tidy, wrap


def write_to_master(result: Result, journal: Journal) -> None:
    """Write the mail to the master, if they have an address and the run has something that asks for their attention."""
    from ..status import result_text

    settings = result.archive.settings
    if settings.master is None or not _is_news(result):
        return
    step, n, head = result.opened.state.step or 0, result.archive.n, result.archive.chain.head
    number = 1 + sum(1 for name in ("out", "sent") for _ in (result.archive.folder / name).glob(f"{n:03d}-master*"))
    name = f"{n:03d}-master" + (f"-{number}" if number > 1 else "")
    subject = f"[{settings.game} {step}] for the master"
    own = ident(settings.game, name, head[:12])
    text = result_text(result)
    message = envelope(settings.game, settings.sender, settings.master, subject, own, "", result.now, f"{text}\n")
    journal.write(f"out/{name}.eml", message.as_bytes())


def _is_news(result: Result) -> bool:
    """Return whether a mail was set aside or held up, the master is written to, or somebody was reminded or is late."""
    for one in result.taken:
        letter = one.letter
        if not one.double and (letter.reason or letter.problems or any("master" in p.to for p in letter.press)):
            return True
    return bool(result.reminded or result.progress.held or (result.late() and result.progress.played))


# stands for the head of the chain, which depends on the text that holds it
HEAD = "0" * 64


def write_letters(
    result: Result, journal: Journal, players: Sequence[str] = (), said: str = "", bare: bool = False
) -> None:
    """Write the mail of each player who sent one, is sent press, or is to know what happened, and of those named.

    `said` is what the master says to all of them. A line of the chain covers their texts; its digest is the head that
    they hold. With `bare`, only the texts are written. Raises Unreadable for a broken template.
    """
    templates = Templates(result.archive.folder)
    letters = list(_letters(result, templates, players, said))
    chain = result.archive.chain
    if letters and not result.preview:
        sent = {one.name: text_digest(one.written(HEAD)) for one in letters}
        chain.add(result.archive.secret, result.now.isoformat(), sent=sent)
    for one in letters:
        text = one.text(chain.head)
        if result.preview:
            result.mails.append({"to": one.told.player, "subject": one.subject, "text": text})
            continue
        journal.write(f"{SENT}{one.name}.txt", one.written(chain.head))
        if not bare:
            journal.write(f"out/{one.name}.eml", _message(result, one, text, templates))


class _Letter(NamedTuple):
    """A mail that goes out: its name, what it tells, its subject, and its text with `HEAD` in it."""

    name: str
    told: _Told
    subject: str
    body: str

    def text(self, head: str) -> str:
        """Return the text with a head."""
        return self.body.replace(HEAD, head)

    def written(self, head: str) -> str:
        """Return the text with its subject and a head, as it is kept."""
        return sent_text(self.subject, self.text(head))


def sent_text(subject: str, text: str) -> str:
    """Return the text of a mail as it is kept, with its subject."""
    return f"Subject: {subject}\n\n{bare_text(text)}\n"


def _letters(result: Result, templates: Templates, players: Sequence[str], said: str) -> Iterator[_Letter]:
    """Yield the mails that go out."""
    press = _press(result)
    for player in result.archive.settings.players:
        mine = [one for one in result.taken if one.letter.sender == player and one.counts]
        held = [one for one, _ in result.progress.held if one.player == player]
        reminded = _reminder(result, player)
        result.reminded += [player] if reminded else []
        changed = result.archive.replaced | result.archive.rescheduled
        wanted = player in players or player in changed or reminded
        if not (wanted or mine or held or press.get(player) or result.progress.played):
            continue
        told = _Told(result, player)
        subject = safe(templates.render("subject.txt.j2", **told.subject()))
        body = templates.render("mail.txt.j2", **told.values(said, reminded, press.get(player, [])))
        name = f"{result.archive.n:03d}-{player}"
        alone = reminded and not result.progress.played and not mine
        yield _Letter(
            _free(result, f"{name}-reminder" if alone else name),
            told,
            subject,
            "\n".join(tidy(body.split("\n"))) + "\n",
        )
    if result.archive.settings.observers and (result.progress.played or not _written_before(result)):
        told = _Told(result, OBSERVER)
        subject = safe(templates.render("subject.txt.j2", **told.subject()))
        body = templates.render("mail.txt.j2", **told.values(said, False, []))
        name = _free(result, f"{result.archive.n:03d}-{OBSERVER}")
        yield _Letter(name, told, subject, "\n".join(tidy(body.split("\n"))) + "\n")


def _written_before(result: Result) -> bool:
    """Return whether a mail of the game was written before."""
    return any(link.sent for link in result.archive.chain.links)


def _message(result: Result, one: _Letter, text: str, templates: Templates) -> bytes:
    """Return a mail with the board and the page."""
    settings, player = result.archive.settings, one.told.player
    head = result.archive.chain.head
    own = ident(settings.game, f"{result.archive.n:03d}", player, head[:12], one.name[-20:])
    if player == OBSERVER:
        to = settings.sender
        message = envelope(settings.game, to, to, one.subject, own, "", result.now, text)
        message["Bcc"] = safe(", ".join(settings.observers))
        return message.as_bytes()
    answered = (taken.letter for taken in reversed(result.taken) if taken.letter.sender == player)
    answers = next((letter.message_id for letter in answered), "")
    member = settings.players[player]
    address = ", ".join((member.address, *member.also))
    message = envelope(settings.game, settings.sender, address, one.subject, own, answers, result.now, text)
    traces = [played.trace.for_player(player) for played in result.progress.played]
    proof = {**one.told.proof(), "chain": head}
    page = page_of(result, player, one.subject, one.told.boards, traces, proof, templates)
    picture = shown(result.opened.document, "svg", player=player, folders=result.archive.folders)
    attach(message, picture, page)
    return message.as_bytes()


class _Told:
    """What the mail of a player tells, as plain values for its template."""

    def __init__(self, result: Result, player: str) -> None:
        self.result = result
        self.player = player
        self.settings = result.archive.settings
        self.own = any(one.player == player for one in result.awaiting)

    @cached_property
    def choices(self) -> Choices:
        """What the player may order now."""
        return Choices(self.result.opened, self.player)

    @cached_property
    def boards(self) -> Mapping[str, Picture]:
        """The boards as the player sees them, by name."""
        folders, opened = self.result.archive.folders, self.result.opened
        if self.player == OBSERVER:
            # what everybody may know
            return opened.game.draw(opened.game.view(opened.state, OBSERVER), opened.rules)
        found = boards_of(as_seen_by(self.result.opened.document, self.player, folders), None, folders).boards
        return {name: own_first(picture, self.player) for name, picture in found.items()}

    def subject(self) -> dict[str, Any]:
        """Return the values of the subject: the game and its step, whom it awaits, and until when."""
        until = self.result.due
        due = {self.player: until[self.player]} if self.player in until else until
        by = min((at for at in due.values() if at is not None), default=None)
        return {
            "game": self.settings.game,
            "step": self.result.opened.state.step or 0,
            "player": self.player,
            "awaited": list(due),
            "by": written(by, self.settings.language) if by is not None else None,
            "over": not until,
        }

    def values(self, said: str, reminded: bool, press: list[tuple[str, Press]]) -> dict[str, Any]:
        """Return the values of the text."""
        result, player = self.result, self.player
        mails = []
        for one in result.taken:
            if one.letter.sender == player and one.counts:
                mails.append({**understood(one), "answers": list(map(self._answer, one.letter.requests))})
        fresh = {one.letter.digest for one in result.taken}
        board, fits = board_lines(self.boards)
        shows = any(answer["request"].casefold() == "show" for mail in mails for answer in mail["answers"])
        return {
            **self.subject(),
            "n": result.archive.n,
            "said": said,
            "first": player in result.archive.replaced or (player != OBSERVER and not _written_before(result)),
            "ruleset": result.opened.ruleset.name,
            "rescheduled": player in result.archive.rescheduled,
            "reminded": self._reminded() if reminded else None,
            "mails": mails,
            "held": [
                {"mail": held.file, "problems": problems(wrong)}
                for held, wrong in result.progress.held
                if held.player == player and not fresh.intersection(held.mails)
            ],
            "waits": self._waiting(),
            "press": [{"sender": sender, "lines": sent.text.split("\n")} for sender, sent in press],
            "happened": happened([one.trace for one in result.progress.played], player),
            "unsure": [_unsure(one) for one in result.progress.unsure if one.player == player and result.preview],
            "default": any(one.defaults for one in result.progress.played),
            "awaiting": awaited(result.awaiting, result.due, player, self.settings.language),
            "yours": self.own or player == OBSERVER,
            "orders": self.choices.shown() if self.own else None,
            "prospects": prospects(result.opened, player) if self.own else [],
            # an answer to `show` holds it already
            "board": [] if shows else board,
            "reach": self.choices.reach() if self.own and not fits else [],
            **self.proof(),
            "salts": self._salts(),
        }

    def proof(self) -> dict[str, str]:
        """Return what proves the game: the place of the head of its chain, and the commitment of its dice, if any."""
        terms = self.result.opened.state.dice
        return {"chain": HEAD, "dice": (terms.commitment if terms is not None else None) or ""}

    def _salts(self) -> dict[str, Any]:
        """Return the salts that enter the dice, who has sent none, and whether they are fixed."""
        chain = self.result.archive.chain
        return {
            "given": chain.salts,
            "none": [one for one in self.settings.players if one not in chain.salts and self.player != OBSERVER],
            "fixed": chain.rolled,
            "era": chain.era,
        }

    def _reminded(self) -> dict[str, Any]:
        """Return until when orders are due, whether that has passed, and when a default stands in."""
        by, deadline = self.result.due.get(self.player), self.settings.deadline
        assert by is not None
        assert deadline is not None
        language = self.settings.language
        stands_in = written(late(by, deadline), language)
        return {"by": written(by, language), "over": self.result.now >= by, "default": stands_in}

    def _answer(self, request: str) -> dict[str, Any]:
        """Return the answer to a request of a mail."""
        word, _, rest = request.partition(" ")
        said: list[str] = []
        match word.casefold():
            case "help":
                pass
            case "status":
                said = self._status()
            case "rules":
                said = wrap(rule(self.result.opened.ruleset, rest.strip()))
            case "legal":
                said = self._legal(rest.strip())
            case _:
                said = board_lines(self.boards)[0]
        return {"request": request, "help": word.casefold() == "help", "lines": said}

    def _status(self) -> list[str]:
        out = []
        for one in awaited(self.result.awaiting, self.result.due, self.player, self.settings.language):
            by = f", by {one['by']}" if one["by"] else ""
            out += wrap(f"Awaiting {one['player']}: {one['phase']}{by}.")
        return out

    def _waiting(self) -> list[str]:
        """Return the orders of the player that wait, as lines."""
        opened, name = self.result.opened, self.settings.game
        own = [one for one in self.result.progress.waiting if one.player == self.player]
        return [line for one in own for line in lines(opened.game, opened.ruleset.name, name, one)]

    def _legal(self, word: str) -> list[str]:
        opened = self.result.opened
        try:
            position = opened.game.open(opened.game.view(opened.state, self.player), opened.rules)
            piece = piece_called(position, word or None, self.player)
        except Unreadable as error:
            return [row for problem in error.problems for row in wrap(problem.message)]
        found = (Choices(opened, self.player, piece) if word else self.choices).shown()
        more = [f"  and {found['more']} more; ask with 'legal PIECE'"] if found["more"] else []
        return [
            f"Legal{f' for {word}' if word else ''}:",
            *(f"  {line}" for line in found["lines"] or ["nothing"]),
            *more,
        ]


def _unsure(one: Unsure) -> str:
    """Return an order of a moment whose dice are not rolled, with a `?` for each roll."""
    told = [*(f"{roll}: ?" for roll in one.rolls), *one.because]
    return f"{one.order} ({one.verdict}{': ' if told else ''}{'; '.join(told)})"


def _free(result: Result, name: str) -> str:
    """Return a name for a mail that no earlier one has."""
    known = {sent for link in result.archive.chain.links for sent in link.sent}
    names = (name, *(f"{name}-{number}" for number in range(2, len(known) + 3)))
    return next(one for one in names if one not in known)


def _reminder(result: Result, player: str) -> bool:
    """Return whether a player is to be reminded now: orders are due, and no reminder for them was written before."""
    by, deadline = result.due.get(player), result.archive.settings.deadline
    if by is None or deadline is None or result.now < reminds(by, deadline):
        return False
    return not result.since[player].reminded


def _press(result: Result) -> dict[str, list[tuple[str, Press]]]:
    """Return the press for each player, each with the name of its sender, if it is to be known."""
    settings = result.archive.settings
    out: dict[str, list[tuple[str, Press]]] = {}
    for one in result.taken:
        # a mail that is held up is sent again, with its press
        for press in one.letter.press if one.counts and not one.letter.problems else ():
            hidden = press.anonymous and settings.anonymous_press
            for player in press.to:
                out.setdefault(player, []).append(("a player" if hidden else str(one.letter.player), press))
    return out
