"""The prompt `dispute`: how to settle one with the tools."""

from __future__ import annotations

NAME = "dispute"
TITLE = "Settle a dispute"
DESCRIPTION = "Settle a dispute at the table by the rules: from what the players say to a ruling that cites its rule."
# each with what it is, and whether it must be given
ARGUMENTS = (
    ("dispute", "what the players disagree about, in their words", True),
    ("ruleset", "the ruleset they play by, if it is known", False),
)

_TEXT = """\
Settle this dispute with the tools of the referee. Never rule from memory, and never make up dice, hexes or hits.

The dispute: {dispute}
The ruleset: {ruleset}

1. `help` lists the rulesets if none is named, and then the forms of the questions of this one.
2. If the dispute is about a position, write it as one line, the situation before the question, and `ask`. Use only
   what the players said. If something is missing that the answer needs, ask them; do not assume it.
3. Compare what the referee understood with what the players said. If a fact has no place in the line, do not drop
   it: search for it.
4. If the dispute is about a rule in general, or `ask` has no verdict, use `rules` with 'search', and then with 'cite'
   for the rules that matter.
5. Answer in the language of the players: the ruling in the first sentence, the reason in the next, with the ids of its
   rules. If the ruling depends on an option of the rules, say which, and what holds otherwise. If the rules do not say,
   say that.
"""


def text(dispute: str, ruleset: str | None) -> str:
    """Return what an assistant is asked to do about a dispute."""
    return _TEXT.format(dispute=dispute, ruleset=ruleset or "not named")
