-- Most projects have no webhooks, so this function returns early to keep uploads fast.
create or replace function storage.note_object_event() returns trigger
language plpgsql
security definer
set search_path = ''
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
