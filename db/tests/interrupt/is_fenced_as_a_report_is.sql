-- behaviour 2.11, design 7: interrupt needs the token of the open attempt, and none for an unfenced one.
begin;
select plan(10);

select tests.endpoint() as e \gset
create temp table cases as
select
    c.*,
    id,
    tests.snapshot(id) as was
from (
    values
    ('fenced, no token', sha256('right'), null, false),
    ('fenced, wrong token', sha256('right'), sha256('wrong'), false),
    ('fenced, right token', sha256('right'), sha256('right'), true),
    ('unfenced, a token', null, sha256('right'), false),
    ('unfenced, no token', null, null, true)
) as c (name, held, sent, passes)
cross join lateral tests.claimed(:'e', p_token => c.held) as id;
grant select on cases to public;

set session authorization tests_agent;
select
    throws_ok(
        format($$select from switchboard.interrupt(%L, %L, 'input-required', %L)$$, :'e', id, sent), 'SB409', null, name
    )
from cases where not passes order by name;
select lives_ok(format($$select from switchboard.interrupt(%L, %L, 'input-required', %L)$$, :'e', id, sent), name)
from cases where passes order by name;
reset session authorization;

select is(tests.snapshot(id), was, name || ': nothing changed') from cases where not passes order by name;
select is((tests.row(id)).state, 'input-required', name || ': interrupted') from cases where passes order by name;

select * from finish();
rollback;
