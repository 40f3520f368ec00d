"""Battles on the Battlelands, alone or inside a game (LoT 10 to 13).

It knows nothing of the Masterboard; what joins the two stands in `campaign`.
"""
