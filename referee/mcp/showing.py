"""`show` and `help`: boards, states, and how things are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.core import documents
from referee.core.documents import Unreadable, nearest
from referee.core.game.game import Game
from referee.core.game.schemas import publish, with_all_names, with_verbs
from referee.core.game.state import State
from referee.core.notation.field_specs import field_specs, struct_in, struct_of
from referee.core.notation.hints import example
from referee.core.notation.situation_forms import SituationForm
from referee.core.rules.rulesets import Ruleset
from referee.core.rules.search import look
from referee.judge.showing import blank_boards, boards_of
from referee.opening.starting import ParameterKind, parameters_of
from referee.opening.states import open_session
from referee.report.escape import json_text

from . import arguments
from .given import Server
from .replies import Reply, reply_of
from .working import Work

_ABOUT_SITUATIONS = (
    "Write the situation before the question, in clauses with semicolons between them: a first clause, then one for "
    "each piece. What stands in capitals is written without its name, a further field as NAME VALUE."
)
_TOPICS = ("questions", "orders", "new", "options")


def show(server: Server, given: arguments.Show, work: Work) -> Reply:
    """Return a board, what is where, or a state, as `referee show` and `referee view` do."""
    if (given.state is None) == (given.ruleset is None):
        raise Unreadable.of("state", "give a state, or a ruleset and a board of it")
    if given.ruleset is not None:
        if given.board is None or given.form == "state":
            raise Unreadable.of("board", "name the printed board to draw; 'form' is board or list then")
        server.load(given.ruleset)
        report = blank_boards(given.ruleset, given.board, server.rulesets)
    else:
        document = server.state(given.state, given.player)
        if given.form == "state":
            state = open_session(document, server.rulesets, accept_rules=True).state
            return Reply(documents.builtins(state), documents.dump(state))
        report = boards_of(document, given.board, server.rulesets)
    return reply_of(report, "list" if given.form == "list" else "text", note=report.note)


def explain(server: Server, given: arguments.Help, work: Work) -> Reply:
    """Return the rulesets there are, or how questions, orders or a new game of one are written."""
    if given.ruleset is None:
        return _rulesets(server)
    game, found = server.load(given.ruleset)
    rules = game.compile(found, {})
    questions = game.asked(rules)
    orders = {verb: kind for scope in game.orders for verb, kind in _verbs(game, scope, rules)}
    about = given.about or "questions"
    if about == "questions":
        asked = _forms(about, questions.items())
        situations = [_situation(form, game) for form in game.situation_forms]
        lines = [f"\n{_ABOUT_SITUATIONS}\n", *(f"  {_clauses(one)}\n" for one in situations)]
        return Reply({**asked.data, "situations": situations}, asked.text + "".join(lines))
    if about == "orders":
        return _forms(about, orders.items())
    if about == "new":
        from tabulate import tabulate

        rows = [{"parameter": name, "is": _is(kind)} for name, kind in parameters_of(game).items()]
        return Reply({"new": rows}, tabulate([list(row.values()) for row in rows], tablefmt="plain") + "\n")
    if about == "options":
        return _options(found)
    kinds = {name: kind for name, kind in (("question", questions.get(about)), ("order", orders.get(about))) if kind}
    if not kinds:
        known = [*_TOPICS, *questions, *orders]
        message = f"'{about}' is no topic and no verb of {found.name}{nearest(about, known)}; see {', '.join(_TOPICS)}"
        raise Unreadable.of("about", message)
    data = {name: _explained(kind, about, game, found) for name, kind in kinds.items()}
    return Reply(data, json_text(data))


def _rulesets(server: Server) -> Reply:
    from tabulate import tabulate

    rows = []
    for name in sorted(look(server.rulesets).folders):
        try:
            found = Ruleset(name, server.rulesets)
        except Unreadable:
            # `referee rulesets` says what is wrong with it
            continue
        rows.append({"ruleset": name, "title": found.title, "game": found.game, "extends": found.extends})
    table = [[row["ruleset"], row["game"], row["title"]] for row in rows]
    return Reply({"rulesets": rows}, tabulate(table, headers=["ruleset", "game", "title"]) + "\n")


def _is(kind: ParameterKind) -> str:
    """Return what a parameter is in JSON."""
    return f"a list of {kind.says.split()[0]}" if kind.several else kind.says


def _verbs(game: Game, scope: str, rules: Any) -> Iterable[tuple[str, type[Any]]]:
    return [(kind.verb, kind) for kind in game.kinds(scope, rules)]


def _forms(topic: str, kinds: Iterable[tuple[str, type[Any]]]) -> Reply:
    rows = [{"verb": verb, "about": _told(kind), "example": example(kind)} for verb, kind in kinds]
    lines = [f"{row['verb']}: {row['about']}\n    {row['example']}\n" for row in rows]
    return Reply({topic: rows}, "".join(lines))


def _situation(form: SituationForm, game: Game) -> dict[str, Any]:
    """Return how a situation is written before a question: the first clause, that of each entry, further fields."""
    whole = game.state if form.whole else struct_of(game.state, form.key)
    entry = struct_in(whole, form.items) if form.items is not None else None
    fields = {*field_specs(whole), *(field_specs(entry) if entry is not None else ())}
    return {
        "about": form.key,
        "first": list(form.head),
        "each": list(form.item),
        "clauses": {word: list(fields) for word, (_, fields) in form.lists.items()},
        "fields": sorted(fields - {form.items, *form.head, *form.item, *State.__struct_fields__}),
    }


def _clauses(one: dict[str, Any]) -> str:
    """Return how a situation is written, in a line."""
    parts = [" ".join(word.upper() for word in one[key]) for key in ("first", "each") if one[key]]
    parts += [" ".join([word, *(field.upper() for field in fields)]) for word, fields in one["clauses"].items()]
    return f"{one['about']}: {'; '.join(parts)}; ... (further fields: {', '.join(one['fields'])})"


def _told(kind: type[Any]) -> str:
    """Return what an order or a question is about, in a few words."""
    return (kind.__doc__ or "").split(":")[0].split(".")[0].strip()


def _options(found: Ruleset) -> Reply:
    rows: list[Mapping[str, Any]] = []
    for number, ruling in found.rulings.items():
        if ruling.option:
            row = {"ruling": number, "question": ruling.question, "option": ruling.option}
            rows.append({**row, "default": ruling.default, "choices": ruling.choices})
    lines = [f"{one['option']}: {one['default']} ({one['ruling']}: {one['question']})\n" for one in rows]
    return Reply({"options": rows}, "".join(lines))


def _explained(kind: type[Any], verb: str, game: Game, found: Ruleset) -> dict[str, Any]:
    """Return what a verb does, its example on a line and as an object, and its schema."""
    shape, _ = with_verbs(kind, [])
    return {
        "about": (kind.__doc__ or "").strip(),
        "line": example(kind),
        "object": example(kind, as_line=False),
        "schema": publish(with_all_names(shape, game, found), "order", found.name, verb),
    }
