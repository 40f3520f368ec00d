"""What answers a line of JSON, as a line of JSON."""

from __future__ import annotations

import msgspec

from .escape import plain_json
from .reports import LineReport

_ENCODER = msgspec.json.Encoder()


def write(report: LineReport) -> str:
    """Return the answer on one line, what it echoes first."""
    text = _ENCODER.encode(report.found)
    if report.echoed:
        text = _ENCODER.encode(report.echoed)[:-1] + b"," + text[1:]
    line = text.decode()
    return (line if line.isascii() and "\x7f" not in line else plain_json(line)) + "\n"
