"""Broken input for every command: what it is made of, how it is broken, and what must hold of every answer.

`tests/fuzz.py` runs it; nothing here knows what the referee should rule, only how a program behaves.
"""
