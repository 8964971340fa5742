-- These functions run with the rights of the service in the session of their caller. Without a
-- schema, a type could be one of the caller's temporary objects.

create or replace function storage.note_object_event() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from storage.webhooks as w where w.enabled) then
    return null;
  end if;
  -- The owner of the project can change the types of these columns, and the casts of another type
  -- would run with the rights of this function.
  if exists (
    select from pg_catalog.pg_attribute as a
    where a.attrelid = tg_relid
      and a.attname in ('id', 'bucket_id', 'name', 'version', 'metadata', 'owner_id')
      and a.atttypid not in (
        'pg_catalog.uuid'::pg_catalog.regtype, 'pg_catalog.text'::pg_catalog.regtype,
        'pg_catalog.jsonb'::pg_catalog.regtype)
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

create or replace function storage.add_object_event(event text, changed storage.objects) returns void
language sql
set search_path = pg_catalog, pg_temp
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
      'owner_id', changed.owner_id))::pg_catalog.text
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
