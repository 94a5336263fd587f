"""Rooms: one actor each, with its seats, connections, asks, votes and clocks."""
