"""Tokens: whom they let in."""

from __future__ import annotations

from quexiang.server.tokens import Claim, Tokens, new_key


def test_tokens_are_good_only_for_whom_they_were_made() -> None:
    tokens = Tokens(new_key())
    token = tokens.make(Claim("p_1", "s3"))

    assert tokens.read(token) == Claim("p_1", "s3")
    assert tokens.read(token.replace("p_1", "p_2")) is None
    assert Tokens(new_key()).read(token) is None
    for wrong in ("", ".", "..", "a.b.c", "p_1.s3.", token + "x", "é.1.x"):
        assert tokens.read(wrong) is None
