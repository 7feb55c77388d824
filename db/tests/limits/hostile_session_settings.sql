-- cases B1.8, C19: what a session sets does not change what a lifecycle does or answers; times in JSON are UTC whatever the zone.
begin;
select plan(5);

select tests.endpoint() as e \gset

set timezone = 'Asia/Kathmandu';
set datestyle = 'German, DMY';
set intervalstyle = 'sql_standard';
set bytea_output = 'escape';
set transform_null_equals = on;
set escape_string_warning = off;
set row_security = off;
set default_transaction_isolation = 'repeatable read';
set search_path = 'pg_temp';
set backslash_quote = on;
set enable_indexscan = off;
set enable_bitmapscan = off;
set enable_seqscan = off;
-- Newer servers know no "off".
select set_config('standard_conforming_strings', 'off', false) from pg_settings as s
where s.name = 'standard_conforming_strings' and s.context <> 'internal' and current_setting('server_version_num')::int < 190000;
select tests.freeze('2026-01-01 00:00:00+00') as now \gset
set session authorization tests_producer;
select c.id from switchboard.create_todo(:'e', 'q', 'a title', '{"n": 1}', 'key') as c \gset
select c.created from switchboard.create_todo(:'e', 'q', 'a title', '{"n": 1}', 'key') as c \gset
set session authorization tests_agent;
select c.attempt_seq as seq_1 from switchboard.claim_next(:'e', '{q}', '10 minutes', 'me', null, sha256('one')) as c \gset
select h.lease_expires_at = '2026-01-01T00:01:00Z' as beat
from switchboard.heartbeat(:'e', :'id', '1 minute', sha256('one')) as h \gset
select f.next_retry_at = '2026-01-01T00:00:30Z' as parked
from switchboard.fail(:'e', :'id', '{"why": null}', 'broke', 'https://example.org/a', sha256('one')) as f \gset
select tests.freeze('2026-01-01 00:00:30+00') as now \gset
select c.prior_attempts as priors from switchboard.claim(:'e', :'id') as c \gset
select c.state as final from switchboard.complete(:'e', :'id') as c \gset
reset session authorization;
reset all;

select is(array[:'created', :'seq_1', :'beat', :'parked', :'final'], '{f,1,t,t,done}', 'each step did its part');
select is(
    :'priors'::jsonb,
    '[{
        "seq": 1, "attempt": 1, "claimer_kind": "endpoint", "claimant": "me", "claimed_at": "2026-01-01T00:00:00Z",
        "last_heartbeat_at": "2026-01-01T00:00:00Z", "ended_at": "2026-01-01T00:00:00Z", "outcome": "failed",
        "disposition": "retry_scheduled", "died": false, "summary": "broke", "summary_truncated": false,
        "artifact": "https://example.org/a"
    }]',
    'the prior attempt is answered in UTC'
);
select is(count(*), 2::bigint, 'two attempts are stored') from tests.attempts(:'id');
select is(t.state || t.attempts_total, 'done2', 'the todo is done') from tests.row(:'id') as t;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
