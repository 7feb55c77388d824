-- contract 1.5, behaviour 7.1 as superseded: a bad value means the default, never an error; the largest legal one works too.
begin;
select plan(9);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', 'done') as id \gset

create temp table cases as select v from unnest(array['', 'abc', '-1', '1.5', '1000000', ' 10', '999999']) as v;
grant select on cases to public;
select tests.travel('29 days');
create function pg_temp.pruned(p_value text) returns bigint
language plpgsql security definer
as $$
begin
    update switchboard.settings set value = p_value;
    return switchboard.prune_todos();
end
$$;
select is(pg_temp.pruned(v), 0::bigint, 'after 29 days: ' || quote_literal(v)) from cases;
delete from switchboard.settings;
select is(switchboard.prune_todos(), 0::bigint, 'after 29 days: no setting at all');
select tests.travel('31 days');
select is(pg_temp.pruned(''), 1::bigint, 'after 31 days: the default age');

select * from finish();
rollback;
