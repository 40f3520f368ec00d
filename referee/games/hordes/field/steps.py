"""The steps of a group's move, advances and wheels, as they move rigid bases (P-5)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

_ADVANCE, _DEGREES = Meta(ge=0, le=100_000), Meta(gt=0, le=360)


class GroupStep(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step of a group: `{advance: 60}` in paces, or `{wheel: left, degrees: 20}`."""

    ways: ClassVar[tuple[tuple[str, ...], ...]] = (("advance",), ("wheel", "degrees"))
    advance: Annotated[int, _ADVANCE] | Annotated[float, _ADVANCE] | None = None
    wheel: Literal["left", "right"] | None = None
    degrees: Annotated[int, _DEGREES] | Annotated[float, _DEGREES] | None = None

    def __post_init__(self) -> None:
        if (self.advance is None) == (self.wheel is None):
            raise ValueError("a step is either an advance or a wheel")
        if (self.wheel is None) != (self.degrees is None):
            raise ValueError("a wheel has its degrees, and nothing else has")


StepList = Annotated[list[GroupStep], Meta(min_length=1, max_length=50)]
