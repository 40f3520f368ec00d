"""Mail in: from the bytes of a mail to the player, their orders, requests and press, and what was set aside.

Nothing here adjudicates, writes a file, or knows the name of a game.
"""
