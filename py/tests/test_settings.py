from pathlib import Path

import pytest
from pydantic import ValidationError
from switchboard.settings import Rate, Settings


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"SWITCHBOARD_{name.upper()}", raising=False)


def test_the_defaults_are_those_of_the_contract() -> None:
    settings = Settings()
    assert settings.database_url is settings.migrate_url is settings.listen_url is None
    assert (settings.host, settings.port, settings.url) == (
        "127.0.0.1",
        8080,
        "http://127.0.0.1:8080",
    )
    assert (settings.pool_size, settings.pooler, settings.trusted_proxies) == (10, False, [])
    assert settings.rate_limit_endpoint == Rate(20, 40)
    assert settings.rate_limit_ip == Rate(50, 100)
    assert not settings.attempt_summary_from_result
    assert not settings.a2ui
    assert settings.metrics_token is None


def test_every_variable_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "DATABASE_URL": "postgresql://db/x",
        "DATA_DIR": "/data",
        "PORT": "9",
        "TRUSTED_PROXIES": "10.0.0.1, 192.168.0.0/16",
        "RATE_LIMIT_ENDPOINT": "2.5/7",
        "RATE_LIMIT_IP": "off",
        "ATTEMPT_SUMMARY_FROM_RESULT": "true",
        "POOLER": "1",
    }.items():
        monkeypatch.setenv(f"SWITCHBOARD_{name}", value)
    settings = Settings()
    assert settings.database_url == "postgresql://db/x"
    assert settings.data_dir == Path("/data")
    assert settings.port == 9
    assert settings.trusted_proxies == ["10.0.0.1", "192.168.0.0/16"]
    assert settings.rate_limit_endpoint == Rate(2.5, 7)
    assert settings.rate_limit_ip is None
    assert settings.attempt_summary_from_result
    assert settings.pooler


def test_an_empty_variable_is_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWITCHBOARD_DATABASE_URL", "")
    monkeypatch.setenv("SWITCHBOARD_RATE_LIMIT_IP", "")
    assert Settings().database_url is None
    assert Settings().rate_limit_ip == Rate(50, 100)


@pytest.mark.parametrize("rate", ["20", "x/y", "0/5", "-1/5", "5/0", "nan/3", "inf/3", "1/2/3"])
def test_a_malformed_rate_is_refused(rate: str) -> None:
    with pytest.raises(ValidationError, match="A_SECOND/BURST"):
        Settings(rate_limit_ip=rate)


def test_a_malformed_proxy_is_refused() -> None:
    with pytest.raises(ValidationError):
        Settings(trusted_proxies="proxy.example")


def test_no_secret_is_shown() -> None:
    settings = Settings(database_url="postgresql://u:hunter2@db/x", metrics_token="hunter2" * 5)
    assert "hunter2" not in repr(settings)
    with pytest.raises(ValidationError) as caught:
        Settings(port="hunter2")
    assert "hunter2" not in str(caught.value)


def test_a_short_metrics_token_is_refused_without_being_shown() -> None:
    """Behaviour 5: 32 bytes at least."""
    with pytest.raises(ValidationError) as caught:
        Settings(metrics_token="hunter2" * 4)
    assert "must be at least 32 bytes long" in str(caught.value)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("host", "public_url", "url"),
    [
        ("0.0.0.0", None, "http://127.0.0.1:8080"),
        ("::1", None, "http://[::1]:8080"),
        ("::", None, "http://[::1]:8080"),
        ("127.0.0.1", "https://todo.example/", "https://todo.example"),
    ],
)
def test_the_url_is_one_that_a_client_can_use(host: str, public_url: str | None, url: str) -> None:
    assert Settings(host=host, public_url=public_url).url == url


@pytest.mark.parametrize(
    "url",
    [
        "postgresql//u:SECRET@h/db",
        "postgresql://u:SEC%RETPW@h/db",
        "postgresql://u:SECRET PW@h/db",
        "postgresql://u:a@SECRET@h/db",
    ],
)
def test_an_unreadable_database_url_is_refused_without_a_word_of_it(url: str) -> None:
    for name in ("database_url", "migrate_url", "listen_url"):
        with pytest.raises(ValidationError) as refused:
            Settings(**{name: url})
        assert "cannot be read as a database URL" in str(refused.value)
        assert "SEC" not in str(refused.value)


@pytest.mark.parametrize(
    "url", ["postgresql://u:a%40b@h/db", "host=@abstract dbname=x", "host=/run user=u", "dbname=x"]
)
def test_other_forms_of_a_database_url_are_taken(url: str) -> None:
    assert Settings(database_url=url).database_url == url
