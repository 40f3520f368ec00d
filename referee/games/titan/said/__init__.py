"""What a reading of a text means in Titan: a situation with a question, for every way in which it may be laid out.

Words and clauses are data (`words.yaml`); strict lines are read in `core/notation`.
"""
