-- The key that identity providers encrypt their assertions with.
set local role supabase_auth_admin;

create table auth.saml_keys (
  -- There is only one row.
  id boolean not null primary key default true check (id),
  certificate text not null,
  private_key text not null,
  created_at timestamptz not null
);
comment on table auth.saml_keys is 'Auth: the key pair of the project as a SAML service provider, its private key encrypted.';
alter table auth.saml_keys enable row level security;

reset role;
