"""State, orders and dice in, state and trace out: check, adjudicate, look ahead, replay.

No rule of any game belongs here.
"""
