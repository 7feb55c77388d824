-- behaviour [41], 3.4: mcp://cairn/ and 1 to 64 of [A-Za-z0-9_-], or an https URL with a host name; 512 bytes in all.
begin;
select plan(18);

select ok(switchboard._is_artifact(a), left(a, 60))
from unnest(array[
    'mcp://cairn/a', 'mcp://cairn/' || repeat('a', 64), 'mcp://cairn/A-z_09',
    'https://example.org', 'https://example.org/', 'https://example.org/a/b?c=d&e=%20#f', 'https://example.org:8443/x',
    'https://sub.domain.example.org/x', 'https://localhost/x', 'HTTPS://EXAMPLE.ORG/x', 'https://xn--bcher-kva.example/x',
    'https://example.org?x', 'https://example.org#x', 'https://example.org/a@b', 'https://example.org/é',
    'https://127.0.0.1.example.org/', rpad('https://example.org/', 512, 'a')
]) as a;
select is(switchboard._is_artifact(null), null, 'none is neither');

select * from finish();
rollback;
