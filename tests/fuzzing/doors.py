"""Every way into the program: for each command, calls with documents that are sound, broken, or of another kind."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import yaml

from referee.core import documents

from .corpus import RULESETS, Corpus
from .mutate import JUNK, mutated, shredded
from .run import Input

Door = Callable[[random.Random, Corpus], Input]
_LINES = 12


@cache
def corpus(ruleset: str) -> Corpus:
    """Return the sound documents of a ruleset, gathered once."""
    return Corpus(ruleset)


def text(value: Any, chance: random.Random) -> bytes:
    """Return a document as a file holds it: as YAML, or as JSON, which is YAML too; now and then letters differ."""
    try:
        said = msgspec.json.encode(value) if chance.random() < 0.85 else documents.dump(value).encode()
    except (UnicodeEncodeError, yaml.YAMLError):
        said = msgspec.json.encode(msgspec.to_builtins(value), order="deterministic")
    if chance.random() < 0.12:
        if len(said) < 20_000 and chance.random() < 0.5:
            said = documents.dump(value).encode()
        return shredded(chance, said.decode())
    return said


def broken(chance: random.Random, value: Any, found: Corpus, often: float = 0.6) -> Any:
    """Return a document, mostly with something in it changed."""
    return mutated(chance, value, found.words) if chance.random() < often else value


def some(chance: random.Random, *flags: tuple[str, ...]) -> list[str]:
    """Return a few of the flags that a command has, now and then one with a wrong value."""
    words = [word for flag in flags if chance.random() < 0.2 for word in flag]
    if words and chance.random() < 0.1:
        words[chance.randrange(len(words))] = _word(chance)
    return words


def _word(chance: random.Random) -> str:
    junk = chance.choice([word for word in JUNK if isinstance(word, (str, int))])
    return str(junk).replace("\0", "")


def _name(chance: random.Random, found: Corpus) -> str:
    return chance.choice(["red", "black", "blue", "north", "nobody", chance.choice(found.words.words), _word(chance)])


def _submission(chance: random.Random, found: Corpus) -> tuple[Any, Any]:
    """Return a state and a document of orders: of a case, or of orders that fit more or less."""
    state, document = chance.choice(found.documents)
    if chance.random() < 0.5:
        state = chance.choice(found.states)
        orders = [found.order(chance, state) for _ in range(chance.randint(1, 4))]
        player = document["player"] if chance.random() < 0.2 else _player(chance, state)
        document = {"format": 1, "ruleset": found.ruleset, "player": player, "orders": orders}
    which = chance.random()
    if which < 0.45:
        state = mutated(chance, state, found.words)
    if which > 0.35:
        document = broken(chance, document, found)
    return state, document


def _player(chance: random.Random, state: Any) -> str:
    """Return somebody who plays in a state, as far as it can be told."""
    names: list[Any] = []
    for key in ("players", "mover", "active", "to_move", "view", "player", "army"):
        names += _under(state, key)
    return chance.choice([name for name in names if isinstance(name, str) and name] or ["black"])


def _under(value: Any, key: str) -> list[Any]:
    """Return everything that stands under a key, however deep, lists and mappings opened."""
    if isinstance(value, list):
        return [found for inner in value for found in _under(inner, key)]
    if not isinstance(value, dict):
        return []
    own = value.get(key)
    found = own if isinstance(own, list) else [*own.values()] if isinstance(own, dict) else [own]
    return found + [deeper for inner in value.values() for deeper in _under(inner, key)]


def _sheet(chance: random.Random, found: Corpus, document: Any) -> bytes:
    """Return orders as plain text."""
    rows = document.get("orders") if isinstance(document, dict) else None
    rows = rows if isinstance(rows, list) else []
    lines = [found.line(row) if isinstance(row, dict) else str(row) for row in rows]
    head = f"player: {document.get('player') if isinstance(document, dict) else 'black'}\n"
    said = head + "\n" + "\n".join(chance.choice(["", "- ", "3) "]) + line for line in lines) + "\n"
    return shredded(chance, said) if chance.random() < 0.5 else said.encode("utf-8", "surrogatepass")


def _ordered(chance: random.Random, found: Corpus) -> tuple[dict[str, bytes], list[str]]:
    """Return files of a state and orders, and their names."""
    state, document = _submission(chance, found)
    files = {"st.yaml": text(state, chance)}
    if chance.random() < 0.2:
        return {**files, "o.txt": _sheet(chance, found, document)}, ["st.yaml", "o.txt"]
    files["o.yaml"] = text(document, chance)
    if chance.random() < 0.15:
        files["p.yaml"] = text(broken(chance, _submission(chance, found)[1], found), chance)
    return files, list(files)


def check(chance: random.Random, found: Corpus) -> Input:
    files, names = _ordered(chance, found)
    if chance.random() < 0.1:
        names = names[:1]
    words = ["check", *names, *some(chance, ("--json",), ("--player", _name(chance, found)), ("--accept-rules",))]
    if chance.random() < 0.1:
        files["d.yaml"] = text(mutated(chance, {"battle/2/strike/attacker/ogre-1": [6, 5, 4]}, found.words), chance)
        words += ["--dice", "d.yaml"]
    return Input("check", words, files)


def adjudicate(chance: random.Random, found: Corpus) -> Input:
    files, names = _ordered(chance, found)
    words = ["adjudicate", *names, "--seed", "x"]
    words += some(chance, ("--json",), ("--skip-illegal",), ("--reasons", "notable"), ("-o", "-"), ("--accept-rules",))
    words += some(chance, ("-o", "n.yaml"), ("--trace", "t.yaml"), ("--dice", "o.yaml"), ("--trace", "-"))
    return Input("adjudicate", words, files)


_TERMS = {"commitment": "0a" * 32, "era": 0, "salts": {"red": "anvil"}, "in_orders": "refuse"}


def committed(chance: random.Random, found: Corpus) -> Input:
    """Adjudicate, check or show a state with terms for its dice, with or without a secret."""
    state, document = _submission(chance, found)
    if isinstance(state, dict):
        state = {**state, "dice": mutated(chance, _TERMS, found.words)}
    files = {"st.yaml": text(state, chance), "o.yaml": text(document, chance), "s": _secret(chance)}
    words = chance.choice([["adjudicate", "st.yaml", "o.yaml"], ["check", "st.yaml", "o.yaml"], ["show", "st.yaml"]])
    if words[0] == "adjudicate":
        words += some(chance, ("--secret", "s"), ("--seed", "x"), ("--dice-in-orders", "refuse"), ("--trace", "-"))
    return Input(words[0], words, files)


def commit(chance: random.Random, found: Corpus) -> Input:
    files = {"st.yaml": text(_state(chance, found), chance)}
    if chance.random() < 0.1:
        files["s"] = _secret(chance)
    words = ["commit", "st.yaml", "--secret", chance.choice(["s", "s", "s", "no/s", "-", "st.yaml"])]
    words += some(chance, ("-o", "-"), ("-o", "n.yaml"), ("--json",), ("--dice-in-orders", "refuse"), ("--force",))
    return Input("commit", words, files)


def _secret(chance: random.Random) -> bytes:
    made = chance.randbytes(32).hex().encode() + b"\n"
    return made if chance.random() < 0.5 else chance.choice([b"", b"00" * 32, b"zz", made[:-3], b"\xff\xfe", made * 9])


def _state(chance: random.Random, found: Corpus) -> Any:
    states = found.states if chance.random() < 0.6 else found.situations
    return broken(chance, chance.choice(states), found, 0.8)


def legal(chance: random.Random, found: Corpus) -> Input:
    flags = some(chance, ("--json",), ("--player", _name(chance, found)), ("--piece", _name(chance, found)))
    return Input("legal", ["legal", "st.yaml", *flags], {"st.yaml": text(_state(chance, found), chance)})


def view(chance: random.Random, found: Corpus) -> Input:
    state = _state(chance, found)
    player = _player(chance, state) if isinstance(state, dict) and chance.random() < 0.7 else _name(chance, found)
    words = ["view", "st.yaml", "--player", str(player).replace("\0", ""), *some(chance, ("--json",))]
    return Input("view", words, {"st.yaml": text(state, chance)})


def show(chance: random.Random, found: Corpus) -> Input:
    flags = some(chance, ("--json",), ("--player", _name(chance, found)), ("--board", "masterboard"), ("--svg", "-"))
    flags += some(chance, ("--html", "-"), ("--svg", "b.svg"), ("--board", _name(chance, found)))
    return Input("show", ["show", "st.yaml", *flags], {"st.yaml": text(_state(chance, found), chance)})


def ask(chance: random.Random, found: Corpus) -> Input:
    case = chance.choice(found.cases)
    question = case.get("ask") or chance.choice(found.questions)
    value = {"format": 1, "ruleset": found.ruleset, **case["given"], "ask": question}
    value = broken(chance, value, found, 0.85)
    flags = some(chance, ("--json",), ("--yaml",), ("--player", _name(chance, found)), ("--exit-status",))
    return Input("ask", ["ask", "q.yaml", *flags], {"q.yaml": text(value, chance)})


def ask_state(chance: random.Random, found: Corpus) -> Input:
    question = chance.choice(found.questions)
    verb = next((verb for verb in found.game.questions if verb in question), None)
    from referee.core.notation import line_writer

    line = line_writer.line(question, found.game.questions[verb] if verb else None)
    if chance.random() < 0.3:
        line = shredded(chance, line).decode("utf-8", "replace").replace("\0", "")
    flags = some(chance, ("--json",), ("--yaml",), ("--player", _name(chance, found)))
    words = ["ask", "st.yaml", line if not line.startswith("-") else f" {line}", *flags]
    return Input("ask", words, {"st.yaml": text(_state(chance, found), chance)})


def ask_line(chance: random.Random, found: Corpus) -> Input:
    line = chance.choice(found.lines) if found.lines else "a knight; b blade; odds combat"
    if chance.random() < 0.5:
        clauses = line.split("; ")
        clauses.insert(chance.randint(0, len(clauses)), chance.choice(chance.choice(found.lines or [line]).split("; ")))
        chance.shuffle(clauses)
        line = "; ".join(clauses)
    if chance.random() < 0.8:
        line = shredded(chance, line).decode("utf-8", "replace")
    return Input("ask -r", ["ask", "-r", found.ruleset, "--", line.replace("\0", "")])


def explain(chance: random.Random, found: Corpus) -> Input:
    trace = broken(chance, chance.choice(found.traces), found, 0.8)
    flags = some(chance, ("--json",), ("--format", "html"), ("--format", "markdown"), ("--reasons", "notable"))
    flags += some(chance, ("--step", "2"), ("--only", "ruling"), ("--player", _player(chance, {})))
    flags += some(chance, ("--player", _name(chance, found)))
    return Input("explain", ["explain", "t.yaml", *flags], {"t.yaml": text(trace, chance)})


def replay(chance: random.Random, found: Corpus) -> Input:
    trace = broken(chance, chance.choice(found.traces), found, 0.8)
    flags = some(chance, ("--json",), ("--seed", "s"), ("-o", "-"), ("-o", "n.yaml"), ("--accept-rules",))
    return Input("replay", ["replay", "t.yaml", *flags], {"t.yaml": text(trace, chance)})


def test(chance: random.Random, found: Corpus) -> Input:
    number = chance.randint(1, 3)
    parts = [text(broken(chance, chance.choice(found.cases), found, 0.8), chance) for _ in range(number)]
    return Input(
        "test", ["test", "c.yaml", *some(chance, ("--json",))], {"c.yaml": b"\n---\n".join(parts)}, count=number
    )


def _overlay(chance: random.Random, found: Corpus) -> dict[str, bytes]:
    """Return the files of a ruleset that changes a few rows of a table of another, under rs/mine."""
    manifest = {"format": 1, "ruleset": "mine", "title": "Mine", "extends": found.ruleset}
    files = {"rs/mine/manifest.yaml": text(broken(chance, manifest, found, 0.1), chance)}
    for _ in range(chance.randint(1, 2)):
        name = chance.choice(list(found.tables))
        table: Any = found.tables[name]
        changed = mutated(chance, table, found.words, 2)
        rows = _changed(table, changed)
        files[f"rs/mine/{name}.yaml"] = text(rows if chance.random() < 0.9 else changed, chance)
    return files


def _changed(old: Any, new: Any) -> Any:
    """Return what must be laid over a table to make it another."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    out = {key: None for key in old if key not in new}
    return {**out, **{key: _changed(old.get(key), value) for key, value in new.items() if old.get(key) != value}}


def lint(chance: random.Random, found: Corpus) -> Input:
    files = _overlay(chance, found)
    return Input("lint", ["lint", "rs/mine", *some(chance, ("--json",))], files)


def overlaid(chance: random.Random, found: Corpus) -> Input:
    """Use a ruleset that may not be sound without asking `lint` first."""
    files = _overlay(chance, found)
    which = chance.choice(["rules", "check", "ask", "show", "legal", "new", "schema"])
    state, document = chance.choice(found.documents)
    mine = {"ruleset": "mine"}
    files |= {"st.yaml": text({**state, **mine}, chance), "o.yaml": text({**document, **mine}, chance)}
    asked = {**mine, "format": 1, "ask": {}}
    case = chance.choice(found.cases)
    files["q.yaml"] = text({**asked, **case["given"], "ask": case.get("ask") or chance.choice(found.questions)}, chance)
    words = {
        "rules": ["rules", "mine", "--options"],
        "check": ["check", "st.yaml", "o.yaml"],
        "ask": ["ask", "q.yaml"],
        "show": ["show", "st.yaml"],
        "legal": ["legal", "st.yaml"],
        "new": ["new", "mine"],
        "schema": ["schema", "state", "mine"],
    }[which]
    return Input(f"{which} --rulesets", [*words, "--rulesets", "rs"], files)


def new(chance: random.Random, found: Corpus) -> Input:
    fields = [field.encode_name for field in msgspec.structs.fields(found.game.parameters)]
    words = ["new", found.ruleset]
    for _ in range(chance.randint(0, 4)):
        name = chance.choice(fields) if chance.random() < 0.95 else _word(chance)
        some_of = [_name(chance, found) for _ in range(chance.choice([1, 1, 2, 3, 8]))]
        value = ",".join(some_of) if chance.random() < 0.8 else str(chance.randint(-3, 40))
        words += [f"--{name.replace('_', '-')}", value]
    words += some(chance, ("--json",), ("--list",), ("-o", "n.yaml"), ("--option", _word(chance)))
    return Input("new", [word.replace("\0", "") for word in words])


def rules(chance: random.Random, found: Corpus) -> Input:
    words = ["rules", chance.choice([found.ruleset, found.ruleset, _word(chance)])]
    words += chance.choice([[], ["LoT", "12"], [_name(chance, found)], ["--options"], ["--search", _word(chance)]])
    return Input("rules", [*words, *some(chance, ("--json",))])


def schema(chance: random.Random, found: Corpus) -> Input:
    kinds = ["state", "orders", "ask", "case", "trace", "dice", "manifest", "table", _word(chance)]
    words = ["schema", chance.choice(kinds), chance.choice([found.ruleset, _word(chance)])]
    return Input("schema", words + chance.choice([[], [chance.choice(list(found.tables))], [_word(chance)]]))


def _jsonl(chance: random.Random, rows: list[Any]) -> bytes:
    lines = [msgspec.json.encode(row) for row in rows]
    lines = [shredded(chance, line.decode()) if chance.random() < 0.1 else line for line in lines]
    return b"\n".join(line.replace(b"\n", b" ") for line in lines)


def ask_lines(chance: random.Random, found: Corpus) -> Input:
    rows = []
    for _ in range(_LINES):
        case = chance.choice(found.cases)
        question = case.get("ask") or chance.choice(found.questions)
        row = {"format": 1, "ruleset": found.ruleset, **case["given"], "ask": question}
        rows.append(broken(chance, row, found, 0.85))
    return Input("ask --jsonl", ["ask", "--jsonl"], stdin=_jsonl(chance, rows), count=_LINES)


def _submissions(chance: random.Random, found: Corpus) -> bytes:
    rows = []
    for _ in range(_LINES):
        state, document = _submission(chance, found)
        row = {"state": state, "orders": document if chance.random() < 0.5 else [document], "seed": "x"}
        rows.append(broken(chance, row, found, 0.1))
    return _jsonl(chance, rows)


def check_lines(chance: random.Random, found: Corpus) -> Input:
    words = ["check", "--jsonl", *some(chance, ("--player", _name(chance, found)))]
    return Input("check --jsonl", words, stdin=_submissions(chance, found), count=_LINES)


def adjudicate_lines(chance: random.Random, found: Corpus) -> Input:
    return Input("adjudicate --jsonl", ["adjudicate", "--jsonl"], stdin=_submissions(chance, found), count=_LINES)


# how often each is tried: what reads a ruleset of its own is slow
DOORS: dict[Door, int] = {
    check: 24, adjudicate: 24, legal: 8, view: 8, show: 6, ask: 14, ask_state: 8, ask_line: 14, explain: 6, replay: 6,
    test: 12, committed: 6, commit: 4,
    lint: 1, overlaid: 1, new: 3, rules: 1, schema: 1, ask_lines: 6, check_lines: 5, adjudicate_lines: 5,
}  # fmt: skip


def some_input(chance: random.Random, only: list[str]) -> Input:
    """Return a call of some command, or of some of those named, for some ruleset."""
    doors = {door: weight for door, weight in DOORS.items() if not only or door.__name__ in only}
    door = chance.choices(list(doors), list(doors.values()))[0]
    found = corpus(chance.choice(RULESETS if chance.random() < 0.5 else ["titan", "battalions", "hordes"]))
    return door(chance, found)
