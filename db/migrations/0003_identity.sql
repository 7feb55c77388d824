-- Who owns what: human -> agents -> endpoints. An endpoint is the tenant of its todos.

create table switchboard.humans (
    id uuid not null default pg_catalog.gen_random_uuid(),
    name text collate "C" not null,
    created_at timestamptz not null default pg_catalog.now(),
    constraint humans_pkey primary key (id),
    constraint humans_name_key unique (name),
    constraint humans_name_check check (octet_length(name) between 1 and 128)
);
comment on table switchboard.humans is 'People who own agents. Owner string on their leases: op:<id>.';
comment on column switchboard.humans.id is 'Identity.';
comment on column switchboard.humans.name is 'Name, unique in this database, 1 to 128 bytes.';
comment on column switchboard.humans.created_at is 'When the human was added.';
comment on constraint humans_pkey on switchboard.humans is 'Identity.';
comment on constraint humans_name_key on switchboard.humans is 'Names are unique; also the lookup by name.';
comment on constraint humans_name_check on switchboard.humans is 'Last guard of the limit that create_human checks.';

create table switchboard.agents (
    id uuid not null default pg_catalog.gen_random_uuid(),
    human_id uuid not null,
    name text collate "C" not null,
    created_at timestamptz not null default pg_catalog.now(),
    constraint agents_pkey primary key (id),
    constraint agents_human_id_name_key unique (human_id, name),
    constraint agents_human_id_fkey foreign key (human_id) references switchboard.humans (id) on delete cascade,
    constraint agents_name_check check (octet_length(name) between 1 and 128)
);
comment on table switchboard.agents is 'Agents of a human. Owner string on their leases: agent:<id>, the same for every worker of the agent.';
comment on column switchboard.agents.id is 'Identity.';
comment on column switchboard.agents.human_id is 'The human who owns the agent.';
comment on column switchboard.agents.name is 'Name, unique for the human, 1 to 128 bytes.';
comment on column switchboard.agents.created_at is 'When the agent was registered.';
comment on constraint agents_pkey on switchboard.agents is 'Identity.';
comment on constraint agents_human_id_name_key on switchboard.agents is 'One agent per name and human; register_agent relies on it. Also serves the foreign key.';
comment on constraint agents_human_id_fkey on switchboard.agents is 'An agent belongs to a human.';
comment on constraint agents_name_check on switchboard.agents is 'Last guard of the limit that register_agent checks.';

create table switchboard.endpoints (
    id uuid not null default pg_catalog.gen_random_uuid(),
    agent_id uuid not null,
    slug text collate "C" not null,
    queues text[] not null,
    verbs text[] not null,
    credential_hash bytea,
    db_role name,
    default_lease_ttl interval,
    expires_at timestamptz,
    revoked_at timestamptz,
    created_at timestamptz not null default pg_catalog.now(),
    constraint endpoints_pkey primary key (id),
    constraint endpoints_agent_id_fkey foreign key (agent_id) references switchboard.agents (id) on delete cascade,
    constraint endpoints_credential_hash_key unique (credential_hash),
    constraint endpoints_slug_check check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
    constraint endpoints_credential_hash_check check (octet_length(credential_hash) = 32),
    constraint endpoints_default_lease_ttl_check check (
        extract(epoch from default_lease_ttl) between 60 and 86400
    )
);
create unique index endpoints_live_slug_key on switchboard.endpoints (slug) where revoked_at is null;
create index endpoints_agent_id_idx on switchboard.endpoints (agent_id);
create index endpoints_expires_at_idx on switchboard.endpoints (expires_at) where revoked_at is null and expires_at is not null;
create index endpoints_revoked_at_idx on switchboard.endpoints (revoked_at) where revoked_at is not null;
comment on table switchboard.endpoints is 'A door into the queue for one agent: which queues and verbs, with which credential or database role. The tenant of its todos.';
comment on column switchboard.endpoints.id is 'Identity; what every agent call passes as p_endpoint_id.';
comment on column switchboard.endpoints.agent_id is 'The agent that works behind this endpoint.';
comment on column switchboard.endpoints.slug is 'Name in URLs: [a-z0-9][a-z0-9-]{0,62}, unique among endpoints that are not revoked.';
comment on column switchboard.endpoints.queues is 'Queues that the endpoint may touch.';
comment on column switchboard.endpoints.verbs is 'Verbs that the endpoint may call.';
comment on column switchboard.endpoints.credential_hash is 'SHA-256 of the bearer credential; null when only a database role may act. The credential itself is never stored.';
comment on column switchboard.endpoints.db_role is 'Database role whose users may act for this endpoint from SQL; null for none.';
comment on column switchboard.endpoints.default_lease_ttl is 'Lease length when a call gives none, 60 s to 24 h; null means 300 s.';
comment on column switchboard.endpoints.expires_at is 'From then on the endpoint is refused, and the sweep revokes it; null for never.';
comment on column switchboard.endpoints.revoked_at is 'When it was revoked; null while live. Never cleared.';
comment on column switchboard.endpoints.created_at is 'When it was vended.';
comment on constraint endpoints_pkey on switchboard.endpoints is 'Identity; the lookup of every agent call.';
comment on constraint endpoints_agent_id_fkey on switchboard.endpoints is 'An endpoint belongs to an agent.';
comment on constraint endpoints_credential_hash_key on switchboard.endpoints is 'A credential opens one endpoint; the lookup of authenticate.';
comment on constraint endpoints_slug_check on switchboard.endpoints is 'Last guard of the form that vend_endpoint checks.';
comment on constraint endpoints_credential_hash_check on switchboard.endpoints is 'SHA-256 digests only.';
comment on constraint endpoints_default_lease_ttl_check on switchboard.endpoints is 'Last guard of the range that vend_endpoint checks.';
comment on index switchboard.endpoints_live_slug_key is 'Slugs are unique among live endpoints; the lookup of find_endpoint.';
comment on index switchboard.endpoints_agent_id_idx is 'Endpoints of an agent, and the foreign key.';
comment on index switchboard.endpoints_expires_at_idx is 'The sweep finds endpoints past their expiry.';
comment on index switchboard.endpoints_revoked_at_idx is 'The sweep repeats the cascade of endpoints revoked lately.';

create table switchboard.settings (
    key text collate "C" not null,
    value text not null,
    constraint settings_pkey primary key (key)
);
comment on table switchboard.settings is 'Settings, read when used. A missing or unusable value means the default; doctor() warns about unusable ones.';
comment on column switchboard.settings.key is 'attempt_history_max_per_todo, retention_max_age_days or retention_max_rows.';
comment on column switchboard.settings.value is 'A whole number from 0 to 999999, as text.';
comment on constraint settings_pkey on switchboard.settings is 'One value per key.';
insert into switchboard.settings (key, value) values ('retention_max_age_days', '30'), ('retention_max_rows', '500000');
