-- The functions that run with more rights than their caller name the schema of each type and
-- relation, which could otherwise be one of the caller's temporary objects.

set local role supabase_queues_admin;

create or replace function pgmq.stoa_create(queue_name text, is_unlogged boolean) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  queue pg_catalog.text := pgmq.stoa_name(queue_name, 'q');
  archive pg_catalog.text := pgmq.stoa_name(queue_name, 'a');
  created pg_catalog.text;
begin
  -- One creation at a time: of the same queue, and of the schema's rights below.
  lock table pgmq.meta in share row exclusive mode;
  insert into pgmq.meta (queue_name, is_partitioned, is_unlogged)
  values (stoa_create.queue_name, false, stoa_create.is_unlogged)
  on conflict do nothing;
  if to_regclass(queue) is null then
    execute format($sql$
      create %s table %s (
        msg_id bigint generated always as identity (sequence name %s)
          constraint %I primary key,
        read_ct integer not null default 0,
        enqueued_at pg_catalog.timestamptz not null default now(),
        vt pg_catalog.timestamptz not null,
        message pg_catalog.jsonb,
        headers pg_catalog.jsonb
      )$sql$,
      case when is_unlogged then 'unlogged' end, queue, pgmq.stoa_name(queue_name, 's'),
      pgmq.format_table_name(queue_name, 'k'));
    execute format('create index %I on %s (vt)', pgmq.format_table_name(queue_name, 'v'), queue);
    execute format('grant select on sequence %s to service_role', pgmq.stoa_name(queue_name, 's'));
    created := queue;
  end if;
  if to_regclass(archive) is null then
    execute format($sql$
      create table %s (
        msg_id bigint constraint %I primary key,
        read_ct integer not null default 0,
        enqueued_at pg_catalog.timestamptz not null default now(),
        archived_at pg_catalog.timestamptz not null default now(),
        vt pg_catalog.timestamptz not null,
        message pg_catalog.jsonb,
        headers pg_catalog.jsonb
      )$sql$,
      archive, pgmq.format_table_name(queue_name, 'l'));
    execute format('create index %I on %s (archived_at)',
      pgmq.format_table_name(queue_name, 'w'), archive);
    created := concat_ws(',', created, archive);
  end if;
  if created is null then
    return;
  end if;
  -- Postgres asks for this right of a table's new owner. It ends here, before others can see it.
  grant create on schema pgmq to postgres;
  for created in
    select table_name from unnest(array[queue, archive]) as table_name
    join pg_catalog.pg_class as c
      on c.oid = to_regclass(table_name) and pg_get_userbyid(c.relowner) = current_user
  loop
    execute format('alter table %s enable row level security', created);
    execute format('grant all on table %s to service_role', created);
    execute format('alter table %s owner to postgres', created);
  end loop;
  revoke create on schema pgmq from postgres;
end
$$;

create or replace function pgmq.notify_queue_listeners() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  rule pg_catalog.record;
begin
  -- A row that another sender has locked would hold this one up; it notifies once more instead.
  select throttle_interval_ms, last_notified_at into rule from pgmq.notify_insert_throttle
  where queue_name = tg_argv[0] for update skip locked;
  if rule.throttle_interval_ms > 0 then
    if clock_timestamp() - rule.last_notified_at < rule.throttle_interval_ms * interval '1 ms' then
      return null;
    end if;
    update pgmq.notify_insert_throttle set last_notified_at = clock_timestamp()
    where queue_name = tg_argv[0];
  end if;
  perform pg_notify(concat('pgmq.', tg_table_name, '.INSERT'), '');
  return null;
end
$$;

-- The other functions run as their caller and get the same path, so that none is an exception.
do $$
declare
  routine pg_catalog.regprocedure;
begin
  for routine in
    select oid from pg_catalog.pg_proc
    where pronamespace = 'pgmq'::pg_catalog.regnamespace
      and pg_catalog.pg_get_userbyid(proowner) = current_user
  loop
    execute pg_catalog.format(
      'alter function %s set search_path = pg_catalog, pg_temp', routine);
  end loop;
end
$$;

reset role;
