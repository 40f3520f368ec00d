"""The end of an adjudication: the next state and its trace, with the chain that binds them."""

from __future__ import annotations

from ..documents.digests import canonical, sha256
from ..documents.plain import builtins
from ..game.dice import USED_ONCE, Dice
from ..game.dice_sources import Secret
from ..game.drawing import commitment, commits
from ..game.state import State
from ..game.trace import PROGRAM, Step, Trace
from . import chain
from .chain import Origin
from .submitted import Submitted


def conclude(given: Submitted, after: State, title: str, steps: list[Step], origin: Origin) -> Trace:
    """Add the chain to the next state, and return the trace; `title` is that of the phase before."""
    before = canonical(origin.value)
    trace = _trace(given, after, title, steps, origin, sha256(before))
    # the digest of a trace leaves out the chain of its state, which is added after this
    after.chain = chain.link_after(trace, before)
    trace.after["chain"] = builtins(after.chain)
    return trace


def _trace(given: Submitted, after: State, title: str, steps: list[Step], origin: Origin, before: str) -> Trace:
    ruleset, state, dice = given.ruleset, given.state, given.dice
    secret = next((source for source in dice.sources if isinstance(source, Secret)), None)
    options = ruleset.resolve(state.options)
    cited = dict.fromkeys(cite for step in steps for cite in step.cites if cite in ruleset.rulings)
    drawn = any(roll.source == "drawn" for roll in dice.rolls)
    return Trace(
        format=1,
        program=PROGRAM,
        ruleset=ruleset.name,
        rules=ruleset.stamp,
        game=state.game or "",
        step=state.step or 0,
        title=title,
        options=options,
        rulings={n: f"{o}: {options[o]}" if (o := ruleset.rulings[n].option) is not None else "" for n in cited},
        previous=state.chain.trace if state.chain is not None else None,
        state=before,
        edit=origin.edit,
        before=origin.value,
        documents=[s.document.value for s in given.submissions],
        submitted=[s.document.digest for s in given.submissions],
        steps=steps,
        rolls=dice.rolls,
        after=builtins(after),
        awaiting=after.awaiting,
        dice=dice.terms,
        secret=_kept(dice, secret) if drawn else None,
        nonce=chain.nonce(secret.secret, state.game or "", before) if secret is not None and secret.secret else None,
        skip_illegal=given.skip_illegal,
        accepted=ruleset.changed_since(state.rules) if state.rules is not None else [],
    )


def _kept(dice: Dice, secret: Secret | None) -> str | None:
    """Return `secret` of a trace: the SHA-256 of the secret's text, "used once", or None."""
    if secret is None or secret.once:
        return USED_ONCE if secret is not None else None
    committed = dice.terms.commitment
    return committed if committed is not None and commits(committed, secret.secret) else commitment(secret.secret)
