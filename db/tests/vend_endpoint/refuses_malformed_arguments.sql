-- contract 1.3, 1.4, 1.6: each argument out of its limits is SB400, by name; an unknown agent is SB404; nothing is vended.
begin;
select plan(39);

select switchboard.register_agent(tests.human(), 'builder') as a \gset
create temp table cases (argument text, value text, because text);
insert into cases values
('p_slug', 'null', 'no slug'),
('p_slug', '''''', 'an empty slug'),
('p_slug', '''Upper''', 'an upper-case letter'),
('p_slug', '''-first''', 'a hyphen in front'),
('p_slug', '''a_b''', 'an underscore'),
('p_slug', '''a/b''', 'a slash'),
('p_slug', 'E''a\n''', 'a line feed'),
('p_slug', 'repeat(''a'', 64)', '64 letters'),
('p_slug', '''é''', 'another letter'),
('p_queues', 'null', 'no queues'),
('p_queues', '''{null}''', 'a null queue'),
('p_queues', '''{""}''', 'an empty queue'),
('p_queues', 'array[repeat(''q'', 129)]', 'a queue of 129 bytes'),
('p_queues', 'array[E''a\nb'']', 'a queue with a line feed'),
('p_queues', '''{{a,b},{c,d}}''', 'queues in two dimensions'),
('p_verbs', 'null', 'no verbs'),
('p_verbs', '''{null}''', 'a null verb'),
('p_verbs', '''{claim,destroy}''', 'an unknown verb'),
('p_verbs', '''{Claim}''', 'another case'),
('p_verbs', '''{claim_batch}''', 'a function that another verb allows'),
('p_verbs', '''{owner_claim}''', 'an owner''s function'),
('p_verbs', '''{{claim,fail},{complete,release}}''', 'verbs in two dimensions'),
('p_credential_hash', '''\x00''', 'one byte'),
('p_credential_hash', 'substr(sha256(''x''), 2)', '31 bytes'),
('p_credential_hash', 'sha256(''x'') || ''\x00''', '33 bytes'),
('p_credential_hash', 'null', 'neither a credential nor a role'),
('p_expires_at', 'now() - interval ''1 second''', 'expired'),
('p_expires_at', '''infinity''', 'infinite'),
('p_expires_at', '''-infinity''', 'infinitely long ago'),
('p_default_lease_ttl', '''59 seconds''', '59 seconds'),
('p_default_lease_ttl', '''86401 seconds''', 'over 24 hours'),
('p_default_lease_ttl', '''-1 hour''', 'negative'),
('p_db_role', '''tests_no_such_role''', 'an unknown role'),
('p_db_role', 'quote_ident(current_setting(''tests.superuser''))', 'a superuser'),
('p_db_role', '''switchboard_agent''', 'one of ours'),
('p_db_role', '''switchboard_shim''', 'the server''s'),
('p_db_role', '''public''', 'everybody');
grant select on cases to public;
select set_config('tests.superuser', current_user, true) as su \gset

set session authorization tests_operator;
select
    throws_ok(
        format(
            'select switchboard.vend_endpoint(p_agent_id => %L, %s)', :'a',
            (
                select
                    string_agg(
                        format('%s => %s', d.argument, case d.argument when c.argument then c.value else d.value end), ', '
                    )
                from (
                    values
                    ('p_slug', '''fine'''),
                    ('p_queues', '''{q}'''),
                    ('p_verbs', '''{claim}'''),
                    ('p_credential_hash', 'sha256(''x'')'),
                    ('p_expires_at', 'null'), ('p_default_lease_ttl', 'null'), ('p_db_role', 'null')
                ) as d (argument, value)
            )
        ),
        'SB400', null, c.argument || ': ' || c.because
    )
from cases as c;
select throws_ok(
    format($$select switchboard.vend_endpoint(%L, 'fine', '{q}', '{claim}', sha256('x'))$$, gen_random_uuid()),
    'SB404', null, 'an unknown agent'
);
reset session authorization;

select is_empty('select from switchboard.endpoints', 'nothing was vended');

select * from finish();
rollback;
