-- behaviour [135]: a state outside the eight is refused by the table, 23514.
begin;
select plan(6);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset

select throws_ok(format('update switchboard.todos set state = %L where id = %L', s, :'id'), '23514', null, quote_literal(s))
from unnest(array['working', 'Pending', '', 'submitted', 'input_required']) as s;
select throws_ok(format('update switchboard.todos set state = null where id = %L', :'id'), '23502', null, 'null');

select * from finish();
rollback;
