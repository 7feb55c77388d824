-- behaviour [89], contract 1.1: another human's todo, in any state, and an id that was never minted answer alike, to the last byte.
begin;
select plan(29);

select tests.human() as h \gset
create temp table foreign_todos as
select
    c.*,
    tests.snapshot(c.id) as was
from (
    select
        s as state,
        tests.todo_in(e, s) as id
    from tests.endpoint('other', p_human => 'bob') as e
    cross join unnest(array['pending', 'claimed', 'lapsed', 'failed', 'dead_letter', 'done', 'input-required']) as s
) as c;
grant select on foreign_todos to public;
create temp table calls (verb text);
insert into calls values
('owner_claim(%L, %L)'),
('owner_extend(%L, %L)'),
('owner_complete(%L, %L)'),
('owner_fail(%L, %L)'),
('owner_release(%L, %L)'),
('owner_retry(%L, %L)'),
('owner_cancel(%L, %L)'),
('owner_get_todo(%L, %L)'),
('owner_list_todos(%L, p_before => %L)'),
('owner_list_todos(%L, p_search => ''todo'', p_before => %L, p_examine => 1)'),
('owner_search_end(%L, p_before => %L)');
grant select on calls to public;

set session authorization tests_server;
select throws_ok(format('select from switchboard.' || verb, :'h', 'td_0'), 'SB404', null, 'unknown: ' || verb)
from calls order by verb;
select
    is(
        (
            select count(*) from foreign_todos as f
            where
                tests.refusal(format('select from switchboard.' || c.verb, :'h', f.id))
                is distinct from tests.refusal(format('select from switchboard.' || c.verb, :'h', 'td_0'))
        ),
        0::bigint,
        'foreign as unknown, from every state: ' || c.verb
    )
from calls as c order by c.verb;
reset session authorization;

select is(tests.snapshot(id), was, 'nothing changed: ' || state) from foreign_todos order by state;

select * from finish();
rollback;
