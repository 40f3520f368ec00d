"""The orders of Masterplay, one class each; those whose verb a battle knows too are told apart in titan/orders.py."""
