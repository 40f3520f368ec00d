"""The reader of lines as people write them: names and numbers, and clauses matched by a grammar of data.

It knows no sentence and no game, passes over no word that carries something, and gives up where a word is left.
"""
