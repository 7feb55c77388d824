-- behaviour [47], [90]: the Board reports only on the human's own lease: an agent's lease, fenced or not, is SB409 and stays.
begin;
select plan(16);

select tests.human() as h \gset
create temp table cases as
select
    c.*,
    tests.snapshot(c.id) as was
from (
    select
        v as verb,
        h.name,
        tests.claimed(e, p_token => h.token) as id
    from tests.endpoint() as e
    cross join unnest(array['owner_extend', 'owner_complete', 'owner_fail', 'owner_release']) as v
    cross join (values ('unfenced', null), ('fenced', sha256('right'))) as h (name, token)
) as c;
grant select on cases to public;

set session authorization tests_server;
select throws_ok(format('select from switchboard.%I(%L, %L)', verb, :'h', id), 'SB409', null, name || ': ' || verb)
from cases order by verb, name;
reset session authorization;

select is(tests.snapshot(id), was, verb || ', ' || name || ': nothing changed') from cases order by verb, name;

select * from finish();
rollback;
