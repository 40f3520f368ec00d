"""How dice are drawn from a secret, and the commitment by which everybody can prove them afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ..documents.digests import sha256
from ..notation.field_specs import Name

Digest = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}$(?!\n)",
        description="is not written as a SHA-256 is: 64 digits, of which the letters are small, a to f",
    ),
]
Salt = Annotated[str, Meta(max_length=200)]
InOrders = Literal["take", "refuse"]

# of 32 bytes at random, fewer than 20 are different once in a hundred million
_FEWEST = 20


def _no_salts() -> dict[str, str]:
    return {}


class DiceTerms(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The terms by which a game's dice are drawn, fixed before its first roll.

    `commitment` is the SHA-256 of the secret's text. `era` and `salts` go into every die with the secret; `salts`
    hold a text for each player. `in_orders` says whether dice that stand in orders are taken.
    """

    commitment: Digest | None = None
    # factories, so that both are always written out; a bare `dict` would not be
    era: Annotated[int, Meta(ge=0, le=1_000_000)] | Digest = msgspec.field(default_factory=lambda: 0)
    salts: Annotated[dict[Name, Salt], Meta(max_length=20)] = msgspec.field(default_factory=_no_salts)
    in_orders: InOrders = "take"


def draw(secret: bytes, game: str, terms: DiceTerms, event: str, count: int, faces: int = 6) -> list[int]:
    """Draw dice: bytes of HMAC-SHA256 over JSON [game, era, salts, event, block], biased bytes left out."""
    return _faces(secret, [game, terms.era, terms.salts, event], count, faces)


def draw_by_step(secret: bytes, game: str, step: int, event: str, count: int, faces: int = 6) -> list[int]:
    """Draw dice as traces without `dice` have them, over JSON [game, step, event, block]."""
    return _faces(secret, [game, step, event], count, faces)


def _faces(secret: bytes, head: list[Any], count: int, faces: int) -> list[int]:
    limit = 256 - 256 % faces
    out: list[int] = []
    for byte in _bytes(secret, head):
        if len(out) == count:
            break
        if byte < limit:
            out.append(1 + byte % faces)
    return out


def _bytes(secret: bytes, head: list[Any]) -> Iterator[int]:
    import hashlib
    import hmac

    block = 0
    while True:
        text = json.dumps([*head, block], separators=(",", ":"), ensure_ascii=False, sort_keys=True)
        yield from hmac.digest(secret, text.encode(), hashlib.sha256)
        block += 1


def new_secret() -> bytes:
    """Return 32 bytes at random."""
    import secrets

    return secrets.token_bytes(32)


def text_of(secret: bytes) -> str:
    """Return a secret as its file holds it: hexadecimal digits and a line feed."""
    return secret.hex() + "\n"


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a secret's text, which everybody may know: what `sha256sum` prints of its file."""
    return sha256(text_of(secret).encode())


def commits(digest: str, secret: bytes) -> bool:
    """Return whether a commitment is that of a secret, whose text may have lost its line feed."""
    return digest in (commitment(secret), sha256(secret.hex().encode()))


def bare_digest(secret: bytes) -> str:
    """Return the SHA-256 of a secret's bytes, which traces without `dice` hold."""
    return sha256(secret)


def weakness(secret: bytes) -> str:
    """Return why a secret could be guessed, or nothing: it is too short, or its bytes repeat or follow a pattern."""
    if len(secret) < 32:
        return f"holds {len(secret)} bytes; a secret has 32"
    steps = {(after - before) % 256 for before, after in pairwise(secret)}
    if len(set(secret)) < _FEWEST or len(steps) < _FEWEST:
        return "is no secret drawn at random: its bytes repeat, or follow each other by a pattern"
    return ""
