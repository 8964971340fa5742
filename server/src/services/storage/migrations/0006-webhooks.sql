-- Where the project sends events about its objects.
create table storage.webhooks (
  id uuid primary key,
  -- A copy of a project does not call the receivers of the original.
  project_ref text not null,
  name text not null,
  url text not null,
  -- Null for all buckets.
  bucket_id text,
  prefix text collate "C" not null default '',
  events text[] not null,
  enabled boolean not null default true,
  sealed_secret text not null,
  created_at timestamptz not null default pg_catalog.now()
);

-- The outbox and, once delivered or dead, the log of deliveries.
create table storage.webhook_deliveries (
  id uuid primary key default pg_catalog.gen_random_uuid(),
  webhook_id uuid not null references storage.webhooks (id) on delete cascade,
  event text not null,
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'dead')),
  attempts integer not null default 0,
  next_at timestamptz not null default '-infinity',
  last_status integer,
  last_response text,
  last_error text,
  created_at timestamptz not null default pg_catalog.clock_timestamp(),
  ended_at timestamptz
);
create index webhook_deliveries_pending on storage.webhook_deliveries (webhook_id, next_at)
  where state = 'pending';
create index webhook_deliveries_log on storage.webhook_deliveries (webhook_id, created_at desc);

revoke all on storage.webhooks, storage.webhook_deliveries
  from postgres, anon, authenticated, service_role;
alter table storage.webhooks enable row level security;
alter table storage.webhook_deliveries enable row level security;

-- Adds an event in the transaction of its change, with the rights of the service, because nobody else
-- may see the receivers. A receiver with 10,000 waiting events gets no more of them, so that one that
-- is down does not fill the disk.
create function storage.note_object_event() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The owner of the project can change the types of these columns, and the casts of another type
  -- would run with the rights of this function.
  if exists (
    select from pg_catalog.pg_attribute as a
    where a.attrelid = tg_relid
      and a.attname in ('id', 'bucket_id', 'name', 'version', 'metadata', 'owner_id')
      and a.atttypid not in ('uuid'::regtype, 'text'::regtype, 'jsonb'::regtype)
  ) then
    raise exception 'The columns of storage.objects do not have their original types.'
      using hint = 'Change the columns back to uuid, text, and jsonb.';
  end if;
  if tg_op = 'DELETE' then
    perform storage.add_object_event('object.removed', old);
  elsif tg_op = 'UPDATE' and old.version is not distinct from new.version then
    perform storage.add_object_event('object.removed', old);
  end if;
  if tg_op <> 'DELETE' then
    perform storage.add_object_event('object.created', new);
  end if;
  return null;
end
$$;

create function storage.add_object_event(event text, changed storage.objects) returns void
language sql
set search_path = ''
as $$
  insert into storage.webhook_deliveries (webhook_id, event, body)
  select w.id, event, pg_catalog.jsonb_build_object(
    'type', event,
    'timestamp', pg_catalog.to_char(
      pg_catalog.clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', pg_catalog.jsonb_build_object(
      'id', changed.id,
      'bucket', changed.bucket_id,
      'name', changed.name,
      'version', changed.version,
      'size', changed.metadata -> 'size',
      'content_type', changed.metadata -> 'mimetype',
      'etag', changed.metadata -> 'eTag',
      'owner_id', changed.owner_id))::text
  from storage.webhooks as w
  where w.enabled and event = any (w.events)
    and (w.bucket_id is null or w.bucket_id = changed.bucket_id)
    and pg_catalog.starts_with(changed.name, w.prefix)
    and (
      select pg_catalog.count(*) from (
        select from storage.webhook_deliveries as d
        where d.webhook_id = w.id and d.state = 'pending' limit 10000
      ) as waiting) < 10000
$$;
revoke execute on function storage.note_object_event()
  from public, postgres, anon, authenticated, service_role;
revoke execute on function storage.add_object_event(text, storage.objects)
  from public, postgres, anon, authenticated, service_role;

create trigger note_added_or_removed_object after insert or delete on storage.objects
  for each row execute function storage.note_object_event();
create trigger note_changed_object after update on storage.objects
  for each row when (
    old.version is distinct from new.version or old.name <> new.name
    or old.bucket_id <> new.bucket_id)
  execute function storage.note_object_event();
