"""Every reading of a text: its clauses, the one question that they put, and what each of them says beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ..documents.problems import listed
from ..notation.field_specs import field_specs
from .grammar import MOST, Ambiguous, merged
from .mentions import Contradicts, Mention, Open, mentioned
from .tokens import STOP, Token
from .vocabulary import Text, Vocabulary, nearest_names

Clause = Mapping[str, Any]
# what clauses say of themselves and not of a question
_FLAGS = frozenset(("ask", "loose", "still", "asking", "scene", "joined", "listed", "sought", "acting"))
# a question in words has so many at most
MOST_TOKENS = 80


class Layout(NamedTuple):
    """A document that a reading may mean: a situation with its question, what it assumes, and what else is asked.

    `supposed` is the same question in the phase that it needs, for one that is not allowed now. A `tentative` layout,
    which fills in what is not said, counts only where it is allowed. `wrong` says why an answer does not hold.
    """

    value: Mapping[str, Any]
    assumed: Mapping[str, Any] = {}
    further: Mapping[str, Any] = {}
    supposed: Mapping[str, Any] | None = None
    tentative: bool = False
    wrong: Callable[[Mapping[str, Any]], str] | None = None


class Meaning(msgspec.Struct):
    """One reading: the verb of its question, the fields it gives, further facts, the things it names, and who acts."""

    verb: str
    fields: dict[str, Any]
    facts: dict[str, Any]
    things: list[Mention]
    wants: list[str] = []
    acting: frozenset[str] = frozenset()


def unknown_words(text: Text, vocabulary: Vocabulary) -> list[str]:
    """Return the faults of words that are not known: one for each that looks like a name, and one for the others."""
    out: list[str] = []
    others: list[str] = []
    first = {token.word: token for token in reversed(text.unknown)}
    for token in sorted(first.values(), key=lambda token: token.begin):
        if token.word in vocabulary.words.denials:
            out.append(f"'{token.text}' denies something, which is not read: say what is the case")
            continue
        near = nearest_names(vocabulary, token.word)
        if near:
            out.append(f"'{token.text}' is not known; names like it: {listed(near)}")
        else:
            others.append(f"'{token.text}'")
    if others:
        out.append(f"{listed(others, 'and')} {'is' if len(others) == 1 else 'are'} not known")
    return out


def meanings(text: Text, vocabulary: Vocabulary, verbs: Mapping[str, type[Any]]) -> list[Meaning]:
    """Return every reading of a text that puts one question; raises Open where there is none."""
    if len(text.tokens) > MOST_TOKENS:
        raise Open(f"this has more than {MOST_TOKENS} words: ask in the strict form")
    try:
        found = list(_sequences(text, vocabulary))
    except (Ambiguous, RecursionError):
        raise Open("this can be read in too many ways; use shorter clauses, with commas between") from None
    if not found:
        raise Open(*_stuck(text, vocabulary))
    out: list[Meaning] = []
    faults: list[str] = []
    known: set[str] = set()
    for clauses in found:
        try:
            for things, placed in mentioned(clauses):
                try:
                    meaning = _meaning(things, placed, vocabulary, verbs)
                except Contradicts:
                    raise
                except Open as error:
                    faults += error.faults
                    continue
                if (said := repr(meaning)) not in known:
                    known.add(said)
                    out.append(meaning)
        except Contradicts:
            raise
        except Open as error:
            faults += error.faults
    if not out:
        raise Open(*dict.fromkeys(faults))
    return out


def _sequences(text: Text, vocabulary: Vocabulary) -> Iterator[list[Clause]]:
    """Yield every sequence of clauses that the whole of a text is; raises Ambiguous."""
    tokens, parse = text.tokens, text.parse
    # from the end: the sequences of clauses from each place on
    after: list[list[list[Clause]]] = [[] for _ in tokens] + [[[]]]
    for place in reversed(range(len(tokens))):
        if tokens[place].word in vocabulary.joins:
            after[place] = list(after[place + 1])
        for end, clause in parse.rule("clause", place):
            between = tokens[end] if end < len(tokens) else None
            word = STOP if between is None else between.word
            follow = [rest for rest in after[end] if _may_follow(clause, word, rest, vocabulary)]
            after[place] += [[clause, *_joined(clause, between, rest, vocabulary)] for rest in follow]
        if len(after[place]) > 4 * MOST:
            raise Ambiguous
    yield from after[0]


def _joined(clause: Clause, between: Token | None, rest: list[Clause], vocabulary: Vocabulary) -> list[Clause]:
    """Return the clauses after one, of which the first is marked where `and` or a comma joins what both name."""
    if between is None or not (rest and "still" in clause and "still" in rest[0]):
        return rest
    if between.text.strip() == STOP:
        return [{**rest[0], "listed": True}, *rest[1:]]
    joins = between.word != STOP and between.word in vocabulary.joins
    return [{**rest[0], "joined": True}, *rest[1:]] if joins else rest


def _may_follow(clause: Clause, word: str, rest: Sequence[Clause], vocabulary: Vocabulary) -> bool:
    """Return whether further clauses may follow one, by the word between them."""
    if not rest or word == STOP:
        return True
    if "asking" in clause and "still" in rest[0] and word not in vocabulary.joins:
        # "which number hits the ogre" is about the one it names
        return False
    if "still" in clause and ("scene" in rest[0] or ("asking" in rest[0] and word not in vocabulary.joins)):
        # what follows somebody on the same breath is about that one
        return False
    if "loose" in clause or "loose" in rest[0]:
        return True
    # those whom `and` joins to somebody who acts act too, and no question asks that of two
    return word in vocabulary.joins and ("still" in clause) == ("still" in rest[0])


def _stuck(text: Text, vocabulary: Vocabulary) -> list[str]:
    """Return the first words that no clause takes in, as a fault."""
    tokens, parse = text.tokens, text.parse
    reached = {0}
    for place in range(len(tokens)):
        if place in reached:
            if tokens[place].word in vocabulary.joins:
                reached.add(place + 1)
            reached |= {end for end, _ in parse.some("clause", place)}
    last = max(reached)
    left = [token.text for token in tokens[last:] if token.word != STOP]
    return [f"'{' '.join(left[:6])}' is not understood here"] if left else ["there is no question"]


def _meaning(
    things: list[Mention], clauses: Sequence[Clause], vocabulary: Vocabulary, verbs: Mapping[str, type[Any]]
) -> Meaning:
    """Return what clauses mean together; raises Open."""
    asks = list(dict.fromkeys(clause["ask"] for clause in clauses if "ask" in clause))
    if not asks and vocabulary.words.default is not None:
        asks = [vocabulary.words.default]
    if len(asks) != 1:
        raise Open("what is asked is not said" if not asks else f"two questions are asked: {listed(asks)}")
    verb = asks[0]
    if verb not in verbs:
        raise Open(f"the question '{verb}' is not asked here")
    if sum("ask" in clause and isinstance(clause.get(verb), list) for clause in clauses) > 1:
        # what each of several does is not done by all of them
        raise Open(f"'{verb}' is asked more than once: ask each by itself")
    # the one who acts and the one it is done to, by any verb
    roles = {"actor": verb, "target": "at"}
    sought = [clause["sought"] for clause in clauses if "sought" in clause]
    if any("unclear" in said for said in (*clauses, *(one.facts for one in things))):
        raise Contradicts("a part of it can be taken in two ways; say it in a clause of its own")
    acting = {clause["acting"] for clause in clauses if "acting" in clause}
    out = Meaning(verb, {}, {}, things, [], frozenset(acting))
    specs = field_specs(verbs[verb])
    for clause in clauses:
        for name, value in clause.items():
            if name == "wants":
                if verb not in vocabulary.words.wants.get(value, ()):
                    raise Open(f"this asks for '{value}', which the question '{verb}' does not answer")
                out.wants.append(value)
            elif name not in _FLAGS:
                name = name if name in specs else roles.get(name, name)
                _put(out.fields if name in specs else out.facts, name, _expanded(value))
    _same_player(acting, out.fields.get(verb), out.fields.get("at"))
    # what a verb is about, where nothing else is asked
    out.wants += [value for value in sought[:1] if not out.wants and verb in vocabulary.words.wants.get(value, ())]
    if "told" in out.facts and not {"odds", "dice"}.isdisjoint(out.wants):
        said = "whether that number is called, or asked about, is not said: write 'calling 6', or 'does it hit on 6'"
        raise Open(said)
    return out


# whose something is, as mine or theirs
_WHOSE = {"mine": "mine", "own": "mine", "theirs": "theirs", "enemy": "theirs"}
_OTHER = {"mine": "theirs", "theirs": "mine"}


def _same_player(acting: set[str], actor: Any, target: Any) -> None:
    """Raise Contradicts where the one who acts or rolls is not the one whose piece or legion acts.

    Those who act are mine or theirs, or named as players; a player who is named may be either.
    """
    facts: Mapping[str, Any] = actor.facts if isinstance(actor, Mention) else actor if isinstance(actor, dict) else {}
    whose = _WHOSE.get(facts.get("whose", ""))
    if whose is None and isinstance(target, Mention):
        whose = _OTHER.get(_WHOSE.get(target.facts.get("whose", ""), ""))
    said = {*acting, *filter(None, (whose, facts.get("player")))}
    if len(said & _OTHER.keys()) > 1 or len(said - _OTHER.keys()) > 1:
        raise Contradicts("it says of one player what another one does; say whose each of them is, and who acts")


def _expanded(value: Any) -> Any:
    """Return a value in which everybody of a counted list is named: two ogres are `[ogre, ogre]`."""
    if isinstance(value, dict):
        return {name: _expanded(inner) for name, inner in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict) and "count" not in value[0]:
        return [_expanded(one) for one in value]
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [name for one in value for name in [next(v for k, v in one.items() if k != "count")] * one["count"]]
    return value


def _put(into: dict[str, Any], name: str, value: Any) -> None:
    whole = merged(into, {name: value})
    if whole is None:
        raise Open(f"'{name}' has two values here: {_said(into[name])} and {_said(value)}")
    into.update(whole)


def _said(value: Any) -> str:
    return value.name if isinstance(value, Mention) else str(value)
