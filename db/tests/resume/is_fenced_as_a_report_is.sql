-- behaviour 2.11, design 7: resume needs the token of the open attempt, and none for an unfenced one.
begin;
select plan(10);

select tests.endpoint() as e \gset
create temp table cases as
select
    c.*,
    i.id
from (
    values
    ('fenced, no token', sha256('right'), null, false),
    ('fenced, wrong token', sha256('right'), sha256('wrong'), false),
    ('fenced, right token', sha256('right'), sha256('right'), true),
    ('unfenced, a token', null, sha256('right'), false),
    ('unfenced, no token', null, null, true)
) as c (name, held, sent, passes)
cross join lateral switchboard.interrupt(:'e', tests.claimed(:'e', p_token => c.held), 'input-required', c.held) as i;
create temp table earlier as select id, tests.snapshot(id) as was from cases;
grant select on cases to public;

set session authorization tests_agent;
select throws_ok(format($$select from switchboard.resume(%L, %L, %L)$$, :'e', id, sent), 'SB409', null, name)
from cases where not passes order by name;
select lives_ok(format($$select from switchboard.resume(%L, %L, %L)$$, :'e', id, sent), name)
from cases where passes order by name;
reset session authorization;

select is(tests.snapshot(c.id), b.was, c.name || ': nothing changed')
from cases as c inner join earlier as b on c.id = b.id where not c.passes order by c.name;
select is((tests.row(id)).state, 'claimed', name || ': resumed') from cases where passes order by name;

select * from finish();
rollback;
