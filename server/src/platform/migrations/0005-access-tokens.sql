-- Personal access tokens. Of a token itself only the digest and its first characters are kept.
create table platform.access_tokens (
  id uuid primary key default gen_random_uuid(),
  position bigint generated always as identity,
  user_id uuid not null references platform.profiles on delete cascade,
  name text not null,
  digest bytea not null unique,
  prefix text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz
);
create index on platform.access_tokens (user_id, position desc);
