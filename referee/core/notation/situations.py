"""A situation on one line: clauses separated by semicolons, the question last.

`brush; attacker ogre C3; defender lion C4 hits 3; strike C3 at C4`: the first clause is the place with its facts, and
each of the others is a piece.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import line_writer, one_line
from .field_specs import FieldSpec, field_specs, struct_in, struct_of
from .situation_forms import SituationForm
from .tokens import Misread, Token, strip_stops, tokens

# what every document has beside its situation
_HEADER = ("format", "ruleset", "ask", "id", "options")


def _inside(form: SituationForm, state: type[Any]) -> type[Any]:
    """Return the type whose fields are written."""
    return state if form.whole else struct_of(state, form.key)


def _held(form: SituationForm, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return what a document holds of a form, None if it holds nothing."""
    if not form.whole:
        return value.get(form.key)
    own = {name: inner for name, inner in value.items() if name not in _HEADER}
    return own if own.get(form.items or "") else None


def read(
    text: str, state: type[Any], forms: tuple[SituationForm, ...], verbs: Mapping[str, type[Any]]
) -> dict[str, Any]:
    """Return the situation and the question (`ask`) of a line as in a document; raises Misread."""
    clauses = _clauses(text)
    while clauses and not clauses[-1]:
        clauses.pop()
    if not clauses:
        raise Misread("there is no question")
    asked = clauses[-1][0]
    if not any(verb.startswith(asked.text.lower()) for verb in verbs):
        said = f"the last clause is the question, which begins with one of {', '.join(sorted(verbs))}"
        raise Misread(f"{said}; clauses are separated by semicolons", asked.offset)
    clauses[-1] = strip_stops(clauses[-1])
    question = one_line.read_words(clauses[-1], verbs, "a question").value
    about = next(verbs[verb].about for verb in question if verb in verbs)
    if len(clauses) == 1 and next(verbs[verb].alone for verb in question if verb in verbs):
        return {"ask": question}
    if len(clauses) < 2 or not clauses[0]:
        raise Misread("there is no situation before the question; write it in clauses separated by semicolons")
    if not forms:
        raise Misread("the situations of this game cannot be written on one line; write them as a file")
    first = clauses[0][0]
    situation_forms = next((form for form in forms if form.key == first.text and not first.quoted), None)
    if situation_forms is not None:
        clauses[0].pop(0)
    further = next(verbs[verb].further_about for verb in question if verb in verbs)
    if situation_forms is None and further:
        own = [form for form in forms if form.key in further]
        situation_forms = next((form for form in own if _is_of(form, clauses[:-1], state)), None)
    situation_forms = situation_forms or next((form for form in forms if form.key == about), forms[0])
    _one_question(clauses[:-1], field_specs(_inside(situation_forms, state)), verbs)
    return {**_situation(clauses[:-1], state, situation_forms), "ask": question}


def read_situation(text: str, state: type[Any], forms: tuple[SituationForm, ...]) -> dict[str, Any]:
    """Return the situation of a line without a question, which may begin with the key of a form; raises Misread."""
    clauses = [clause for clause in _clauses(text) if clause]
    if not clauses or not forms:
        raise Misread("there is no situation on this line")
    first = clauses[0][0]
    form = next((form for form in forms if form.key == first.text and not first.quoted), None)
    if form is not None:
        clauses[0].pop(0)
    return _situation([clause for clause in clauses if clause] or [[]], state, form or forms[0])


def _is_of(form: SituationForm, clauses: list[list[Token]], state: type[Any]) -> bool:
    """Return whether a clause begins like a piece of a form, by the words that its first field can have."""
    if form.items is None or not form.item:
        return False
    choices = field_specs(struct_of(_inside(form, state), form.items))[form.item[0]].choices
    return any(words and not words[0].quoted and words[0].text.lower() in choices for words in clauses)


def _one_question(clauses: list[list[Token]], known: Mapping[str, FieldSpec], verbs: Mapping[str, type[Any]]) -> None:
    """Raise Misread if a clause of the situation begins like a question."""
    for words in clauses:
        if words and not words[0].quoted and words[0].text in verbs and words[0].text not in known:
            said = f"'{words[0].text}' begins a question, and a line has one question, at its end"
            raise Misread(f'{said}; put a name that is the same word in quotes: "{words[0].text}"', words[0].offset)


def _situation(clauses: list[list[Token]], state: type[Any], situation_forms: SituationForm) -> dict[str, Any]:
    inner = _inside(situation_forms, state)
    # the facts of the first clause may be left out if it names a part
    first = clauses[0][0].text if clauses[0] and not clauses[0][0].quoted else None
    thing = (
        bool(clauses[0])
        and not situation_forms.head
        and situation_forms.items is not None
        and first not in field_specs(inner)
    )
    part = first in field_specs(inner) and first != situation_forms.items and struct_in(inner, str(first)) is not None
    headless = thing or part
    value = {} if headless else _clause(clauses[0], inner, situation_forms.head)
    items: list[dict[str, Any]] = []
    for words in clauses if headless else clauses[1:]:
        if not words:
            continue
        name = words[0].text
        further = situation_forms.lists.get(name) if not words[0].quoted else None
        if further is not None:
            field, positional = further
            value.setdefault(field, []).append(
                _clause(words[1:], struct_of(inner, field), positional, situation_forms.between)
            )
        elif not words[0].quoted and name in field_specs(inner) and name != situation_forms.items:
            said = _part(words, inner, situation_forms.parts.get(name, ()))
            twice = next((field for field in said if field in value), None)
            if twice is not None:
                raise Misread(f"'{twice}' is given a second time", words[0].offset)
            value |= said
        elif situation_forms.items is None:
            known = ", ".join(field_specs(inner))
            raise Misread(f"'{name[:60]}' is not part of this situation, which has {known}", words[0].offset)
        else:
            kind = struct_of(inner, situation_forms.items)
            items += [_clause(entry, kind, situation_forms.item) for entry in _entries(words, kind, situation_forms)]
    if situation_forms.items is not None:
        value[situation_forms.items] = _with_ids(items, situation_forms.named_by)
    return value if situation_forms.whole else {situation_forms.key: value}


def _entries(words: list[Token], kind: type[Any], form: SituationForm) -> list[list[Token]]:
    """Cut a clause where a comma and no field begin a further entry, which has the first word of the one before it.

    So `attacker ogre C3, lion D4` are two of one side. A comma within the values of a field goes on with them.
    """
    known = field_specs(kind)
    out: list[list[Token]] = [[]]
    for token in words:
        entry = out[-1]
        if token.after_comma and form.named_by is not None and entry and one_line.field_of(token, known) is None:
            named = [name for one in entry[1:] if (name := one_line.field_of(one, known)) is not None]
            whole = named or len(entry) >= len(form.item)
            if whole and not known[named[-1] if named else form.item[-1]].many:
                out.append([entry[0]])
        out[-1].append(token)
    return out


def _clauses(text: str) -> list[list[Token]]:
    """Cut a text at its semicolons outside quoted words and brackets."""
    out: list[list[Token]] = [[]]
    for token in tokens(text, ";"):
        if token.text == ";" and not token.quoted:
            out.append([])
        else:
            out[-1].append(token)
    return out


def _clause(
    words: list[Token], kind: type[Any], positional: tuple[str, ...], between: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return the fields of a clause: positional fields first, then named ones."""
    known = field_specs(kind)
    value: dict[str, Any] = {}
    place = 0
    for field in positional:
        begin = place
        pair = place < len(words) and ">" in words[place].text
        name = between.get(field, field) if between and pair else field
        # not every list has the field for two places
        name = name if name in known else field
        while place < len(words) and one_line.field_of(words[place], known) is None:
            place += 1
            if known[name].titled:
                place = one_line.past_title(words, begin, known)
            if not known[name].many:
                break
        if place == begin:
            break
        value |= one_line.read_fields([Token(name, words[begin].offset), *words[begin:place]], known, name).value
    rest = one_line.read_fields(words[place:], known)
    twice = next((name for name in rest.value if name in value), None)
    if twice is not None:
        bare = f"; written without their names are {', '.join(positional)}" if twice in positional else ""
        raise Misread(f"'{twice}' is given a second time{bare}", rest.offsets[twice])
    return value | rest.value


def _part(words: list[Token], inner: type[Any], positional: tuple[str, ...]) -> dict[str, Any]:
    """Return the values of a clause that begins with the name of a field: those of a struct, or plain ones."""
    name = words[0].text
    kind = struct_in(inner, name)
    if kind is None or (len(words) == 2 and words[1].text[0] in "[{" and not words[1].quoted):
        return one_line.read_fields(words, field_specs(inner), name).value
    return {name: _clause(words[1:], kind, positional)}


def _with_ids(items: list[dict[str, Any]], named_by: str | None) -> list[dict[str, Any]]:
    """Give each entry without an id the name of its kind, with a number if there are several."""
    if named_by is None:
        return items
    out = []
    for item, ident in zip(items, _idents(items, named_by), strict=True):
        out.append(item if "id" in item or ident is None else {"id": ident, **item})
    return out


def _idents(items: list[dict[str, Any]], named_by: str) -> list[str | None]:
    """Return the default name of each entry."""
    kinds = [kind if isinstance(kind := item.get(named_by), str) else None for item in items]
    seen: dict[Any, int] = {}
    out: list[str | None] = []
    for kind in kinds:
        seen[kind] = seen.get(kind, 0) + 1
        alone = kinds.count(kind) == 1
        out.append(None if kind is None else str(kind) if alone else f"{kind}-{seen[kind]}")
    return out


def write(value: Mapping[str, Any], state: type[Any], forms: tuple[SituationForm, ...]) -> str | None:
    """Return a situation as a line that reads back as the same; None if there is no such line."""
    held = next(((form, found) for form in forms if (found := _held(form, value)) is not None), None)
    if held is None:
        return None
    situation_forms, whole = held
    inner = _inside(situation_forms, state)
    items = list(whole.get(situation_forms.items, [])) if situation_forms.items is not None else []
    clauses = [
        _said(
            {k: v for k, v in whole.items() if k != situation_forms.items and not _has_clause(v)},
            inner,
            situation_forms.head,
        )
    ]
    lists = {field: (word, positional) for word, (field, positional) in situation_forms.lists.items()}
    parts = [(name, part) for name, part in whole.items() if name != situation_forms.items and _has_clause(part)]
    for name, part in parts:
        kind = struct_in(inner, name)
        if name in lists and kind is not None:
            word, positional = lists[name]
            clauses += [f"{word} {_said(one, kind, positional)}" for one in part]
        elif isinstance(part, Mapping) and kind is not None:
            clauses.append(f"{name} {_said(part, kind, situation_forms.parts.get(name, ()))}")
        else:
            clauses.append(line_writer.line({name: part}, inner))
    automatic = (
        _idents(items, situation_forms.named_by) if situation_forms.named_by is not None else [None] * len(items)
    )
    for item, ident in zip(items, automatic, strict=True):
        shown = {k: v for k, v in item.items() if k != "id" or v != ident}
        clauses.append(_said(shown, struct_of(inner, str(situation_forms.items)), situation_forms.item))
    return "; ".join(clause for clause in clauses if clause)


def _has_clause(value: Any) -> bool:
    return isinstance(value, (Mapping, list))


def _said(value: Mapping[str, Any], kind: type[Any], positional: tuple[str, ...]) -> str:
    known = field_specs(kind)
    parts = []
    rest = dict(value)
    for name in positional:
        if rest.get(name) is None:
            break
        if isinstance(rest[name], list):
            said = line_writer.line({name: rest[name]}, kind).removeprefix(f"{name} ")
            if not rest[name] or said.startswith("["):
                break
            rest.pop(name)
            parts.append(said)
        else:
            parts.append(line_writer.word(rest.pop(name), known))
    said = line_writer.line(rest, kind)
    return " ".join([*parts, said] if said else parts)
