"""The rules of magic applied to a position: what Spells bring, and how many are drawn.

No order, question or report belongs here.
"""
