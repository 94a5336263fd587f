"""Questions about hands and matches: score, rehearse, review, verify, statistics."""
