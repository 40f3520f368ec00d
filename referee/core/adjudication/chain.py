"""The chain of a game: a state names the trace that made it, a trace names its state, orders and the trace before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..documents.digests import canonical, digest, joined, parts_of, sha256
from ..game.state import Link
from ..game.trace import Trace


class Origin(msgspec.Struct, frozen=True):
    """A state as given, and the reason for accepting an edit of it by hand."""

    value: dict[str, Any]
    edit: str | None = None


def trace_digest(trace: Mapping[str, Any]) -> str:
    """Return the digest of a trace, without the chain of the state it made, which holds this digest."""
    after = {key: value for key, value in trace["after"].items() if key != "chain"}
    return digest({**trace, "after": after})


def content_digest(state: Mapping[str, Any]) -> str:
    """Return the digest of a state, without `chain.content`, which holds this digest."""
    chain = {key: value for key, value in state.get("chain", {}).items() if key != "content"}
    return digest({**state, "chain": chain})


def bound(state: Mapping[str, Any], trace: str) -> Link:
    """Return the chain for a state, given without one, that the trace with this digest made."""
    return Link(trace, content_digest({**state, "chain": {"trace": trace}}))


def link_after(trace: Trace, before: bytes) -> Link:
    """Return the chain for the state that a trace made; `before` is the state before it as canonical JSON.

    It is `bound(trace.after, digest(trace))`. Both states are most of a trace, so each is written once.
    """
    after = parts_of(trace.after)
    rest = parts_of(msgspec.structs.replace(trace, before={}, after={}))
    made_by = sha256(joined({**rest, "before": before, "after": joined(after)}))
    return Link(made_by, sha256(joined({**after, "chain": canonical({"trace": made_by})})))


def reseal(state: Mapping[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    """Return a state changed by a command with a new `chain.content`, unless it was edited by hand before."""
    if "chain" not in state or is_edited(state, state):
        return changed
    bare = {key: value for key, value in changed.items() if key != "chain"}
    link = bound(bare, state["chain"]["trace"])
    return {**changed, "chain": {"trace": link.trace, "content": link.content}}


def is_sealed(state: Mapping[str, Any]) -> bool:
    """Return whether a state has a chain and its content is unedited."""
    link = state.get("chain")
    return isinstance(link, dict) and link.keys() == {"trace", "content"} and link["content"] == content_digest(state)


def is_edited(given: Mapping[str, Any], plain: Mapping[str, Any]) -> bool:
    """Return whether a state was edited since it was written: its digest differs, both as given and as read.

    So a default that is written out, or a number in another form, is not an edit. A state made by hand is not edited.
    """
    if "chain" not in plain:
        return False
    content = plain["chain"]["content"]
    return all(content != content_digest(state) for state in (given, plain))


def nonce(secret: bytes, game: str, state: str) -> str:
    """Return the nonce of a trace: HMAC-SHA256 with the secret over JSON [game, "nonce", state], in hexadecimal digits.

    `state` is the digest of the state before the trace.
    """
    import hashlib
    import hmac

    return hmac.digest(secret, canonical([game, "nonce", state]), hashlib.sha256).hex()
