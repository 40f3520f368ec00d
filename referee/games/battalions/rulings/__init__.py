"""What the rules say of armies, marches, blows, retreats and the over-world.

What a player may order belongs to `orders`.
"""
