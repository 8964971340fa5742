-- Durable changes of columns in batches. Each batch saves its position in its own transaction. The
-- role of the saved changes owns the table, so that nobody can attach code to it; the owner of the
-- database, who runs the batches, only reaches it through these functions.

create table stoa.backfills (
  id uuid primary key,
  -- A copy of the database belongs to another project, which does not continue the work.
  project_ref text not null,
  table_id oid not null,
  definition jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'canceled')),
  phase text not null,
  position jsonb,
  total float8,
  changed bigint not null default 0,
  message text,
  created_by text,
  author jsonb not null,
  created_at timestamptz not null default pg_catalog.now(),
  ended_at timestamptz
);
create index on stoa.backfills (project_ref, table_id, created_at);
create unique index on stoa.backfills (project_ref, table_id, (definition ->> 'column'))
  where state = 'running';
alter table stoa.backfills owner to supabase_meta_admin;

-- Records a new one; false if its column already has one that runs.
create function extensions.stoa_backfill_add(
  id uuid, project_ref text, table_id oid, definition jsonb, phase text, total float8,
  created_by text, author jsonb
) returns boolean
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  with expired as (
    delete from stoa.backfills as old
    where old.ended_at < pg_catalog.now() - interval '30 days'
  ), added as (
    insert into stoa.backfills as b
      (id, project_ref, table_id, definition, phase, total, created_by, author)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict do nothing
    returning true
  )
  select exists (select from added)
$$;

-- The newest of a project, or of one of its tables.
create function extensions.stoa_backfills(project_ref text, table_id oid, state text, most int)
  returns setof stoa.backfills
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select b.* from stoa.backfills as b
  where b.project_ref = $1 and b.table_id = coalesce($2, b.table_id)
    and b.state = coalesce($3, b.state)
  order by b.created_at desc, b.id
  limit $4
$$;

-- Locks one that runs until the end of the transaction.
create function extensions.stoa_backfill_lock(id uuid, project_ref text)
  returns setof stoa.backfills
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  select b.* from stoa.backfills as b
  where b.id = $1 and b.project_ref = $2 and b.state = 'running'
  for update
$$;

-- Saves what a transaction has done; false if it has ended already.
create function extensions.stoa_backfill_save(
  id uuid, project_ref text, state text, phase text, "position" jsonb, changed bigint, message text
) returns boolean
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  with saved as (
    update stoa.backfills as b set
      state = $3, phase = coalesce($4, b.phase), position = coalesce($5, b.position),
      changed = b.changed + $6, message = $7,
      ended_at = case when $3 = 'running' then null else pg_catalog.clock_timestamp() end
    where b.id = $1 and b.project_ref = $2 and b.state = 'running'
    returning true
  )
  select exists (select from saved)
$$;

alter function extensions.stoa_backfill_add(uuid, text, oid, jsonb, text, float8, text, jsonb)
  owner to supabase_meta_admin;
alter function extensions.stoa_backfills(text, oid, text, int) owner to supabase_meta_admin;
alter function extensions.stoa_backfill_lock(uuid, text) owner to supabase_meta_admin;
alter function extensions.stoa_backfill_save(uuid, text, text, text, jsonb, bigint, text)
  owner to supabase_meta_admin;
revoke all on function
  extensions.stoa_backfill_add(uuid, text, oid, jsonb, text, float8, text, jsonb),
  extensions.stoa_backfills(text, oid, text, int),
  extensions.stoa_backfill_lock(uuid, text),
  extensions.stoa_backfill_save(uuid, text, text, text, jsonb, bigint, text)
  from public;
grant execute on function
  extensions.stoa_backfill_add(uuid, text, oid, jsonb, text, float8, text, jsonb),
  extensions.stoa_backfills(text, oid, text, int),
  extensions.stoa_backfill_lock(uuid, text),
  extensions.stoa_backfill_save(uuid, text, text, text, jsonb, bigint, text)
  to postgres;
