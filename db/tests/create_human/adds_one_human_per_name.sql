-- contract 1.3: answers the id; names are unique among humans, byte for byte, and a taken one is SB409.
begin;
select plan(3);

set session authorization tests_operator;
select switchboard.create_human('Ann') as h \gset
select isnt(switchboard.create_human('ann'), :'h'::uuid, 'another case, another human');
select throws_ok($$select switchboard.create_human('Ann')$$, 'SB409', null, 'taken');
reset session authorization;

select results_eq(
    $$select id, name from switchboard.humans where name = 'Ann'$$,
    format($$values (%L::uuid, 'Ann' collate "C")$$, :'h'),
    'one row'
);

select * from finish();
rollback;
