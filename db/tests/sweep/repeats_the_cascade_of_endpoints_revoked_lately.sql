-- design 2: a create that raced a revoke left a live todo that nobody can claim; the next sweep makes it a dead letter.
begin;
select plan(2);

select tests.endpoint() as e \gset
select switchboard.revoke_endpoint(:'e') as n \gset
insert into switchboard.todos (id, endpoint_id, queue, title) values ('td_late', :'e', 'q', 'late');

set session authorization tests_operator;
select is((switchboard.sweep()).expired, 0::bigint, 'no endpoint expired');
reset session authorization;

select results_eq(
    $$select state, next_retry_at, result from tests.row('td_late')$$,
    $$values ('failed', null::timestamptz, '{"error": "endpoint_revoked"}'::jsonb)$$,
    'the late todo is a dead letter'
);

select * from finish();
rollback;
