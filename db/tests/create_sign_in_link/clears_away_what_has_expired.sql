-- contract 1.3, sign-in: the expired links and sessions of that human, and no live one, and nobody else's.
begin;
select plan(2);

select tests.human() as h \gset
select tests.human('bob') as bob \gset
select tests.freeze() as t \gset
create temporary table made as
select
    h.name || ' ' || x.name as name,
    h.id as human_id,
    :'t'::timestamptz + x.age as expires_at
from switchboard.humans as h
cross join (values ('old', interval '0'), ('live', interval '1 microsecond')) as x (name, age);
insert into switchboard.sign_in_links select sha256(name::bytea), human_id, :'t', expires_at from made;
insert into switchboard.board_sessions select sha256(name::bytea), human_id, :'t', expires_at from made;

set session authorization tests_shim;
select switchboard.create_sign_in_link(:'h', sha256('new'));
reset session authorization;
select set_eq(
    'select token_hash from switchboard.sign_in_links',
    $$values (sha256('new')), (sha256('ann live')), (sha256('bob live')), (sha256('bob old'))$$, 'links'
);
select set_eq(
    'select session_hash from switchboard.board_sessions',
    $$values (sha256('ann live')), (sha256('bob live')), (sha256('bob old'))$$, 'sessions'
);

select * from finish();
rollback;
