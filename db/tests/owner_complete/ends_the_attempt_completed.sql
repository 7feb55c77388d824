-- behaviour [2], [83], 2.10 as superseded: a Board report may carry result, summary and artifact.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e') as id \gset
select from switchboard.owner_claim(:'h', :'id');

set session authorization tests_server;
select results_eq(
    format(
        $$select state, dead_letter, attempts_total
        from switchboard.owner_complete(%L, %L, '{"n": 2}', 'by hand', 'https://example.org/x')$$,
        :'h', :'id'
    ),
    $$values ('done', false, 1::bigint)$$,
    'owner_complete answers the done todo'
);
reset session authorization;

select results_eq(
    format($$select seq, claimer_kind, outcome, disposition, summary, artifact from tests.attempts(%L)$$, :'id'),
    $$values (1::bigint, 'owner', 'completed', 'done', 'by hand', 'https://example.org/x')$$,
    'the attempt is closed with what the human left'
);
select ok(result = '{"n": 2}' and owner = 'op:' || :'h' and completed_at is not null, 'result, owner and time are on the todo')
from tests.row(:'id');
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
