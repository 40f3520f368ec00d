"""A raid on hexes: terrain, dice, hidden units; a game for the referee with its ruleset."""
