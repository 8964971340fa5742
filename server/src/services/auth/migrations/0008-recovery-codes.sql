-- One-time codes that replace a second factor whose device is lost.
set local role supabase_auth_admin;

alter type auth.factor_type add value if not exists 'recovery_code';

create table auth.mfa_recovery_codes (
  id uuid not null primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
comment on table auth.mfa_recovery_codes is 'Auth: digests of the recovery codes of the accounts.';
create unique index mfa_recovery_codes_factor_id_idx
  on auth.mfa_recovery_codes (factor_id, code_hash);
alter table auth.mfa_recovery_codes enable row level security;

reset role;
