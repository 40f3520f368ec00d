"""Cases: a situation, a question or orders, and what is expected.

Tests of the referee itself belong to tests/.
"""
