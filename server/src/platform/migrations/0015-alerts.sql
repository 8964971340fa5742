-- The rules that every project has from the start are added once, so that deleted ones stay deleted.
create table platform.alert_defaults (
  project_id bigint primary key references platform.projects on delete cascade,
  added_at timestamptz not null
);

create table platform.alert_rules (
  project_id bigint not null references platform.projects on delete cascade,
  id uuid not null,
  position bigint generated always as identity,
  settings jsonb not null,
  is_default boolean not null,
  state text not null default 'ok' check (state in ('ok', 'pending', 'firing', 'resolved')),
  state_since timestamptz,
  value double precision,
  evaluated_at timestamptz,
  unevaluated text,
  snoozed_until timestamptz,
  -- The last message about the current firing.
  notified_at timestamptz,
  -- Counts all writes, so that an evaluation does not overwrite a change that it did not see.
  version bigint not null default 1,
  primary key (project_id, id)
);

create table platform.alert_events (
  id bigint generated always as identity primary key,
  project_id bigint not null references platform.projects on delete cascade,
  rule_id uuid,
  rule_name text not null,
  kind text not null,
  severity text not null,
  detail text not null,
  value double precision,
  actor uuid references platform.profiles on delete set null,
  at timestamptz not null
);
create index on platform.alert_events (project_id, id);
create index on platform.alert_events (actor) where actor is not null;

create table platform.alert_channels (
  project_id bigint not null references platform.projects on delete cascade,
  id uuid not null,
  position bigint generated always as identity,
  settings jsonb not null,
  -- The URL and the signing secret.
  sealed text,
  primary key (project_id, id)
);

-- Messages to send, and those that were sent lately.
create table platform.alert_messages (
  project_id bigint not null references platform.projects on delete cascade,
  id uuid not null,
  position bigint generated always as identity,
  channel_id uuid,
  subject text not null,
  content jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (project_id, id),
  foreign key (project_id, channel_id) references platform.alert_channels on delete cascade
);
create index on platform.alert_messages (project_id, next_at) where state = 'pending';
create index on platform.alert_messages (project_id, channel_id, position);

create table platform.scheduled_queries (
  project_id bigint not null references platform.projects on delete cascade,
  id uuid not null,
  position bigint generated always as identity,
  settings jsonb not null,
  -- Null for the operator credential; a deleted account has lost its access.
  author uuid,
  next_run_at timestamptz,
  version bigint not null default 1,
  primary key (project_id, id)
);

create table platform.scheduled_query_runs (
  project_id bigint not null,
  query_id uuid not null,
  id uuid not null,
  position bigint generated always as identity,
  state text not null default 'running' check (state in ('running', 'succeeded', 'failed')),
  started_at timestamptz not null,
  ended_at timestamptz,
  row_count integer,
  is_limited boolean not null default false,
  first_value double precision,
  error text,
  -- Names of the columns, and rows of text.
  columns jsonb not null default '[]',
  rows jsonb not null default '[]',
  primary key (project_id, id),
  foreign key (project_id, query_id) references platform.scheduled_queries on delete cascade
);
create index on platform.scheduled_query_runs (project_id, query_id, position);
