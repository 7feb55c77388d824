import hashlib
import re

from switchboard.tokens import new_credential, new_lease_token, new_sign_in_token, sha256


def test_a_credential_has_32_random_bytes() -> None:
    assert re.fullmatch(r"sbk_[A-Za-z0-9_-]{43}", new_credential())


def test_a_lease_token_is_22_characters() -> None:
    assert re.fullmatch(r"[A-Za-z0-9_-]{22}", new_lease_token())


def test_a_sign_in_token_has_32_random_bytes() -> None:
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", new_sign_in_token())


def test_secrets_do_not_repeat() -> None:
    assert len({new_lease_token() for _ in range(10_000)}) == 10_000
    assert len({new_credential() for _ in range(1_000)}) == 1_000
    assert len({new_sign_in_token() for _ in range(1_000)}) == 1_000


def test_the_digest_is_of_the_text() -> None:
    assert sha256("abc") == hashlib.sha256(b"abc").digest()
    assert len(sha256("")) == 32
