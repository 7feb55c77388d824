-- contract 1.1: a list of ids has a limit, and going over it is SB400.
begin;
select plan(3);

select tests.human() as h \gset
select tests.todo(tests.endpoint()) as id \gset

set session authorization tests_server;
select results_eq(
    format('select id from switchboard.owner_show_todos(%L, array_fill(%L::text, array[199]) || array[%L])', :'h', 'td_0', :'id'),
    format('values (%L)', :'id'),
    '200'
);
select matches(
    tests.refusal(format('select from switchboard.owner_show_todos(%L, array_fill(%L::text, array[201]))', :'h', :'id')),
    '^SB400 [|] todo_ids must be at most 200',
    '201'
);
select throws_ok(
    format('select from switchboard.owner_show_todos(%L, array_fill(%L::text, array[201]))', gen_random_uuid(), :'id'),
    'SB401', null, 'the human is checked first'
);
reset session authorization;

select * from finish();
rollback;
