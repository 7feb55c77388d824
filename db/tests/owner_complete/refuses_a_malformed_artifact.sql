-- behaviour [40]: a bad artifact is SB400 without its value, and the human keeps the lease.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e') as id \gset
select from switchboard.owner_claim(:'h', :'id');
select tests.snapshot(:'id') as was \gset

set session authorization tests_server;
select tests.refusal(
    format($$select from switchboard.owner_complete(%L, %L, p_artifact => 'http://example.org/x')$$, :'h', :'id')
) as refusal \gset
reset session authorization;

select matches(:'refusal'::text, '^SB400 [|] artifact ', 'SB400, naming the argument');
select doesnt_match(:'refusal'::text, 'example[.]org', 'the value is not echoed');
select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
