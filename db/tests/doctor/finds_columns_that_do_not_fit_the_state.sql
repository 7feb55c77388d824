-- cases E3.2, E3.14, check state_columns: owner, lease and retry time that a state must or must not have.
begin;
select plan(1);

select tests.endpoint() as e \gset
alter table switchboard.todos drop constraint todos_lease_check, drop constraint todos_retry_check;
create temp table planted as
select
    c.*,
    tests.todo_in(:'e', c.state) as id
from (
    values
    ('pending', 'owner'), ('pending', 'lease'), ('pending', 'retry'),
    ('claimed', 'no owner'), ('claimed', 'no lease'), ('claimed', 'endless lease'), ('claimed', 'retry'),
    ('input-required', 'no owner'), ('auth-required', 'no lease'),
    ('failed', 'lease'), ('dead_letter', 'lease'),
    ('done', 'no owner'), ('done', 'retry'),
    ('canceled', 'owner'), ('canceled', 'lease'), ('canceled', 'retry'),
    ('rejected', 'owner'), ('rejected', 'lease'), ('rejected', 'retry')
) as c (state, fault);
grant select on planted to public;
create temp table fine as
select tests.todo_in(:'e', s) as id
from unnest(array[
    'pending', 'claimed', 'done', 'failed', 'dead_letter', 'canceled', 'rejected', 'input-required', 'auth-required'
]) as s;
update switchboard.todos as t set
    owner = case p.fault when 'owner' then 'somebody' when 'no owner' then null else t.owner end,
    lease_expires_at = case p.fault
        when 'lease' then now() when 'no lease' then null when 'endless lease' then 'infinity' else t.lease_expires_at
    end,
    next_retry_at = case p.fault when 'retry' then now() else t.next_retry_at end
from planted as p
where t.id = p.id;

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'state_columns'$$,
    $$select 'violation', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
