-- cases C19, S54: a held todo without a finite lease or an owner would never come back, so the table refuses it, whoever writes.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset

select throws_ok(format('update switchboard.todos set %s where id = %L', s.change, :'id'), '23514', null, s.change)
from (
    values ('lease_expires_at = null'), ('lease_expires_at = ''infinity'''), ('owner = null'), ('state = ''pending''')
) as s (change);

select * from finish();
rollback;
