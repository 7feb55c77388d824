-- design 7: cancel is the asker's side: a fenced lease falls without its token, whoever holds it, and the holder learns by SB409.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.claimed(:'e', p_token => sha256('right')) as fenced \gset
select tests.todo(:'e') as on_the_board \gset
select from switchboard.owner_claim(tests.human(), :'on_the_board');

set session authorization tests_agent;
select is((switchboard.cancel(:'e', :'fenced')).state, 'canceled', 'a fenced lease');
select is((switchboard.cancel(:'e', :'on_the_board')).state, 'canceled', 'a human''s lease');
select throws_ok(
    format($$select from switchboard.complete(%L, %L, p_lease_token_hash => sha256('right'))$$, :'e', :'fenced'),
    'SB409', null, 'the holder''s report is refused'
);
reset session authorization;

select * from finish();
rollback;
