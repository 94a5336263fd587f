"""What is said on a socket and kept in a room's log: frames, entries, schemas, mjai."""
