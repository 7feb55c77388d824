-- behaviour [24]: the table itself refuses an ending that is half set and texts and digests out of their limits.
begin;
select plan(13);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset

select throws_ok('update switchboard.todo_attempts set ' || b.change, '23514', null, left(b.change, 60))
from (
    values ('ended_at = now()'),
    ('outcome = ''completed'''),
    ('disposition = ''done'''),
    ('ended_at = now(), outcome = ''completed'''),
    ('ended_at = now(), disposition = ''done'''), ('outcome = ''completed'', disposition = ''done'''),
    ('ended_at = now(), outcome = ''lost'', disposition = ''done'''), ('claimer_kind = ''somebody'''),
    ('summary = repeat(''a'', 2049)'), ('artifact = repeat(''a'', 513)'), ('claimant = repeat(''a'', 129)'),
    ('lease_token_hash = substr(sha256(''a''), 2)')
) as b (change);
select lives_ok(
    $$
    update switchboard.todo_attempts set
        ended_at = now(), outcome = 'completed', disposition = 'done', summary = repeat('a', 2048), artifact = repeat('a', 512),
        claimant = repeat('a', 128), lease_token_hash = sha256('a')
    $$,
    'all that is within them is taken'
);

select * from finish();
rollback;
