"""What a game is made of: orders, positions, dice, the recorder and the trace.

How orders are judged in turn belongs to adjudication.
"""
