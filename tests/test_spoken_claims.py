"""What is denied in a claim, or in a claim about a claim, is not passed over with the one who says it."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from test_spoken import heard

from referee import games
from referee.games.titan.rules import compile_rules
from referee.games.titan.spoken.names import vocabulary

WORDS = vocabulary(compile_rules(games.load("titan")[1], {}))
SAID = {kind: sorted({" ".join(p.words) for p in WORDS.all() if p.kind == kind}) for kind in ("claim", "denial")}
DENIED = [said for said in SAID["denial"] if said != "yes"]

# `{c}` and `{d}` are claims, `{n}` a denial
CLAIMS = [
    "my opponent {c} {n} that his lion hits my ogre on 3s; I think 4s. who is right?",
    "he {c} that my ogre {n} strikes his lion: number?",
    "he {c} that I {d} my ogre {n} strikes his lion, which number?",
    "he {c} I {d} {n} that my ogre strikes his lion on 5",
    "my friend {c} that I {d} that the lion is {n} hit by the ogre, dice?",
]


@pytest.mark.slow
@pytest.mark.parametrize("frame", CLAIMS)
def test_a_denial_in_a_claim_is_never_passed_over(frame: str) -> None:
    chance = Random(16)
    for claim, denial in product(SAID["claim"], DENIED):
        text = frame.format(c=claim, d=chance.choice(SAID["claim"]), n=denial)
        said = heard("titan", text)
        assert said is None, f"{text}: {said.value}"
