create schema if not exists fleet;
revoke all on schema fleet from public;

-- One row per project: the state of its machine, and the values needed to start it again.
create table fleet.instances (
  ref text primary key,
  status text not null check (status in (
    'INACTIVE', 'ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'COMING_UP', 'UNKNOWN', 'GOING_DOWN',
    'INIT_FAILED', 'REMOVED', 'RESTARTING', 'RESTORING', 'RESTORE_FAILED', 'UPGRADING', 'PAUSING',
    'PAUSE_FAILED', 'RESIZING'
  )),
  compute text not null default 'stopped' check (compute in ('running', 'sleeping', 'stopped')),
  failure jsonb,
  engine_kind text,
  -- Null until the first start succeeds. After that, a missing data directory is lost data and is not created again.
  engine_version text,
  -- The template whose migrations the project has. If it differs, some may be pending.
  release text,
  -- AES-256-GCM, bound to the ref; null once the project is removed.
  secrets bytea,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_active_at timestamptz not null default now(),
  check (secrets is not null or status = 'REMOVED')
);
create index on fleet.instances (status);
