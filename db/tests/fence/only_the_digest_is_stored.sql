-- behaviour [50], [51]: a claim stores the 32-byte digest, and no verb answers it or names a token.
begin;
select plan(9);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset

set session authorization tests_agent;
create temporary table answers as select
    'claim_next' as verb,
    to_jsonb(a) as answer
from switchboard.claim_next(:'e', p_lease_token_hash => sha256('right')) as a;
insert into answers select
    'heartbeat' as verb,
    to_jsonb(a) as answer
from switchboard.heartbeat(:'e', :'id', p_lease_token_hash => sha256('right')) as a;
insert into answers select
    'get_todo' as verb,
    to_jsonb(a) as answer
from switchboard.get_todo(:'e', :'id') as a;
insert into answers select
    'list_todos' as verb,
    to_jsonb(a) as answer
from switchboard.list_todos(:'e') as a;
insert into answers select
    'list_attempts' as verb,
    to_jsonb(a) as answer
from switchboard.list_attempts(:'e', :'id') as a;
insert into answers select
    'release' as verb,
    to_jsonb(a) as answer
from switchboard.release(:'e', :'id', p_lease_token_hash => sha256('right')) as a;
insert into answers select
    'claim' as verb,
    to_jsonb(a) as answer
from switchboard.claim(:'e', :'id', p_lease_token_hash => sha256('second')) as a;
select
    doesnt_match(
        a.answer::text, '(?i)token|hash|' || encode(sha256('right'), 'hex'), a.verb || ' answers nothing about a token'
    )
from answers as a;
reset session authorization;

select is(a.lease_token_hash, sha256('right'), 'the attempt holds the digest') from tests.attempts(:'id') as a where a.seq = 1;
select is(a.lease_token_hash, sha256('second'), 'so does the next, its own') from tests.attempts(:'id') as a where a.seq = 2;

select * from finish();
rollback;
