"""Text to plain data and typed values, with file, line and column for every problem.

No order, rule or game belongs here.
"""

import atexit
import gc

from .document import Document, Part, dotted_path, make_document
from .limits import MAX_BYTES, MAX_LINE, MAX_ORDERS, check_size
from .locations import Path
from .parsing import is_sheet, parse, parse_all, parse_json, parse_part
from .plain import builtins, schema
from .problems import Problem, Unreadable, nearest
from .typed import convert
from .writing import dump

# the last collection of a process may touch a type of msgspec that is gone: github.com/jcrist/msgspec/issues/717
atexit.register(gc.freeze)

__all__ = [
    "MAX_BYTES",
    "MAX_LINE",
    "MAX_ORDERS",
    "Document",
    "Part",
    "Path",
    "Problem",
    "Unreadable",
    "builtins",
    "check_size",
    "convert",
    "dotted_path",
    "dump",
    "is_sheet",
    "make_document",
    "nearest",
    "parse",
    "parse_all",
    "parse_json",
    "parse_part",
    "schema",
]
