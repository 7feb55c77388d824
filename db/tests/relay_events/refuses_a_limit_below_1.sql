-- contract 1.3: limits below 1 are SB400.
begin;
select plan(4);

set session authorization tests_operator;
select throws_ok('select switchboard.relay_events(0)', 'SB400', null, 'relay_events 0');
select throws_ok('select switchboard.relay_events(null)', 'SB400', null, 'relay_events null');
select throws_ok('select switchboard.ring_unclaimed(0)', 'SB400', null, 'ring_unclaimed 0');
select throws_ok('select switchboard.ring_unclaimed(-1)', 'SB400', null, 'ring_unclaimed -1');

select * from finish();
rollback;
