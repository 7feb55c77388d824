-- cases E3.23, check function_rights: nothing for PUBLIC; every public function a definer with the pinned path.
begin;
select plan(1);

select tests.endpoint() as e \gset
grant execute on function switchboard._now() to public;
grant execute on function switchboard.claim_next to public;
alter function switchboard.list_todos security invoker;
alter function switchboard.get_todo reset search_path;
create function switchboard.new() returns integer language sql as $$ select 1 $$;
revoke all on function switchboard.new() from public;

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'switchboard[.](\w+)') from switchboard.doctor()
    where check_name = 'function_rights'$$,
    $$select 'violation', unnest(array['_now', 'claim_next', 'list_todos', 'get_todo', 'new'])$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
