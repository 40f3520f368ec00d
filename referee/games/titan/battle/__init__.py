"""Battles on the Battlelands, single or part of a game (LoT 10 to 16).

This package does not know the Masterboard; `campaign` joins the two.
"""
