-- The remaining tables and columns of a hosted project's auth schema, so that its dump restores.
set local role supabase_auth_admin;

create type auth.oauth_registration_type as enum ('dynamic', 'manual');
create type auth.oauth_client_type as enum ('public', 'confidential');
create type auth.oauth_response_type as enum ('code');
create type auth.oauth_authorization_status as enum ('pending', 'approved', 'denied', 'expired');

create table auth.instances (
  id uuid not null primary key,
  uuid uuid,
  raw_base_config text,
  created_at timestamptz,
  updated_at timestamptz
);
comment on table auth.instances is 'Auth: not used.';

create table auth.schema_migrations (version varchar(255) not null primary key);
comment on table auth.schema_migrations is 'Auth: not used. The service records its migrations elsewhere.';

-- Single sign-on.
create table auth.sso_providers (
  id uuid not null primary key default gen_random_uuid(),
  resource_id text check (resource_id is null or char_length(resource_id) > 0),
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  disabled boolean
);
comment on table auth.sso_providers is 'Auth: identity providers of organizations.';
create unique index sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));

create table auth.sso_domains (
  id uuid not null primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  domain text not null check (char_length(domain) > 0),
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
comment on table auth.sso_domains is 'Auth: the email domains of each identity provider.';
create unique index sso_domains_domain_idx on auth.sso_domains (lower(domain));
create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);

create table auth.saml_providers (
  id uuid not null primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  entity_id text not null unique check (char_length(entity_id) > 0),
  metadata_xml text not null check (char_length(metadata_xml) > 0),
  metadata_url text check (metadata_url is null or char_length(metadata_url) > 0),
  attribute_mapping jsonb,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  name_id_format text
);
comment on table auth.saml_providers is 'Auth: SAML 2.0 settings of identity providers.';
create index saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);

create table auth.saml_relay_states (
  id uuid not null primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  request_id text not null check (char_length(request_id) > 0),
  for_email text,
  redirect_to text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  flow_state_id uuid references auth.flow_state (id) on delete cascade
);
comment on table auth.saml_relay_states is 'Auth: SAML sign-ins in progress.';
create index saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);
create index saml_relay_states_for_email_idx on auth.saml_relay_states (for_email);
create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);

-- Signing in through other services.
create table auth.oauth_client_states (
  id uuid not null primary key,
  provider_type text not null,
  code_verifier text,
  created_at timestamptz not null
);
comment on table auth.oauth_client_states is 'Auth: verifiers of sign-ins at other services.';
create index idx_oauth_client_states_created_at on auth.oauth_client_states (created_at);

create table auth.custom_oauth_providers (
  id uuid not null primary key default gen_random_uuid(),
  provider_type text not null check (provider_type in ('oauth2', 'oidc')),
  identifier text not null unique,
  name text not null,
  client_id text not null,
  client_secret text not null,
  acceptable_client_ids text[] not null default '{}',
  scopes text[] not null default '{}',
  pkce_enabled boolean not null default true,
  attribute_mapping jsonb not null default '{}',
  authorization_params jsonb not null default '{}',
  enabled boolean not null default true,
  email_optional boolean not null default false,
  issuer text,
  discovery_url text,
  skip_nonce_check boolean not null default false,
  cached_discovery jsonb,
  discovery_cached_at timestamptz,
  authorization_url text,
  token_url text,
  userinfo_url text,
  jwks_uri text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.custom_oauth_providers is 'Auth: the OAuth and OpenID providers that the project has added.';

alter table auth.flow_state
  add column provider_access_token text,
  add column provider_refresh_token text,
  add column invite_token text,
  add column referrer text,
  add column oauth_client_state_id uuid,
  add column linking_target_id uuid,
  add column email_optional boolean not null default false;
create index flow_state_created_at_idx on auth.flow_state (created_at desc);

-- Apps that sign people in with their account of this project.
create table auth.oauth_clients (
  id uuid not null primary key,
  client_secret_hash text,
  registration_type auth.oauth_registration_type not null,
  redirect_uris text not null,
  grant_types text not null,
  client_name text check (char_length(client_name) <= 1024),
  client_uri text check (char_length(client_uri) <= 2048),
  logo_uri text check (char_length(logo_uri) <= 2048),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  client_type auth.oauth_client_type not null default 'confidential',
  token_endpoint_auth_method text not null
    check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none'))
);
comment on table auth.oauth_clients is 'Auth: apps that use accounts of this project.';
create index oauth_clients_deleted_at_idx on auth.oauth_clients (deleted_at);

create table auth.oauth_authorizations (
  id uuid not null primary key,
  authorization_id text not null unique,
  client_id uuid not null references auth.oauth_clients (id) on delete cascade,
  user_id uuid references auth.users (id) on delete cascade,
  redirect_uri text not null check (char_length(redirect_uri) <= 2048),
  scope text not null check (char_length(scope) <= 4096),
  state text check (char_length(state) <= 4096),
  resource text check (char_length(resource) <= 2048),
  code_challenge text check (char_length(code_challenge) <= 128),
  code_challenge_method auth.code_challenge_method,
  response_type auth.oauth_response_type not null default 'code',
  status auth.oauth_authorization_status not null default 'pending',
  authorization_code text unique check (char_length(authorization_code) <= 255),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '3 minutes',
  approved_at timestamptz,
  nonce text check (char_length(nonce) <= 255),
  check (expires_at > created_at)
);
comment on table auth.oauth_authorizations is 'Auth: requests of apps for consent.';
create index oauth_auth_pending_exp_idx on auth.oauth_authorizations (expires_at)
  where status = 'pending';
create index oauth_authorizations_client_id_idx on auth.oauth_authorizations (client_id);
create index oauth_authorizations_user_id_idx on auth.oauth_authorizations (user_id);

create table auth.oauth_consents (
  id uuid not null primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  client_id uuid not null references auth.oauth_clients (id) on delete cascade,
  scopes text not null check (char_length(scopes) between 1 and 2048),
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint oauth_consents_user_client_unique unique (user_id, client_id),
  check (revoked_at is null or revoked_at >= granted_at)
);
comment on table auth.oauth_consents is 'Auth: which apps each account has allowed.';
create index oauth_consents_active_client_idx on auth.oauth_consents (client_id)
  where revoked_at is null;
create index oauth_consents_active_user_client_idx on auth.oauth_consents (user_id, client_id)
  where revoked_at is null;
create index oauth_consents_user_order_idx on auth.oauth_consents (user_id, granted_at desc);

alter table auth.sessions
  add column oauth_client_id uuid references auth.oauth_clients (id) on delete cascade,
  add column refresh_token_hmac_key text,
  add column refresh_token_counter bigint,
  add column scopes text check (char_length(scopes) <= 4096);
create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id);
create index sessions_not_after_idx on auth.sessions (not_after desc);

-- Security keys, as second factors and as passkeys.
alter table auth.mfa_factors
  add column web_authn_credential jsonb,
  add column web_authn_aaguid uuid,
  add column last_webauthn_challenge_data jsonb;
alter table auth.mfa_challenges add column web_authn_session_data jsonb;
create unique index unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);

create table auth.webauthn_credentials (
  id uuid not null primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table auth.webauthn_credentials is 'Auth: passkeys of the accounts.';
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

create table auth.webauthn_challenges (
  id uuid not null primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  challenge_type text not null
    check (challenge_type in ('signup', 'registration', 'authentication')),
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table auth.webauthn_challenges is 'Auth: questions to passkeys.';
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);

create index users_instance_id_idx on auth.users (instance_id);
create index users_is_anonymous_idx on auth.users (is_anonymous);
create index identities_email_idx on auth.identities (email text_pattern_ops);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);

-- Only the owner and roles that bypass row level security can read these tables.
alter table auth.instances enable row level security;
alter table auth.schema_migrations enable row level security;
alter table auth.sso_providers enable row level security;
alter table auth.sso_domains enable row level security;
alter table auth.saml_providers enable row level security;
alter table auth.saml_relay_states enable row level security;
alter table auth.oauth_client_states enable row level security;
alter table auth.custom_oauth_providers enable row level security;
alter table auth.oauth_clients enable row level security;
alter table auth.oauth_authorizations enable row level security;
alter table auth.oauth_consents enable row level security;
alter table auth.webauthn_credentials enable row level security;
alter table auth.webauthn_challenges enable row level security;

reset role;
