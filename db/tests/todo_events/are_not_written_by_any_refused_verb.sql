-- behaviour [123]: a conflict, a foreign or unknown todo, and an argument that is not allowed leave no event, whatever the verb.
begin;
select plan(5);

select tests.endpoint() as e \gset
select tests.endpoint('other') as other \gset
select id as human from switchboard.humans \gset
select tests.todo_in(:'e', 'done') as done \gset
select tests.todo(:'other') as theirs \gset
select tests.claimed(:'e') as held \gset
select tests.todo(:'e') as pending \gset
delete from switchboard.todo_events;
create temp table verbs on commit drop as
select format('select from switchboard.%I(%L, %%L)', v, :'e') as verb_call
from unnest(array['claim', 'complete', 'fail', 'release', 'resume', 'cancel', 'reject']) as v
union all
select format('select from switchboard.interrupt(%L, %%L, %L)', :'e', 'auth-required');
create temp table owner_verbs on commit drop as
select format('select from switchboard.%I(%L, %%L)', 'owner_' || v, :'human') as verb_call
from unnest(array['claim', 'complete', 'fail', 'release', 'retry', 'cancel']) as v;
grant select on verbs, owner_verbs to public;

set session authorization tests_shim;
select set_eq(
    format('select left(tests.refusal(format(verb_call, %L)), 5) from (table verbs union all table owner_verbs) as v', :'done'),
    $$values ('SB409')$$, 'what is done'
);
select set_eq(
    format('select left(tests.refusal(format(verb_call, %L)), 5) from verbs', :'theirs'), $$values ('SB404')$$, 'what is another''s'
);
select set_eq(
    $$select left(tests.refusal(format(verb_call, 'td_none')), 5) from (table verbs union all table owner_verbs) as v$$,
    $$values ('SB404')$$, 'what is nobody''s'
);
select set_eq(
    format(
        'select left(tests.refusal(c), 5) from unnest(%L::text[]) as c',
        array[
            format($$select from switchboard.create_todo(%L, 'q', '')$$, :'e'),
            format($$select from switchboard.claim(%L, %L, p_lease_token_hash => 'short')$$, :'e', :'pending'),
            format($$select from switchboard.complete(%L, %L, p_artifact => 'http://a')$$, :'e', :'held'),
            format($$select from switchboard.fail(%L, %L, p_artifact => 'http://a')$$, :'e', :'held'),
            format($$select from switchboard.release(%L, %L, p_artifact => 'http://a')$$, :'e', :'held'),
            format($$select from switchboard.interrupt(%L, %L, 'done')$$, :'e', :'held')
        ]
    ),
    $$values ('SB400')$$, 'what is not allowed'
);
reset session authorization;

select is_empty('select from switchboard.todo_events', 'no event');

select * from finish();
rollback;
