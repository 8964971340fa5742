-- What programs do with messages. Every function runs as its caller.

set local role supabase_queues_admin;

-- Sending

create function pgmq.send(queue_name text, msg jsonb, headers jsonb, delay timestamptz)
  returns setof bigint
  language plpgsql set search_path = '' as $$
begin
  return query execute format(
    'insert into %s (vt, message, headers) values ($1, $2, $3) returning msg_id',
    pgmq.stoa_table(queue_name, 'q')) using delay, msg, headers;
end
$$;

create function pgmq.send(queue_name text, msg jsonb) returns setof bigint
  language sql as $$ select pgmq.send(queue_name, msg, null::jsonb, clock_timestamp()) $$;
create function pgmq.send(queue_name text, msg jsonb, headers jsonb) returns setof bigint
  language sql as $$ select pgmq.send(queue_name, msg, headers, clock_timestamp()) $$;
create function pgmq.send(queue_name text, msg jsonb, delay integer) returns setof bigint
  language sql as $$
  select pgmq.send(queue_name, msg, null::jsonb, clock_timestamp() + make_interval(secs => delay))
$$;
create function pgmq.send(queue_name text, msg jsonb, delay timestamptz) returns setof bigint
  language sql as $$ select pgmq.send(queue_name, msg, null::jsonb, delay) $$;
create function pgmq.send(queue_name text, msg jsonb, headers jsonb, delay integer)
  returns setof bigint
  language sql as $$
  select pgmq.send(queue_name, msg, headers, clock_timestamp() + make_interval(secs => delay))
$$;

create function pgmq.send_batch(
  queue_name text, msgs jsonb[], headers jsonb[], delay timestamptz
) returns setof bigint
  language plpgsql set search_path = '' as $$
begin
  if headers is not null and cardinality(headers) <> cardinality(msgs) then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('There are %s messages, but %s headers', cardinality(msgs), cardinality(headers)),
      hint = 'Pass one entry of headers for each message; it can be null.';
  end if;
  return query execute format($sql$
    insert into %s (vt, message, headers)
    select $1, message, headers
    from unnest($2, $3) with ordinality as given (message, headers, place) order by place
    returning msg_id$sql$,
    pgmq.stoa_table(queue_name, 'q')) using delay, msgs, headers;
end
$$;

create function pgmq.send_batch(queue_name text, msgs jsonb[]) returns setof bigint
  language sql as $$ select pgmq.send_batch(queue_name, msgs, null::jsonb[], clock_timestamp()) $$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[])
  returns setof bigint
  language sql as $$ select pgmq.send_batch(queue_name, msgs, headers, clock_timestamp()) $$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], delay integer)
  returns setof bigint
  language sql as $$
  select pgmq.send_batch(
    queue_name, msgs, null::jsonb[], clock_timestamp() + make_interval(secs => delay))
$$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], delay timestamptz)
  returns setof bigint
  language sql as $$ select pgmq.send_batch(queue_name, msgs, null::jsonb[], delay) $$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay integer)
  returns setof bigint
  language sql as $$
  select pgmq.send_batch(queue_name, msgs, headers, clock_timestamp() + make_interval(secs => delay))
$$;

-- Reading

-- Sets or, without a dead-letter queue, removes the limit of reads of a queue.
create function pgmq.stoa_set_dead_letter_queue(
  queue_name text, dead_letter_queue text, max_reads integer
) returns void
  language plpgsql set search_path = '' as $$
declare
  source text;
  target text;
begin
  perform pgmq.stoa_table(stoa_set_dead_letter_queue.queue_name, 'q');
  select m.queue_name into source from pgmq.meta as m
  where lower(m.queue_name) = lower(stoa_set_dead_letter_queue.queue_name);
  if dead_letter_queue is null then
    delete from pgmq.stoa_dead_letters as d where d.queue_name = source;
    return;
  end if;
  perform pgmq.stoa_table(stoa_set_dead_letter_queue.dead_letter_queue, 'q');
  select m.queue_name into target from pgmq.meta as m
  where lower(m.queue_name) = lower(stoa_set_dead_letter_queue.dead_letter_queue);
  if coalesce(stoa_set_dead_letter_queue.max_reads, 0) < 1 then
    raise exception using errcode = 'invalid_parameter_value',
      message = 'The maximum number of reads must be at least 1';
  elsif source = target then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('The queue "%s" cannot be its own dead-letter queue', source),
      hint = 'Choose another queue.';
  end if;
  -- A chain could move a message in a circle.
  lock table pgmq.stoa_dead_letters in share row exclusive mode;
  if exists (
    select from pgmq.stoa_dead_letters as d
    where d.queue_name = target or d.dead_letter_queue = source
  ) then
    raise exception using errcode = 'invalid_parameter_value',
      message = 'A dead-letter queue cannot have a dead-letter queue itself',
      hint = 'Choose a queue whose messages are not moved on.';
  end if;
  insert into pgmq.stoa_dead_letters as d (queue_name, dead_letter_queue, max_reads)
  values (source, target, stoa_set_dead_letter_queue.max_reads)
  on conflict on constraint stoa_dead_letters_pkey do update
    set dead_letter_queue = excluded.dead_letter_queue, max_reads = excluded.max_reads;
end
$$;

-- Moves available messages that were read too often, and returns the queue's limit, if it has one.
-- As all of this runs as the reader, a reader needs to be able to send to the dead-letter queue.
create function pgmq.stoa_move_dead_letters(queue_name text) returns integer
  language plpgsql set search_path = '' as $$
declare
  rule record;
begin
  select d.queue_name, d.dead_letter_queue, d.max_reads into rule from pgmq.stoa_dead_letters as d
  where lower(d.queue_name) = lower(stoa_move_dead_letters.queue_name);
  if not found then
    return null;
  end if;
  -- The number is limited so that one read never waits long; reads skip the others.
  execute format($sql$
    with exhausted as materialized (
      select msg_id from %1$s where vt <= clock_timestamp() and read_ct >= $1
      order by msg_id limit 1000 for update skip locked
    ), moved as (
      delete from %1$s as q using exhausted where q.msg_id = exhausted.msg_id returning q.*
    )
    insert into %2$s (vt, message, headers)
    select clock_timestamp(), message, coalesce(headers, '{}') || jsonb_build_object(
      'stoa_dead_letter', jsonb_build_object(
        'queue', $2, 'msg_id', msg_id, 'read_ct', read_ct, 'enqueued_at', enqueued_at))
    from moved order by msg_id$sql$,
    pgmq.stoa_table(rule.queue_name, 'q'), pgmq.stoa_table(rule.dead_letter_queue, 'q'))
  using rule.max_reads, rule.queue_name;
  return rule.max_reads;
end
$$;

create function pgmq.read(
  queue_name text, vt integer, qty integer, conditional jsonb default '{}'
) returns setof pgmq.message_record
  language plpgsql set search_path = '' as $$
declare
  queue text := pgmq.stoa_table(queue_name, 'q');
  max_reads integer := pgmq.stoa_move_dead_letters(queue_name);
begin
  return query execute format($sql$
    with picked as materialized (
      select msg_id from %1$s
      where vt <= $1 and ($4 is null or read_ct < $4) and ($5 = '{}' or message @> $5)
      order by msg_id limit $2 for update skip locked
    ), taken as (
      update %1$s as q set read_ct = q.read_ct + 1, vt = $1 + make_interval(secs => $3)
      from picked where q.msg_id = picked.msg_id
      returning q.msg_id, q.read_ct, q.enqueued_at, q.vt, q.message, q.headers
    )
    select * from taken order by msg_id$sql$, queue)
  using clock_timestamp(), qty, vt, max_reads, coalesce(conditional, '{}');
end
$$;

create function pgmq.read_with_poll(
  queue_name text,
  vt integer,
  qty integer,
  max_poll_seconds integer default 5,
  poll_interval_ms integer default 100,
  conditional jsonb default '{}'
) returns setof pgmq.message_record
  language plpgsql set search_path = '' as $$
declare
  ends_at timestamptz := clock_timestamp() + make_interval(secs => max_poll_seconds);
begin
  loop
    return query select * from pgmq.read(queue_name, vt, qty, conditional);
    exit when found or coalesce(clock_timestamp() >= ends_at, true);
    perform pg_sleep(greatest(poll_interval_ms, 10) / 1000.0);
  end loop;
end
$$;

create function pgmq.pop(queue_name text) returns setof pgmq.message_record
  language plpgsql set search_path = '' as $$
declare
  queue text := pgmq.stoa_table(queue_name, 'q');
  max_reads integer := pgmq.stoa_move_dead_letters(queue_name);
begin
  return query execute format($sql$
    with picked as materialized (
      select msg_id from %1$s where vt <= $1 and ($2 is null or read_ct < $2)
      order by msg_id limit 1 for update skip locked
    )
    delete from %1$s as q using picked where q.msg_id = picked.msg_id
    returning q.msg_id, q.read_ct, q.enqueued_at, q.vt, q.message, q.headers$sql$, queue)
  using clock_timestamp(), max_reads;
end
$$;

create function pgmq.set_vt(queue_name text, msg_id bigint, vt integer)
  returns setof pgmq.message_record
  language plpgsql set search_path = '' as $$
begin
  return query execute format($sql$
    update %s set vt = clock_timestamp() + make_interval(secs => $2) where msg_id = $1
    returning msg_id, read_ct, enqueued_at, vt, message, headers$sql$,
    pgmq.stoa_table(queue_name, 'q')) using msg_id, vt;
end
$$;

-- Deleting and archiving

create function pgmq.delete(queue_name text, msg_ids bigint[]) returns setof bigint
  language plpgsql set search_path = '' as $$
begin
  return query execute format(
    'delete from %s where msg_id = any ($1) returning msg_id',
    pgmq.stoa_table(queue_name, 'q')) using msg_ids;
end
$$;

create function pgmq.delete(queue_name text, msg_id bigint) returns boolean
  language sql as $$ select exists (select from pgmq.delete(queue_name, array[msg_id])) $$;

create function pgmq.archive(queue_name text, msg_ids bigint[]) returns setof bigint
  language plpgsql set search_path = '' as $$
begin
  return query execute format($sql$
    with moved as (
      delete from %s where msg_id = any ($1)
      returning msg_id, read_ct, enqueued_at, vt, message, headers
    )
    insert into %s (msg_id, read_ct, enqueued_at, vt, message, headers)
    select * from moved order by msg_id returning msg_id$sql$,
    pgmq.stoa_table(queue_name, 'q'), pgmq.stoa_table(queue_name, 'a')) using msg_ids;
end
$$;

create function pgmq.archive(queue_name text, msg_id bigint) returns boolean
  language sql as $$ select exists (select from pgmq.archive(queue_name, array[msg_id])) $$;

create function pgmq.purge_queue(queue_name text) returns bigint
  language plpgsql set search_path = '' as $$
declare
  queue text := pgmq.stoa_table(queue_name, 'q');
  purged bigint;
begin
  -- Nobody can send between the count and the end of the messages.
  execute format('lock table %s in access exclusive mode', queue);
  execute format('select count(*) from %s', queue) into purged;
  execute format('truncate table %s', queue);
  return purged;
end
$$;

-- Metrics

create function pgmq.metrics(queue_name text) returns pgmq.metrics_result
  language plpgsql set search_path = '' as $$
declare
  result pgmq.metrics_result;
begin
  execute format($sql$
    select $1, count(*),
      extract(epoch from clock_timestamp() - max(q.enqueued_at))::integer,
      extract(epoch from clock_timestamp() - min(q.enqueued_at))::integer,
      (select case when is_called then last_value else 0 end from %s),
      clock_timestamp(),
      count(*) filter (where q.vt <= clock_timestamp())
    from %s as q$sql$,
    pgmq.stoa_name(queue_name, 's'), pgmq.stoa_table(queue_name, 'q'))
  into result using queue_name;
  return result;
end
$$;

-- Leaves out a queue whose table was dropped with SQL.
create function pgmq.metrics_all() returns setof pgmq.metrics_result
  language sql as $$
  select m.* from pgmq.meta as q cross join lateral pgmq.metrics(q.queue_name) as m
  where to_regclass(pgmq.stoa_name(q.queue_name, 'q')) is not null
  order by q.queue_name
$$;

revoke execute on function pgmq.stoa_set_dead_letter_queue(text, text, integer) from public;
grant execute on function pgmq.stoa_set_dead_letter_queue(text, text, integer) to postgres;

reset role;
