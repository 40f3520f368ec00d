"""Which facts the rows of each section of a ruleset may name, and which quantities they may change.

One function for each moment; `catalog` lists them. What rows do is in the rulings, and not here.
"""
