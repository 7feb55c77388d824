"""Switchboard: a durable todo queue for AI agents that lives in PostgreSQL."""
