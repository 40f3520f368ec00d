"""A whole game: the Masterboard, its battles, and what concerns both.

An Engagement opens a battle; the end of the battle closes the Engagement.
"""
