"""What the sheet says of moves, arrivals, PIPs and combats.

Orders and questions call it; pure geometry belongs to `field`.
"""
