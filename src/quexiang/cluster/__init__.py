"""Several nodes as one server: the bus between them, and the way from a socket to its room."""
