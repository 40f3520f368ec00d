"""Hordes questions in the words of players: one combat, an army, or two elements on an empty table.

Each reader turns the terms of a text into a strict line, and rules on nothing.
"""
