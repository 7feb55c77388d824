-- contract 1.6: 1 to 100.
begin;
select plan(7);

select tests.endpoint() as e \gset

set session authorization tests_producer;
select
    throws_ok(
        format('select switchboard.create_todo(%L, ''q'', ''a title'', p_max_attempts => %s)', :'e', m.n),
        'SB400',
        null,
        m.n || ' is refused'
    )
from unnest('{-1,0,101,2147483647}'::int[]) as m (n);
select is(c.max_attempts, coalesce(m.n, 5), coalesce(m.n::text, 'null, which is 5,') || ' is taken')
from unnest('{null,1,100}'::int[]) as m (n)
cross join lateral switchboard.create_todo(:'e', 'q', 'a title', p_max_attempts => m.n) as c;
reset session authorization;

select * from finish();
rollback;
