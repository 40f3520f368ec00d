"""How one layer of a table is laid over another."""

from typing import Any


def merge(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Return a mapping merged with another: key by key, `null` removes, a list is replaced as a whole."""
    out = dict(below)
    for key, value in above.items():
        if value is None:
            out.pop(key, None)
        elif isinstance(value, dict) and isinstance(out.get(key), dict):
            out[key] = merge(out[key], value)
        else:
            out[key] = value
    return out
