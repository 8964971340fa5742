-- Makes the calls that programs repeat for every message shorter. They still run as their caller.

set local role supabase_queues_admin;

create or replace function pgmq.stoa_table(queue_name text, prefix text) returns text
  language plpgsql stable set search_path = '' as $$
declare
  found_table text;
begin
  -- Such a name is valid and needs no quotes, which one comparison tells faster than three calls.
  if queue_name ~ '^[a-z0-9_]{1,47}$' then
    found_table := concat('pgmq.', prefix, '_', queue_name);
  else
    found_table := pgmq.stoa_name(queue_name, prefix);
  end if;
  if to_regclass(found_table) is null then
    raise exception using errcode = 'undefined_table',
      message = format('The queue "%s" does not exist', queue_name),
      hint = format('Create it with select pgmq.create(%L).', queue_name);
  end if;
  return found_table;
end
$$;

-- The usual forms for one message, which called the general form before.

create or replace function pgmq.send(queue_name text, msg jsonb) returns setof bigint
  language plpgsql set search_path = '' as $$
begin
  return query execute format(
    'insert into %s (vt, message) values (clock_timestamp(), $1) returning msg_id',
    pgmq.stoa_table(queue_name, 'q')) using msg;
end
$$;

create or replace function pgmq.delete(queue_name text, msg_id bigint) returns boolean
  language plpgsql set search_path = '' as $$
declare
  deleted bigint;
begin
  execute format('delete from %s where msg_id = $1', pgmq.stoa_table(queue_name, 'q'))
    using msg_id;
  get diagnostics deleted = row_count;
  return deleted > 0;
end
$$;

reset role;
