"""The orders of a battle, one class each."""
