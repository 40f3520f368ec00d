"""The scopes of the orders of a Titan game."""

BATTLE, MASTERBOARD, CAMPAIGN = "battle", "masterboard", "campaign"

# where the orders of a scope are given, in words
WHERE = {BATTLE: "in a battle", MASTERBOARD: "on the Masterboard", CAMPAIGN: "in a game"}
