"""What a reading of a text means in Hordes: one combat, an army, or elements that stand before each other."""
