"""What a reading of a text means in Battalions: an army list, units that fight in a combat, or a march."""
