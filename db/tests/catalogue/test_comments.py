"""Everything in the schema is explained where a DBA looks, and foreign keys have their index."""

from typing import Any

import psycopg
import pytest

UNCOMMENTED = {
    "schema": """
        select nspname::text from pg_namespace
        where nspname = 'switchboard' and obj_description(oid, 'pg_namespace') is null""",
    "tables": """
        select c.oid::regclass::text from pg_class as c
        where c.relnamespace = 'switchboard'::regnamespace
          and c.relkind in ('r', 'p', 'v', 'm', 'S')
          and obj_description(c.oid, 'pg_class') is null""",
    "columns": """
        select c.oid::regclass || '.' || a.attname
        from pg_attribute as a inner join pg_class as c on a.attrelid = c.oid
        where c.relnamespace = 'switchboard'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
          and a.attnum > 0 and not a.attisdropped and col_description(c.oid, a.attnum) is null""",
    # From 18 on `not null` is a constraint with a row; it explains itself.
    "constraints": """
        select conrelid::regclass || '.' || conname from pg_constraint
        where connamespace = 'switchboard'::regnamespace and contype <> 'n'
          and obj_description(oid, 'pg_constraint') is null""",
    # One that a constraint made is explained there.
    "indexes": """
        select i.indexrelid::regclass::text
        from pg_index as i inner join pg_class as c on i.indexrelid = c.oid
        where c.relnamespace = 'switchboard'::regnamespace
          and not exists (select from pg_constraint as k where k.conindid = i.indexrelid)
          and obj_description(i.indexrelid, 'pg_class') is null""",
    "types": """
        select t.oid::regtype::text from pg_type as t inner join pg_class as c on t.typrelid = c.oid
        where t.typnamespace = 'switchboard'::regnamespace and c.relkind = 'c'
          and obj_description(t.oid, 'pg_type') is null""",
    "other types": """
        select oid::regtype::text from pg_type
        where typnamespace = 'switchboard'::regnamespace and typtype in ('d', 'e', 'r')
          and obj_description(oid, 'pg_type') is null""",
    "functions": """
        select oid::regprocedure::text from pg_proc
        where pronamespace = 'switchboard'::regnamespace
          and obj_description(oid, 'pg_proc') is null""",
}
UNINDEXED = """
    select k.conrelid::regclass || '.' || k.conname from pg_constraint as k
    where k.connamespace = 'switchboard'::regnamespace and k.contype = 'f'
      and not exists (
          select from pg_index as i
          where i.indrelid = k.conrelid and i.indisvalid
            and (i.indkey::int2[])[0 : cardinality(k.conkey) - 1] @> k.conkey)"""


@pytest.fixture(scope="module")
def admin(shared: Any) -> psycopg.Connection[Any]:
    conn: psycopg.Connection[Any] = shared.connect()
    return conn


@pytest.mark.parametrize("kind", UNCOMMENTED)
def test_all_are_commented(admin: psycopg.Connection[Any], kind: str) -> None:
    assert [row[0] for row in admin.execute(UNCOMMENTED[kind])] == []


def test_the_questions_find_what_is_missing(shared: Any) -> None:
    conn = shared.connect(autocommit=False)
    conn.execute(
        "create table switchboard.a (b int primary key, check (b > 0));"
        "create table switchboard.z (b int references switchboard.a (b));"
        "create index on switchboard.a (b);"
        "create type switchboard.c as (d int);"
        "create type switchboard.e as enum ('f');"
        "create function switchboard.g() returns int language sql as 'select 1'"
    )
    for kind in UNCOMMENTED.keys() - {"schema"}:
        assert conn.execute(UNCOMMENTED[kind]).fetchall(), kind
    assert conn.execute(UNINDEXED).fetchall() == [("switchboard.z.z_b_fkey",)]
    conn.rollback()


def test_each_foreign_key_has_an_index_that_it_leads(admin: psycopg.Connection[Any]) -> None:
    """Cases C9: without one, deleting what it points to reads the whole table."""
    assert admin.execute(UNINDEXED).fetchall() == []
    keys = "select count(*) from pg_constraint where contype = 'f'"
    assert admin.execute(keys).fetchone() >= (5,)
