-- behaviour [123] [124]: a refusal, a deduplicated create, an idle claim and what is rolled back leave no event.
begin;
select plan(7);

select tests.endpoint() as e \gset
select tests.todo(:'e', p_key => 'k') as keyed \gset
select tests.claimed(:'e', null, sha256('token')) as held \gset
select tests.todo_in(:'e', 'done') as done \gset
delete from switchboard.todo_events;

set session authorization tests_agent;
select throws_ok(format($$select switchboard.complete(%L, %L)$$, :'e', :'held'), 'SB409', null, 'the fence');
select throws_ok(format($$select switchboard.claim(%L, %L)$$, :'e', :'done'), 'SB409', null, 'the wrong state');
select throws_ok(format($$select switchboard.release(%L, 'td_none')$$, :'e'), 'SB404', null, 'an unknown todo');
select is_empty(format($$select from switchboard.claim_next(%L, '{}')$$, :'e'), 'an idle claim');
reset session authorization;
select is(tests.todo(:'e', p_key => 'k'), :'keyed', 'a key that is taken');
do $do$
begin
    perform switchboard.complete(e.id, t.id, p_lease_token_hash => sha256('token'))
    from switchboard.todos as t inner join switchboard.endpoints as e on t.endpoint_id = e.id where t.state = 'claimed';
    if (select count(*) from switchboard.todo_events) <> 1 then
        raise exception 'it was not written in the first place';
    end if;
    raise sqlstate 'UNDO1';
exception when sqlstate 'UNDO1' then
    null;
end
$do$;

select is_empty('select from switchboard.todo_events', 'no event');
select isnt_empty(format('select from tests.row(%L)', :'keyed'), 'the todo is there');

select * from finish();
rollback;
