"""The odds of battles: exact within one Strike Phase, played out to the end by policies.

The judge decides every number: what is here asks it, and holds no rule of its own but the order of phases.
"""
