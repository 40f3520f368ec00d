"""What authors of rulesets work with: overlays to begin with, schemas for editors, trial games, comparisons.

What makes a ruleset sound belongs to `core` and the games, and writing files to `cli`.
"""
