-- design 3: with nothing to do it takes no transaction id, ten times a second.
begin;
select plan(3);

select tests.endpoint() as e \gset
select switchboard.relay_events();
select to_jsonb(c) as unmoved from switchboard.relay_cursor as c \gset

select is(switchboard.relay_events(), 0::bigint, 'nothing to do');
select is(to_jsonb(c), :'unmoved', 'the cursor is as it was') from switchboard.relay_cursor as c;
select is(count(*), 1::bigint, 'one cursor') from switchboard.relay_cursor;

select * from finish();
rollback;
