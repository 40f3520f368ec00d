"""A document without its type errors, so that other problems can be reported in the same run."""

from __future__ import annotations

import difflib
from typing import Any, TypeVar

import msgspec

from .locations import Path
from .plain import builtins, schema
from .schema_errors import schema_errors

T = TypeVar("T")

# one error may hide more; the search is repeated at most this often
_ROUNDS = 8


class Mended:
    """Plain data in which values of a wrong type are left out, or replaced if a value is required."""

    def __init__(self, value: Any, kind: Any) -> None:
        self.value = builtins(value)
        self._known: dict[str, Any] = schema(kind).get("$defs", {})
        self._filled: list[Path] = []
        self._dropped: list[Path] = []
        # whether a list or mapping was removed, to which other places may refer
        self._gutted = False

    def mend(self, path: Path, error: Any) -> bool:
        """Mend one value of a wrong type; return whether that was possible."""
        if error.validator == "required":
            inner = _at(self.value, path)
            for key in error.validator_value:
                if isinstance(inner, dict) and key not in inner:
                    self._fill(inner, key, error.schema["properties"][key], path)
        elif error.validator == "additionalProperties":
            inner, known = _at(self.value, path), error.schema.get("properties", {})
            for key in [key for key in inner if key not in known]:
                del inner[key]
                self._dropped += [(*path, meant) for meant in difflib.get_close_matches(key[:100], known)]
        elif error.validator == "maxItems":
            del _at(self.value, path)[error.validator_value :]
            self._gutted = True
        elif not path:
            return False
        else:
            holder, step = _at(self.value, path[:-1]), path[-1]
            if isinstance(holder, dict):
                holder.pop(step, None)
                self._dropped.append(path)
                self._gutted |= not self._is_scalar(error.schema)
            elif isinstance(holder, list) and isinstance(step, int):
                self._fill(holder, step, error.schema, path[:-1])
        return True

    def _fill(self, holder: Any, step: str | int, shape: Any, path: Path) -> None:
        holder[step] = self._least(shape)
        self._filled.append((*path, step))

    def _least(self, shape: Any) -> Any:
        """Return the smallest value that fits a schema."""
        if "$ref" in shape:
            return self._least(self._known[shape["$ref"].rpartition("/")[2]])
        if "const" in shape or "enum" in shape:
            return shape["const"] if "const" in shape else shape["enum"][0]
        if "anyOf" in shape:
            return None if {"type": "null"} in shape["anyOf"] else self._least(shape["anyOf"][0])
        match shape.get("type"):
            case "string":
                return "x"
            case "integer" | "number":
                return shape.get("minimum", 0)
            case "array":
                inner = shape.get("prefixItems") or [shape.get("items") or {}] * shape.get("minItems", 0)
                return [self._least(one) for one in inner]
            case "object":
                properties = shape.get("properties", {})
                return {key: self._least(properties[key]) for key in shape.get("required", ())}
        return False

    def says(self, path: Path) -> bool:
        """Return whether the value at a path is in the document itself, not filled in."""
        return not any(path[: len(filled)] == filled for filled in self._filled)

    @property
    def whole(self) -> bool:
        """Whether only words, numbers and switches are left out or filled in, to which no other place refers."""
        return not self._filled and not self._gutted

    def lacks(self, path: Path, message: str) -> bool:
        """Return whether a message at a path is about a key that was left out there."""
        return any(path == gone[:-1] and f"'{gone[-1]}'" in message for gone in self._dropped)

    def _is_scalar(self, shape: Any) -> bool:
        """Return whether a schema allows only a word, a number or a switch."""
        if "$ref" in shape:
            return self._is_scalar(self._known[shape["$ref"].rpartition("/")[2]])
        if "anyOf" in shape:
            return all(map(self._is_scalar, shape["anyOf"]))
        return "const" in shape or "enum" in shape or shape.get("type") not in (None, "array", "object")


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def mend(value: Any, kind: type[T]) -> tuple[T, Mended] | None:
    """Return a value as a type, without the parts of another type; None if it cannot be mended."""
    left = Mended(value, kind)
    for _ in range(_ROUNDS):
        try:
            return msgspec.convert(left.value, kind, strict=True), left
        except msgspec.ValidationError:
            found = sorted(schema_errors(left.value, kind), key=lambda error: len(error.absolute_path), reverse=True)
        try:
            if not found or not all(left.mend(tuple(error.absolute_path), error) for error in found):
                return None
        except (KeyError, IndexError, TypeError):
            # it is inside another one that was removed
            continue
    return None
