"""Running many: lines and chunks on several processes or machines, with the results in order.

What one of them does belongs to `judge`, or to the game.
"""
