-- the issue: without its one row the relay does nothing; doctor says how to mend it.
begin;
select plan(2);

delete from switchboard.relay_cursor;
select matches(fix, 'insert into switchboard.relay_cursor') from switchboard.doctor() where check_name = 'relay_cursor';
insert into switchboard.relay_cursor (gen, bound) values (0, 0), (1, 0);
select is(count(*), 1::bigint, 'nor may there be two') from switchboard.doctor() where check_name = 'relay_cursor';

select * from finish();
rollback;
