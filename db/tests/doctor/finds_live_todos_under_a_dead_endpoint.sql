-- design 2, check dead_endpoint: live or parked under an endpoint revoked over a minute ago.
begin;
select plan(2);

select tests.endpoint() as e \gset
select switchboard.revoke_endpoint(:'e') as n \gset
create temp table planted as
select id from unnest(array['td_0a', 'td_0b', 'td_0c', 'td_0d', 'td_0e', 'td_0f']) as id;
grant select on planted to public;
insert into switchboard.todos (id, endpoint_id, queue, title, state, owner, lease_expires_at, next_retry_at)
values
('td_0a', :'e', 'q', 'raced', 'pending', null, null, null),
('td_0b', :'e', 'q', 'raced', 'claimed', 'somebody', now(), null),
('td_0c', :'e', 'q', 'raced', 'input-required', 'somebody', now(), null),
('td_0d', :'e', 'q', 'raced', 'auth-required', 'somebody', now(), null),
('td_0e', :'e', 'q', 'raced', 'failed', null, null, now()),
('td_0f', :'e', 'q', 'ended', 'failed', null, null, null);
select is_empty($$select from switchboard.doctor() where check_name = 'dead_endpoint'$$, 'not within the first minute');
select tests.travel('61 seconds');
delete from planted where id = 'td_0f';

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'dead_endpoint'$$,
    $$select 'violation', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
