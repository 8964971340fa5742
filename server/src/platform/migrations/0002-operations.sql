-- Notices, incidents, support tickets, flags and error reports of an installation.

create table platform.notices (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  text text not null,
  link text,
  audience text not null check (audience in ('all', 'operators')),
  visible_from timestamptz not null,
  visible_until timestamptz not null,
  check (visible_from < visible_until)
);

create table platform.incidents (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  link text,
  status text not null check (status in ('investigating', 'identified', 'monitoring', 'resolved')),
  started_at timestamptz not null,
  resolved_at timestamptz,
  check ((status = 'resolved') = (resolved_at is not null))
);
create index on platform.incidents (started_at desc);

-- Read while requests wait, to find the projects that do not serve requests.
create index on platform.organizations (id) where restriction_status = 'restricted';

create table platform.invoices (
  id uuid primary key default gen_random_uuid(),
  organization_id bigint not null references platform.organizations on delete cascade,
  number text not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  issued_at timestamptz not null,
  due_at timestamptz not null,
  paid_at timestamptz,
  -- When the organization was notified that it is overdue, so that it is notified once.
  reminded_at timestamptz
);
create index on platform.invoices (organization_id, due_at desc);
create index on platform.invoices (due_at) where paid_at is null;

-- A flag has one value each for the installation, an organization, or a person.
create table platform.feature_flags (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  value jsonb not null,
  organization_id bigint references platform.organizations on delete cascade,
  user_id uuid references platform.profiles on delete cascade,
  updated_at timestamptz not null,
  check (organization_id is null or user_id is null),
  unique nulls not distinct (name, organization_id, user_id)
);
create index on platform.feature_flags (organization_id) where organization_id is not null;
create index on platform.feature_flags (user_id) where user_id is not null;

-- Exposures: one row per person, flag and value that a client used.
create table platform.feature_flag_sightings (
  user_id uuid not null,
  name text not null,
  value jsonb not null,
  count bigint not null default 1,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, name, value)
);

create table platform.telemetry_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  name text not null,
  properties jsonb not null,
  page_path text not null
);
create index on platform.telemetry_events (at);

-- One row for each error, however often it is reported.
create table platform.error_reports (
  fingerprint bytea primary key,
  message text not null,
  stack text,
  page text,
  request_id text,
  count bigint not null default 1,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index on platform.error_reports (last_seen_at);

create table platform.consents (
  user_id uuid not null,
  service_id text not null,
  status boolean not null,
  decided_at timestamptz not null,
  primary key (user_id, service_id)
);

create table platform.support_tickets (
  id uuid primary key default gen_random_uuid(),
  position bigint generated always as identity,
  -- No foreign keys, because a row outlives its account, organization and project.
  user_id uuid not null,
  email text not null,
  category text not null,
  severity text not null,
  subject text not null,
  message text not null,
  organization_slug text,
  project_ref text,
  allow_support_access boolean not null,
  created_at timestamptz not null
);
create index on platform.support_tickets (user_id, position desc);

create table platform.notifications (
  id uuid primary key default gen_random_uuid(),
  position bigint generated always as identity,
  user_id uuid not null references platform.profiles on delete cascade,
  kind text not null,
  priority text not null check (priority in ('info', 'warning', 'critical')),
  title text not null,
  text text not null,
  link text,
  created_at timestamptz not null,
  read_at timestamptz,
  archived_at timestamptz
);
create index on platform.notifications (user_id, position desc);
create index on platform.notifications (created_at);

-- The last status that people were notified of, so that a restart notifies nobody twice.
alter table platform.projects add column told_status text;
