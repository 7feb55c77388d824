-- issue 4: workers by claimant, with what they hold, how their attempts ended, and the last claim, heartbeat or report.
begin;
select plan(4);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.claimed(tests.endpoint('other', p_human => 'bob'), p_claimant => 'foreign') \gset
select tests.claimed(:'e', p_claimant => 'ann') as held \gset
select tests.claimed(:'e', p_claimant => 'ann') as failed \gset
select (switchboard.fail(:'e', :'failed')).id \gset
select tests.claimed(:'e', p_claimant => 'bee') as died \gset
select (switchboard.heartbeat(:'e', :'died', '1 microsecond')).id \gset
select count(*) from switchboard.reap_expired() \gset
update switchboard.todo_attempts set claimed_at = now() - interval '3 h', last_heartbeat_at = now() - interval '2 h'
where todo_id = :'died';
select tests.todo(:'e') as mine \gset
select (switchboard.owner_claim(:'h', :'mine')).id \gset

set session authorization tests_server;
select results_eq(
    format(
        'select claimant, claimer_kind, working, ended, failed, died from switchboard.owner_workers(%L) order by claimant', :'h'
    ),
    $$values
        ('ann', 'endpoint', 1::bigint, 1::bigint, 1::bigint, 0::bigint), ('bee', 'endpoint', 0, 1, 0, 1),
        (null, 'owner', 1, 0, 0, 0)$$,
    'each worker once'
);
select is((array_agg(w.claimant))[3], 'bee', 'the one heard of least lately comes last') from switchboard.owner_workers(:'h') as w;
select is(last_seen_at, now() - interval '2 h', 'a death is not a sign of life: the heartbeat before it is')
from switchboard.owner_workers(:'h') where claimant = 'bee';
select throws_ok(format('select switchboard.owner_workers(%L)', gen_random_uuid()), 'SB401', null, 'an unknown human');
reset session authorization;

select * from finish();
rollback;
