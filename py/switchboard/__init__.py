"""Switchboard: a durable todo queue for AI agents that lives in PostgreSQL."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("switchboard")
except PackageNotFoundError:  # a clone that is not installed
    __version__ = "0+unknown"
