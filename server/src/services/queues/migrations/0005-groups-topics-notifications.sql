-- The functions that pgmq has since 1.6: several messages at once, groups whose messages keep their
-- order, topics, and notifications. Every function runs as its caller, except the trigger.

set local role supabase_queues_admin;

-- Several messages at once

create function pgmq.set_vt(queue_name text, msg_ids bigint[], vt timestamptz)
  returns setof pgmq.message_record
  language plpgsql set search_path = '' as $$
begin
  return query execute format($sql$
    update %s set vt = $2 where msg_id = any ($1)
    returning msg_id, read_ct, enqueued_at, vt, message, headers$sql$,
    pgmq.stoa_table(queue_name, 'q')) using msg_ids, vt;
end
$$;
create function pgmq.set_vt(queue_name text, msg_ids bigint[], vt integer)
  returns setof pgmq.message_record
  language sql as $$
  select * from pgmq.set_vt(queue_name, msg_ids, clock_timestamp() + make_interval(secs => vt))
$$;
create function pgmq.set_vt(queue_name text, msg_id bigint, vt timestamptz)
  returns setof pgmq.message_record
  language sql as $$ select * from pgmq.set_vt(queue_name, array[msg_id], vt) $$;

create function pgmq.pop(queue_name text, qty integer) returns setof pgmq.message_record
  language plpgsql set search_path = '' as $$
declare
  queue text := pgmq.stoa_table(queue_name, 'q');
  max_reads integer := pgmq.stoa_move_dead_letters(queue_name);
begin
  return query execute format($sql$
    with picked as materialized (
      select msg_id from %1$s where %2$s order by msg_id limit $3 for update skip locked
    ), taken as (
      delete from %1$s as q using picked where q.msg_id = picked.msg_id
      returning q.msg_id, q.read_ct, q.enqueued_at, q.vt, q.message, q.headers
    )
    select * from taken order by msg_id$sql$, queue, pgmq.stoa_readable(max_reads, null))
  using clock_timestamp(), max_reads, qty;
end
$$;

-- Groups: messages with the same header x-pgmq-group are read in their order

-- The messages that a read of groups takes, in its order. A group is skipped while another
-- transaction reads it, and while its oldest message is not available. `layout`: fill the read from
-- the oldest groups, take one message of each group (head), or take turns (rr).
create function pgmq.stoa_pick_groups(queue_name text, qty integer, layout text) returns bigint[]
  language plpgsql set search_path = '' as $$
declare
  queue text := pgmq.stoa_table(queue_name, 'q');
  named text;
  found_ids bigint[];
  picked bigint[] := '{}';
  ranks integer[] := '{}';
  groups integer := 0;
begin
  for named in execute format($sql$
    select grouped from (
      select distinct on (grouped) coalesce(headers->>'x-pgmq-group', '') as grouped, msg_id, vt
      from %s order by grouped, msg_id
    ) as heads
    where vt <= clock_timestamp() order by msg_id$sql$, queue)
  loop
    exit when case layout when 'rr' then groups else cardinality(picked) end >= qty;
    -- Until the transaction ends, so that nobody reads what follows an uncommitted read.
    continue when not pg_try_advisory_xact_lock(
      hashtextextended(named, to_regclass(queue)::oid::bigint));
    execute format($sql$
      select array_agg(msg_id order by msg_id) from (
        select msg_id, bool_and(vt <= clock_timestamp()) over (order by msg_id) as is_ready
        from %s where coalesce(headers->>'x-pgmq-group', '') = $1 order by msg_id limit $2
      ) as members where is_ready$sql$, queue)
    into found_ids
    using named, case layout
      when 'head' then 1 when 'rr' then qty else qty - cardinality(picked) end;
    continue when found_ids is null;
    picked := picked || found_ids;
    ranks := ranks || array(select generate_series(1, cardinality(found_ids)));
    groups := groups + 1;
  end loop;
  return array(
    select msg_id from unnest(picked, ranks) with ordinality as p (msg_id, turn, place)
    order by case layout when 'rr' then turn else 0 end, place limit qty);
end
$$;

create function pgmq.stoa_read_groups(queue_name text, vt integer, qty integer, layout text)
  returns setof pgmq.message_record
  language plpgsql set search_path = '' as $$
declare
  queue text := pgmq.stoa_table(queue_name, 'q');
  max_reads integer := pgmq.stoa_move_dead_letters(queue_name);
begin
  return query execute format($sql$
    with taken as (
      update %1$s as q set read_ct = q.read_ct + 1, vt = clock_timestamp() + make_interval(secs => $2)
      where q.msg_id = any ($1) and q.vt <= clock_timestamp() and ($3 is null or q.read_ct < $3)
      returning q.msg_id, q.read_ct, q.enqueued_at, q.vt, q.message, q.headers
    )
    select * from taken order by array_position($1, msg_id)$sql$, queue)
  using pgmq.stoa_pick_groups(queue_name, qty, layout), vt, max_reads;
end
$$;

create function pgmq.stoa_poll_groups(
  queue_name text, vt integer, qty integer, layout text, max_poll_seconds integer,
  poll_interval_ms integer
) returns setof pgmq.message_record
  language plpgsql set search_path = '' as $$
declare
  ends_at timestamptz := clock_timestamp() + make_interval(secs => max_poll_seconds);
begin
  loop
    return query select * from pgmq.stoa_read_groups(queue_name, vt, qty, layout);
    exit when found or coalesce(clock_timestamp() >= ends_at, true);
    perform pg_sleep(greatest(poll_interval_ms, 10) / 1000.0);
  end loop;
end
$$;

create function pgmq.read_grouped(queue_name text, vt integer, qty integer)
  returns setof pgmq.message_record
  language sql as $$ select * from pgmq.stoa_read_groups(queue_name, vt, qty, 'fill') $$;
create function pgmq.read_grouped_rr(queue_name text, vt integer, qty integer)
  returns setof pgmq.message_record
  language sql as $$ select * from pgmq.stoa_read_groups(queue_name, vt, qty, 'rr') $$;
create function pgmq.read_grouped_head(queue_name text, vt integer, qty integer)
  returns setof pgmq.message_record
  language sql as $$ select * from pgmq.stoa_read_groups(queue_name, vt, qty, 'head') $$;

create function pgmq.read_grouped_with_poll(
  queue_name text, vt integer, qty integer, max_poll_seconds integer default 5,
  poll_interval_ms integer default 100
) returns setof pgmq.message_record
  language sql as $$
  select * from pgmq.stoa_poll_groups(
    queue_name, vt, qty, 'fill', max_poll_seconds, poll_interval_ms)
$$;
create function pgmq.read_grouped_rr_with_poll(
  queue_name text, vt integer, qty integer, max_poll_seconds integer default 5,
  poll_interval_ms integer default 100
) returns setof pgmq.message_record
  language sql as $$
  select * from pgmq.stoa_poll_groups(queue_name, vt, qty, 'rr', max_poll_seconds, poll_interval_ms)
$$;
create function pgmq.read_grouped_head_with_poll(
  queue_name text, vt integer, qty integer, max_poll_seconds integer default 5,
  poll_interval_ms integer default 100
) returns setof pgmq.message_record
  language sql as $$
  select * from pgmq.stoa_poll_groups(
    queue_name, vt, qty, 'head', max_poll_seconds, poll_interval_ms)
$$;

-- Reads of groups look at every message of the queue, which no index on the headers makes quicker.
create function pgmq.create_fifo_index(queue_name text) returns void
  language plpgsql set search_path = '' as $$
begin
  perform pgmq.stoa_table(queue_name, 'q');
end
$$;
create function pgmq.create_fifo_indexes_all() returns void
  language sql as $$ select $$;

-- Topics: one message for every queue that is bound to a matching pattern

create table pgmq.topic_bindings (
  pattern text not null,
  queue_name varchar not null references pgmq.meta (queue_name) on delete cascade,
  bound_at timestamptz not null default now(),
  compiled_regex text not null,
  primary key (pattern, queue_name)
);
-- Senders need to know where a message goes. Whether they may send it there is the queue's decision.
grant select on pgmq.topic_bindings to postgres, service_role, anon, authenticated;
grant insert, delete on pgmq.topic_bindings to postgres, service_role;

create function pgmq.stoa_check_topic(given text, noun text, allowed text) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(given, '') = '' or length(given) > 255 then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('The %s is empty or too long', noun),
      hint = 'It has 1 to 255 characters.';
  elsif given !~ format('^%1$s+(\.%1$s+)*$', allowed) then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('"%s" is not a valid %s', given, noun),
      hint = case noun
        when 'routing key' then 'Use letters, digits, hyphens, and underscores, separated by dots.'
        else 'Use letters, digits, hyphens, underscores, * and #, separated by dots.' end;
  elsif given ~ '[*#][*#]' then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('The pattern "%s" has wildcards next to each other', given),
      hint = 'Separate wildcards with a dot.';
  end if;
  return true;
end
$$;
create function pgmq.validate_routing_key(routing_key text) returns boolean
  language sql immutable as $$
  select pgmq.stoa_check_topic(routing_key, 'routing key', '[A-Za-z0-9_-]')
$$;
create function pgmq.validate_topic_pattern(pattern text) returns boolean
  language sql immutable as $$
  select pgmq.stoa_check_topic(pattern, 'pattern', '[A-Za-z0-9_*#-]')
$$;

create function pgmq.bind_topic(pattern text, queue_name text) returns void
  language plpgsql set search_path = '' as $$
begin
  perform pgmq.validate_topic_pattern(pattern), pgmq.stoa_table(queue_name, 'q');
  insert into pgmq.topic_bindings (pattern, queue_name, compiled_regex)
  select bind_topic.pattern, m.queue_name, concat('^', replace(replace(replace(
    bind_topic.pattern, '.', '\.'), '*', '[^.]+'), '#', '.*'), '$')
  from pgmq.meta as m where lower(m.queue_name) = lower(bind_topic.queue_name)
  on conflict do nothing;
end
$$;
create function pgmq.unbind_topic(pattern text, queue_name text) returns boolean
  language plpgsql set search_path = '' as $$
begin
  delete from pgmq.topic_bindings as b
  where b.pattern = unbind_topic.pattern and lower(b.queue_name) = lower(unbind_topic.queue_name);
  return found;
end
$$;
create function pgmq.test_routing(routing_key text)
  returns table (pattern text, queue_name text, compiled_regex text)
  language plpgsql stable set search_path = '' as $$
begin
  perform pgmq.validate_routing_key(routing_key);
  return query
    select b.pattern, b.queue_name::text, b.compiled_regex from pgmq.topic_bindings as b
    where routing_key ~ b.compiled_regex order by b.pattern, b.queue_name;
end
$$;
create function pgmq.list_topic_bindings()
  returns table (pattern text, queue_name text, bound_at timestamptz, compiled_regex text)
  language sql stable as $$
  select b.pattern, b.queue_name::text, b.bound_at, b.compiled_regex from pgmq.topic_bindings as b
  order by b.bound_at desc, b.pattern, b.queue_name
$$;
create function pgmq.list_topic_bindings(queue_name text)
  returns table (pattern text, queue_name text, bound_at timestamptz, compiled_regex text)
  language sql stable as $$
  select * from pgmq.list_topic_bindings() as b where lower(b.queue_name) = lower($1)
$$;

create function pgmq.send_batch_topic(
  routing_key text, msgs jsonb[], headers jsonb[], delay timestamptz
) returns table (queue_name text, msg_id bigint)
  language sql as $$
  select q.queue_name, s.msg_id
  from (select distinct r.queue_name from pgmq.test_routing(routing_key) as r) as q
  cross join lateral pgmq.send_batch(q.queue_name, msgs, headers, delay) as s (msg_id)
  order by q.queue_name, s.msg_id
$$;
create function pgmq.send_batch_topic(
  routing_key text, msgs jsonb[], headers jsonb[], delay integer
) returns table (queue_name text, msg_id bigint)
  language sql as $$
  select * from pgmq.send_batch_topic(
    routing_key, msgs, headers, clock_timestamp() + make_interval(secs => delay))
$$;
create function pgmq.send_batch_topic(routing_key text, msgs jsonb[])
  returns table (queue_name text, msg_id bigint)
  language sql as $$
  select * from pgmq.send_batch_topic(routing_key, msgs, null::jsonb[], clock_timestamp())
$$;
create function pgmq.send_batch_topic(routing_key text, msgs jsonb[], headers jsonb[])
  returns table (queue_name text, msg_id bigint)
  language sql as $$
  select * from pgmq.send_batch_topic(routing_key, msgs, headers, clock_timestamp())
$$;
create function pgmq.send_batch_topic(routing_key text, msgs jsonb[], delay integer)
  returns table (queue_name text, msg_id bigint)
  language sql as $$
  select * from pgmq.send_batch_topic(routing_key, msgs, null::jsonb[], delay)
$$;
create function pgmq.send_batch_topic(routing_key text, msgs jsonb[], delay timestamptz)
  returns table (queue_name text, msg_id bigint)
  language sql as $$
  select * from pgmq.send_batch_topic(routing_key, msgs, null::jsonb[], delay)
$$;
create function pgmq.send_topic(routing_key text, msg jsonb, headers jsonb, delay integer)
  returns integer
  language sql as $$
  select count(*)::integer
  from pgmq.send_batch_topic(routing_key, array[msg], array[headers], delay)
$$;
create function pgmq.send_topic(routing_key text, msg jsonb) returns integer
  language sql as $$ select pgmq.send_topic(routing_key, msg, null::jsonb, 0) $$;
create function pgmq.send_topic(routing_key text, msg jsonb, delay integer) returns integer
  language sql as $$ select pgmq.send_topic(routing_key, msg, null::jsonb, delay) $$;

-- Notifications: LISTEN "pgmq.q_my_queue.INSERT" instead of asking again and again

create table pgmq.notify_insert_throttle (
  queue_name varchar primary key references pgmq.meta (queue_name) on delete cascade,
  throttle_interval_ms integer not null default 250 check (throttle_interval_ms >= 0),
  last_notified_at timestamptz not null default to_timestamp(0)
);
grant select, insert, delete, update (throttle_interval_ms) on pgmq.notify_insert_throttle
  to postgres;
grant select on pgmq.notify_insert_throttle to service_role;

-- Runs with the rights of its owner, because a sender must not need any on the intervals.
create function pgmq.notify_queue_listeners() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  rule record;
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
create function pgmq.disable_notify_insert(queue_name text) returns void
  language plpgsql set search_path = '' as $$
begin
  execute format('drop trigger if exists trigger_notify_queue_insert_listeners on %s',
    pgmq.stoa_table(queue_name, 'q'));
  delete from pgmq.notify_insert_throttle as t
  where lower(t.queue_name) = lower(disable_notify_insert.queue_name);
end
$$;
create function pgmq.enable_notify_insert(
  queue_name text, throttle_interval_ms integer default 250
) returns void
  language plpgsql set search_path = '' as $$
declare
  named text;
begin
  perform pgmq.disable_notify_insert(queue_name);
  select m.queue_name into named from pgmq.meta as m
  where lower(m.queue_name) = lower(enable_notify_insert.queue_name);
  if coalesce(throttle_interval_ms, -1) < 0 then
    raise exception using errcode = 'invalid_parameter_value',
      message = 'The interval between notifications is negative',
      hint = 'Enter milliseconds; 0 notifies for each message.';
  end if;
  insert into pgmq.notify_insert_throttle (queue_name, throttle_interval_ms)
  values (named, enable_notify_insert.throttle_interval_ms);
  execute format(
    'create trigger trigger_notify_queue_insert_listeners after insert on %s
      for each statement execute function pgmq.notify_queue_listeners(%L)',
    pgmq.stoa_table(queue_name, 'q'), named);
end
$$;
create function pgmq.update_notify_insert(queue_name text, throttle_interval_ms integer) returns void
  language plpgsql set search_path = '' as $$
begin
  update pgmq.notify_insert_throttle as t
  set throttle_interval_ms = update_notify_insert.throttle_interval_ms
  where lower(t.queue_name) = lower(update_notify_insert.queue_name);
  if not found then
    raise exception using errcode = 'undefined_object',
      message = format('The queue "%s" does not notify', queue_name),
      hint = format('First call select pgmq.enable_notify_insert(%L).', queue_name);
  end if;
end
$$;
create function pgmq.list_notify_insert_throttles()
  returns table (queue_name text, throttle_interval_ms integer, last_notified_at timestamptz)
  language sql stable as $$
  select t.queue_name::text, t.throttle_interval_ms, t.last_notified_at
  from pgmq.notify_insert_throttle as t order by t.queue_name
$$;

revoke execute on function
  pgmq.notify_queue_listeners(),
  pgmq.enable_notify_insert(text, integer),
  pgmq.disable_notify_insert(text),
  pgmq.update_notify_insert(text, integer)
from public;
grant execute on function
  pgmq.notify_queue_listeners(),
  pgmq.enable_notify_insert(text, integer),
  pgmq.disable_notify_insert(text),
  pgmq.update_notify_insert(text, integer)
to postgres;

reset role;
