-- behaviour [97], S27: newest first, the open attempt included; after a takeover the dead one says died.
begin;
select plan(1);

select tests.endpoint() as e \gset
select tests.claimed(:'e', '1 microsecond') as id \gset
select from switchboard.claim(:'e', :'id', p_claimant => 'second');

set session authorization tests_agent;
select results_eq(
    format(
        $$select a ->> 'seq', a ->> 'claimant', a ->> 'outcome', a -> 'ended_at' = 'null', a -> 'died'
        from switchboard.get_todo(%L, %L) as d cross join jsonb_array_elements(d.attempts) as a$$,
        :'e', :'id'
    ),
    $$values ('2', 'second', null, true, 'false'::jsonb), ('1', 'worker', 'lease_expired', false, 'true')$$,
    'the open attempt, then the dead one'
);
reset session authorization;

select * from finish();
rollback;
