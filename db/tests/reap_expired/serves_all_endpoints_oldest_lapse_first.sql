-- behaviour 2.6, contract 1.3: system-wide, up to the limit, and those that lapsed first come first.
begin;
select plan(4);

select tests.endpoint('first') as e \gset
select tests.endpoint('other', p_human => 'bob') as e2 \gset
select tests.claimed(:'e', '2 minutes') as c \gset
select tests.claimed(:'e2', '1 minute') as b \gset
select tests.claimed(:'e', '10 seconds') as a \gset
select tests.travel('1 hour');

set session authorization tests_operator;
select set_eq('select id from switchboard.reap_expired(2)', format('values (%L), (%L)', :'a', :'b'), 'the first two');
select set_eq('select id from switchboard.reap_expired(2)', format('values (%L)', :'c'), 'the rest');
select is_empty('select from switchboard.reap_expired(2)', 'no more');
reset session authorization;

select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
