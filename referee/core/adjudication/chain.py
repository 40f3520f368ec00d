"""The chain of a game: every state names the trace that made it, every trace the state, orders and trace before it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..documents.digests import canonical, digest
from ..game.state import Link


class Origin(msgspec.Struct, frozen=True):
    """A state as it was given, and why an edit of it by hand is accepted."""

    value: dict[str, Any]
    edit: str | None = None


def trace_digest(trace: Mapping[str, Any]) -> str:
    """Return the digest of a trace: of all of it but the chain of the state it made, which holds this very digest."""
    after = {key: value for key, value in trace["after"].items() if key != "chain"}
    return digest({**trace, "after": after})


def content_digest(state: Mapping[str, Any]) -> str:
    """Return the digest of a state without `chain.content`, where that very digest stands."""
    chain = {key: value for key, value in state.get("chain", {}).items() if key != "content"}
    return digest({**state, "chain": chain})


def bound(state: Mapping[str, Any], trace: str) -> Link:
    """Return what binds a state, given without it, to the trace of this digest."""
    return Link(trace, content_digest({**state, "chain": {"trace": trace}}))


def resealed(state: Mapping[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    """Return a state that a command changed, its content as written now, unless it was edited by hand before."""
    if "chain" not in state or edited(state, state):
        return changed
    bare = {key: value for key, value in changed.items() if key != "chain"}
    link = bound(bare, state["chain"]["trace"])
    return {**changed, "chain": {"trace": link.trace, "content": link.content}}


def sealed(state: Mapping[str, Any]) -> bool:
    """Return whether a state names the trace that made it, and its own content, as that is."""
    link = state.get("chain")
    return isinstance(link, dict) and link.keys() == {"trace", "content"} and link["content"] == content_digest(state)


def edited(given: Mapping[str, Any], plain: Mapping[str, Any]) -> bool:
    """Return whether a state was edited since it was written: neither as given nor as read it has its content.

    As read, a default that is spelt out and a number in another form are no edit. A state made by hand is none.
    """
    if "chain" not in plain:
        return False
    content = plain["chain"]["content"]
    return all(content != content_digest(state) for state in (given, plain))


def nonce(secret: bytes, game: str, state: str) -> str:
    """Return what keeps the digest of a trace from being guessed: HMAC-SHA256 over JSON [game, "nonce", state].

    The state is the digest of the one that the trace begins with.
    """
    import hashlib
    import hmac

    return hmac.digest(secret, canonical([game, "nonce", state]), hashlib.sha256).hex()
