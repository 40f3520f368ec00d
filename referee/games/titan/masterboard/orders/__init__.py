"""The orders of Masterplay, one class each; giving up the game is an order of the campaign."""
