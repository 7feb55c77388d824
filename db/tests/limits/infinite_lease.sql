-- issue 2, cases C19: an infinite length is cut to 24 h, its negative is the default, where PostgreSQL has infinite intervals (17 and
-- newer); before, it is the server's own argument error. No lease is without end.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select tests.freeze() as now \gset

set session authorization tests_agent;
select
    case
        when current_setting('server_version_num')::int >= 170000
            then
                results_eq(
                    format('select lease_expires_at from switchboard.%s(%L, %L, p_lease_ttl => %L)', v.verb, :'e', v.id, l.length),
                    format('values (%L::timestamptz)', :'now'::timestamptz + l.lease),
                    v.verb || ' for ' || l.length
                )
        else throws_ok(
            format('select switchboard.%s(%L, %L, p_lease_ttl => %L)', v.verb, :'e', v.id, l.length), '22007', null,
            v.verb || ' for ' || l.length
        )
    end
from (values ('infinity', interval '24 hours'), ('-infinity', '300 seconds')) as l (length, lease)
cross join lateral (values ('claim', tests.todo(:'e', p_title => l.length)), ('heartbeat', :'id')) as v (verb, id);
reset session authorization;

select * from finish();
rollback;
