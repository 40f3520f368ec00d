"""House rules of the desert: each folder here is a ruleset."""
