-- contract 1.6, behaviour 1.4: a slug of 63, a queue of 128 bytes, leases of 60 s and 24 h, an empty scope.
begin;
select plan(5);

select switchboard.register_agent(tests.human(), 'builder') as a \gset

set session authorization tests_operator;
select lives_ok(
    format($$select switchboard.vend_endpoint(%L, %L, '{q}', '{claim}', sha256('1'))$$, :'a', repeat('a', 62) || '-'), 'slug'
);
select lives_ok(
    format($$select switchboard.vend_endpoint(%L, '0', array[%L, 'a b:c'], '{claim}', sha256('2'))$$, :'a', repeat('é', 64)),
    'queue'
);
select lives_ok(
    format($$select switchboard.vend_endpoint(%L, '1', '{q}', '{claim}', sha256('3'), p_default_lease_ttl => '60 s')$$, :'a'),
    '60 s'
);
select lives_ok(
    format($$select switchboard.vend_endpoint(%L, '2', '{q}', '{claim}', sha256('4'), p_default_lease_ttl => '1 day')$$, :'a'),
    '24 h'
);
select lives_ok(format($$select switchboard.vend_endpoint(%L, '3', '{}', '{}', sha256('5'))$$, :'a'), 'nothing granted');
reset session authorization;

select * from finish();
rollback;
