"""Rooms: seats, clocks, votes and the frames in which a table is told to those who sit at it."""
