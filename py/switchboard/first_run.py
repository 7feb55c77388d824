"""What an empty embedded database gets, and what a person reads on the terminal at each start."""

import json
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import DictRow

from switchboard import calls, json_text
from switchboard.database import transaction
from switchboard.tokens import new_credential, new_sign_in_token, sha256

HUMAN = "you"
SLUG = "first"
EXAMPLES = (
    (
        "Say hello",
        {"task": 'Complete this todo with the result {"greeting": "hello"}.'},
    ),
    (
        "Fail once, then succeed",
        {
            "task": "Fail this todo with a summary of what you tried. Its next claim, half a "
            "minute later, is handed that summary: complete it then."
        },
    ),
    (
        "Let a lease lapse",
        {
            "task": "Claim with lease_ttl_seconds 10 and report nothing. The todo comes back, and "
            "its next claim sees that the attempt before died."
        },
    ),
)


def mcp_config(url: str, slug: str, credential: str) -> dict[str, Any]:
    """Return the configuration block that MCP clients read."""
    return {
        "mcpServers": {
            "switchboard": {
                "type": "http",
                "url": f"{url}/mcp/{slug}",
                "headers": {"Authorization": f"Bearer {credential}"},
            }
        }
    }


def sign_in_url(url: str, token: str) -> str:
    """Return the address that signs a human in to the Board, once."""
    return f"{url}/sign-in?token={token}"


def prepare(dsn: str) -> str | None:
    """Fill an empty database in one transaction: a human, an endpoint, three todos.

    Returns the endpoint's credential, which exists nowhere else, or None where something was there.
    """
    credential = new_credential()
    try:
        with transaction(dsn) as conn:
            if conn.execute(calls.LIST_ENDPOINTS).fetchall():
                return None
            human_id = _one(conn, calls.CREATE_HUMAN, name=HUMAN)
            agent_id = _one(conn, calls.REGISTER_AGENT, human_id=human_id, name=SLUG)
            endpoint_id = _one(
                conn,
                calls.FIRST_RUN_ENDPOINT,
                agent_id=agent_id,
                slug=SLUG,
                credential_hash=sha256(credential),
            )
            for title, payload in EXAMPLES:
                text = json_text.dumps(payload)
                _one(
                    conn,
                    calls.FIRST_RUN_TODO,
                    endpoint_id=endpoint_id,
                    title=title,
                    payload=text,
                )
    except psycopg.Error as error:
        # Somebody has already made a human of that name: the database is theirs.
        if error.sqlstate == "SB409":
            return None
        raise
    return credential


def sign_in(dsn: str) -> str | None:
    """Make a sign-in link for the human of the first start, and return its token.

    Returns None where there is no such human: whose Board it would be is then not ours to say.
    """
    token = new_sign_in_token()
    try:
        with transaction(dsn) as conn:
            human_id = _one(conn, calls.FIND_HUMAN, name=HUMAN)
            _one(conn, calls.CREATE_SIGN_IN_LINK, human_id=human_id, token_hash=sha256(token))
    except psycopg.Error as error:
        if error.sqlstate == "SB404":
            return None
        raise
    return token


def command() -> str:
    """Return what to type, in the folder where this was started, to run this program again."""
    program, on_path = Path(sys.argv[0]), shutil.which("switchboard")
    typed = "switchboard"
    if program.name == typed and not (on_path and program.samefile(on_path)):
        typed = shlex.quote(str(program))
    folder = os.environ.get("SWITCHBOARD_DATA_DIR")
    return f"SWITCHBOARD_DATA_DIR={shlex.quote(folder)} {typed}" if folder else typed


def welcome(url: str, credential: str, token: str | None, database: str) -> str:
    """Return what the first start prints, once: the credential is not shown again."""
    block = json.dumps(mcp_config(url, SLUG, credential), indent=2)
    return f"""
Switchboard is ready at {url}. Give your MCP client this configuration; it is shown only now:

{block}

Three example todos wait on queue inbox. Add one:

  {command()} todo add --endpoint {SLUG} --queue inbox --title "My first todo"

{_board(url, token)}
The database is in {database}
"""


def welcome_back(url: str, token: str | None, database: str) -> str:
    """Return what a later start prints."""
    owner = HUMAN if token else "NAME"
    return f"""
Switchboard is ready at {url}. The database is in {database}

{_board(url, token)}
Credentials are shown only once. Get another one:

  {command()} endpoint rotate {SLUG}
  {command()} endpoint vend --human {owner} --agent NAME --slug SLUG --queue inbox
"""


def _board(url: str, token: str | None) -> str:
    """Return how to get to the Board: by a link, or by the command that makes one."""
    if token is None:
        return f"""To see the Board, make a sign-in link:

  {command()} human link NAME
"""
    return f"""See the Board; this link signs you in once, within 15 minutes:

  {sign_in_url(url, token)}

Later: {command()} human link {HUMAN}
"""


def _one(conn: psycopg.Connection[DictRow], statement: str, **params: Any) -> Any:
    """Run a statement that answers one value, and return that."""
    (row,) = conn.execute(statement, params).fetchall()
    (value,) = row.values()
    return value
