-- Accounts and their sessions, with the same names as in a hosted project, so that its policies,
-- foreign keys, and triggers work. Tables that no client or policy uses are omitted.
set local role supabase_auth_admin;

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.one_time_token_type as enum (
  'confirmation_token',
  'reauthentication_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'phone_change_token'
);

create table auth.users (
  instance_id uuid,
  id uuid not null primary key default gen_random_uuid(),
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255) default '',
  confirmation_sent_at timestamptz,
  recovery_token varchar(255) default '',
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255) default '',
  email_change varchar(255) default '',
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  phone text default null unique,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0
    check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
comment on table auth.users is 'Auth: the accounts of this project.';
-- Addresses are unique regardless of case, because the owner's SQL can insert uppercase letters.
create unique index users_email_partial_key on auth.users (lower(email)) where not is_sso_user;
create index users_created_at_idx on auth.users (created_at desc, id);

create table auth.identities (
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid not null primary key default gen_random_uuid(),
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
comment on table auth.identities is 'Auth: the ways each account signs in.';
create index identities_user_id_idx on auth.identities (user_id);

create table auth.sessions (
  id uuid not null primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  factor_id uuid,
  aal auth.aal_level,
  not_after timestamptz,
  refreshed_at timestamptz,
  user_agent text,
  ip inet,
  tag text
);
comment on table auth.sessions is 'Auth: one row a signed-in device.';
comment on column auth.sessions.not_after is 'When the session ends, whatever its tokens say.';
create index sessions_user_id_idx on auth.sessions (user_id, created_at);

create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  id uuid not null primary key default gen_random_uuid(),
  constraint mfa_amr_claims_session_id_authentication_method_pkey
    unique (session_id, authentication_method)
);
comment on table auth.mfa_amr_claims is 'Auth: how and when each session proved its account.';

create table auth.mfa_factors (
  id uuid not null primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  phone text
);
comment on table auth.mfa_factors is 'Auth: second factors of the accounts.';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);

-- Tokens are stored as digests, so that nobody can sign in with the contents of this table.
create table auth.refresh_tokens (
  instance_id uuid,
  id bigserial primary key,
  token varchar(255) unique,
  user_id varchar(255),
  revoked boolean,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  parent varchar(255),
  session_id uuid references auth.sessions (id) on delete cascade
);
comment on table auth.refresh_tokens is 'Auth: digests of the refresh tokens, one family a session.';
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id, revoked);

create table auth.one_time_tokens (
  id uuid not null primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type)
);
comment on table auth.one_time_tokens is 'Auth: digests of what confirmation mails carry.';
create index one_time_tokens_token_hash_idx on auth.one_time_tokens using hash (token_hash);

create table auth.audit_log_entries (
  instance_id uuid,
  id uuid not null primary key default gen_random_uuid(),
  payload json,
  created_at timestamptz default now(),
  ip_address varchar(64) not null default ''
);
comment on table auth.audit_log_entries is 'Auth: who did what to which account.';
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);

-- Only the owner and roles that bypass row level security can read these tables.
alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.mfa_amr_claims enable row level security;
alter table auth.mfa_factors enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.audit_log_entries enable row level security;

-- These functions read the claims that the data API sets, or else the older setting per claim.
create function auth.uid() returns uuid
language sql stable
return coalesce(
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub',
  nullif(current_setting('request.jwt.claim.sub', true), '')
)::uuid;
comment on function auth.uid() is 'The account of the request.';

create function auth.role() returns text
language sql stable
return coalesce(
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role',
  nullif(current_setting('request.jwt.claim.role', true), '')
);
comment on function auth.role() is 'The role of the request.';

create function auth.email() returns text
language sql stable
return coalesce(
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email',
  nullif(current_setting('request.jwt.claim.email', true), '')
);
comment on function auth.email() is 'The address in the claims of the request.';

create function auth.jwt() returns jsonb
language sql stable
return coalesce(
  nullif(current_setting('request.jwt.claims', true), ''),
  nullif(current_setting('request.jwt.claim', true), '')
)::jsonb;
comment on function auth.jwt() is 'All claims of the request.';

-- The migration runner's own statements follow in this transaction.
reset role;
