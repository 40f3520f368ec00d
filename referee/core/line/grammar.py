"""A grammar of clauses in data, and every way in which it matches a list of tokens.

An alternative is a line of symbols: a word; `(this|or that)`; `[what may be missing]`; `<rule>`, whose fields become
those of the clause, `<field:rule>`, whose value becomes that field, and `<+field:rule>`, which is added to a list.
A `*` after a symbol repeats it. `=> field value, flag` at the end adds fields that the words themselves say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from .tokens import Token

# what a rule or a terminal says of the tokens from a place: where it ends, and its value
Match = tuple[int, Any]
Terminal = Callable[[Sequence[Token], int], Iterator[Match]]
# the most ways in which one rule may match at one place, and the most that a whole text may have
MOST = 60

_SYMBOL = re.compile(r"\s*(?:(?P<ref><\+?(?:[\w]+:)?[\w ]+>)|(?P<mark>[\[\]()|*])|(?P<word>[^\s\[\]()|*<]+|>))")


class Ref(NamedTuple):
    """A symbol that names a rule or a terminal; `field` is where its value goes, into a list where `added`."""

    name: str
    field: str | None = None
    added: bool = False


class Many(NamedTuple):
    """A symbol that may be repeated."""

    inner: Node


class Any_(NamedTuple):
    """Several sequences, of which one is meant."""

    choices: tuple[tuple[Node, ...], ...]


Node = str | Ref | Many | Any_
# the words and terminals with which something may begin; None if it may be nothing at all
First = frozenset[str] | None
Alternative = tuple[tuple[Node, ...], dict[str, Any], First]


class Ambiguous(Exception):
    """A text has more readings than can be compared."""


@lru_cache(maxsize=16)
def compiled(rules: tuple[tuple[str, tuple[str, ...]], ...], terminals: frozenset[str]) -> Grammar:
    """Return a grammar of rules, compiled once: most rulesets that differ have the same words."""
    return Grammar(dict(rules), terminals)


class Grammar:
    """The rules of a grammar, compiled; immutable. Raises ValueError for a rule that is not well formed.

    `terminals` are the names of what is no rule of it.
    """

    def __init__(self, rules: Mapping[str, Sequence[str]], terminals: frozenset[str]) -> None:
        self.terminals = terminals
        self.words: set[str] = set()
        self.rules = {name: [self._alternative(line) for line in lines] for name, lines in rules.items()}
        for name in {ref for lines in self.rules.values() for line in lines for ref in _refs(line[0])}:
            if name not in self.rules and name not in terminals:
                raise ValueError(f"<{name}> is no rule of the grammar")
        self._firsts: dict[str, First] = dict.fromkeys(rules, frozenset())
        while (found := {name: self._first_of(lines) for name, lines in self.rules.items()}) != self._firsts:
            self._firsts = found
        self.rules = {
            name: [(nodes, fields, self._first(nodes)) for nodes, fields, _ in lines]
            for name, lines in self.rules.items()
        }

    def _alternative(self, line: str) -> Alternative:
        said, _, fields = line.partition("=>")
        symbols = [found for found in _SYMBOL.finditer(said) if found[0].strip()]
        nodes, end = self._sequence(symbols, 0, "")
        if end < len(symbols):
            raise ValueError(f"'{line}' closes what it has not opened")
        return nodes, dict(_constant(part) for part in fields.split(",") if part.strip()), None

    def _first_of(self, lines: Sequence[Alternative]) -> First:
        """Return with what a rule may begin, as far as that is known of the rules in it."""
        found = [self._first(nodes) for nodes, _, _ in lines]
        return None if None in found else frozenset().union(*(one or () for one in found))

    def _first(self, nodes: Sequence[Node]) -> First:
        """Return with what a sequence of nodes may begin."""
        out: set[str] = set()
        for node in nodes:
            first, empty = self._begins(node)
            out |= first
            if not empty:
                return frozenset(out)
        return None

    def _begins(self, node: Node) -> tuple[frozenset[str], bool]:
        """Return with what a node may begin, and whether it may be nothing."""
        if isinstance(node, str):
            return frozenset((node,)), False
        if isinstance(node, Ref):
            if node.name in self.terminals:
                return frozenset((f"<{node.name}>",)), False
            known = self._firsts[node.name]
            return known or self._all, known is None
        if isinstance(node, Many):
            return self._begins(node.inner)[0], True
        found = [self._first(choice) for choice in node.choices]
        if None in found:
            parts = [self._begins(one)[0] for choice in node.choices for one in choice]
            return frozenset().union(*parts), True
        return frozenset().union(*(one or () for one in found)), False

    @cached_property
    def _all(self) -> frozenset[str]:
        """Everything with which anything may begin."""
        return frozenset((*self.words, *(f"<{name}>" for name in self.terminals)))

    def _sequence(self, symbols: Sequence[re.Match[str]], place: int, closing: str) -> tuple[tuple[Node, ...], int]:
        """Return the nodes up to a closing bracket, with the alternatives that `|` parts, and the place after it."""
        choices: list[list[Node]] = [[]]
        while place < len(symbols):
            symbol = symbols[place]
            mark = symbol["mark"]
            place += 1
            if mark and mark in "])":
                if mark != closing:
                    raise ValueError(f"'{mark}' closes what is not open")
                return _one(choices), place
            if mark == "|":
                choices.append([])
            elif mark == "*":
                choices[-1].append(Many(choices[-1].pop()))
            elif mark:
                inner, place = self._sequence(symbols, place, "]" if mark == "[" else ")")
                choices[-1].append(Any_((inner, ()) if mark == "[" else (inner,)))
            elif symbol["ref"]:
                field, _, name = symbol["ref"][1:-1].rpartition(":")
                choices[-1].append(Ref(name, field.lstrip("+") or None, field.startswith("+")))
            else:
                word = symbol["word"]
                self.words.add(word)
                choices[-1].append(word)
        if closing:
            raise ValueError(f"'{closing}' is missing")
        return _one(choices), place


class Parse:
    """Every match of rules on one list of tokens, each looked for once."""

    def __init__(self, grammar: Grammar, terminals: Mapping[str, Terminal], tokens: Sequence[Token]) -> None:
        self.grammar = grammar
        self.terminals = terminals
        self.tokens = tokens
        self._known: dict[tuple[str, int], list[Match]] = {}
        self._starts: dict[int, set[str]] = {}

    def _start(self, place: int) -> set[str]:
        """Return the word at a place, and the terminals that match there."""
        found = self._starts.get(place)
        if found is None:
            found = {self.tokens[place].word} if place < len(self.tokens) else set()
            found |= {f"<{name}>" for name in self.terminals if self.rule(name, place)}
            self._starts[place] = found
        return found

    def some(self, name: str, place: int) -> list[Match]:
        """Return the matches of a rule that begin at a place, none where there are too many, or no such rule."""
        try:
            return self.rule(name, place) if name in self.grammar.rules else []
        except (Ambiguous, RecursionError):
            return []

    def rule(self, name: str, place: int) -> list[Match]:
        """Return the matches of a rule that begin at a place; raises Ambiguous."""
        known = self._known.get((name, place))
        if known is not None:
            return known
        self._known[name, place] = []
        terminal = self.terminals.get(name)
        if terminal is not None:
            found = list(terminal(self.tokens, place))
        else:
            found = []
            starts = self._start(place)
            for nodes, fields, first in self.grammar.rules[name]:
                if first is not None and starts.isdisjoint(first):
                    continue
                for end, values in self._nodes(nodes, 0, place, {}):
                    whole = merged(values, fields)
                    if whole is not None:
                        match = end, whole["value"] if len(whole) == 1 and "value" in whole else whole
                        if match not in found:
                            found.append(match)
                if len(found) > MOST:
                    raise Ambiguous
        self._known[name, place] = found
        return found

    def _nodes(
        self, nodes: tuple[Node, ...], number: int, place: int, values: dict[str, Any]
    ) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield where the nodes from a number on end, and the fields with theirs added."""
        if number == len(nodes):
            yield place, values
            return
        node = nodes[number]
        for end, more in self._node(node, place, values):
            yield from self._nodes(nodes, number + 1, end, more)

    def _node(self, node: Node, place: int, values: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
        if isinstance(node, str):
            if place < len(self.tokens) and self.tokens[place].word == node:
                yield place + 1, values
        elif isinstance(node, Ref):
            for end, value in self.rule(node.name, place):
                field = node.field or ("" if isinstance(value, dict) else node.name)
                listed = [value] if node.added and not isinstance(value, list) else value
                whole = merged(values, {field: listed} if field else value)
                if whole is not None:
                    yield end, whole
        elif isinstance(node, Any_):
            for choice in node.choices:
                yield from self._nodes(choice, 0, place, values)
        else:
            yield place, values
            for end, more in self._node(node.inner, place, values):
                if end > place:
                    yield from self._node(node, end, more)


def merged(values: dict[str, Any], more: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return fields with further ones; lists are joined; None where two contradict each other."""
    if not more:
        return values
    out = dict(values)
    for name, value in more.items():
        if name not in out:
            out[name] = value
        elif isinstance(value, list) and isinstance(out[name], list):
            out[name] = [*out[name], *value]
        elif out[name] != value:
            return None
    return out


def _one(choices: list[list[Node]]) -> tuple[Node, ...]:
    return tuple(choices[0]) if len(choices) == 1 else (Any_(tuple(map(tuple, choices))),)


def _refs(nodes: Sequence[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Ref):
            yield node.name
        elif isinstance(node, Many):
            yield from _refs((node.inner,))
        elif isinstance(node, Any_):
            for choice in node.choices:
                yield from _refs(choice)


def _constant(text: str) -> tuple[str, Any]:
    name, _, value = text.strip().partition(" ")
    value = value.strip()
    return name, {"": True, "no": False}.get(value, int(value) if value.lstrip("-").isdigit() else value)
