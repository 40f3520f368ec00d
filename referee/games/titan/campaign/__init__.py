"""A whole game: the Masterboard, its battles, and what belongs to neither alone.

An Engagement opens a battle; the end of the battle closes the Engagement.
"""
