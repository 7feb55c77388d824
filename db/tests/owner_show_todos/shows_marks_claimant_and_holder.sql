-- issue 4: one mark an attempt, oldest first, at most 12; deaths apart from failures; who holds it.
begin;
select plan(6);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.todo(:'e', p_max_attempts => 100) as many \gset
insert into switchboard.todo_attempts (
    todo_id, seq, attempt, claimer_kind, owner, claimant, claimed_at, lease_expires_at, ended_at, outcome, disposition
)
select
    :'many', o.n, o.n as attempt, 'endpoint', 'agent:x', 'w' || o.n, now(), now(), now(), o.outcome, 'requeued'
from unnest(array[
    'completed', 'completed', 'completed', 'failed', 'released', 'lease_expired', 'reaped', 'canceled', 'revoked', 'failed',
    'failed', 'failed', 'failed', 'reaped'
]) with ordinality as o (outcome, n);
update switchboard.todos set attempts_total = 14 where id = :'many';
select tests.claimed(:'e', p_claimant => 'robot') as claimed \gset
select tests.todo(:'e') as mine \gset
select (switchboard.owner_claim(:'h', :'mine')).id \gset
select tests.todo(:'e') as fresh \gset

set session authorization tests_server;
select is(
    marks,
    '{completed,failed,released,died,died,called_off,called_off,failed,failed,failed,failed,died}'::text[],
    'the newest twelve, oldest first'
) from switchboard.owner_show_todos(:'h', array[:'many']);
select is(claimant, 'w14', 'the newest attempt''s claimant') from switchboard.owner_show_todos(:'h', array[:'many']);
select results_eq(
    format('select marks, claimant, holder from switchboard.owner_show_todos(%L, array[%L])', :'h', :'claimed'),
    $$values ('{open}'::text[], 'robot', 'worker')$$, 'a worker holds it'
);
select results_eq(
    format('select marks, claimant, holder from switchboard.owner_show_todos(%L, array[%L])', :'h', :'mine'),
    $$values ('{open}'::text[], null, 'you')$$, 'the human holds it'
);
select results_eq(
    format('select marks, claimant, holder from switchboard.owner_show_todos(%L, array[%L])', :'h', :'fresh'),
    $$values ('{}'::text[], null, null)$$, 'nobody does'
);
select results_eq(
    format('select id from switchboard.owner_show_todos(%L, array[%L, %L, %L])', :'h', :'many', :'fresh', :'claimed'),
    format($$values (%L), (%L), (%L)$$, :'fresh', :'claimed', :'many'), 'newest first, whatever the order of the ids'
);
reset session authorization;

select * from finish();
rollback;
