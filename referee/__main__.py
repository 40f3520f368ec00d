"""`python -m referee` is the command line."""

from referee.cli import main

main()
