-- Sign-in to the Board: links that a human opens once, and the sessions that come of them.

create table switchboard.sign_in_links (
    token_hash bytea not null,
    human_id uuid not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    constraint sign_in_links_pkey primary key (token_hash),
    constraint sign_in_links_human_id_fkey foreign key (human_id) references switchboard.humans (id) on delete cascade,
    constraint sign_in_links_token_hash_check check (octet_length(token_hash) = 32)
);
create index sign_in_links_human_id_idx on switchboard.sign_in_links (human_id);
comment on table switchboard.sign_in_links is 'Links that were handed out and not yet used: using one deletes its row.';
comment on column switchboard.sign_in_links.token_hash is 'SHA-256 of the token in the link. The token itself is never stored.';
comment on column switchboard.sign_in_links.human_id is 'Whom the link signs in.';
comment on column switchboard.sign_in_links.created_at is 'When it was made.';
comment on column switchboard.sign_in_links.expires_at is 'From then on it is refused.';
comment on constraint sign_in_links_pkey on switchboard.sign_in_links is 'A token opens one link; the lookup of redeem_sign_in_link.';
comment on constraint sign_in_links_human_id_fkey on switchboard.sign_in_links is 'Goes with the human.';
comment on constraint sign_in_links_token_hash_check on switchboard.sign_in_links is 'SHA-256 digests only.';
comment on index switchboard.sign_in_links_human_id_idx is 'The links of a human, to delete them.';

create table switchboard.board_sessions (
    session_hash bytea not null,
    human_id uuid not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    constraint board_sessions_pkey primary key (session_hash),
    constraint board_sessions_human_id_fkey foreign key (human_id) references switchboard.humans (id) on delete cascade,
    constraint board_sessions_session_hash_check check (octet_length(session_hash) = 32)
);
create index board_sessions_human_id_idx on switchboard.board_sessions (human_id);
comment on table switchboard.board_sessions is 'Browsers that are signed in to the Board: signing out deletes the row.';
comment on column switchboard.board_sessions.session_hash is
'SHA-256 of the session''s secret, which only the browser keeps. The secret itself is never stored.';
comment on column switchboard.board_sessions.human_id is 'Who is signed in.';
comment on column switchboard.board_sessions.created_at is 'When the link was redeemed.';
comment on column switchboard.board_sessions.expires_at is 'From then on it is refused. Never moved.';
comment on constraint board_sessions_pkey on switchboard.board_sessions is 'The lookup of every request to the Board.';
comment on constraint board_sessions_human_id_fkey on switchboard.board_sessions is 'Goes with the human.';
comment on constraint board_sessions_session_hash_check on switchboard.board_sessions is 'SHA-256 digests only.';
comment on index switchboard.board_sessions_human_id_idx is 'The sessions of a human, to end them.';
