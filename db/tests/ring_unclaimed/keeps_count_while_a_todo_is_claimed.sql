-- behaviour 4, [113]: a todo that was claimed and came back has the budget that it had left.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select tests.travel('1 hour');
select is(switchboard.ring_unclaimed(), 1::bigint, 'the first');
select switchboard.claim(:'e', :'id');
select tests.travel('2 hours');
select is(switchboard.ring_unclaimed(), 0::bigint, 'none while it is claimed');
select switchboard.release(:'e', :'id');

set session authorization tests_operator;
select is(switchboard.ring_unclaimed(), 1::bigint, 'and again when it is pending');
reset session authorization;
select is(rings, 2, 'the second of five') from switchboard.todo_rings;

select * from finish();
rollback;
