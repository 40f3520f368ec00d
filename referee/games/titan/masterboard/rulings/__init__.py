"""What the rules say of a Masterboard: engagements, mustering, teleports, points, victory.

Orders and questions ask it; how the phases follow one another belongs to `phases`.
"""
