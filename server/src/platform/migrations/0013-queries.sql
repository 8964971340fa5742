-- The counters of each project's queries when they were last read from its Postgres.
create table platform.query_baselines (
  project_id bigint primary key references platform.projects on delete cascade,
  revision bigint not null,
  read_at timestamptz not null,
  reset_at timestamptz,
  counters jsonb not null
);

-- The queries of projects, one row for each role that runs one.
create table platform.queries (
  id bigint generated always as identity primary key,
  project_id bigint not null references platform.projects on delete cascade,
  role text not null,
  query_id text not null,
  is_internal boolean not null,
  statement text not null,
  is_cut boolean not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  min_ms double precision not null,
  max_ms double precision not null,
  unique (project_id, query_id, role)
);

-- What a query did in an hour.
create table platform.query_hours (
  query_id bigint not null references platform.queries on delete cascade,
  hour timestamptz not null,
  calls double precision not null,
  total_ms double precision not null,
  rows double precision not null,
  blocks_hit double precision not null,
  blocks_read double precision not null,
  primary key (query_id, hour)
);
