-- The assistant of each organization: what it may send, and to which model.
create table platform.assistant_settings (
  organization_id bigint primary key references platform.organizations on delete cascade,
  opt_in_tags text[] not null default '{}',
  -- Null if the organization uses the provider of the installation.
  provider_kind text check (provider_kind in ('openai', 'anthropic', 'google', 'compatible')),
  base_url text,
  model text,
  -- Encrypted. Null for a server that needs no key.
  sealed_key bytea,
  check ((provider_kind is null) = (model is null))
);

-- Tokens as the providers have counted them.
create table platform.assistant_usage (
  organization_id bigint not null references platform.organizations on delete cascade,
  day date not null,
  answers bigint not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  primary key (organization_id, day)
);
