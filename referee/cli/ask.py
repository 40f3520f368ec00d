"""referee ask: a disputed ruling."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from .common import REFUSED, UNREADABLE, folders_option, guarded, json_option, read, say, say_json


@click.command("ask")
@click.argument("file", required=False)
@click.option("--jsonl", is_flag=True, help="Read a question a line as JSON, print an answer a line.")
@click.option("--exit-status", is_flag=True, help="Exit with 1 where the answer is no.")
@json_option
@folders_option
@guarded
def command(file: str | None, jsonl: bool, exit_status: bool, as_json: bool, folders: tuple[Path, ...]) -> None:
    """Answer the question in FILE: a situation with `ask` beside it; - reads stdin.

    \b
    referee ask examples/titan/disputes/ogre-lion-centaur.yaml
    referee ask --jsonl < questions.jsonl > answers.jsonl
    """
    if jsonl:
        _lines(file, folders)
        return
    if file is None:
        raise click.UsageError("name a FILE with the question, or - for stdin")
    from referee import api
    from referee.core.asking import ask_document
    from referee.report.answer_text import answer_text

    document = read(file)
    game, ruleset = api.ruleset_of(document, folders)
    answer = ask_document(game, ruleset, document)
    if as_json:
        say_json(answer)
    else:
        say(answer_text(answer))
    if exit_status and answer.answer.get("allowed", answer.answer.get("legal")) is False:
        raise SystemExit(REFUSED)


def _lines(file: str | None, folders: tuple[Path, ...]) -> None:
    """Answer a question a line; a bad line gives its errors in its place and the rest go on."""
    import msgspec

    from referee import api
    from referee.core import documents
    from referee.core.asking import ask_document
    from referee.core.documents import Unreadable

    encoder = msgspec.json.Encoder()
    write = sys.stdout.buffer.write
    bad = False
    for number, line in enumerate(_source(file), 1):
        if not line.strip():
            continue
        out: dict[str, Any] = {}
        try:
            document = documents.parse_json(line, f"line {number}")
            if isinstance(document.value, dict) and "id" in document.value:
                out["id"] = document.value["id"]
            game, ruleset = api.ruleset_of(document, folders)
            answer = ask_document(game, ruleset, document)
            write(encoder.encode({**out, **msgspec.structs.asdict(answer)} if out else answer) + b"\n")
        except Unreadable as error:
            bad = True
            out["error"] = [str(problem) for problem in error.problems]
            write(encoder.encode(out) + b"\n")
        except Exception as error:
            bad = True
            out["error"] = [f"line {number}: a bug of the referee: {type(error).__name__}: {error}"]
            write(encoder.encode(out) + b"\n")
    sys.stdout.buffer.flush()
    if bad:
        raise SystemExit(UNREADABLE)


def _source(file: str | None) -> Iterator[bytes]:
    if file is None or file == "-":
        yield from sys.stdin.buffer
        return
    try:
        with open(file, "rb") as lines:
            yield from lines
    except OSError as error:
        from referee.core.documents import Problem, Unreadable

        raise Unreadable([Problem(file, 0, 0, "", f"cannot be read: {error.strerror or error}")]) from None
