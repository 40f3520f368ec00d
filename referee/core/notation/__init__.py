"""One-line forms of orders, questions and situations, derived from their types.

The words of a game are in its own tables and types, not here.
"""
