"""Magi and their Spells: what they draw, hold and bring, on the Masterboard and in a battle (MM 5 to 18).

This package knows battles and the Masterboard; neither knows it.
"""
