"""The mails that a run writes: one for each player who is to know something new."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.adjudication.legal import piece_called
from referee.core.documents import Unreadable
from referee.opening.states import as_seen_by
from referee.showing import boards_of, shown

from ..clock import written
from ..journal import Journal
from ..mail.letter import Press
from .body import HELP, awaited, choices, happened, problems, rule, understood, wrap
from .envelope import attach, envelope, ident
from .page import page_of

if TYPE_CHECKING:
    from ..result import Result


def write_letters(result: Result, journal: Journal, everyone: bool = False, said: str = "") -> None:
    """Write the mail of each player who sent one, is sent press, or is to know what happened; or of `everyone`.

    `said` is what the master says to all of them.
    """
    settings = result.archive.settings
    press = _press(result)
    for player, member in settings.players.items():
        mine = [one for one in result.taken if one.letter.player == player]
        held = [(one, wrong) for one, wrong in result.progress.held if one.player == player]
        reminded = _reminder(result, player)
        if not (everyone or mine or held or press.get(player) or result.progress.played or reminded):
            continue
        told = [*wrap(said), ""] if said else []
        body = "\n".join([*told, *_body(result, player, press.get(player, []), reminded)]) + "\n"
        name = f"out/{result.archive.n:03d}-{player}"
        path = f"{name}-reminder.eml" if reminded and not result.progress.played and not mine else _free(result, name)
        answers = next((one.letter.message_id for one in reversed(mine)), "")
        own = ident(settings.game, f"{result.archive.n:03d}", player, result.archive.chain.head[:12], path[-20:])
        message = envelope(
            settings.game, settings.sender, member.address, _subject(result, player), own, answers, result.now, body
        )
        folders, document = result.archive.folders, result.opened.document
        boards = boards_of(as_seen_by(document, player, folders), None, folders).boards
        traces = [one.trace.for_player(player) for one in result.progress.played]
        mine_now = any(one.player == player for one in result.awaiting)
        orders = choices(result.opened, player) if mine_now else []
        page = page_of(str(message["Subject"]), boards, traces, orders, _proof(result))
        attach(message, shown(document, "svg", player=player, folders=folders), page)
        journal.write(path, message.as_bytes())


def _free(result: Result, name: str) -> str:
    """Return a name for a mail that no earlier run has used."""
    number, path = 1, f"{name}.eml"
    while (result.archive.folder / path).exists():
        number += 1
        path = f"{name}-{number}.eml"
    return path


def _subject(result: Result, player: str) -> str:
    """Return the subject: the game and its step, and whom it awaits until when."""
    tag = f"[{result.archive.settings.game} {result.opened.state.step or 0}]"
    until = result.due()
    if not until:
        return f"{tag} the game is over"
    if player in until:
        by = until[player]
        return f"{tag} {player} to order{f' by {written(by)}' if by is not None else ''}"
    return f"{tag} awaiting {', '.join(until)}"


def _reminder(result: Result, player: str) -> bool:
    """Return whether a player is to be reminded now: orders are due, and no reminder for them was written before."""
    by = result.due().get(player)
    if by is None or result.now < by or result.preview:
        return False
    return not (result.archive.folder / f"out/{result.archive.n:03d}-{player}-reminder.eml").exists()


def _body(result: Result, player: str, press: list[tuple[str, Press]], reminded: bool) -> list[str]:
    """Return the lines of a player's mail."""
    opened = result.opened
    lines: list[str] = []
    if reminded:
        lines += [*wrap("Your orders are due now. A default stands in for who is late by more than the grace."), ""]
    for one in result.taken:
        if one.letter.player == player:
            lines += [*understood(one), ""]
            for request in one.letter.requests if not one.double else ():
                lines += [*_answer(result, player, request), ""]
    for held, wrong in result.progress.held:
        if held.player == player and not any(one.letter.digest in held.mails for one in result.taken):
            lines += [*wrap(f"Your earlier mail {held.file} can no longer be carried out:"), *problems(wrong), ""]
    for sender, sent in press:
        lines += [
            *wrap(f"Press from {sender}:"),
            *(row for text in sent.text.split("\n") for row in wrap(text, "  | ")),
            "",
        ]
    played = result.progress.played
    lines += happened([one.trace for one in played], player)
    if any(one.default for one in played):
        lines += [*wrap("A default stood in for who was late (by: default)."), ""]
    lines += awaited(result.awaiting, result.due(), player)
    if any(one.player == player for one in result.awaiting):
        lines += ["", "You may order, as lines to copy:", *choices(opened, player)]
    lines += ["", *_proof(result)]
    return lines


def _proof(result: Result) -> list[str]:
    """Return what proves the game: the head of its chain, and the commitment of its dice."""
    terms = result.opened.state.dice
    committed = terms.commitment if terms is not None else None
    return [f"chain: {result.archive.chain.head}", *([f"dice:  {committed}"] if committed is not None else [])]


def _answer(result: Result, player: str, request: str) -> list[str]:
    """Return the answer to a request of a mail."""
    word, _, rest = request.partition(" ")
    opened = result.opened
    match word.casefold():
        case "help":
            return [row for said in HELP for row in wrap(said)]
        case "status":
            own = [one for one in result.progress.waiting if one.player == player]
            waits = [row for one in own for order in one.orders for row in wrap(str(order), "  waits: ")]
            return [*awaited(result.awaiting, result.due(), player), *waits]
        case "rules":
            return rule(opened.ruleset, rest.strip())
        case "legal":
            try:
                position = opened.game.open(opened.game.view(opened.state, player), opened.rules)
                piece = piece_called(position, rest.strip() or None, player)
            except Unreadable as error:
                return [row for problem in error.problems for row in wrap(problem.message)]
            return [f"Legal{f' for {rest.strip()}' if rest else ''}:", *choices(opened, player, piece)]
        case _:
            board = shown(opened.document, "list", player=player, folders=result.archive.folders)
            return board.rstrip("\n").split("\n")


def _press(result: Result) -> dict[str, list[tuple[str, Press]]]:
    """Return the press for each player, each with the name of its sender, if it is to be known."""
    settings = result.archive.settings
    out: dict[str, list[tuple[str, Press]]] = {}
    for one in result.taken:
        for press in one.letter.press if not one.double else ():
            hidden = press.anonymous and settings.anonymous_press
            for player in press.to:
                out.setdefault(player, []).append(("a player" if hidden else str(one.letter.player), press))
    return out
