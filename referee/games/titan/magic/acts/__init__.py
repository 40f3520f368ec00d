"""What Spells of the Masterboard do when they are cast: each deed carried out on a position.

Whether a Spell may be cast, and at what, is in `rulings/`.
"""
