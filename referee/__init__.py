"""A referee for tabletop wargames: ask, check and adjudicate."""

from __future__ import annotations

from typing import Any

from referee.version import VERSION

__version__ = VERSION
__all__ = ["Unreadable", "adjudicate", "ask", "check"]


def __getattr__(name: str) -> Any:
    """Load the API when it is first used, so that importing the package costs nothing."""
    if name in __all__:
        from referee import api

        return getattr(api, name)
    raise AttributeError(f"module 'referee' has no attribute '{name}'")
