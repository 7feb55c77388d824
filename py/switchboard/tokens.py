"""Secrets that the shim mints, and the digest that is all the database ever sees of them."""

import hashlib
import secrets


def new_credential() -> str:
    """Return a bearer credential: ``sbk_`` and 32 random bytes in base64url."""
    return "sbk_" + secrets.token_urlsafe(32)


def new_lease_token() -> str:
    """Return a lease token: 16 random bytes in unpadded base64url, 22 characters."""
    return secrets.token_urlsafe(16)


def new_sign_in_token() -> str:
    """Return the secret of a sign-in link: 32 random bytes in unpadded base64url, 43 characters."""
    return secrets.token_urlsafe(32)


def sha256(text: str) -> bytes:
    """Return the 32-byte digest of the text, which is what the database stores."""
    return hashlib.sha256(text.encode()).digest()
