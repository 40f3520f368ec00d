"""Mail out: what each player is to be sent, as a mail that any mail program or `sendmail -t` can send.

Nothing here decides anything, and nobody's mail holds what they may not see.
"""
