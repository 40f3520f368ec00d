"""Masterplay: legions on the Masterboard, from the first tower roll to the last Titan (LoT 4 to 9, 14 to 21)."""
