-- contract 1.6: 10,000 todos a call.
begin;
select plan(3);

select tests.endpoint() as e \gset

set session authorization tests_producer;
select throws_ok(
    format(
        'select switchboard.create_todos(%L, (select jsonb_agg(%L::jsonb) from generate_series(1, 10001)))',
        :'e', '{"queue": "q", "title": "t"}'
    ),
    'SB400', null, '10,001 are refused'
);
select is(count(distinct c.id), 10000::bigint, '10,000 are added')
from switchboard.create_todos(
    :'e', (select jsonb_agg('{"queue": "q", "title": "t"}'::jsonb) from generate_series(1, 10000) as g)
) as c;
reset session authorization;

select is(count(*), 10000::bigint, 'and stored') from switchboard.todos;

select * from finish();
rollback;
