-- Second factors and their challenges. Secrets are encrypted with the installation's key, so that
-- nobody can compute codes from the contents of these tables.
set local role supabase_auth_admin;

alter table auth.mfa_factors
  add column last_challenged_at timestamptz,
  -- Codes of this time step and earlier ones no longer work, because each code works only once.
  add column last_time_step bigint;
comment on column auth.mfa_factors.secret is 'Sealed with the key of the installation.';
comment on column auth.mfa_factors.last_time_step is 'The step of time whose code was used last.';
create unique index mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';

create table auth.mfa_challenges (
  id uuid not null primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet,
  otp_code text
);
comment on table auth.mfa_challenges is 'Auth: questions for the code of a second factor.';
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id, created_at);
create index sessions_factor_id_idx on auth.sessions (factor_id) where factor_id is not null;
alter table auth.mfa_challenges enable row level security;

reset role;
