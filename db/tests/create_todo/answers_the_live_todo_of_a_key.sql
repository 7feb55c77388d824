-- behaviour [78], [80]: while a todo with the key is live, each further delivery answers it, created false, and changes nothing;
-- two in one back-off window are no unique violation.
begin;
select plan(13);

select tests.endpoint() as e \gset
create temporary table cases as
select
    s.state,
    tests.todo(:'e', p_key => s.state) as id
from unnest('{pending,claimed,failed,input-required,auth-required,lapsed}'::text[]) as s (state);
select count(switchboard.claim(:'e', c.id, case c.state when 'lapsed' then interval '1 microsecond' end)) as n
from cases as c
where c.state <> 'pending' \gset
select count(switchboard.fail(:'e', c.id)) as n from cases as c where c.state = 'failed' \gset
select count(switchboard.interrupt(:'e', c.id, c.state)) as n from cases as c where c.state like '%required' \gset
create temporary table snapshots as select
    c.id,
    tests.snapshot(c.id) as was
from cases as c;
grant select on cases to public;

set session authorization tests_producer;
select
    results_eq(
        format(
            'select id, created from switchboard.create_todo(%L, ''q'', ''another title'', p_idempotency_key => %L)', :'e', c.state
        ),
        format('values (%L, false)', c.id),
        'delivery ' || d.n || ' while ' || c.state
    )
from cases as c
cross join generate_series(1, 2) as d (n);
reset session authorization;

select is_empty('select from snapshots as s where s.was <> tests.snapshot(s.id)', 'nothing changed');

select * from finish();
rollback;
