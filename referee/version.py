"""The version of the program, which traces record, and the name of its package."""

VERSION = "0.2.0"
PACKAGE = "tabletop-referee"


def install(extra: str) -> str:
    """Return the command that installs what an extra of the package needs."""
    return f"pip install '{PACKAGE}[{extra}]'"
