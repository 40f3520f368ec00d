"""What the rules say of a position in a battle: reach, strikes, rangestrikes, hazards, endings.

Nothing here changes a position by an order; orders call it and apply what it answers.
"""
