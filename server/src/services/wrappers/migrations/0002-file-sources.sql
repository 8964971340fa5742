-- Files whose rows the server loads into tables of the owner. Only the superuser writes these tables,
-- so that the owner cannot change with SQL where a credential is sent. The credential is in the vault.
create table stoa.file_sources (
  id uuid primary key,
  schema text not null,
  "table" text not null,
  place jsonb not null,
  format jsonb not null,
  columns jsonb not null,
  schedule text,
  -- When the durable job of the schedule is due.
  next_run_at timestamptz,
  secret_id uuid,
  -- The secret was created with the source and is deleted with it.
  owns_secret boolean not null,
  -- Proves that the row was written by this installation for this project.
  belongs_to text not null,
  -- What the server said about the version of the file that is in the table.
  etag text,
  last_modified text,
  created_at timestamptz not null default pg_catalog.now(),
  unique (schema, "table")
);

create table stoa.file_runs (
  id bigint primary key generated always as identity,
  source_id uuid not null references stoa.file_sources (id) on delete cascade,
  trigger text not null,
  status text not null default 'running',
  rows bigint,
  bytes bigint,
  started_at timestamptz not null default pg_catalog.now(),
  ended_at timestamptz,
  error jsonb
);
create index file_runs_of_source on stoa.file_runs (source_id, id desc);
-- At most one run of a source is under way.
create unique index file_runs_under_way on stoa.file_runs (source_id) where status = 'running';
