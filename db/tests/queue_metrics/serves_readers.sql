-- contract 1.4: aggregates are for readers, and hold no text of a todo but queue and source.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.todo(:'e', p_title => 'secret title') as id \gset

set session authorization tests_reader;
select isnt_empty('select queue from switchboard.queue_metrics()', 'queue_metrics');
select lives_ok('select * from switchboard.service_metrics()', 'service_metrics');
reset session authorization;
select is_empty($$select from switchboard.queue_metrics() as q where q::text ~ 'secret|td_'$$, 'nothing else');

select * from finish();
rollback;
