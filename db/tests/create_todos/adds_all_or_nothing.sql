-- contract 1.3: one bad object, or one queue that is not granted, and nothing is added; the message says which.
begin;
select plan(5);

select tests.endpoint() as e \gset

set session authorization tests_producer;
select throws_like(
    format('select switchboard.create_todos(%L, %L)', :'e', '[{"queue": "q", "title": "good"}, {"queue": "q", "title": ""}]'),
    '%todos[1]%title%',
    'the second is bad'
);
select throws_ok(
    format('select switchboard.create_todos(%L, %L)', :'e', '[{"queue": "q", "title": "good"}, {"queue": "q", "title": ""}]'),
    'SB400', null, 'a bad object'
);
select throws_ok(
    format('select switchboard.create_todos(%L, %L)', :'e', '[{"queue": "q", "title": "good"}, {"queue": "r", "title": "good"}]'),
    'SB403', null, 'a queue that is not granted'
);
select is_empty(format('select switchboard.create_todos(%L, ''[]'')', :'e'), 'an empty list is no error');
reset session authorization;

select is_empty('select from switchboard.todos', 'nothing was added');

select * from finish();
rollback;
