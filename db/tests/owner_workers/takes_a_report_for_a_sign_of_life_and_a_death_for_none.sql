-- board "last sign of life": a claim, a heartbeat, a report; the reaper, a cancel or a revocation come from elsewhere.
begin;
select plan(16);

select tests.human() as h \gset
create temp table cases as
select
    s as name,
    tests.endpoint(s) as e
from unnest(array['open', 'beating', 'complete', 'fail', 'release', 'cancel', 'reaped', 'revoked']) as s;
select tests.freeze('2025-03-30 10:00+00') as now \gset
create temp table held as select name, e, tests.claimed(e, '1 hour') as id from cases;
select tests.freeze('2025-03-30 10:10+00') as now \gset
select switchboard.heartbeat(e, id, '1 minute') from held where name not in ('open', 'cancel');
select tests.freeze('2025-03-30 10:10:30+00') as now \gset
select
    case name
        when 'complete' then (switchboard.complete(e, id)).state
        when 'fail' then (switchboard.fail(e, id)).state
        when 'release' then (switchboard.release(e, id)).state
    end
from held;
select tests.freeze('2025-03-30 10:20+00') as now \gset
select (switchboard.owner_cancel(:'h', id)).state from held where name = 'cancel';
select switchboard.revoke_endpoint(e) from held where name = 'revoked';
update switchboard.todos set lease_expires_at = lease_expires_at + interval '1 hour'
where id = (select id from held where name = 'beating');
update switchboard.todo_attempts set lease_expires_at = lease_expires_at + interval '1 hour'
where todo_id = (select id from held where name = 'beating');
select switchboard.reap_expired();
create temp table wanted (name text, seen text);
insert into wanted values
('open', '10:00:00'),
('beating', '10:10:00'),
('complete', '10:10:30'),
('fail', '10:10:30'),
('release', '10:10:30'),
('cancel', '10:00:00'),
('reaped', '10:10:00'),
('revoked', '10:10:00');
grant select on wanted, cases to public;

set session authorization tests_server;
select is(to_char(k.last_seen_at at time zone 'UTC', 'HH24:MI:SS'), w.seen, 'worker: ' || w.name)
from wanted as w left join switchboard.owner_workers(:'h') as k on w.name = k.endpoint_slug;
select is(to_char(a.last_seen_at at time zone 'UTC', 'HH24:MI:SS'), w.seen, 'endpoint: ' || w.name)
from wanted as w
inner join cases as c on w.name = c.name
left join switchboard.owner_endpoint_activity(:'h') as a on c.e = a.endpoint_id;
reset session authorization;

select * from finish();
rollback;
