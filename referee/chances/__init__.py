"""Odds of what a document asks or orders, and of states played out: from documents to results, on one core or many.

What a game knows of odds is in the game; reading and writing files and arguments belongs to `cli`.
"""
