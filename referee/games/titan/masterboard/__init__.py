"""Legions on the Masterboard, from the first Tower roll to the last Titan (LoT 4 to 9, 14 to 21).

This package does not know battles; `campaign` joins the two.
"""
