-- behaviour [5], [83], cases S54: the todo is pending at once, with neither owner nor lease; the attempt counter, the time of the
-- claim and the result stay; the attempt closes released/requeued with what the holder left.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', 'failed') as id \gset
select tests.travel('1 minute') \gset
select switchboard.claim(:'e', :'id') \gset
select tests.snapshot(:'id') as was \gset
select tests.freeze(now() + interval '2 minutes') as now \gset

set session authorization tests_agent;
select is(r.state, 'pending', 'the answer is pending')
from switchboard.release(:'e', :'id', 'not mine', 'mcp://cairn/notes') as r;
reset session authorization;

select is(
    tests.snapshot(:'id') -> 'todo',
    (:'was'::jsonb -> 'todo') || jsonb_build_object(
        'state', 'pending', 'owner', null, 'lease_expires_at', null, 'updated_at', :'now'::timestamptz
    ),
    'owner and lease are gone, all else stays'
);
select is(
    tests.snapshot(:'id') #> '{attempts,1}',
    (:'was'::jsonb #> '{attempts,1}') || jsonb_build_object(
        'ended_at', :'now'::timestamptz, 'outcome', 'released', 'disposition', 'requeued', 'summary', 'not mine',
        'artifact', 'mcp://cairn/notes'
    ),
    'the attempt is closed with what the holder left'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
