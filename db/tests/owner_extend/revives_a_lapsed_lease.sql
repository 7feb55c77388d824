-- behaviour [28]: a human's extend after the lapse and before the reaper revives the lease.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e') as id \gset
select from switchboard.owner_claim(:'h', :'id', '1 microsecond');

set session authorization tests_server;
select is((switchboard.owner_extend(:'h', :'id')).state, 'claimed', 'extended');
reset session authorization;

select is_empty('select from switchboard.reap_expired()', 'the reaper finds nothing');

select * from finish();
rollback;
