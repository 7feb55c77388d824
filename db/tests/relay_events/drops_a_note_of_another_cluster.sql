-- design 3: after dump and restore a noted transaction id may be far ahead; it must not hold the bound for ever.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo(:'e') as a \gset
update switchboard.relay_cursor set noted_id = 1000000, noted_xid = '9000000000000000000';

select switchboard.relay_events();

select is(bound, 0::bigint, 'the bound has not moved') from switchboard.relay_cursor;
select ok(
    noted_xid = '9000000000000000000' or noted_id < 1000000, 'the note is replaced as soon as a transaction may note'
) from switchboard.relay_cursor;

select * from finish();
rollback;
