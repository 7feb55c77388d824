-- behaviour [27], 2.4: todo and attempt get the new deadline, the attempt the time of the heartbeat; nothing else moves.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select tests.snapshot(:'id') as was \gset
select tests.freeze(now() + interval '1 minute') as now \gset

set session authorization tests_agent;
select is(h.lease_expires_at, :'now'::timestamptz + interval '10 minutes', 'the answer has the new deadline')
from switchboard.heartbeat(:'e', :'id', '10 minutes') as h;
reset session authorization;

select is(
    tests.snapshot(:'id') -> 'todo',
    (:'was'::jsonb -> 'todo') || jsonb_build_object(
        'lease_expires_at', :'now'::timestamptz + interval '10 minutes', 'updated_at', :'now'::timestamptz
    ),
    'the todo has it, and nothing else new'
);
select is(
    tests.snapshot(:'id') #> '{attempts,0}',
    (:'was'::jsonb #> '{attempts,0}') || jsonb_build_object(
        'lease_expires_at', :'now'::timestamptz + interval '10 minutes', 'last_heartbeat_at', :'now'::timestamptz
    ),
    'so has the attempt'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
