-- Signing in through other services.
set local role supabase_auth_admin;

alter table auth.flow_state
  -- Several sign-ins of an account with the same service can wait for their browsers.
  drop constraint flow_state_user_id_authentication_method_key,
  add column state_digest text unique;
comment on column auth.flow_state.state_digest is 'The digest of what the other service returns.';
create unique index flow_state_email_key on auth.flow_state (user_id, authentication_method)
  where provider_type = 'email';

alter table auth.custom_oauth_providers
  add column custom_claims_allowlist text[] not null default '{}';

create table auth.used_proofs (
  digest text not null primary key,
  expires_at timestamptz not null
);
comment on table auth.used_proofs is 'Auth: digests of signed messages that work only once.';
create index used_proofs_expires_at_idx on auth.used_proofs (expires_at);
alter table auth.used_proofs enable row level security;

reset role;
