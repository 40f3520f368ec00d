"""Read a text as one question: every reading is asked, and all of them must have the same answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from ..documents import Unreadable
from ..notation.field_specs import field_specs
from ..rules.rulesets import Ruleset
from .mentions import Mention, Open
from .reading import MOST_TOKENS, Layout, Meaning, meanings, unknown_words
from .things import ALSO, Thing, of_things
from .tokens import Figures, Token
from .vocabulary import TABLE, Name, Text, Vocabulary, Words

# what stands in a line where something is not said
BLANK = "___"
# the answer to a question without its words, to compare readings; None where there is none, Open where it says why
Judge = Callable[[Mapping[str, Any]], Any]


class Lines(NamedTuple):
    """What a game gives the reader: its names and figures, the situations of a reading, and the things of a state."""

    names: Callable[[Any], Iterable[Name]]
    figures: Sequence[Figures]
    situations: Callable[[Meaning, type[Any], Any], Iterator[Layout]]
    things: Callable[[Any, Any], Sequence[Thing]]
    # a document with facts of the rule `change` put into its situation, None where they have no place in it
    changed: Callable[[Mapping[str, Any], str, Mapping[str, Any]], dict[str, Any] | None] = lambda value, verb, facts: (
        None
    )
    # the kinds of names of what players give orders to or choose; others are of the ground that these stand on
    ordered: frozenset[str] = frozenset()


class Heard(msgspec.Struct):
    """A text as it was understood: a document with a question, and what was assumed, corrected and set aside.

    `further` holds what else the text asks, which the answer tells anyway.
    """

    value: dict[str, Any]
    assumed: dict[str, Any] = {}
    corrected: dict[str, str] = {}
    fillers: list[str] = []
    further: dict[str, Any] = {}
    wants: list[str] = []

    @property
    def notes(self) -> list[str]:
        """What was corrected, in words."""
        return [f"'{said}' is read as {meant}" for said, meant in self.corrected.items()]


class NotUnderstood(Exception):
    """A text is no question that can be answered: every fault, the line as far as it goes, and words not in it."""

    def __init__(self, faults: list[str], line: str | None = None, not_used: Sequence[str] = ()) -> None:
        super().__init__("; ".join(faults))
        self.faults = list(dict.fromkeys(faults))
        self.line = line
        self.not_used = list(not_used)


@lru_cache(maxsize=32)
def vocabulary_of(ruleset: Ruleset, rules: Any, lines: Lines) -> Vocabulary | None:
    """Return the vocabulary of a ruleset, compiled once; None if it has no table of words. Raises Unreadable."""
    if TABLE not in ruleset.tables:
        return None
    words = ruleset.typed(TABLE, Words)
    try:
        return Vocabulary(words, lines.names(rules), lines.figures)
    except (ValueError, re.error) as error:
        raise Unreadable.of(f"{ruleset.name}/{TABLE}.yaml", str(error), f"{TABLE}.grammar") from None


def read(
    text: str, verbs: Mapping[str, type[Any]], vocabulary: Vocabulary, lines: Lines, rules: Any, judge: Judge
) -> Heard:
    """Return the question of a text with the situation that it tells; raises NotUnderstood."""
    heard = vocabulary.read(text)
    return _understood(
        heard, verbs, vocabulary, lambda meaning: lines.situations(meaning, verbs[meaning.verb], rules), judge, False
    )


def read_of_state(
    text: str,
    verbs: Mapping[str, type[Any]],
    vocabulary: Vocabulary,
    things: Sequence[Thing],
    player: str | None,
    judge: Judge,
) -> Heard:
    """Return the question that a text asks of a state, whose things it names; raises NotUnderstood."""
    heard = vocabulary.read(text, [thing.id for thing in things])
    return _understood(
        heard,
        verbs,
        vocabulary,
        lambda meaning: of_things(meaning, field_specs(verbs[meaning.verb]), things, player, vocabulary.words),
        judge,
        True,
    )


def read_order(
    text: str,
    verbs: Mapping[str, type[Any]],
    orders: Mapping[str, type[Any]],
    vocabulary: Vocabulary,
    things: Sequence[Thing],
    player: str,
) -> dict[str, Any] | None:
    """Return the one order of a player that a text says by the words of a question, None if it says none."""
    said = vocabulary.words.orders
    asking = {verb: kind for verb, kind in verbs.items() if verb in said}
    try:
        heard = read_of_state(text, asking, vocabulary, things, player, lambda value: value)
    except NotUnderstood:
        return None
    if not all(name.startswith(ALSO) for name in heard.further):
        # it says more than the order would
        return None
    asked = heard.value["ask"]
    verb = next(iter(asked))
    order, *renamed = said[verb].split()
    names = {verb: order, **dict(one.split("=") for one in renamed)}
    given: dict[str, Any] = {names.get(name, name): value for name, value in asked.items()}
    if order not in orders or not given.keys() <= field_specs(orders[order]).keys():
        return None
    return given


def _understood(
    heard: Text,
    verbs: Mapping[str, type[Any]],
    vocabulary: Vocabulary,
    laid_out: Callable[[Meaning], Iterator[Layout]],
    judge: Judge,
    of_state: bool,
) -> Heard:
    """Return the one question that a text is; raises NotUnderstood where its readings differ, or it has none."""
    faults = unknown_words(heard, vocabulary)
    answers: dict[str, tuple[Layout, list[str]]] = {}
    if not faults:
        try:
            for meaning in meanings(heard, vocabulary, verbs):
                try:
                    for layout in laid_out(meaning):
                        try:
                            answer, layout = _answered(layout, judge)
                        except Open as error:
                            # of places that are tried, the first tells what is wrong
                            faults = faults or error.faults
                            continue
                        if answer is not None:
                            before = answers.setdefault(repr(answer), (layout, meaning.wants))
                            # of readings with one answer, the one that leaves out least
                            if len(layout.further) > len(before[0].further):
                                answers[repr(answer)] = layout, meaning.wants
                except Open as error:
                    faults += error.faults
        except Open as error:
            faults += error.faults
    if len({repr(_plain(layout.value)) for layout, _ in answers.values()}) == 1:
        # one question, of which some readings leave out what else is asked
        told = max(answers, key=lambda answer: len(answers[answer][0].further))
        answers = {told: answers[told]}
    if len(answers) == 1:
        layout, wants = next(iter(answers.values()))
        asked = layout.value["ask"]
        known = field_specs(next(verbs[verb] for verb in asked if verb in verbs))
        value = {**layout.value, "ask": {name: asked[name] for name in known if name in asked}}
        return Heard(value, dict(layout.assumed), heard.corrected, heard.fillers, dict(layout.further), wants)
    if answers:
        faults = ["this can be read in several ways, with different answers; say more, as who stands where"]
    line, not_used = _skeleton(heard, vocabulary, verbs, of_state)
    raise NotUnderstood(faults or ["this is not a question that can be answered"], line, not_used)


def _plain(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document without what its question supposes."""
    return {**value, "ask": {name: inner for name, inner in value["ask"].items() if name != "supposing"}}


def _answered(layout: Layout, judge: Judge) -> tuple[Any, Layout]:
    """Return the answer to a layout, None where there is none, and the layout that is answered."""
    answer = judge(layout.value)
    if layout.wrong is not None and isinstance(answer, Mapping) and (fault := layout.wrong(answer)):
        raise Open(fault)
    refused = isinstance(answer, Mapping) and False in (answer.get("allowed"), answer.get("legal"))
    if refused and layout.supposed is not None:
        other = None
        with suppress(Open):
            other = judge(layout.supposed)
        if isinstance(other, Mapping) and other.get("allowed"):
            return other, layout._replace(value=layout.supposed)
    return (None if layout.tentative and refused else answer), layout


def changed(
    value: Mapping[str, Any], text: str, verbs: Mapping[str, type[Any]], vocabulary: Vocabulary, lines: Lines
) -> dict[str, Any] | None:
    """Return a document with one thing changed, as in `and with 3 hits?`; None if a text says no such thing."""
    found = said_whole(text, vocabulary, "change")
    if len(found) != 1:
        return None
    verb = next(verb for verb in value["ask"] if verb in verbs)
    specs = field_specs(verbs[verb])
    asked = {name: inner for name, inner in found[0].items() if name in specs}
    rest = {name: inner for name, inner in found[0].items() if name not in specs}
    out: dict[str, Any] | None = {**value, "ask": {**value["ask"], **asked}}
    return lines.changed(out, verb, rest) if rest and out is not None else out


def said_whole(text: str, vocabulary: Vocabulary, rule: str) -> list[dict[str, Any]]:
    """Return what each match of a rule of the grammar says of a whole text; nothing for other texts."""
    heard = vocabulary.read(text)
    while heard.tokens and heard.tokens[0].word in vocabulary.joins:
        del heard.tokens[0]
    if heard.unknown or not heard.tokens:
        return []
    return [facts for end, facts in heard.parse.some(rule, 0) if end == len(heard.tokens)]


def _skeleton(
    heard: Text, vocabulary: Vocabulary, verbs: Mapping[str, type[Any]], of_state: bool
) -> tuple[str | None, list[str]]:
    """Return the strict line of a text as far as it goes, blanks where it is open, and the words that it leaves out.

    There is no line where it would leave out a name, a number or a verb that is known: it would ask something else.
    """
    if len(heard.tokens) > MOST_TOKENS:
        return None, []
    clauses, lost = _islands(heard)
    asks = list(dict.fromkeys(clause["ask"] for clause in clauses if "ask" in clause))
    if len(asks) != 1 or asks[0] not in verbs:
        return None, []
    verb, fields = asks[0], dict[str, str]()
    specs = field_specs(verbs[verb])
    for clause in clauses:
        for name, value in clause.items():
            if name in specs and (said := _said(value)) and fields.setdefault(name, said) != said:
                return None, []
    if not fields:
        return None, []
    for name, spec in specs.items():
        if spec.default is msgspec.NODEFAULT:
            fields.setdefault(name, BLANK)
    parts = [f"{verb} {fields.pop(verb, BLANK)}", *(f"{name} {value}" for name, value in fields.items())]
    line = " ".join(parts) if verbs[verb].alone or of_state else f"{BLANK}; {' '.join(parts)}"
    held = {word.lower() for word in line.split()}
    numbers = vocabulary.words.numbers | vocabulary.words.ordinals
    for token in heard.tokens:
        means = {*vocabulary.named(token.word), *map(str, token.figures.values()), str(numbers.get(token.word, ""))}
        if any(means) and not held & {*means, token.word}:
            return None, []
    if any(not _beside(token, heard) for token in lost):
        return None, []
    out = {token.begin: token.text for token in (*lost, *heard.unknown) if any(map(str.isalnum, token.text))}
    return line, [out[place] for place in sorted(out)]


def _beside(token: Token, text: Text) -> bool:
    """Return whether a word stands next to one that is not known, and so is part of what is not read."""
    every = sorted((*text.tokens, *text.unknown), key=lambda one: one.begin)
    place = every.index(token)
    return any(one in text.unknown for one in every[max(place - 1, 0) : place + 2])


def _islands(text: Text) -> tuple[list[Mapping[str, Any]], list[Token]]:
    """Return the longest clauses of a text from left to right, and the words between them.

    An unknown word parts what stands before it from what stands after it.
    """
    tokens, parse = text.tokens, text.parse
    walls = sorted(token.begin for token in text.unknown)
    clauses: list[Mapping[str, Any]] = []
    lost: list[Token] = []
    place = 0
    while place < len(tokens):
        wall = next((begin for begin in walls if begin > tokens[place].begin), None)
        ends = [match for match in parse.some("clause", place) if wall is None or tokens[match[0] - 1].begin < wall]
        found = max(ends, key=lambda match: match[0], default=None)
        if found is None or found[0] == place:
            lost.append(tokens[place])
            place += 1
        else:
            place = found[0]
            clauses.append(found[1])
    return clauses, lost


def _said(value: Any) -> str:
    """Return a value of a clause as a word of a line, an empty text if it is none."""
    if isinstance(value, Mapping):
        return str(value.get("id") or value.get("hex") or value.get("name") or "")
    return "" if isinstance(value, (list, bool, Mention)) else str(value)
