-- design 3: after dump and restore a noted transaction id may be far ahead; it must not move the bound.
-- That the next relay replaces it is shown in race/test_relay.py.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo(:'e') as a \gset
update switchboard.relay_cursor set noted_id = 1000000, noted_xid = '9000000000000000000';

select switchboard.relay_events();

select is(bound, 0::bigint, 'the bound has not moved') from switchboard.relay_cursor;
select results_eq(
    'select noted_id, noted_xid from switchboard.relay_cursor',
    $$values (1000000::bigint, '9000000000000000000'::xid8)$$,
    'nor the note: this transaction has written before, and may take none'
);

select * from finish();
rollback;
