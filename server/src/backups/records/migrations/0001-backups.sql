create schema backups;

-- The history of one data directory. A directory that was restored or put back begins another one,
-- because two histories have equal names for different WAL.
create table backups.chains (
  id text primary key,
  ref text not null,
  -- The data directory, as its file system knows it.
  identity text not null,
  segment_bytes integer,
  -- Since when the cluster is stopped with all of its WAL in the store.
  settled_at timestamptz,
  -- Why WAL is missing since the last base backup.
  failure text,
  created_at timestamptz not null
);
create index on backups.chains (ref, created_at);

create table backups.base_backups (
  id text primary key,
  ref text not null,
  chain text not null references backups.chains on delete cascade,
  name text,
  status text not null check (status in ('running', 'complete', 'failed')),
  started_at timestamptz not null,
  completed_at timestamptz,
  bytes bigint not null default 0,
  failure text,
  timeline integer,
  -- The numbers of the first and the last segment that make the backup consistent.
  first_segment bigint,
  last_segment bigint,
  verified_at timestamptz,
  is_sound boolean,
  verification text
);
create index on backups.base_backups (ref, started_at);

-- Segments in the store, without a gap from the first to the last.
create table backups.wal_ranges (
  chain text not null references backups.chains on delete cascade,
  timeline integer not null,
  first bigint not null,
  last bigint not null,
  last_commit_at timestamptz,
  primary key (chain, timeline, first)
);
