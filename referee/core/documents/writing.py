"""Values as YAML text: the same value always gives the same text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
import yaml

from .strict_yaml import is_number


class Written(msgspec.Struct):
    """A type whose fields `written_last` are written after all others."""

    written_last: ClassVar[tuple[str, ...]] = ()


def in_order(value: Any, plain: Any) -> Any:
    """Return a value as plain data, with its fields in the order of writing."""
    if not isinstance(value, Written):
        return plain
    last = {key: plain.pop(key) for key in value.written_last if key in plain}
    return {**plain, **last}


if TYPE_CHECKING:
    from yaml import CSafeDumper
else:
    # a browser's Python has none in C
    CSafeDumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _Dumper(CSafeDumper):
    """Writes small mappings of a list on one line each, and never an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


# characters that change the direction of text; written as escapes, so that they cannot mislead a reader
_TURNING = re.compile("[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]")


def _text(dumper: CSafeDumper, text: str) -> yaml.ScalarNode:
    style = '"' if _TURNING.search(text) or "\n" in text else "'" if is_number(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def dump(value: Any) -> str:
    """Write a value as YAML: the same value always gives the same text."""
    plain = in_order(value, msgspec.to_builtins(value))
    text: str = yaml.dump(
        plain, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None
    )
    return _TURNING.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def flow(value: Any) -> str:
    """Return a plain value as YAML on one line."""
    text: str = yaml.dump(
        value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10**6, default_flow_style=True
    )
    # a value that is no mapping and no list is followed by the end of its document
    return text.removesuffix("...\n").strip()
