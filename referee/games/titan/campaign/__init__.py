"""A whole game: the Masterboard and its battles, and what belongs to neither alone."""
