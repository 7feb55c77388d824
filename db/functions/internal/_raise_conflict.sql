-- errors: always SB409
create or replace function switchboard._raise_conflict() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    raise exception using
        errcode = 'SB409',
        message = 'the todo is not in a state, or not in your hands, that allows this',
        detail = 'conflict',
        hint = 'Stop working on it: the lease may be lost. Read it again, or claim another.';
end
$$;
comment on function switchboard._raise_conflict is
'Refuses a wrong state, a wrong holder or a wrong lease token: one text, so that it does not tell whether a todo is fenced.';
revoke all on function switchboard._raise_conflict from public;
