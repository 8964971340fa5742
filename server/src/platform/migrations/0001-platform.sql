create schema if not exists platform;
revoke all on schema platform from public;

-- The dashboard's data about a person. The account itself belongs to the auth service, and `user_id`
-- is its user's id. The email address is copied from the account each time the profile is loaded.
create table platform.profiles (
  user_id uuid primary key,
  primary_email text not null,
  display_name text,
  is_operator boolean not null default false,
  created_at timestamptz not null default now()
);

create table platform.organizations (
  id bigint generated always as identity primary key,
  slug text not null unique,
  name text not null,
  plan text not null default 'free' check (plan in ('free', 'pro', 'team', 'enterprise')),
  billing_email text,
  requires_mfa boolean not null default false,
  restriction_status text check (
    restriction_status in ('grace_period', 'grace_period_over', 'restricted')
  ),
  grace_period_end timestamptz,
  created_at timestamptz not null default now()
);

create table platform.members (
  organization_id bigint not null references platform.organizations on delete cascade,
  user_id uuid not null references platform.profiles on delete cascade,
  role text not null check (role in ('owner', 'administrator', 'developer', 'read_only')),
  joined_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index on platform.members (user_id);

create table platform.invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id bigint not null references platform.organizations on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'administrator', 'developer', 'read_only')),
  -- SHA-256 of the token in the link. The token itself is not stored.
  token_digest bytea not null unique,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz
);
create unique index invitations_open on platform.invitations (organization_id, lower(email))
  where accepted_at is null;
create index on platform.invitations (lower(email));

-- A removed project keeps its row until its organization is removed.
create table platform.projects (
  id bigint generated always as identity primary key,
  ref text not null unique,
  organization_id bigint not null references platform.organizations on delete cascade,
  name text not null,
  region text not null,
  cloud_provider text not null,
  parent_project_ref text references platform.projects (ref),
  inserted_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index on platform.projects (organization_id) where deleted_at is null;
create index on platform.projects (parent_project_ref) where parent_project_ref is not null;

create table platform.snippets (
  id uuid not null,
  owner_id uuid not null references platform.profiles on delete cascade,
  project_id bigint not null references platform.projects on delete cascade,
  name text not null,
  sql text not null,
  version integer not null,
  updated_at timestamptz not null,
  -- The browser chooses the id, so it is unique only together with its owner.
  primary key (project_id, owner_id, id)
);

-- One row: the operator's settings for the whole installation.
create table platform.settings (
  is_only_row boolean primary key default true check (is_only_row),
  -- Null means the policy the server was started with.
  sign_up text check (sign_up in ('open', 'invitation')),
  owner_token_digest bytea
);
insert into platform.settings default values;

-- Mail of a project's auth service or of the platform that no mail server was configured for.
create table platform.mails (
  id uuid primary key default gen_random_uuid(),
  position bigint generated always as identity,
  project_ref text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  sent_at timestamptz not null
);
create index on platform.mails (project_ref, position desc);

create table platform.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null for the command line with the installation's own credential.
  actor_id uuid,
  actor_email text,
  action text not null,
  organization_slug text,
  project_ref text,
  target text,
  ip text,
  metadata jsonb not null default '{}'
);
create index on platform.audit_log (organization_slug, at desc);
create index on platform.audit_log (project_ref, at desc);
