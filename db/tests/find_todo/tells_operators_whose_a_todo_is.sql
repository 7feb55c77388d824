-- contract 1.3: endpoint and human of any todo, so that an operator can act for its owner; SB404 when there is none.
begin;
select plan(4);

select tests.todo(tests.endpoint('other', p_human => 'bob')) as id \gset

set session authorization tests_operator;
select results_eq(
    format(
        $$select f.todo_id, e.slug, e.human_name
        from switchboard.find_todo(%L) as f
        inner join switchboard.list_endpoints() as e on f.endpoint_id = e.endpoint_id and f.human_id = e.human_id$$,
        :'id'
    ),
    format($$values (%L, 'other', 'bob')$$, :'id'),
    'endpoint and human'
);
select throws_ok(format('select from switchboard.find_todo(%L)', s), 'SB404', null, coalesce(quote_literal(s), 'null'))
from unnest(array['td_0', '', null]) as s;
reset session authorization;

select * from finish();
rollback;
