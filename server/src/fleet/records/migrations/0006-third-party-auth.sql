-- Other services whose access tokens a project accepts.
create table fleet.third_party_auth (
  id uuid primary key,
  ref text not null references fleet.instances (ref) on delete cascade,
  -- Compared exactly with the `iss` claim of the tokens.
  issuer text not null check (char_length(issuer) between 1 and 2048),
  oidc_issuer_url text not null check (char_length(oidc_issuer_url) <= 2048),
  jwks_url text check (char_length(jwks_url) <= 2048),
  custom_jwks jsonb,
  -- The public keys as they were last read.
  resolved_jwks jsonb not null,
  resolved_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (ref, issuer)
);
