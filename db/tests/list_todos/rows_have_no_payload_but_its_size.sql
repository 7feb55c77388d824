-- behaviour [94], [95]: a row tells payload_size, next_retry_at and dead_letter, never payload, routing or result.
begin;
select plan(3);

select tests.endpoint() as e \gset
select id from switchboard.create_todo(
    :'e', 'q', 'a todo', '{"secret": "påyload"}', p_max_attempts => 1, p_routing => '{"secret": 1}'
) \gset
select from switchboard.claim(:'e', :'id');
select from switchboard.fail(:'e', :'id', '{"secret": "result"}');
select tests.todo_in(:'e', 'failed') as parked \gset
select id as bare from switchboard.create_todo(:'e', 'q', 'a todo') \gset

set session authorization tests_agent;
select results_eq(
    format('select id, payload_size, next_retry_at is not null, dead_letter from switchboard.list_todos(%L)', :'e'),
    format($$values (%L, 0, false, false), (%L, 8, true, false), (%L, 22, false, true)$$, :'bare', :'parked', :'id'),
    'sizes in bytes, retry time and dead letter'
);
select is_empty(
    format($$select from switchboard.list_todos(%L) as t where to_jsonb(t) ?| array['payload', 'routing', 'result']$$, :'e'),
    'compact'
);
select is_empty(
    format($$select from switchboard.list_todos(%L) as t where t::text like '%%secret%%'$$, :'e'), 'nothing of them in any column'
);
reset session authorization;

select * from finish();
rollback;
