-- The remaining tables of a hosted project's storage schema, so that its dump restores. Buckets of
-- these kinds are not offered.
create table storage.buckets_analytics (
  name text not null,
  type storage.buckettype not null default 'ANALYTICS',
  format text not null default 'ICEBERG',
  created_at timestamptz not null default pg_catalog.now(),
  updated_at timestamptz not null default pg_catalog.now(),
  id uuid not null primary key default pg_catalog.gen_random_uuid(),
  deleted_at timestamptz
);
comment on table storage.buckets_analytics is 'Storage: not used.';
create unique index buckets_analytics_unique_name_idx on storage.buckets_analytics (name)
  where deleted_at is null;

create table storage.buckets_vectors (
  id text not null primary key,
  type storage.buckettype not null default 'VECTOR',
  created_at timestamptz not null default pg_catalog.now(),
  updated_at timestamptz not null default pg_catalog.now()
);
comment on table storage.buckets_vectors is 'Storage: not used.';

create table storage.vector_indexes (
  id text not null primary key default pg_catalog.gen_random_uuid()::text,
  name text collate "C" not null,
  bucket_id text not null references storage.buckets_vectors (id),
  data_type text not null,
  dimension integer not null,
  distance_metric text not null,
  metadata_configuration jsonb,
  created_at timestamptz not null default pg_catalog.now(),
  updated_at timestamptz not null default pg_catalog.now()
);
comment on table storage.vector_indexes is 'Storage: not used.';
create unique index vector_indexes_name_bucket_id_idx on storage.vector_indexes (name, bucket_id);

alter table storage.buckets_analytics enable row level security;
alter table storage.buckets_vectors enable row level security;
alter table storage.vector_indexes enable row level security;
