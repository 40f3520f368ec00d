"""Who acts is never exchanged: the subject of a verb is the first of a combat, whether or not it can do that."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from test_spoken import heard

from referee import games
from referee.games.hordes.rules import compile_rules
from referee.games.hordes.spoken.names import vocabulary

RULES = compile_rules(games.load("hordes")[1], {})
WORDS = vocabulary(RULES)
TYPES = sorted(RULES.kinds)
AFAR = ("shoot", "bespell")
SAID = {kind: sorted({" ".join(p.words) for p in WORDS.all() if p.kind == kind}) for kind in AFAR}

# from afar, by magic
ASIDE = tuple(f"{word} " for word in WORDS.classes["prepositions"])

# what is said of an element {a} and of another {b}, with any phrase {v} between them
TO_ANOTHER = [
    "{a} {v} {b}, odds",
    "my {a} {v} his {b}, odds",
    "odds if the {a} {v} the {b}",
    "can a {a} {v} a {b}? odds",
    "{a} 5 {v} {b} 3",
    "the {b} is near; the {a} in a wood {v} the {b}: odds",
]
# with a phrase that tells how it is done
ASIDES = ["{a} attacks {b} {v}, odds", "can my {a} hit his {b} {v}? odds", "the {a} kills the {b} {v}: 5 to 3"]
# with a verb that is said of the one before it
ALONE = [
    "{b} and {a}: the {a} {v}, odds",
    "{b} 3 and {a} 5: the {a} {v}",
    "the {a} {v}; {b} 3, {a} 5",
    "my {a} 5, his {b} 3: I {v}",
    "his {b} 3, my {a} 5: I {v}",
    "my {b} 3, his {a} 5: he {v}",
]
# with a verb of what is done to the one before it
SUFFERED = ["{b} is {v} by {a}, odds", "my {b} was {v} by his {a}: 3 to 5", "if a {b} gets {v} by the {a}: odds"]

# whether one is in range
AT_PACES = [
    "may a {a} {v} the {b} 300 paces away?",
    "my {a} {v} his {b} at 300 paces: in range?",
    "{a}, {b} 300 paces off: may the {a} {v}?",
    "{b} 300 paces off, {a}: may the {a} {v}?",
]


def first(text: str) -> str | None:
    """Return the type that acts in a question as it is heard; None if that is refused."""
    said = heard("hordes", text)
    return None if said is None else str(said.value["combat"]["a"]["type"])


def pairs(kind: str, chance: Random) -> Iterator[tuple[str, str]]:
    """Yield pairs of types: one that can do it, one that cannot, and the other way round; two that can or cannot."""
    able = [name for name in TYPES if getattr(RULES.kinds[name].row, f"{kind}s") is not None]
    unable = [name for name in TYPES if name not in able]
    yield chance.choice(able), chance.choice(unable)
    yield chance.choice(unable), chance.choice(able)
    yield tuple(chance.sample(unable, 2))  # type: ignore[misc]


@pytest.mark.slow
@pytest.mark.parametrize("kind", AFAR)
def test_the_subject_of_any_phrase_acts(kind: str) -> None:
    chance = Random(16)
    frames = [(said, frame) for said in SAID[kind] for frame in (ASIDES if said.startswith(ASIDE) else TO_ANOTHER)]
    for said, frame in frames:
        for a, b in pairs(kind, chance):
            text = frame.format(a=a, b=b, v=said)
            assert first(text) in (a, None), text


@pytest.mark.parametrize("kind", AFAR)
def test_a_verb_without_its_target_is_of_its_subject(kind: str) -> None:
    chance = Random(17)
    for said, frame in product(sorted(set(SAID[kind]) & WORDS.classes["finite"]), ALONE):
        for a, b in pairs(kind, chance):
            text = frame.format(a=a, b=b, v=said)
            assert first(text) in (a, None), text


@pytest.mark.parametrize("kind", AFAR)
def test_one_by_whom_it_is_done_acts(kind: str) -> None:
    chance = Random(18)
    for said, frame in product(sorted(set(SAID[kind]) & WORDS.classes["participles"]), SUFFERED):
        for a, b in pairs(kind, chance):
            text = frame.format(a=a, b=b, v=said)
            assert first(text) in (a, None), text


@pytest.mark.parametrize(("kind", "said"), [("shoot", "shoots at"), ("bespell", "bespells")])
def test_every_type_is_understood_as_the_subject(kind: str, said: str) -> None:
    for a, b in product(TYPES, TYPES):
        if a != b:
            assert first(f"{a} {said} {b}, odds") == a, f"{a} {said} {b}"


def test_every_phrase_of_a_class_is_a_verb() -> None:
    known = {*SAID["shoot"], *SAID["bespell"]}
    assert (WORDS.classes["finite"] | WORDS.classes["participles"]) <= known


@pytest.mark.parametrize(("kind", "said"), [("shoot", "shoot"), ("bespell", "bespell")])
def test_the_subject_is_asked_whether_it_reaches_the_other(kind: str, said: str) -> None:
    chance = Random(19)
    for frame in AT_PACES * 4:
        for a, b in pairs(kind, chance):
            question = heard("hordes", frame.format(a=a, b=b, v=said))
            if question is not None and question.heard is not None:
                assert question.heard.line.startswith(f"red {a} id r1 "), question.heard.line
