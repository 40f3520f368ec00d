"""The desk: a game by mail, from a folder of mails to the next state and what each player is to be sent.

It belongs here what mail, deadlines, the archive and its chain need. No rule of any game does.
"""
