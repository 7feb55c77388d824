-- behaviour [85], contract 1.1, cases B3: an id of a stranger, of a sibling endpoint or of nobody, well formed or not, is SB404 in one
-- text for every verb, in whatever state the foreign todo is, and leaves it as it is.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.endpoint('sibling') as sibling \gset
select tests.endpoint('stranger', p_human => 'bob') as stranger \gset
create temporary table ids as
select tests.todo_in(e.endpoint, s.state) as id
from (values (:'sibling'::uuid), (:'stranger'::uuid)) as e (endpoint)
cross join unnest('{pending,claimed,lapsed,failed,done,input-required}'::text[]) as s (state);
create temporary table snapshots as select
    i.id,
    tests.snapshot(i.id) as was
from ids as i;
insert into ids (id) values ('td_066185f98b3233cefe0544943dce80'), ('td_'), (''), (null), ('''; drop table todos; --');
grant select on ids to public;

set session authorization tests_shim;
create temporary table refusals as
select
    i.id,
    v.call,
    tests.refusal(format('select switchboard.' || v.call, :'e', i.id)) as told
from ids as i
cross join (
    values ('claim(%L, %L)'), ('heartbeat(%L, %L)'), ('complete(%L, %L)'), ('fail(%L, %L)'), ('release(%L, %L)'),
    ('get_todo(%L, %L)'), ('list_attempts(%L, %L)'), ('interrupt(%L, %L, ''input-required'')'), ('resume(%L, %L)'),
    ('cancel(%L, %L)'), ('reject(%L, %L)'), ('list_todos(%L, p_before => %L)')
) as v (call)
where not (v.call like 'list_todos%' and i.id is null);
reset session authorization;

select is(count(*), 12::bigint * 17 - 1, 'every verb is asked for every id') from refusals;
select results_eq(
    'select distinct left(told, 5), count(distinct told) from refusals group by 1', $$values ('SB404', 1::bigint)$$,
    'all answers are one text'
);
select is_empty('select from snapshots as s where s.was <> tests.snapshot(s.id)', 'nothing changed');

select * from finish();
rollback;
