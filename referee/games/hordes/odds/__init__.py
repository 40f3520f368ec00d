"""The odds of combats and of orders on a table, exact, and battles played out to the end by policies.

The judge decides everything: what is here asks it and counts what comes of it, and holds no rule of its own.
"""
