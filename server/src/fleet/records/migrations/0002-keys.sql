alter table fleet.instances
  -- Whether the JWT keys anon and service_role are accepted.
  add column legacy_keys_enabled boolean not null default true,
  -- Counts the changes of a project's keys, so that a process can tell whether its copy is current.
  add column keys_version bigint not null default 0;

-- The keys named sb_publishable_… and sb_secret_….
create table fleet.api_keys (
  id uuid primary key,
  ref text not null references fleet.instances (ref) on delete cascade,
  kind text not null check (kind in ('publishable', 'secret')),
  name text not null check (char_length(name) between 1 and 64),
  description text not null default '' check (char_length(description) <= 500),
  -- AES-256-GCM, bound to the ref and the id; gone once the key is deleted.
  value bytea,
  created_at timestamptz not null,
  last_used_at timestamptz,
  deleted_at timestamptz,
  check ((value is null) = (deleted_at is not null))
);
create unique index api_keys_name on fleet.api_keys (ref, kind, name) where deleted_at is null;

-- The keys that sign a project's access tokens. The id is the token's kid.
create table fleet.signing_keys (
  id uuid primary key,
  ref text not null references fleet.instances (ref) on delete cascade,
  algorithm text not null check (algorithm in ('HS256', 'ES256', 'RS256')),
  state text not null check (state in ('standby', 'in_use', 'previously_used', 'revoked')),
  -- The secret or private key as JWK, AES-256-GCM, bound to the ref and the id.
  material bytea not null,
  created_at timestamptz not null,
  state_changed_at timestamptz not null
);
create unique index signing_keys_in_use on fleet.signing_keys (ref) where state = 'in_use';
create unique index signing_keys_standby on fleet.signing_keys (ref) where state = 'standby';
create index signing_keys_of_project on fleet.signing_keys (ref);
