"""A combat turn: who may go where, who is struck, and how a combat ends."""
