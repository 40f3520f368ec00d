"""Legions on the Masterboard, from the first Tower roll to the last Titan (LoT 4 to 9, 14 to 21).

It knows nothing of battles; what joins the two stands in `campaign`.
"""
