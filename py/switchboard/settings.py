"""The server's settings, read from the environment (variables in contract 4)."""

import ipaddress
from pathlib import Path
from typing import Annotated, NamedTuple

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict
from pydantic import BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict


class Rate(NamedTuple):
    """A rate limit: calls a second on average, and how many may come at once."""

    per_second: float
    burst: int


def _rate(value: object) -> object:
    """Read ``20/40`` (a second / burst); ``off`` means no limit."""
    if not isinstance(value, str):
        return value
    if value.strip().lower() == "off":
        return None
    per_second, slash, burst = value.partition("/")
    try:
        rate = Rate(float(per_second), int(burst))
    except ValueError:
        rate = Rate(0, 0)
    if not slash or not 0 < rate.per_second < 1e9 or rate.burst < 1:
        raise ValueError("write a rate as A_SECOND/BURST, such as 20/40, or off")
    return rate


def _proxies(value: object) -> object:
    """Read a comma-separated list of addresses and networks."""
    if not isinstance(value, str):
        return value
    names = [name.strip() for name in value.split(",") if name.strip()]
    for name in names:
        ipaddress.ip_network(name, strict=False)
    return names


def _database_url(value: object) -> object:
    """Refuse a URL that libpq cannot read, without a word of it: it may hold a password."""
    if not isinstance(value, str):
        return value
    try:
        host = str(conninfo_to_dict(value).get("host") or "")
    except ProgrammingError:
        host = "unreadable@"
    # A password with an @ of its own ends up in the host; one at the front is an abstract socket.
    if "@" in host[1:]:
        raise ValueError(
            "cannot be read as a database URL; write @ : / % ? # and spaces of a password as "
            "%40 %3A %2F %25 %3F %23 %20"
        )
    return value


def _metrics_token(value: object) -> object:
    if isinstance(value, str) and len(value.encode()) < 32:
        raise ValueError("must be at least 32 bytes long; try: openssl rand -hex 32")
    return value


DatabaseUrl = Annotated[str | None, BeforeValidator(_database_url)]
RateLimit = Annotated[Rate | None, NoDecode, BeforeValidator(_rate)]


class Settings(BaseSettings):
    """Every setting of the server. An empty variable counts as unset."""

    model_config = SettingsConfigDict(
        env_prefix="SWITCHBOARD_", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True
    )

    # URLs may hold a password, so they stay out of every repr.
    database_url: DatabaseUrl = Field(default=None, repr=False)
    migrate_url: DatabaseUrl = Field(default=None, repr=False)
    listen_url: DatabaseUrl = Field(default=None, repr=False)
    data_dir: Path | None = None
    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)
    public_url: str | None = None
    trusted_proxies: Annotated[list[str], NoDecode, BeforeValidator(_proxies)] = []
    pool_size: int = Field(default=10, ge=1, le=1000)
    pooler: bool = False
    rate_limit_endpoint: RateLimit = Rate(20, 40)
    rate_limit_ip: RateLimit = Rate(50, 100)
    attempt_summary_from_result: bool = False
    a2ui: bool = False
    metrics_token: Annotated[SecretStr | None, BeforeValidator(_metrics_token)] = None

    @property
    def url(self) -> str:
        """The address that clients use, without a slash at the end."""
        if self.public_url:
            return self.public_url.rstrip("/")
        # An address that listens everywhere is no address to connect to.
        host = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(self.host, self.host)  # noqa: S104
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"
