-- behaviour 2.3, 2.6: strictly later than the deadline: at the very moment the lease still holds.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.freeze('2025-01-01 00:00:00+00') as claimed_at \gset
select tests.claimed(:'e', '1 minute') as id \gset

select tests.freeze('2025-01-01 00:01:00+00') as now \gset
set session authorization tests_operator;
select is_empty('select from switchboard.reap_expired()', 'at the deadline');
reset session authorization;

select tests.freeze('2025-01-01 00:01:00.000001+00') as now \gset
set session authorization tests_operator;
select isnt_empty('select from switchboard.reap_expired()', 'a microsecond later');
reset session authorization;

select ok(a.ended_at = :'now' and t.updated_at = :'now', 'times are those of the clock')
from tests.attempts(:'id') as a cross join tests.row(:'id') as t;

select * from finish();
rollback;
