-- Servers that receive the logs of projects.
create table platform.log_drains (
  id uuid primary key,
  project_id bigint not null references platform.projects on delete cascade,
  name text not null,
  description text not null,
  type text not null,
  -- All sources if empty.
  sources text[] not null,
  -- Encrypted, because nearly all settings of some kinds are secrets.
  config bytea not null,
  inserted_at timestamptz not null,
  updated_at timestamptz not null,
  paused_reason text check (paused_reason in ('member', 'failures', 'plan')),
  events_sent bigint not null default 0,
  events_dropped bigint not null default 0,
  last_success_at timestamptz,
  last_error_at timestamptz,
  last_error text,
  failing_since timestamptz
);
create index on platform.log_drains (project_id);

-- How far a drain has sent the files of one hour of a source. Written after the receiver has
-- accepted the events.
create table platform.log_drain_positions (
  drain_id uuid not null references platform.log_drains on delete cascade,
  source text not null,
  hour timestamptz not null,
  -- All files of the hour with a smaller number are sent.
  part integer not null,
  -- How much of the file with this number is sent, and how many events that is.
  bytes bigint not null,
  events bigint not null,
  -- The last event sent from a compacted file, which is sorted by time and id.
  cursor_time bigint,
  cursor_id text,
  primary key (drain_id, source, hour)
);
