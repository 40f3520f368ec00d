"""Nim with a die: a game for the referee in one file, with its ruleset."""
