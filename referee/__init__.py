"""A referee for tabletop wargames: ask, check and adjudicate."""

__version__ = "0.1.0"
