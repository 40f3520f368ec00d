"""Rulings on a battle: reach, strikes, rangestrikes, hazards, arrivals, endings.

Rulings know no orders; orders call them and apply the result.
"""
