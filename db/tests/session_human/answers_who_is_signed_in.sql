-- contract 1.3, sign-in: each session its human, several of one human at once, up to the last moment of 30 days.
begin;
select plan(4);

select tests.human() as h \gset
select tests.human('bob') as bob \gset
select tests.freeze() as t \gset
select switchboard.create_sign_in_link(c.human_id, sha256(c.name::bytea))
from (values ('one', :'h'::uuid), ('two', :'h'), ('three', :'bob')) as c (name, human_id);
select count(switchboard.redeem_sign_in_link(sha256(name), sha256(name))) as r from unnest('{one,two,three}'::bytea[]) as name \gset

set session authorization tests_shim;
select is(switchboard.session_human(sha256('one')), :'h'::uuid, 'one browser');
select is(switchboard.session_human(sha256('two')), :'h'::uuid, 'another of the same human');
select is(switchboard.session_human(sha256('three')), :'bob'::uuid, 'another human');
reset session authorization;
select tests.freeze(:'t'::timestamptz + interval '30 days' - interval '1 microsecond') as t \gset
set session authorization tests_shim;
select is(switchboard.session_human(sha256('one')), :'h'::uuid, 'until it expires');
reset session authorization;

select * from finish();
rollback;
