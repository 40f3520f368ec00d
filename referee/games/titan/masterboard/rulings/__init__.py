"""Rulings on the Masterboard: Engagements, mustering, teleports, points, victory.

Orders and questions call them; `phases` says how phases follow one another.
"""
