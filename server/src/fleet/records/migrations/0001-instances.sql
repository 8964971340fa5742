create schema if not exists fleet;
revoke all on schema fleet from public;

-- One row a project: what its machine side is, and what is needed to bring it up again.
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
  -- Null until the first start has succeeded; from then on a missing data directory is a loss, not a beginning.
  engine_version text,
  -- Which template's migrations the project has; another one means that some may be pending.
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
