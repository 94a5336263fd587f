"""Rules that several variants share."""
