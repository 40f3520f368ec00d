"""Draw dice from a secret, and commit to it so that players can verify the dice later."""

import json
from itertools import count as count_up
from itertools import pairwise
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from ..documents.digests import sha256
from ..documents.problems import counted
from ..notation.field_specs import Name

Digest = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}$(?!\n)",
        description="is not a SHA-256, which is 64 hexadecimal digits in lower case",
    ),
]
Salt = Annotated[str, Meta(max_length=200)]
InOrders = Literal["take", "refuse"]
TAKE_OR_REFUSE: tuple[str, ...] = get_args(InOrders)

SECRET_BYTES = 32
_WRITER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, sort_keys=True)

# among 32 random bytes, fewer than 20 different ones occur once in a hundred million
_FEWEST = 20


def _no_salts() -> dict[str, str]:
    return {}


class DiceTerms(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The terms by which a game's dice are drawn, fixed before its first roll.

    `commitment` is the SHA-256 of the secret's text. Every die depends on the secret, `era` and `salts`, which hold a
    text for each player. `in_orders` says whether dice in orders are taken or refused.
    """

    commitment: Digest | None = None
    # factories, so that both are always written out; plain defaults are not
    era: Annotated[int, Meta(ge=0, le=1_000_000)] | Digest = msgspec.field(default_factory=lambda: 0)
    salts: Annotated[dict[Name, Salt], Meta(max_length=20)] = msgspec.field(default_factory=_no_salts)
    in_orders: InOrders = "take"


def draw(secret: bytes, game: str, terms: DiceTerms, event: str, count: int, faces: int = 6) -> list[int]:
    """Return `count` dice: bytes of HMAC-SHA256 over JSON [game, era, salts, event, block], without biased bytes."""
    return _faces(secret, [game, terms.era, terms.salts, event], count, faces)


def draw_by_step(secret: bytes, game: str, step: int, event: str, count: int, faces: int = 6) -> list[int]:
    """Return dice as in traces without `dice`: from HMAC-SHA256 over JSON [game, step, event, block]."""
    return _faces(secret, [game, step, event], count, faces)


def _faces(secret: bytes, head: list[Any], count: int, faces: int) -> list[int]:
    limit = 256 - 256 % faces
    out: list[int] = []
    for block in count_up():
        if len(out) >= count:
            break
        out += [1 + byte % faces for byte in _bytes(secret, [*head, block]) if byte < limit]
    return out[:count]


def _bytes(secret: bytes, block: list[Any]) -> bytes:
    import hashlib
    import hmac

    return hmac.digest(secret, _WRITER.encode(block).encode(), hashlib.sha256)


def new_secret() -> bytes:
    """Return 32 random bytes."""
    import secrets

    return secrets.token_bytes(SECRET_BYTES)


def text_of(secret: bytes) -> str:
    """Return a secret as the text of its file: hexadecimal digits and a line feed."""
    return secret.hex() + "\n"


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a secret's text, as `sha256sum` prints it; it may be published."""
    return sha256(text_of(secret).encode())


def commits(digest: str, secret: bytes) -> bool:
    """Return whether a commitment is that of a secret, with or without the line feed of its text."""
    return digest in (commitment(secret), sha256(secret.hex().encode()))


def bare_digest(secret: bytes) -> str:
    """Return the SHA-256 of a secret's bytes, as in traces without `dice`."""
    return sha256(secret)


def held(secret: bytes) -> str:
    """Return the message for a secret of another length: how many bytes it holds."""
    return f"holds {counted(len(secret), 'byte')}; a secret has {SECRET_BYTES}"


def weakness(secret: bytes) -> str:
    """Return why a secret could be guessed, or an empty text: too short, repeated bytes, or a pattern."""
    if len(secret) < SECRET_BYTES:
        return held(secret)
    steps = {(after - before) % 256 for before, after in pairwise(secret)}
    if len(set(secret)) < _FEWEST or len(steps) < _FEWEST:
        return "is not random: its bytes repeat or follow a pattern"
    return ""
