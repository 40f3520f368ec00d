"""Titan questions in the words of players: a scene of a battle, or legions on the Masterboard, and what is asked.

Each reader turns the terms of a text into a strict line. It rules on nothing: where a text leaves something open, the
answers to every possible line are compared.
"""
