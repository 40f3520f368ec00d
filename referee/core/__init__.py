"""Code that every game shares. No game is named here."""
