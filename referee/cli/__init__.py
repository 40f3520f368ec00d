"""The command line: one file a command, loaded when it is called."""

from __future__ import annotations

import importlib
from os.path import exists
from typing import Any

import click

from referee.version import VERSION

COMMANDS = {
    "adjudicate": "carry out orders: the next state and the trace",
    "ask": "answer a question about the rules, with or without a game",
    "check": "check orders, with every reason why they are illegal",
    "commit": "bind a game to the secret of its dice",
    "counts": "count the sequences of legal orders, to compare programs",
    "desk": "run a game by mail",
    "errata": "begin your own list of clarifications",
    "explain": "print a trace again, with its reasons",
    "game": "begin a game of your own",
    "legal": "list the orders that are legal now",
    "lint": "check a ruleset",
    "mcp": "serve an assistant by the Model Context Protocol",
    "new": "write a starting state",
    "odds": "print the chances of strikes, combats and battles",
    "overlay": "begin a ruleset of house rules",
    "replay": "prove a trace, or a whole game",
    "rules": "show the rules, their options and the cases that prove them",
    "rulesets": "list the installed rulesets",
    "schema": "print a JSON Schema for editors",
    "show": "draw the board, or list what is where",
    "site": "build the referee as a static site, for phones",
    "test": "run cases",
    "view": "print what one player may see",
}


class _Lazy(click.Group):
    """A group that imports a command only when it is called, and exits with a documented code."""

    def main(self, *args: Any, **extra: Any) -> Any:
        from .ending import run

        run(lambda: super(_Lazy, self).main(*args, **{**extra, "standalone_mode": False}))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        for number, word in enumerate(args, 1):
            if not word.isprintable() and any("\ud800" <= letter <= "\udfff" for letter in word) and not exists(word):
                ctx.fail(f"argument {number} is not UTF-8 text: {word}")
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from referee.core.documents.problems import nearest

            ctx.fail(f"No such command '{args[0]}'{nearest(args[0], COMMANDS)}.")
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        from .ending import printing

        with printing():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        from .ending import printing

        with printing():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"{__name__}.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="referee")
def _group() -> None:
    """A referee for tabletop wargames.

    Reads a game state and orders as YAML, judges them by data-driven rules, rolls or accepts
    dice, and explains every number by the rule behind it.

    Exit codes: 0 done, legal, answered or passed; 1 refused, failed or different; 2 bad usage
    or unreadable input; 70 a bug in the referee; 74 standard output could not be written, the
    files named are complete; 130 interrupted.
    """


def main() -> None:
    """Run the command line; no bad input ends in a traceback."""
    _group(prog_name="referee")
