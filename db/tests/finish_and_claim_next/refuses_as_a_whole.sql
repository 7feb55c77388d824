-- issue 5: whatever is refused, of the report or of the claim, changes nothing.
begin;
select plan(20);

select tests.endpoint() as e \gset
select tests.endpoint('other', p_human => 'bob') as foreign_e \gset
select tests.endpoint('reporter', p_verbs => '{complete}') as reporter \gset
select tests.endpoint('claimer', p_verbs => '{claim_next}') as claimer \gset
select tests.claimed(:'e', p_token => sha256('t')) as a \gset
select tests.todo(:'e') as b \gset
create temp table before on commit drop as select tests.snapshot(id) as s from switchboard.todos order by id;
grant select on before to public;

\set f 'select switchboard.finish_and_claim_next'

set session authorization tests_server;
select is(left(tests.refusal(c.statement), 5), c.expected, c.what)
from (
    values
    (format(:'f' || '(%L, %L, %L)', gen_random_uuid(), :'a', 'completed'), 'SB401', 'nobody'),
    (format(:'f' || '(%L, %L, %L)', :'reporter', :'a', 'completed'), 'SB403', 'may not claim'),
    (format(:'f' || '(%L, %L, %L)', :'claimer', :'a', 'completed'), 'SB403', 'may not complete'),
    (format(:'f' || '(%L, %L, %L)', :'claimer', :'a', 'failed'), 'SB403', 'may not fail'),
    (format(:'f' || '(%L, %L, %L)', :'claimer', :'a', 'released'), 'SB403', 'may not release'),
    (format(:'f' || '(%L, %L, %L)', :'foreign_e', :'a', 'completed'), 'SB404', 'another''s'),
    (format(:'f' || '(%L, %L, %L)', :'e', 'td_no', 'completed'), 'SB404', 'unknown'),
    (format(:'f' || '(%L, %L, %L)', :'e', :'a', 'done'), 'SB400', 'no such outcome'),
    (format(:'f' || '(%L, %L, null)', :'e', :'a'), 'SB400', 'no outcome'),
    (format(:'f' || '(%L, %L, %L, %L)', :'e', :'a', 'released', '1'), 'SB400', 'a result of a release'),
    (
        format(:'f' || '(%L, %L, %L, p_artifact => %L)', :'e', :'a', 'completed', 'http://x'),
        'SB400', 'a bad artifact'
    ),
    (
        format(:'f' || '(%L, %L, %L, p_lease_token_hash => %L)', :'e', :'a', 'completed', '\x00'),
        'SB400', 'a short digest'
    ),
    (
        format(:'f' || '(%L, %L, %L, p_next_lease_token_hash => %L)', :'e', :'a', 'completed', '\x00'),
        'SB400', 'a short digest for the next'
    ),
    (
        format(:'f' || '(%L, %L, %L, p_queues => %L)', :'e', :'a', 'completed', '{else}'),
        'SB403', 'a queue that is not granted'
    ),
    (format(:'f' || '(%L, %L, %L)', :'e', :'a', 'completed'), 'SB409', 'no token'),
    (
        format(
            :'f' || '(%L, %L, %L, p_lease_token_hash => %L)', :'e', :'a', 'completed', sha256('other')
        ),
        'SB409', 'another token'
    ),
    (format(:'f' || '(%L, %L, %L)', :'e', :'b', 'completed'), 'SB409', 'not held')
) as c (statement, expected, what);
reset session authorization;
select results_eq('select tests.snapshot(id) from switchboard.todos order by id', 'select s from before', 'nothing changed');

set session authorization tests_server;
select is(id, :'b', 'the right token, and a token for the next')
from switchboard.finish_and_claim_next(
    :'e', :'a', 'completed', p_lease_token_hash => sha256('t'), p_next_lease_token_hash => sha256('u')
);
select is(
    left(tests.refusal(format('select switchboard.heartbeat(%L, %L)', :'e', :'b')), 5), 'SB409', 'which then fences it'
);
reset session authorization;

select * from finish();
rollback;
