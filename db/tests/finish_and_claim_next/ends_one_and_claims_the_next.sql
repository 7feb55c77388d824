-- issue 5: one call ends an attempt and answers the next todo as claim_next does; the report is as complete, fail and release leave it.
begin;
select plan(8);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as a \gset
select tests.todo(:'e') as b \gset
select tests.todo(:'e') as c \gset

set session authorization tests_server;
select results_eq(
    format(
        'select id, state, attempt_seq, owner, prior_attempts'
        ' from switchboard.finish_and_claim_next(%L, %L, %L, %L, %L, p_claimant => %L)',
        :'e', :'a', 'completed', '{"n": 1}', 'went well', 'w2'
    ),
    format($$select %L, 'claimed', 1::bigint, 'agent:' || agent_id, '[]'::jsonb from switchboard.find_endpoint('first')$$, :'b'),
    'the next todo'
);
reset session authorization;
select results_eq(
    format('select state, result from tests.row(%L)', :'a'), $$values ('done', '{"n": 1}'::jsonb)$$, 'the first is done'
);
select results_eq(
    format('select outcome, disposition, summary from tests.attempts(%L)', :'a'),
    $$values ('completed', 'done', 'went well')$$, 'with its summary'
);
select is(claimant, 'w2', 'the label is the new attempt''s') from tests.attempts(:'b');

select is(id, :'c', 'fail, and go on') from switchboard.finish_and_claim_next(:'e', :'b', 'failed', p_summary => 'no luck');
select results_eq(
    format('select outcome, disposition, summary from tests.attempts(%L)', :'b'),
    $$values ('failed', 'retry_scheduled', 'no luck')$$, 'a failure as fail leaves it'
);
select is(id, :'c', 'a todo that is released may be the next one again')
from switchboard.finish_and_claim_next(:'e', :'c', 'released');
select is_empty(format('select from switchboard.finish_and_claim_next(%L, %L, %L)', :'e', :'c', 'completed'), 'nothing more to do');

select * from finish();
rollback;
