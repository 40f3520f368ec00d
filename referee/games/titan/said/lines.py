"""What this game gives the reader of lines."""

from referee.core.line.reader import Lines

from .change import changed
from .names import FIGURES, names
from .read import situations
from .things import things

LINES = Lines(names, FIGURES, situations, things, changed)
