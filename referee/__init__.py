"""A referee for tabletop wargames: ask, check and adjudicate.

`ask`, `odds`, `check`, `adjudicate`, `legal`, `new`, `view`, `replay` and `show` do what the commands of these names
do, and `find` searches the rules. A `Session` keeps a game open for many calls. See `referee.api`.
"""

from __future__ import annotations

from referee.version import VERSION

# true for a type checker; at run time the module loads nothing before it is used
TYPE_CHECKING = False
if TYPE_CHECKING:
    from referee.api import (
        Adjudicated,
        Answer,
        Checked,
        Found,
        Legal,
        Odds,
        Problem,
        Replayed,
        Session,
        StaleRules,
        Unreadable,
        adjudicate,
        ask,
        check,
        find,
        legal,
        new,
        odds,
        replay,
        show,
        view,
    )
else:

    def __getattr__(name):
        """Load the API when it is first used: importing the package costs nothing."""
        if name not in __all__:
            raise AttributeError(f"module 'referee' has no attribute '{name}'")
        from referee import api

        found = globals()[name] = getattr(api, name)
        return found


def __dir__() -> list[str]:
    """Return the public names alone."""
    return sorted(__all__)


__version__ = VERSION
__all__ = [
    "Adjudicated",
    "Answer",
    "Checked",
    "Found",
    "Legal",
    "Odds",
    "Problem",
    "Replayed",
    "Session",
    "StaleRules",
    "Unreadable",
    "adjudicate",
    "ask",
    "check",
    "find",
    "legal",
    "new",
    "odds",
    "replay",
    "show",
    "view",
]
