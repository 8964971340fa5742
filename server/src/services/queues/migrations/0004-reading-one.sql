-- Reading one message is the usual case, and its statement is planned at each call: without the
-- conditions that do not apply, and without a join, planning takes a fraction of the time.

set local role supabase_queues_admin;

-- The condition for the messages of a queue that can be read: $1 is the time, $2 the limit of reads,
-- $3 what the message contains.
create function pgmq.stoa_readable(max_reads integer, conditional jsonb) returns text
  language sql immutable set search_path = '' as $$
  select concat('vt <= $1',
    case when max_reads is not null then ' and read_ct < $2' end,
    case when conditional <> '{}' then ' and message @> $3' end)
$$;

create or replace function pgmq.read(
  queue_name text, vt integer, qty integer, conditional jsonb default '{}'
) returns setof pgmq.message_record
  language plpgsql set search_path = '' as $$
declare
  queue text := pgmq.stoa_table(queue_name, 'q');
  max_reads integer := pgmq.stoa_move_dead_letters(queue_name);
  readable text := pgmq.stoa_readable(max_reads, conditional);
begin
  if qty = 1 then
    return query execute concat(
      'update ', queue, ' as q set read_ct = q.read_ct + 1, vt = $1 + make_interval(secs => $4)',
      ' where q.msg_id = (select msg_id from ', queue, ' where ', readable,
      ' order by msg_id limit 1 for update skip locked)',
      ' returning q.msg_id, q.read_ct, q.enqueued_at, q.vt, q.message, q.headers')
    using clock_timestamp(), max_reads, conditional, vt;
    return;
  end if;
  return query execute format($sql$
    with picked as materialized (
      select msg_id from %1$s where %2$s order by msg_id limit $5 for update skip locked
    ), taken as (
      update %1$s as q set read_ct = q.read_ct + 1, vt = $1 + make_interval(secs => $4)
      from picked where q.msg_id = picked.msg_id
      returning q.msg_id, q.read_ct, q.enqueued_at, q.vt, q.message, q.headers
    )
    select * from taken order by msg_id$sql$, queue, readable)
  using clock_timestamp(), max_reads, conditional, vt, qty;
end
$$;

create or replace function pgmq.pop(queue_name text) returns setof pgmq.message_record
  language plpgsql set search_path = '' as $$
declare
  queue text := pgmq.stoa_table(queue_name, 'q');
  max_reads integer := pgmq.stoa_move_dead_letters(queue_name);
begin
  return query execute concat(
    'delete from ', queue, ' as q where q.msg_id = (select msg_id from ', queue,
    ' where ', pgmq.stoa_readable(max_reads, null),
    ' order by msg_id limit 1 for update skip locked)',
    ' returning q.msg_id, q.read_ct, q.enqueued_at, q.vt, q.message, q.headers')
  using clock_timestamp(), max_reads;
end
$$;

reset role;
