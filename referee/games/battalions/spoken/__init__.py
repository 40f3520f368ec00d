"""Battalions questions in the words of players: units on a grid and one command, or an army list.

The reader turns the terms of a text into a strict line, and rules on nothing.
"""
