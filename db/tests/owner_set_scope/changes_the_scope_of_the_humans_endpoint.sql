-- contract 1.3: as set_scope; an unknown verb is SB400.
begin;
select plan(3);

select tests.human() as h \gset
select tests.endpoint() as e \gset

set session authorization tests_server;
select throws_ok(
    format('select switchboard.owner_set_scope(%L, %L, %L, %L)', :'h', :'e', '{q}', '{peek}'), 'SB400', null, 'unknown verb'
);
select lives_ok(format('select switchboard.owner_set_scope(%L, %L, %L, %L)', :'h', :'e', '{a,b}', '{claim}'), 'changed');
select results_eq(
    $$select queues, verbs from switchboard.authenticate(sha256('first'))$$,
    $$values ('{a,b}'::text[], '{claim}'::text[])$$,
    'and counts'
);
reset session authorization;

select * from finish();
rollback;
