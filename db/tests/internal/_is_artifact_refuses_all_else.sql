-- behaviour [41], 3.4, cases B2.10, design 7: other schemes, other mcp authorities, missing hosts, user information, addresses, spaces,
-- backslashes, control and invisible characters, and anything over 512 bytes.
begin;
select plan(70);

select ok(not switchboard._is_artifact(a), coalesce(nullif(left(to_json(a)::text, 60), '""'), 'empty'))
from unnest(array[
    '', ' ', 'x', 'http://example.org/', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.org/',
    '/relative', 'relative', '//example.org/x', 'https:', 'https:/', 'https://', 'https:///x', 'https://?x', 'https://#x',
    'https://:443',
    'https://:443/x', 'https:example.org', 'https:/example.org', 'https://example.org:/x', 'https://example.org:port/',
    'https://example.org:123456/', 'https://user@example.org/', 'https://user:pass@example.org/', 'https://@example.org/',
    'https://example.org@evil.example/', 'https://example.org\@evil.example/', 'https://example.org\x', 'https://exa mple.org/',
    'https://example.org/a b', ' https://example.org/', 'https://example.org/ ', E'https://example.org/\n',
    E'https://example.org/\tx',
    E'https://example.org/\r\nSet-Cookie: x', E'\nhttps://example.org/', E'https://example.org/\u202egnp.exe',
    E'https://example.org/\u200b',
    E'https://example.org/\u007f', E'https://example.org/\u0085', E'https://example.org/\ufeff',
    'https://169.254.169.254/latest/meta-data',
    'https://127.0.0.1/', 'https://[::1]/', 'https://0x7f000001/', 'https://2130706433/', 'https://example..org/',
    'https://.example.org/',
    'https://example.org"onclick=x', 'https://example.org/"', 'https://example.org/<script>', 'https://bücher.example/',
    'mcp://cairn/', 'mcp://cairn', 'mcp://cairn/' || repeat('a', 65), 'mcp://cairn/a b', 'mcp://cairn/a/b', 'mcp://cairn/../x',
    'mcp://cairn/a?x', E'mcp://cairn/a\n', 'mcp://other/a', 'mcp://cairn.example/a', 'mcp://CAIRN/a', 'MCP://cairn/a',
    'xmcp://cairn/a',
    'mcp://cairn/é', rpad('https://example.org/', 513, 'a'), 'https://example.org/' || repeat('é', 247)
]) as a;

select * from finish();
rollback;
