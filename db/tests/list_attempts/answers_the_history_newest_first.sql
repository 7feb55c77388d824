-- behaviour [97], contract 1.3: every kept attempt, newest first, the open one included; the same as get_todo's.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select from switchboard.claim(:'e', :'id', '1 microsecond', 'first');
select from switchboard.claim(:'e', :'id', null, 'second');
select from switchboard.heartbeat(:'e', :'id');
select from switchboard.release(:'e', :'id', 'half done', 'mcp://cairn/x');
select from switchboard.owner_claim(tests.human(), :'id');

set session authorization tests_agent;
select results_eq(
    format(
        $$select seq, attempt, claimer_kind, claimant, outcome, disposition, died, summary, summary_truncated, artifact,
            last_heartbeat_at is not null, ended_at is null
        from switchboard.list_attempts(%L, %L)$$,
        :'e', :'id'
    ),
    $$values
        (3::bigint, 3, 'owner', null, null, null, false, null, false, null, false, true),
        (2, 2, 'endpoint', 'second', 'released', 'requeued', false, 'half done', false, 'mcp://cairn/x', true, false),
        (1, 1, 'endpoint', 'first', 'lease_expired', 'requeued', true, null, false, null, false, false)$$,
    'newest first'
);
select results_eq(
    format(
        $$select to_jsonb(a) - 'claimed_at' - 'last_heartbeat_at' - 'ended_at' from switchboard.list_attempts(%L, %L) as a$$,
        :'e', :'id'
    ),
    format(
        $$select a - 'claimed_at' - 'last_heartbeat_at' - 'ended_at'
        from switchboard.get_todo(%L, %L) as d cross join jsonb_array_elements(d.attempts) as a$$,
        :'e', :'id'
    ),
    'as get_todo answers them'
);
reset session authorization;

select * from finish();
rollback;
