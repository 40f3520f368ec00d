"""Rulesets: tables, rows, citations, rulings and ledgers of cited numbers.

What a table means to a game belongs to that game.
"""
