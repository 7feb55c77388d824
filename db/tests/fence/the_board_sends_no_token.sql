-- behaviour [47]: actions of the Board do not meet the fence, but the lease must be the human's own, whatever its fence.
begin;
select plan(9);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.claimed(:'e', p_token => sha256('right')) as id \gset
select tests.snapshot(:'id') as was \gset
create temporary table own as
select
    v.verb,
    tests.todo(:'e') as id
from unnest('{owner_extend,owner_complete,owner_fail,owner_release}'::text[]) as v (verb);
select switchboard.owner_claim(:'h', o.id) from own as o;
grant select on own to public;

set session authorization tests_shim;
select
    throws_ok(
        format('select switchboard.%s(%L, %L)', o.verb, :'h', :'id'),
        'SB409', null, o.verb || ' on an agent''s fenced lease is a conflict'
    )
from own as o;
select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');
select
    lives_ok(
        format('select switchboard.%s(%L, %L)', o.verb, :'h', o.id),
        o.verb || ' on the human''s own lease needs no token'
    )
from own as o;
reset session authorization;

select * from finish();
rollback;
