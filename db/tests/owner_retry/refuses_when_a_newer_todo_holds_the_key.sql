-- behaviour [81], design 7: the dead letter's idempotency key went to a newer live todo: SB409, not a database error, nothing changes.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e', p_max_attempts => 1, p_key => 'k') as dead \gset
select from switchboard.claim(:'e', :'dead');
select from switchboard.fail(:'e', :'dead');
select tests.todo(:'e', p_key => 'k') as newer \gset
select isnt(:'newer'::text, :'dead'::text, 'the key went to a newer todo');
select tests.snapshot(:'dead') as was \gset

set session authorization tests_server;
select throws_ok(format('select from switchboard.owner_retry(%L, %L)', :'h', :'dead'), 'SB409', null, 'refused');
select is(
    tests.refusal(format('select from switchboard.owner_retry(%L, %L)', :'h', :'dead')),
    tests.refusal(format('select from switchboard.owner_retry(%L, %L)', :'h', :'newer')),
    'as a wrong state is'
);
reset session authorization;

select is(tests.snapshot(:'dead'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
