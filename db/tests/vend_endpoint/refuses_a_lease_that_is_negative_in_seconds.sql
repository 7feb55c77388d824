-- behaviour [103]: the range counts in seconds; to PostgreSQL, with its years of 360 days, this interval is 12 hours long.
begin;
select plan(2);

select switchboard.register_agent(tests.human(), 'agent') as a \gset

set session authorization tests_operator;
select throws_ok(
    format(
        $$select switchboard.vend_endpoint(%L, 'one', '{q}', '{claim}', sha256('x'),
            p_default_lease_ttl => '-1 year 360 days 12:00:00')$$, :'a'
    ),
    'SB400', null, 'refused'
);
reset session authorization;
select is_empty('select from switchboard.endpoints', 'nothing was made');

select * from finish();
rollback;
