-- behaviour [10], design 7: the human calls off a pending, held or interrupted todo, fenced or not; the open attempt closes canceled.
begin;
select plan(13);

select tests.endpoint() as e \gset
select tests.human() as h \gset
create temp table cases as
select
    c.*,
    (tests.row(c.id)).attempts_total as total
from (
    select
        s as name,
        tests.todo_in(:'e', s) as id
    from unnest(array['pending', 'claimed', 'lapsed', 'input-required', 'auth-required']) as s
    union all
    select
        'fenced' as name,
        tests.claimed(:'e', p_token => sha256('right')) as id
) as c;
grant select on cases to public;

set session authorization tests_server;
select
    results_eq(
        format($$select state, owner, lease_expires_at, attempts_total from switchboard.owner_cancel(%L, %L)$$, :'h', id),
        format($$values ('canceled', null::text, null::timestamptz, %L::bigint)$$, total),
        'owner_cancel answers the canceled todo, from ' || name
    )
from cases order by name;
reset session authorization;

select
    is(
        (select array_agg(a.outcome || '/' || a.disposition) from tests.attempts(c.id) as a),
        case when c.total > 0 then array['canceled/canceled'] end,
        c.name || ': its attempt'
    )
from cases as c order by c.name;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
