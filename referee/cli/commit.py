"""referee commit: bind a state to the secret of its dice."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import folders_option, guarded, json_option, read_bytes, tell
from .files import locked, print_whole, refuse_endings, refuse_existing, write_whole
from .secrets import in_orders_option, made_secret, new_secret_option, refuse_old_secret

if TYPE_CHECKING:
    from referee.core.game.drawing import InOrders


@click.command("commit")
@click.argument("state")
@new_secret_option
@in_orders_option
@click.option("--none-drawn", is_flag=True, help="Declare that no die was drawn in the steps played so far.")
@click.option("-o", "--output", "path", metavar="FILE", help="Write the state here instead of into STATE; - prints it.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@json_option
@folders_option
@guarded
def command(
    state: str,
    secret: str | None,
    in_orders: InOrders,
    none_drawn: bool,
    path: str | None,
    force: bool,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Make a secret for the dice of a game, and write its SHA-256 into STATE, where every player can see it.

    Do it before the first roll; `new --secret` does it for a new game. Nothing else of STATE changes.

    \b
    referee commit 000.state.yaml --secret game.secret
    """
    import msgspec

    from referee import api
    from referee.core import documents
    from referee.core.documents import Unreadable
    from referee.core.game.drawing import DiceTerms

    if secret is None:
        raise click.UsageError("give the name of a new file for the secret: --secret FILE")
    in_place = path is None and state != "-"
    target = os.path.realpath(state) if in_place else path or "-"
    refuse_old_secret(secret, [target])
    if not in_place:
        refuse_endings([(target, "YAML")])
        refuse_existing([target], force, [state])
    found_bytes = read_bytes(state)
    document = documents.parse(found_bytes, "stdin" if state == "-" else state)
    found = api.open_session(document, folders, accept_rules=True).state
    if found.view is not None:
        message = f"is what {found.view} sees of the game; only the master can commit the game"
        raise Unreadable([document.problem(("view",), message)])
    if found.dice is not None and found.dice.commitment is not None:
        message = "the game is already committed to a secret, and keeps it"
        raise Unreadable([document.problem(("dice", "commitment"), message)])
    if found.chain is not None and not none_drawn:
        message = (
            "this game has been played, and a commitment binds no die that was drawn before it; if none was, give "
            "--none-drawn, which replay proves or disproves"
        )
        raise Unreadable([document.problem(("chain",), message)])
    with made_secret(secret) as commitment:
        terms = msgspec.structs.replace(found.dice or DiceTerms(), commitment=commitment)
        if in_orders == "refuse":
            terms = msgspec.structs.replace(terms, in_orders=in_orders)
        text = api.with_terms(document, terms)
        with locked(target if in_place else None):
            if in_place and read_bytes(state) != found_bytes:
                message = "was changed by another process in the meantime; run the command again"
                raise Unreadable([document.problem((), message)])
            if target != "-":
                mode = os.stat(target).st_mode & 0o777 if in_place else 0o666
                write_whole(target, text, force or in_place, mode)
        if target == "-":
            print_whole(text)
    if target == "-":
        return
    tell({"commitment": commitment}, f"the dice are committed to\n{commitment}", as_json)
