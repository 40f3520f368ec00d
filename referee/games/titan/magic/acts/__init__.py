"""Spells of the Masterboard, a class for each kind: its targets, its ruling, what an order leaves open, what it does.

Who may cast which Spell, and when, is in `rulings/`.
"""
