-- board "the claimants seen in that time": by queue, label and endpoint: what is open, what ended, failures and deaths apart.
begin;
select plan(5);

select tests.human() as h \gset
select tests.endpoint('first', '{q,p}') as e \gset
select tests.endpoint('second', '{q}') as e2 \gset
select tests.endpoint('other', p_human => 'bob') as foreign_e \gset
-- A claim of that claimant, and how it ends.
create function pg_temp.work(
    p_endpoint uuid, p_claimant text, p_end text, p_queue text default 'q', p_ttl interval default null
) returns text
language plpgsql
as $do$
declare
    v_id text := tests.todo(p_endpoint, p_queue);
begin
    perform switchboard.claim(p_endpoint, v_id, p_ttl, p_claimant);
    if p_end in ('complete', 'fail', 'release', 'cancel') then
        execute format('select switchboard.%s(%L, %L)', p_end, p_endpoint, v_id);
    elsif p_end = 'input-required' then
        perform switchboard.interrupt(p_endpoint, v_id, p_end);
    end if;
    return v_id;
end
$do$;

set session authorization tests_server;
select is_empty(format('select from switchboard.owner_workers(%L)', :'h'), 'nobody yet');
reset session authorization;

select tests.freeze('2025-03-30 10:00+00') as now \gset
select pg_temp.work(:'foreign_e', 'ada', 'fail'), pg_temp.work(:'e', 'cleo', 'lapse', p_ttl => '1 minute');
select tests.freeze('2025-03-30 10:10+00') as now \gset
select switchboard.reap_expired();
select pg_temp.work(:'e', 'ada', w) from unnest(array['complete', 'complete', 'fail', 'release', 'cancel']) as w;
select tests.freeze('2025-03-30 10:20+00') as now \gset
select pg_temp.work(:'e', null, 'complete');
select tests.freeze('2025-03-30 10:30+00') as now \gset
select pg_temp.work(:'e', 'ada', 'complete', 'p');
select tests.freeze('2025-03-30 10:40+00') as now \gset
select pg_temp.work(:'e2', 'ada', 'open', p_ttl => '1 day'), pg_temp.work(:'e2', 'ada', 'input-required');
select tests.freeze('2025-03-30 10:50+00') as now \gset
select tests.todo(:'e', 'p') as yours \gset
select from switchboard.owner_claim(:'h', :'yours', '1 day');
select tests.freeze('2025-03-30 11:00+00') as now \gset

set session authorization tests_server;
select results_eq(
    format(
        $$select queue collate "default", claimant, claimer_kind, endpoint_slug, working, ended, failed, died,
            to_char(last_seen_at at time zone 'UTC', 'HH24:MI')
        from switchboard.owner_workers(%L)$$, :'h'
    ),
    $$values
        ('p', null, 'owner', 'first', 1::bigint, 0::bigint, 0::bigint, 0::bigint, '10:50'),
        ('q', 'ada', 'endpoint', 'second', 2, 0, 0, 0, '10:40'),
        ('p', 'ada', 'endpoint', 'first', 0, 1, 0, 0, '10:30'),
        ('q', null, 'endpoint', 'first', 0, 1, 0, 0, '10:20'),
        ('q', 'ada', 'endpoint', 'first', 0, 5, 1, 0, '10:10'),
        ('q', 'cleo', 'endpoint', 'first', 0, 1, 0, 1, '10:00')$$,
    'latest sign of life first'
);
reset session authorization;

-- Most of a day later those are gone whose work had ended by now; whoever holds something stays.
select tests.freeze('2025-03-31 10:35+00') as now \gset
set session authorization tests_server;
select results_eq(
    format('select queue collate "default", claimant, endpoint_slug from switchboard.owner_workers(%L)', :'h'),
    $$values ('p', null, 'first'), ('q', 'ada', 'second')$$,
    'within 24 hours'
);
select is_empty(format('select from switchboard.owner_workers(%L)', tests.human('new')), 'nobody works for a new human');
select is_empty(format('select from switchboard.owner_workers(%L)', tests.human('bob')), 'nor, by now, for the other');
reset session authorization;

select * from finish();
rollback;
