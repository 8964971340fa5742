-- PKCE sign-ins that an email completes. Only the browser that started one knows the verifier of its
-- challenge (RFC 7636). Codes are stored as digests.
set local role supabase_auth_admin;

create type auth.code_challenge_method as enum ('s256', 'plain');

create table auth.flow_state (
  id uuid not null primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  constraint flow_state_user_id_authentication_method_key unique (user_id, authentication_method)
);
comment on table auth.flow_state is 'Auth: sign-ins begun with a code challenge.';
create index flow_state_auth_code_idx on auth.flow_state (auth_code);
alter table auth.flow_state enable row level security;

reset role;
