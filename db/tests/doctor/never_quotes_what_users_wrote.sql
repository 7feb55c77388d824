-- contract 1.3, behaviour [102]: findings name ids, never a queue, title, payload, result, key, summary, artifact, claimant or slug.
begin;
select plan(2);

select tests.endpoint('shibboleth', '{shibboleth}', p_human => 'shibboleth', p_agent => 'shibboleth') as e \gset
create temp table made as
select c.id
from generate_series(1, 2) as n
cross join lateral switchboard.create_todo(
    :'e', 'shibboleth', 'shibboleth ' || n, '"shibboleth"', 'shibboleth' || n, 'shibboleth', 'shibboleth',
    p_routing => '"shibboleth"'
) as c;
select count(*) as n
from made cross join lateral switchboard.claim(:'e', made.id, p_claimant => 'shibboleth', p_session => 'shibboleth') \gset
drop index switchboard.todos_idempotency_key;
alter table switchboard.todos drop constraint todos_lease_check;
update switchboard.todos set
    idempotency_key = 'shibboleth',
    lease_expires_at = 'infinity',
    next_retry_at = null,
    result = '"shibboleth"',
    attempts_total = 3;
update switchboard.todo_attempts set
    ended_at = now() - interval '1 day',
    outcome = 'reaped',
    disposition = 'done',
    summary = 'shibboleth',
    artifact = 'shibboleth',
    claimer_kind = 'owner',
    lease_expires_at = 'infinity';
update switchboard.endpoints set revoked_at = now() - interval '1 hour';

set session authorization tests_reader;
select cmp_ok(count(distinct check_name), '>', 8::bigint, 'many checks are red') from switchboard.doctor();
select is_empty($$select * from switchboard.doctor() as d where d::text like '%shibboleth%'$$, 'no finding quotes it');
reset session authorization;

select * from finish();
rollback;
