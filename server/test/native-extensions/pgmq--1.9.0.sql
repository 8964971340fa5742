create table pgmq.meta (
  queue_name varchar unique not null,
  is_partitioned boolean not null,
  is_unlogged boolean not null,
  created_at timestamptz not null default now()
);
-- A later version's: with a column that the server's own tables lack.
create type pgmq.message_record as (
  msg_id bigint,
  read_ct integer,
  enqueued_at timestamptz,
  last_read_at timestamptz,
  vt timestamptz,
  message jsonb,
  headers jsonb
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
create function pgmq.format_table_name(queue_name text, prefix text) returns text
  language sql as $$ select lower(prefix || '_' || queue_name) $$;

create function pgmq.create(queue_name text) returns void
  language plpgsql as $$
declare
  named text;
  prefix text;
begin
  foreach prefix in array array['q', 'a'] loop
    named := pgmq.format_table_name(queue_name, prefix);
    execute format('create table pgmq.%I (
      msg_id bigint %s primary key, read_ct integer not null default 0,
      enqueued_at timestamptz not null default now(), last_read_at timestamptz, %s
      vt timestamptz not null, message jsonb, headers jsonb)', named,
      case prefix when 'q' then 'generated always as identity' end,
      case prefix when 'a' then 'archived_at timestamptz not null default now(),' end);
    execute format('alter extension pgmq add table pgmq.%I', named);
    if prefix = 'q' then
      execute format('alter extension pgmq add sequence pgmq.%I', named || '_msg_id_seq');
    end if;
  end loop;
  insert into pgmq.meta (queue_name, is_partitioned, is_unlogged) values (queue_name, false, false);
end
$$;
create function pgmq.drop_queue(queue_name text) returns boolean
  language plpgsql as $$
declare
  named text;
  prefix text;
begin
  foreach prefix in array array['q', 'a'] loop
    named := pgmq.format_table_name(queue_name, prefix);
    -- As in pgmq, these fail for what is not a member.
    execute format('alter extension pgmq drop table pgmq.%I', named);
    if prefix = 'q' then
      execute format('alter extension pgmq drop sequence pgmq.%I', named || '_msg_id_seq');
    end if;
    execute format('drop table if exists pgmq.%I', named);
  end loop;
  delete from pgmq.meta as m where m.queue_name = drop_queue.queue_name;
  return found;
end
$$;
create function pgmq.send(queue_name text, msg jsonb) returns setof bigint
  language plpgsql as $$
begin
  return query execute format(
    'insert into pgmq.%I (vt, message) values (clock_timestamp(), $1) returning msg_id',
    pgmq.format_table_name(queue_name, 'q')) using msg;
end
$$;
create function pgmq.read(queue_name text, vt integer, qty integer)
  returns setof pgmq.message_record
  language plpgsql as $$
begin
  return query execute format('
    with cte as (
      select msg_id from pgmq.%1$I where vt <= clock_timestamp()
      order by msg_id limit $1 for update skip locked
    )
    update pgmq.%1$I as m
    set vt = clock_timestamp() + make_interval(secs => $2), last_read_at = now(),
      read_ct = read_ct + 1
    from cte where m.msg_id = cte.msg_id
    returning m.msg_id, m.read_ct, m.enqueued_at, m.last_read_at, m.vt, m.message, m.headers',
    pgmq.format_table_name(queue_name, 'q')) using qty, vt;
end
$$;
create function pgmq.pop(queue_name text) returns setof pgmq.message_record
  language plpgsql as $$
begin
  return query execute format('
    delete from pgmq.%1$I where msg_id = (select msg_id from pgmq.%1$I
      where vt <= clock_timestamp() order by msg_id limit 1 for update skip locked)
    returning msg_id, read_ct, enqueued_at, last_read_at, vt, message, headers',
    pgmq.format_table_name(queue_name, 'q'));
end
$$;
create function pgmq.metrics(queue_name text) returns pgmq.metrics_result
  language plpgsql as $$
declare
  result pgmq.metrics_result;
  queue text := pgmq.format_table_name(queue_name, 'q');
begin
  execute format('
    select $1, count(*), 0, 0, (select last_value from pgmq.%I), now(),
      count(*) filter (where vt <= now())
    from pgmq.%I', queue || '_msg_id_seq', queue) into result using queue_name;
  return result;
end
$$;
create function pgmq.notify_queue_listeners() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('pgmq.' || tg_table_name || '.' || tg_op, null);
  return new;
end
$$;
create function pgmq.disable_notify_insert(queue_name text) returns void
  language plpgsql as $$
begin
  execute format('drop trigger if exists notify_listeners on pgmq.%I',
    pgmq.format_table_name(queue_name, 'q'));
end
$$;
create function pgmq.enable_notify_insert(queue_name text) returns void
  language plpgsql as $$
begin
  execute format('create trigger notify_listeners after insert on pgmq.%I
    for each row execute function pgmq.notify_queue_listeners()',
    pgmq.format_table_name(queue_name, 'q'));
end
$$;
