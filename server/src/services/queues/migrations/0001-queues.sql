-- Message queues in tables: the names, signatures and types of pgmq 1.5, without its extension.
-- Every function runs as its caller, except the one that creates tables, so that grants and policies
-- on a queue's table decide who can use the queue. A table belongs to the project's owner, who can
-- therefore write those policies; the schema and the functions do not.

create role supabase_queues_admin nologin noinherit;
-- Gives a new table to the owner. It does not inherit the owner's rights.
grant postgres to supabase_queues_admin with inherit false, set true;
create schema pgmq authorization supabase_queues_admin;
set local role supabase_queues_admin;
grant usage on schema pgmq to postgres, service_role, anon, authenticated;

create table pgmq.meta (
  queue_name varchar primary key,
  is_partitioned boolean not null,
  is_unlogged boolean not null,
  created_at timestamptz not null default current_timestamp
);
comment on table pgmq.meta is 'The queues of this database.';
-- Names that differ in case only mean the same tables.
create unique index meta_lower_idx on pgmq.meta (lower(queue_name));
grant select, delete on pgmq.meta to postgres;
grant select on pgmq.meta to service_role;

create table pgmq.stoa_dead_letters (
  queue_name varchar primary key references pgmq.meta on delete cascade,
  dead_letter_queue varchar not null references pgmq.meta,
  max_reads integer not null check (max_reads > 0),
  check (queue_name <> dead_letter_queue)
);
comment on table pgmq.stoa_dead_letters is
  'Where pgmq.read moves messages that were read too often.';
create index stoa_dead_letters_queue_idx on pgmq.stoa_dead_letters (dead_letter_queue);
grant select, insert, update, delete on pgmq.stoa_dead_letters to postgres;
grant select on pgmq.stoa_dead_letters to service_role, anon, authenticated;
alter table pgmq.stoa_dead_letters enable row level security;

create type pgmq.message_record as (
  msg_id bigint,
  read_ct integer,
  enqueued_at timestamptz,
  vt timestamptz,
  message jsonb,
  headers jsonb
);
create type pgmq.queue_record as (
  queue_name varchar,
  is_partitioned boolean,
  is_unlogged boolean,
  created_at timestamptz
);
create type pgmq.metrics_result as (
  queue_name text,
  queue_length bigint,
  newest_msg_age_sec integer,
  oldest_msg_age_sec integer,
  total_messages bigint,
  scrape_time timestamptz,
  queue_visible_length bigint
);

create function pgmq.validate_queue_name(queue_name text) returns void
  language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(queue_name, '') = '' then
    raise exception using errcode = 'invalid_parameter_value',
      message = 'The queue name is empty';
  elsif octet_length(queue_name) > 47 or octet_length(lower(queue_name)) > 47 then
    raise exception using errcode = 'name_too_long',
      message = format('The queue name "%s" is too long', queue_name),
      hint = 'A queue name has at most 47 bytes.';
  elsif queue_name ~ '[$;''[:cntrl:]]|--' then
    raise exception using errcode = 'invalid_name',
      message = format('The queue name "%s" contains invalid characters', queue_name),
      hint = 'A queue name cannot contain $, ;, --, a single quote or a control character.';
  end if;
end
$$;

create function pgmq.format_table_name(queue_name text, prefix text) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  perform pgmq.validate_queue_name(queue_name);
  return lower(prefix || '_' || queue_name);
end
$$;

-- The only place that turns a queue's name into SQL. Prefixes: q queue, a archive, s sequence of
-- message ids, and k, v, l, w for their indexes, so that no queue's name can equal another's index.
create function pgmq.stoa_name(queue_name text, prefix text) returns text
  language sql immutable set search_path = '' as $$
  select format('pgmq.%I', pgmq.format_table_name(queue_name, prefix))
$$;

create function pgmq.stoa_table(queue_name text, prefix text) returns text
  language plpgsql stable set search_path = '' as $$
declare
  found_table text := pgmq.stoa_name(queue_name, prefix);
begin
  if to_regclass(found_table) is null then
    raise exception using errcode = 'undefined_table',
      message = format('The queue "%s" does not exist', queue_name),
      hint = format('Create it with select pgmq.create(%L).', queue_name);
  end if;
  return found_table;
end
$$;

-- Readers of a queue need its limit of reads, and only they can see it.
create policy "Readers of the queue" on pgmq.stoa_dead_letters for select
  using (has_table_privilege(to_regclass(pgmq.stoa_name(queue_name, 'q')), 'select'));

-- Creating and dropping

create function pgmq.stoa_create(queue_name text, is_unlogged boolean) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  queue text := pgmq.stoa_name(queue_name, 'q');
  archive text := pgmq.stoa_name(queue_name, 'a');
  created text;
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
        enqueued_at timestamptz not null default now(),
        vt timestamptz not null,
        message jsonb,
        headers jsonb
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
        enqueued_at timestamptz not null default now(),
        archived_at timestamptz not null default now(),
        vt timestamptz not null,
        message jsonb,
        headers jsonb
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
    join pg_class on pg_class.oid = to_regclass(table_name) and pg_get_userbyid(relowner) = current_user
  loop
    execute format('alter table %s enable row level security', created);
    execute format('grant all on table %s to service_role', created);
    execute format('alter table %s owner to postgres', created);
  end loop;
  revoke create on schema pgmq from postgres;
end
$$;

create function pgmq.create_non_partitioned(queue_name text) returns void
  language sql as $$ select pgmq.stoa_create(queue_name, false) $$;
create function pgmq.create(queue_name text) returns void
  language sql as $$ select pgmq.stoa_create(queue_name, false) $$;
create function pgmq.create_unlogged(queue_name text) returns void
  language sql as $$ select pgmq.stoa_create(queue_name, true) $$;

create function pgmq.create_partitioned(
  queue_name text,
  partition_interval text default '10000',
  retention_interval text default '100000'
) returns void
  language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'feature_not_supported',
    message = 'Partitioned queues are not supported',
    hint = format('Create an ordinary queue with select pgmq.create(%L).', queue_name);
end
$$;

create function pgmq.convert_archive_partitioned(
  table_name text,
  partition_interval text default '10000',
  retention_interval text default '100000',
  leading_partition integer default 10
) returns void
  language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'feature_not_supported',
    message = 'Partitioned archives are not supported',
    hint = 'Delete archived messages that you no longer need by their archived_at.';
end
$$;

-- Archives belong to no extension here, so there is nothing to detach them from.
create function pgmq.detach_archive(queue_name text) returns void
  language plpgsql set search_path = '' as $$
begin
  perform pgmq.stoa_table(queue_name, 'a');
end
$$;

create function pgmq.drop_queue(queue_name text) returns boolean
  language plpgsql set search_path = '' as $$
declare
  source text;
begin
  perform pgmq.validate_queue_name(queue_name);
  select d.queue_name into source from pgmq.stoa_dead_letters as d
  where lower(d.dead_letter_queue) = lower(drop_queue.queue_name) limit 1;
  if found then
    raise exception using errcode = 'dependent_objects_still_exist',
      message = format('The queue "%s" is the dead-letter queue of "%s"', queue_name, source),
      hint = format('First call select pgmq.stoa_set_dead_letter_queue(%L, null, null).', source);
  end if;
  execute format('drop table if exists %s', pgmq.stoa_name(queue_name, 'q'));
  execute format('drop table if exists %s', pgmq.stoa_name(queue_name, 'a'));
  delete from pgmq.meta as m where lower(m.queue_name) = lower(drop_queue.queue_name);
  return found;
end
$$;

create function pgmq.drop_queue(queue_name text, partitioned boolean) returns boolean
  language sql as $$ select pgmq.drop_queue(queue_name) $$;

create function pgmq.list_queues() returns setof pgmq.queue_record
  language sql stable as $$
  select queue_name, is_partitioned, is_unlogged, created_at from pgmq.meta order by queue_name
$$;

revoke execute on function
  pgmq.stoa_create(text, boolean),
  pgmq.create(text),
  pgmq.create_non_partitioned(text),
  pgmq.create_unlogged(text),
  pgmq.drop_queue(text),
  pgmq.drop_queue(text, boolean)
from public;
grant execute on function
  pgmq.stoa_create(text, boolean),
  pgmq.create(text),
  pgmq.create_non_partitioned(text),
  pgmq.create_unlogged(text),
  pgmq.drop_queue(text),
  pgmq.drop_queue(text, boolean)
to postgres;

reset role;
