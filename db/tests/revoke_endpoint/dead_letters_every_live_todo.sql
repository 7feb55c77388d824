-- behaviour [12], [13] as superseded, [125], 2.9, design 7: pending, held, interrupted and parked todos fail for good; each open
-- attempt closes revoked/dead_lettered and is counted in the answer.
begin;
select plan(20);

select tests.endpoint() as e \gset
create temp table cases as
select
    c.*,
    (select array_agg(a.outcome || '/' || a.disposition) from tests.attempts(c.id) as a) as endings
from (
    select
        s as name,
        tests.todo_in(:'e', s) as id
    from unnest(array['pending', 'claimed', 'lapsed', 'failed', 'input-required', 'auth-required']) as s
    union all
    select
        'assigned' as name,
        tests.todo(:'e', p_assignee => 'op:' || tests.human()) as id
    union all
    select
        'fenced' as name,
        tests.claimed(:'e', p_token => sha256('right')) as id
) as c;
select tests.todo(:'e') as board \gset
select from switchboard.owner_claim(tests.human(), :'board');
insert into cases values ('on the Board', :'board', null);
select tests.freeze(now() + interval '1 second') as now \gset

set session authorization tests_operator;
select is(switchboard.revoke_endpoint(:'e'), 6, 'six attempts were open');
reset session authorization;

select
    results_eq(
        format(
            $$select state, owner, lease_expires_at, next_retry_at, result, completed_at, updated_at from tests.row(%L)$$, id
        ),
        format(
            $$values (
            'failed', null::text, null::timestamptz, null::timestamptz, '{"error": "endpoint_revoked"}'::jsonb,
            %1$L::timestamptz, %1$L::timestamptz
        )$$,
            :'now'
        ),
        name || ': a dead letter'
    )
from cases order by name;
select
    is(
        (select array_agg(a.outcome || '/' || a.disposition) from tests.attempts(c.id) as a),
        case
            when c.name in ('pending', 'assigned') then null
            when c.name = 'failed' then c.endings
            else array['revoked/dead_lettered']
        end,
        c.name || ': its attempt'
    )
from cases as c order by c.name;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
