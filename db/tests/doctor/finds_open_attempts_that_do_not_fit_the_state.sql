-- cases E3.1, check open_attempt: a held todo without an open attempt or with two, and any other with one.
begin;
select plan(1);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as lost \gset
select tests.claimed(:'e') as twice \gset
select tests.todo_in(:'e', 'input-required') as interrupted \gset
select tests.todo(:'e') as pending \gset
select tests.todo_in(:'e', 'done') as ended \gset
select tests.claimed(:'e') as fine \gset
update switchboard.todo_attempts set ended_at = now(), outcome = 'completed', disposition = 'done'
where todo_id in (:'lost', :'interrupted');
insert into switchboard.todo_attempts (todo_id, seq, attempt, claimer_kind, owner, lease_expires_at)
select
    id,
    9 as seq,
    1 as attempt,
    'endpoint' as claimer_kind,
    'somebody' as owner,
    now() as lease_expires_at
from unnest(array[:'twice', :'pending', :'ended']) as id;

set session authorization tests_reader;
select set_eq(
    $$select severity, detail from switchboard.doctor() where check_name = 'open_attempt'$$,
    format(
        $$values
            ('violation', 'todo %s is claimed and has 0 open attempts'), ('violation', 'todo %s is claimed and has 2 open attempts'),
            ('violation', 'todo %s is input-required and has 0 open attempts'), ('violation', 'todo %s is pending and has 1 open attempts'),
            ('violation', 'todo %s is done and has 1 open attempts')$$,
        :'lost', :'twice', :'interrupted', :'pending', :'ended'
    ),
    'each is named'
);
reset session authorization;

select * from finish();
rollback;
