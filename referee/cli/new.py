"""referee new: write a starting state."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import folders_option, guarded, json_option, say, say_json
from .files import print_whole, refuse_endings, refuse_existing, write_whole
from .secrets import in_orders_option, made_secret, new_secret_option, refuse_old_secret

if TYPE_CHECKING:
    from referee.core.game.drawing import InOrders
    from referee.core.game.game import Game
    from referee.core.game.state import State
    from referee.core.rules.index import OptionValue
    from referee.core.rules.rulesets import Ruleset
    from referee.opening.starting import ParameterKind


@click.command("new", context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
@click.argument("ruleset")
@click.option("-o", "--output", "path", default="-", metavar="FILE", help="Write the file here instead of printing it.")
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
@click.option(
    "--option", "chosen", multiple=True, metavar="NAME=VALUE", help="Set an option of the rules; see `rules --options`."
)
@new_secret_option
@in_orders_option
@click.option("--list", "show", is_flag=True, help="List the options that RULESET adds to this command.")
@json_option
@folders_option
@click.pass_context
@guarded
def command(
    context: click.Context,
    ruleset: str,
    path: str,
    force: bool,
    chosen: tuple[str, ...],
    secret: str | None,
    in_orders: InOrders,
    show: bool,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Write a starting state for RULESET. Each game has its own options: see --list.

    Without --game, the game gets a name that ends in random letters and digits.

    \b
    referee new titan --battleland swamp --attacking ogre,titan --secret game.secret -o 000.state.yaml
    """
    from referee import games
    from referee.core import documents
    from referee.core.game.drawing import DiceTerms
    from referee.opening.starting import parameters_of
    from referee.report.escape import json_text, plain

    game, found = games.load(ruleset, folders)
    if show:
        known = {f"--{name.replace('_', '-')}": kind.says for name, kind in parameters_of(game).items()}
        known |= {f"--{name}": "write that table to be filled in, and no state" for name in game.sheets}
        if as_json:
            say_json(known)
        for option, says in known.items() if not as_json else ():
            say(plain(f"{option:<18} {says}"))
        return
    if len(context.args) == 1 and (sheet := game.sheets.get(context.args[0].removeprefix("--"))) is not None:
        refuse_endings([(path, "YAML")])
        refuse_existing([path], force)
        _write(sheet(found), path, force)
        return
    state = started(game, found, context.args, chosen)
    if secret is not None:
        refuse_old_secret(secret, [path])
    refuse_endings([(path, "YAML")])
    refuse_existing([path], force)
    with made_secret(secret) as commitment:
        if commitment is not None or in_orders != "take":
            state.dice = DiceTerms(commitment=commitment, in_orders=in_orders)
        if path != "-":
            write_whole(path, documents.dump(state), force)
        else:
            print_whole(json_text(state) if as_json else documents.dump(state))
    if as_json and path != "-":
        say_json(state)


def _write(text: str, path: str, force: bool) -> None:
    """Write a text into a file, or print it."""
    if path != "-":
        write_whole(path, text, force)
    else:
        print_whole(text)


def started(game: Game, ruleset: Ruleset, given: list[str], chosen: tuple[str, ...]) -> State:
    """Return the starting state for options in words; raises Unreadable, each problem with its option."""
    from referee.core.documents import Problem, Unreadable
    from referee.opening.starting import parameters_of, start

    values = _values(given, parameters_of(game))
    try:
        state: State = start(game, ruleset, values, _options(chosen, ruleset))
    except Unreadable as error:
        # the other problems are those of the ruleset, and have their places
        named = [Problem("", 0, 0, _option(p.where), p.message) if not p.file else p for p in error.problems]
        raise Unreadable(named) from None
    return state


def _option(where: str) -> str:
    """Return the command-line option that gave a value, by its place among the parameters."""
    return f"--{where.replace('_', '-')}" if where else ""


def _values(given: list[str], kinds: Mapping[str, ParameterKind]) -> dict[str, Any]:
    """Return the options of the game, `--name value`, as a mapping of its parameters."""
    from referee.core.documents.problems import nearest

    out: dict[str, Any] = {}
    rest = list(given)
    while rest:
        word = rest.pop(0)
        if not word.startswith("--"):
            raise click.UsageError(f"'{word}' has no option before it; write --NAME VALUE, see --list")
        name, equals, value = word[2:].partition("=")
        if not equals:
            if not rest:
                raise click.UsageError(f"--{name} needs a value")
            value = rest.pop(0)
        key = name.replace("-", "_")
        if key == "options":
            raise click.UsageError("options of the rules are set with --option NAME=VALUE")
        if key not in kinds:
            near = nearest(name, [known.replace("_", "-") for known in kinds])
            raise click.UsageError(f"No such option '--{name}'{near}; --list shows the options of this ruleset.")
        read = kinds[key].read(value)
        out[key] = out[key] + read if key in out and kinds[key].several else read
    return out


def _options(chosen: tuple[str, ...], ruleset: Ruleset) -> dict[str, OptionValue]:
    """Return the options of the rules, `NAME=VALUE`; a ruling's number is the name of its option."""
    from referee.core.documents import Unreadable
    from referee.opening.starting import read_scalar

    out = {}
    for pair in chosen:
        name, equals, value = pair.partition("=")
        if name in ruleset.rulings and (option := ruleset.rulings[name].option):
            name = option
        if not equals:
            raise Unreadable.of("", f"'{pair}' is not written NAME=VALUE", "option")
        out[name] = read_scalar(value)
    return out
