"""Questions as people speak: the vocabulary of a ruleset, and how a text becomes terms of which none is lost.

What a sentence means belongs to each game; this folder names none. It is imported only where the strict form of a line
was not understood.
"""
