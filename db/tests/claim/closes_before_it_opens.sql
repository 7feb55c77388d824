-- cases C7: with the deferred constraint made immediate a takeover still passes, since the old attempt is closed first.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.claimed(:'e', interval '1 microsecond') as id \gset

set constraints all immediate;
set session authorization tests_agent;
select is(c.attempt_seq, 2::bigint, 'the takeover passes') from switchboard.claim(:'e', :'id') as c;
reset session authorization;

select is(count(*), 1::bigint, 'one attempt is open') from tests.attempts(:'id') as a where a.ended_at is null;

select * from finish();
rollback;
