-- behaviour [30], cases S10: once reaped, back to pending or dead, the late holder is refused by all four verbs.
begin;
select plan(9);

select tests.endpoint() as e \gset
select tests.claimed(:'e', interval '1 microsecond') as pending \gset
select tests.claimed(:'e', interval '1 microsecond', p_max_attempts => 1) as dead \gset
select * from switchboard.reap_expired();
create temporary table snapshots as select
    i.id,
    tests.snapshot(i.id) as was
from unnest(array[:'pending', :'dead']) as i (id);

set session authorization tests_agent;
select
    throws_ok(
        format('select switchboard.%s(%L, %L)', v.verb, :'e', t.id),
        'SB409',
        null,
        v.verb || ' of a todo that the reaper left ' || t.name
    )
from unnest('{heartbeat,complete,fail,release}'::text[]) as v (verb)
cross join (values ('pending', :'pending'), ('dead', :'dead')) as t (name, id);
reset session authorization;

select is_empty('select from snapshots as s where s.was <> tests.snapshot(s.id)', 'nothing changed');

select * from finish();
rollback;
