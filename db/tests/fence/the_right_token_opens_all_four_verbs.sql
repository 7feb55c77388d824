-- behaviour 2.11: on a fenced lease the token of its claim is accepted by all four verbs.
begin;
select plan(5);

select tests.endpoint() as e \gset

set session authorization tests_agent;
select
    lives_ok(
        format(
            'select switchboard.%s(%L, %L, p_lease_token_hash => %L)',
            v.verb, :'e', tests.claimed(:'e', p_token => sha256('right')), sha256('right')
        ),
        v.verb || ' takes the right token'
    )
from unnest('{heartbeat,complete,fail,release}'::text[]) as v (verb);
reset session authorization;

select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
