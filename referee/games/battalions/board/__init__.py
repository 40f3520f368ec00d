"""The grid of Fields and Spaces and the units that stand on it.

What commands do belongs to `rulings`.
"""
