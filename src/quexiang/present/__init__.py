"""A table, its choices and its story as one seat may see them, for browser and terminal alike."""
