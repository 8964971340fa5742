-- Deletions of whole buckets and folders, which a job of the server runs.
create table storage.deletions (
  id uuid primary key,
  -- A copy of a project does not go on with its deletions.
  project_ref text not null,
  bucket_id text not null,
  prefix text collate "C" not null,
  state text not null default 'running'
    check (state in ('running', 'done', 'canceled', 'failed')),
  total bigint not null,
  deleted bigint not null default 0,
  -- The name of the last object that was considered.
  position text collate "C" not null default '',
  message text,
  created_at timestamptz not null default pg_catalog.now(),
  ended_at timestamptz
);
revoke all on storage.deletions from postgres, anon, authenticated, service_role;
alter table storage.deletions enable row level security;
