-- behaviour 4, [113]: 5 minutes after the creation, then 20 minutes, 1 hour and twice 6 hours after the last; then never.
begin;
select plan(12);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select tests.freeze(created_at + interval '4 minutes 59 seconds') from tests.row(:'id');
select is(switchboard.ring_unclaimed(), 0::bigint, 'a fresh one waits');
select tests.freeze(created_at + interval '5 minutes') from tests.row(:'id');
set session authorization tests_operator;
select is(switchboard.ring_unclaimed(), 1::bigint, 'the first');
select is(switchboard.ring_unclaimed(), 0::bigint, 'once');
reset session authorization;
select tests.freeze(rang_at + interval '20 minutes' - interval '1 second') from switchboard.todo_rings;
select is(switchboard.ring_unclaimed(), 0::bigint, 'not before 20 minutes');
select tests.freeze(rang_at + interval '20 minutes') from switchboard.todo_rings;
select is(switchboard.ring_unclaimed(), 1::bigint, 'after 20 minutes');
select tests.freeze(rang_at + interval '1 hour' - interval '1 second') from switchboard.todo_rings;
select is(switchboard.ring_unclaimed(), 0::bigint, 'not before 1 hour');
select tests.freeze(rang_at + interval '1 hour') from switchboard.todo_rings;
select is(switchboard.ring_unclaimed(), 1::bigint, 'after 1 hour');
select tests.freeze(rang_at + interval '6 hours' - interval '1 second') from switchboard.todo_rings;
select is(switchboard.ring_unclaimed(), 0::bigint, 'not before 6 hours');
select tests.freeze(rang_at + interval '6 hours') from switchboard.todo_rings;
select is(switchboard.ring_unclaimed(), 1::bigint, 'after 6 hours');
select tests.freeze(rang_at + interval '6 hours' - interval '1 second') from switchboard.todo_rings;
select is(switchboard.ring_unclaimed(), 0::bigint, 'not before 6 hours');
select tests.freeze(rang_at + interval '6 hours') from switchboard.todo_rings;
select is(switchboard.ring_unclaimed(), 1::bigint, 'after 6 hours');
select tests.freeze(rang_at + interval '30 days') from switchboard.todo_rings;
select is(switchboard.ring_unclaimed(), 0::bigint, 'never again');

select * from finish();
rollback;
