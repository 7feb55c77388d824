create or replace function switchboard._attempts_limit(p_limit integer) returns integer
language sql
immutable
as $$
    select case when p_limit > 0 then least(p_limit, 50) else 20 end
$$;
comment on function switchboard._attempts_limit is 'How many attempts a read answers: null, 0 or less means 20, more than 50 means 50.';
revoke all on function switchboard._attempts_limit from public;
