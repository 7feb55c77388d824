-- behaviour [40]: complete, fail and release refuse a bad artifact as SB400, by its name and without its value; the lease stays.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e') as id \gset
select from switchboard.owner_claim(:'h', :'id');
select tests.snapshot(:'id') as was \gset

set session authorization tests_server;
select
    matches(
        tests.refusal(format($$select from switchboard.%I(%L, %L, p_artifact => 'http://example.org/x')$$, v, :'h', :'id')),
        '^SB400 [|] artifact (?!.*example[.]org)',
        v
    )
from unnest(array['owner_complete', 'owner_fail', 'owner_release']) as v;
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
