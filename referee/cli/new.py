"""referee new: write a starting state."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import folders_option, guarded, json_option, say, say_json
from .files import print_whole, refuse_endings, refuse_existing, write_whole
from .secrets import in_orders_option, made_secret, new_secret_option, refuse_old_secret

if TYPE_CHECKING:
    from referee.core.game.drawing import InOrders

_WHOLE = re.compile(r"-?[0-9]{1,17}\Z")


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
    import secrets

    import msgspec

    from referee import games
    from referee.core import documents
    from referee.core.documents import Problem, Unreadable
    from referee.core.game.drawing import DiceTerms
    from referee.report.escape import plain
    from referee.report.json_text import json_text

    game, found = games.load(ruleset, folders)
    if show:
        for field in msgspec.structs.fields(game.parameters):
            if field.encode_name == "options":
                continue
            say(plain(f"--{field.encode_name.replace('_', '-'):<16} {_kind(field.type)}"))
        return
    values = _values(context.args, game.parameters)
    switches = _options(chosen, found)
    # a game whose rule options decide what a valid file is has them among its parameters
    minding = "options" in game.parameters.__struct_encode_fields__
    if "options" in values:
        raise click.UsageError("options of the rules are set with --option NAME=VALUE")
    if minding:
        values["options"] = switches
    document = documents.made(values, "the command line")
    try:
        parameters = documents.convert(document, game.parameters)
    except Unreadable as error:
        named = [Problem("", 0, 0, _option(p.where), p.message) for p in error.problems]
        raise Unreadable(named) from None
    state = game.new(parameters, found)
    if not minding:
        state.options = {**state.options, **switches}
    if "game" not in values:
        state.game = f"{state.game}-{secrets.token_hex(2)}"
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


def _option(where: str) -> str:
    """Return the command-line option that gave a value, by its place among the parameters."""
    return f"--{where.replace('_', '-')}" if where else ""


def _values(args: list[str], kind: Any) -> dict[str, Any]:
    """Return the options of the game, `--name value`, as a mapping of its parameters."""
    import msgspec

    from referee.core.documents.problems import nearest

    types = {f.encode_name: str(f.type) for f in msgspec.structs.fields(kind)}
    out: dict[str, Any] = {}
    rest = list(args)
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
        if key not in types:
            near = nearest(name, [known.replace("_", "-") for known in types])
            raise click.UsageError(f"No such option '--{name}'{near}; --list shows the options of this ruleset.")
        said = types.get(key, "")
        read = _scalar if re.search(r"\b(int|float|bool)\b", said) else str
        parts = [read(v.strip()) for v in value.split(",")] if "list" in said or "tuple" in said else read(value)
        out[key] = out[key] + parts if key in out and isinstance(parts, list) else parts
    return out


def _scalar(text: str) -> Any:
    text = text.strip()
    return int(text) if _WHOLE.match(text) else {"true": True, "false": False}.get(text, text)


def _kind(kind: Any) -> str:
    text = str(kind)
    said = {
        "list": "words separated by commas",
        "tuple": "numbers separated by commas",
        "int": "a number",
        "bool": "true or false",
    }
    for word in said:
        if word in text:
            return said[word]
    return "a word"


def _options(chosen: tuple[str, ...], ruleset: Any) -> dict[str, Any]:
    from referee.core.documents import Problem, Unreadable

    out = {}
    for pair in chosen:
        name, equals, value = pair.partition("=")
        if name in ruleset.rulings and ruleset.rulings[name].option:
            name = ruleset.rulings[name].option
        if not equals:
            raise Unreadable([Problem("", 0, 0, "--option", f"'{pair}' is not written NAME=VALUE")])
        out[name] = _scalar(value)
    try:
        ruleset.resolve(out)
    except ValueError as error:
        raise Unreadable([Problem("", 0, 0, "--option", str(error))]) from None
    return out
