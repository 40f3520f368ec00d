"""Standard input for the server, a bounded line at a time."""

from __future__ import annotations

import re
from typing import BinaryIO

from referee.core.documents import MAX_LINE

# arguments have their own limit; around them are a few words
_LONGEST = MAX_LINE + (1 << 16)
_NEAR = 400
_ID = re.compile(rb'"id"\s*:\s*(\d{1,15}|"[\w-]{1,80}")\s*[,}]')


class BoundedLines:
    """A text stream of lines; a line that is too long is read to its end and not kept."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source

    def readline(self) -> str:
        """Return the next line, an empty text at the end; in place of one that is too long, a request that fails."""
        line = self._source.readline(_LONGEST)
        if len(line) < _LONGEST or line.endswith(b"\n"):
            return line.decode("utf-8", "replace")
        head = tail = line
        while line and not line.endswith(b"\n"):
            line = self._source.readline(_LONGEST)
            tail = (tail[-_NEAR:] + line)[-_NEAR:]
        named = _ID.search(head[:_NEAR]) or _ID.search(tail[-_NEAR:])
        number = named[1].decode() if named else "null"
        return f'{{"jsonrpc": "2.0", "id": {number}, "method": "line-too-long"}}\n'
