-- contract 1.1: SB400 names the argument and never echoes its value.
begin;
select plan(13);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset

set session authorization tests_shim;
select
    matches(
        tests.refusal('select switchboard.' || format(c.call, :'e', :'id')),
        '^SB400 \| ' || c.argument || ' (?!.*(evil|666))',
        c.argument
    )
from (
    values ('title', 'create_todo(%L, ''q'', repeat(''evil'', 300))'),
    ('source', 'create_todo(%L, ''q'', ''t'', p_source => E''evil\n'')'),
    ('kind', 'create_todo(%L, ''q'', ''t'', p_kind => E''evil\n'')'),
    ('assignee', 'create_todo(%L, ''q'', ''t'', p_assignee => E''evil\n'')'),
    ('idempotency_key', 'create_todo(%L, ''q'', ''t'', p_idempotency_key => repeat(''evil'', 200))'),
    ('max_attempts', 'create_todo(%L, ''q'', ''t'', p_max_attempts => 666)'),
    ('payload', 'create_todo(%L, ''q'', ''t'', to_jsonb(repeat(''evil'', 300000)))'),
    ('routing', 'create_todo(%L, ''q'', ''t'', p_routing => to_jsonb(repeat(''evil'', 300000)))'),
    ('result', 'complete(%L, %L, to_jsonb(repeat(''evil'', 300000)))'), ('artifact', 'fail(%L, %L, p_artifact => ''evil'')'),
    ('lease_token_hash', 'release(%L, %L, p_lease_token_hash => ''evil'')'), ('limit', 'claim_batch(%L, 666)'),
    ('lease_token_hashes', 'claim_batch(%L, 1, p_lease_token_hashes => ''{evil}'')')
) as c (argument, call);
reset session authorization;

select * from finish();
rollback;
