-- Messages that clients and the database send on channels, with the same names as in a hosted
-- project, so that its policies and triggers work. The migrations sign in as the owner of the schema.

-- A message is kept in the partition of its day, and a day is deleted as a whole.
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default pg_catalog.now(),
  inserted_at timestamp not null default pg_catalog.now(),
  id uuid not null default pg_catalog.gen_random_uuid(),
  primary key (id, inserted_at)
) partition by range (inserted_at);
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to postgres, anon, authenticated, service_role;

create publication supabase_realtime_messages_publication for table realtime.messages
  with (publish = 'insert', publish_via_partition_root = true);

/* The topic of the channel that a policy decides about. */
create function realtime.topic() returns text
language sql stable
return nullif(pg_catalog.current_setting('realtime.topic', true), '')::text;

/* Sends a message to the clients on a channel. A failure is a warning: it never fails the caller. */
create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void
language plpgsql
set search_path = ''
as $$
declare
  new_id uuid := pg_catalog.gen_random_uuid();
begin
  perform pg_catalog.set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    new_id,
    case
      when pg_catalog.jsonb_typeof(payload) operator(pg_catalog.=) 'object'
        and not payload operator(pg_catalog.?) 'id'
      then payload operator(pg_catalog.||) pg_catalog.jsonb_build_object('id', new_id)
      else payload
    end,
    event, topic, private, 'broadcast'
  );
exception
  when others then
    raise warning 'The message could not be sent: %', sqlerrm;
end
$$;

/* For triggers: sends a changed row to the clients on a channel. */
create function realtime.broadcast_changes(
  topic_name text,
  event_name text,
  operation text,
  table_name text,
  table_schema text,
  new record,
  old record,
  level text default 'ROW'
)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if level operator(pg_catalog.=) 'STATEMENT' then
    raise exception 'realtime.broadcast_changes must be called for each row'
      using hint = 'Create the trigger with FOR EACH ROW.';
  end if;
  if operation operator(pg_catalog.<>) all (array['INSERT', 'UPDATE', 'DELETE']) then
    raise exception 'realtime.broadcast_changes does not support the operation %', operation;
  end if;
  perform realtime.send(
    pg_catalog.jsonb_build_object(
      'old_record', old, 'record', new,
      'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name
  );
end
$$;

grant execute on all functions in schema realtime
  to postgres, anon, authenticated, service_role;

/* Creates the partitions of the next days and drops those that are older than three. */
create function realtime.renew_partitions() returns void
language plpgsql
set search_path = ''
as $$
declare
  today date := (pg_catalog.now() at time zone 'UTC')::date;
  named date;
  part text;
begin
  for ahead in 0..7 loop
    named := today operator(pg_catalog.+) ahead;
    execute pg_catalog.format(
      'create table if not exists realtime.%I partition of realtime.messages for values from (%L) to (%L)',
      'messages_' operator(pg_catalog.||) pg_catalog.to_char(named, 'YYYY_MM_DD'),
      named, named operator(pg_catalog.+) 1);
  end loop;
  for part in
    select c.relname from pg_catalog.pg_inherits as i
    join pg_catalog.pg_class as c on c.oid operator(pg_catalog.=) i.inhrelid
    where i.inhparent operator(pg_catalog.=) 'realtime.messages'::pg_catalog.regclass
      and c.relname operator(pg_catalog.~) '^messages_\d{4}_\d\d_\d\d$'
  loop
    if pg_catalog.to_date(pg_catalog.right(part, 10), 'YYYY_MM_DD')
      operator(pg_catalog.<) (today operator(pg_catalog.-) 3)
    then
      execute pg_catalog.format('drop table realtime.%I', part);
    end if;
  end loop;
end
$$;
revoke execute on function realtime.renew_partitions() from public;
select realtime.renew_partitions();

-- The project's owner writes the policies of this table. Postgres only allows that to the table's
-- owner, so a role that the administrator and the owner share owns the table.
grant usage, create on schema realtime to supabase_realtime_tables;
alter table realtime.messages owner to supabase_realtime_tables;
revoke create on schema realtime from supabase_realtime_tables;
