"""Signed tokens: who somebody is, checked without a look-up and compared in constant time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import Final

from msgspec import Struct

MARK: Final = 16


class Claim(Struct, frozen=True):
    """What a token says: a person, and one of his sessions."""

    person: str
    session: str


class Tokens:
    """Makes and reads tokens with the server's key."""

    def __init__(self, key: str) -> None:
        self._key = bytes.fromhex(key)

    def make(self, claim: Claim) -> str:
        """A token for a person."""
        body = f"{claim.person}.{claim.session}"
        return f"{body}.{self._sign(body)}"

    def read(self, token: str) -> Claim | None:
        """What a token says, None if it was not made here."""
        body, _, signature = token.rpartition(".")
        person, _, session = body.rpartition(".")
        good = hmac.compare_digest(self._sign(body).encode(), signature.encode())
        return Claim(person, session) if good and person and session else None

    def mark(self, network: str) -> str:
        """A mark by which a network is known again, but not found out."""
        return self._sign(f"network {network}")[:MARK]

    def _sign(self, body: str) -> str:
        digest = hmac.new(self._key, body.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def new_key() -> str:
    """A key for a new server."""
    return secrets.token_hex(32)


def new_session() -> str:
    """An id for a new session."""
    return f"s{secrets.token_hex(8)}"


def new_person() -> str:
    """An id for a new person."""
    return f"p_{secrets.token_hex(8)}"
