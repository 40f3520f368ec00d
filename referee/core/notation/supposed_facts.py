"""Facts that a question supposes, whatever the state or situation says."""

from __future__ import annotations

import msgspec


class SupposedFacts(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Facts that override a state or a situation for one question; each question has a closed set of them.

    On a line they come last, each after its name: `reach troll supposing moved no phase maneuver`.
    """

    def given(self) -> dict[str, object]:
        """Return the supposed facts by name."""
        every = zip(self.__struct_encode_fields__, self.__struct_fields__, strict=True)
        return {name: value for name, field in every if (value := getattr(self, field)) is not None}
