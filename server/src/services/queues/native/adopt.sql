-- Switches to the functions of the engine's pgmq. The server's own are kept in another schema. The
-- queues move with their messages, grants, and policies.

do $$
begin
  if exists (select from pgmq.topic_bindings) or exists (select from pgmq.notify_insert_throttle) then
    raise exception using errcode = 'feature_not_supported',
      message = 'Topics and notifications of queues are not moved to the extension pgmq',
      hint = 'Unbind the topics and disable the notifications, and restart the project.';
  end if;
end
$$;
alter schema pgmq rename to stoa_parked_pgmq;
-- The owner of a schema can replace what is in it.
alter schema stoa_parked_pgmq owner to current_user;
grant usage on schema stoa_parked_pgmq to supabase_queues_admin;
revoke usage on schema stoa_parked_pgmq from postgres, service_role, anon, authenticated;
create extension pgmq;
-- Some versions add each new queue to the extension, which only its owner can.
update pg_extension set extowner = 'postgres'::regrole where extname = 'pgmq';

do $$
declare
  queue record;
  prefix text;
  moved text;
  missing record;
  -- pgmq drops a queue only if its parts are members, as those of the queues that it creates are.
  has_members boolean;
begin
  -- Later versions have more columns, which a queue of theirs shows.
  perform pgmq.create('stoa_shape');
  has_members := exists (
    select from pg_depend
    where classid = 'pg_class'::regclass and objid = 'pgmq.q_stoa_shape'::regclass
      and refclassid = 'pg_extension'::regclass and deptype = 'e');
  for queue in select * from stoa_parked_pgmq.meta loop
    foreach prefix in array array['q', 'a'] loop
      moved := lower(prefix || '_' || queue.queue_name);
      if to_regclass(format('stoa_parked_pgmq.%I', moved)) is null then
        continue;
      end if;
      execute format('alter table stoa_parked_pgmq.%I set schema pgmq', moved);
      for missing in
        select attname, format_type(atttypid, atttypmod) as type from pg_attribute as a
        where attrelid = to_regclass(format('pgmq.%I', prefix || '_stoa_shape'))
          and attnum > 0 and not attisdropped
          and not exists (
            select from pg_attribute as own
            where own.attrelid = to_regclass(format('pgmq.%I', moved)) and own.attname = a.attname)
      loop
        execute format('alter table pgmq.%I add column %I %s', moved, missing.attname, missing.type);
      end loop;
      if has_members then
        execute format('alter extension pgmq add table pgmq.%I', moved);
      end if;
    end loop;
    moved := lower('s_' || queue.queue_name);
    if to_regclass(format('pgmq.%I', moved)) is not null then
      execute format('alter sequence pgmq.%I rename to %I',
        moved, lower('q_' || queue.queue_name || '_msg_id_seq'));
      if has_members then
        execute format('alter extension pgmq add sequence pgmq.%I',
          lower('q_' || queue.queue_name || '_msg_id_seq'));
      end if;
    end if;
  end loop;
  perform pgmq.drop_queue('stoa_shape');
end
$$;

-- The server's additions to pgmq: dead-letter queues, and access by grants and policies only.
alter table stoa_parked_pgmq.stoa_dead_letters
  drop constraint stoa_dead_letters_queue_name_fkey,
  drop constraint stoa_dead_letters_dead_letter_queue_fkey;
alter table stoa_parked_pgmq.stoa_dead_letters set schema pgmq;
insert into pgmq.meta (queue_name, is_partitioned, is_unlogged, created_at)
select queue_name, is_partitioned, is_unlogged, created_at from stoa_parked_pgmq.meta;
delete from stoa_parked_pgmq.meta;
alter table pgmq.stoa_dead_letters
  add foreign key (queue_name) references pgmq.meta (queue_name) on delete cascade,
  add foreign key (dead_letter_queue) references pgmq.meta (queue_name);
alter function stoa_parked_pgmq.stoa_name(text, text) set schema pgmq;
alter function stoa_parked_pgmq.stoa_table(text, text) set schema pgmq;
alter function stoa_parked_pgmq.stoa_set_dead_letter_queue(text, text, integer) set schema pgmq;
alter function stoa_parked_pgmq.stoa_move_dead_letters(text) set schema pgmq;

create function pgmq.stoa_before_reading() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pgmq.stoa_move_dead_letters(tg_argv[0]);
  return null;
end
$$;
-- Only a read changes this column. Functions of this schema are not called by name here and below,
-- because the schema's owner could create an overload that Postgres prefers.
create function pgmq.stoa_dead_letters_changed() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  queue pg_catalog.text;
begin
  if tg_op <> 'INSERT' then
    queue := format('pgmq.%I', lower('q_' || old.queue_name));
    if to_regclass(queue) is not null then
      execute format('drop trigger if exists stoa_before_reading on %s', queue);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    execute format(
      'create trigger stoa_before_reading before update of read_ct on pgmq.%I
        for each statement execute function pgmq.stoa_before_reading(%L)',
      lower('q_' || new.queue_name), new.queue_name);
  end if;
  return null;
end
$$;
create trigger stoa_dead_letters_changed
  after insert or update or delete on pgmq.stoa_dead_letters
  for each row execute function pgmq.stoa_dead_letters_changed();
do $$
declare
  rule record;
begin
  for rule in select queue_name from pgmq.stoa_dead_letters loop
    execute format(
      'create trigger stoa_before_reading before update of read_ct on pgmq.%I
        for each statement execute function pgmq.stoa_before_reading(%L)',
      lower('q_' || rule.queue_name), rule.queue_name);
  end loop;
end
$$;

create function pgmq.stoa_protect_queue() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  prefix pg_catalog.text;
  named pg_catalog.text;
begin
  foreach prefix in array array['q', 'a'] loop
    named := format('pgmq.%I', lower(prefix || '_' || new.queue_name));
    if to_regclass(named) is not null then
      execute format('alter table %s enable row level security', named);
      execute format('grant all on table %s to service_role', named);
    end if;
  end loop;
  return null;
end
$$;
create trigger stoa_protect_queue after insert on pgmq.meta
  for each row execute function pgmq.stoa_protect_queue();

-- A clearer message than the foreign key's.
create function pgmq.stoa_keep_dead_letter_queue() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  source pg_catalog.text := (
    select d.queue_name from pgmq.stoa_dead_letters as d
    where d.dead_letter_queue = old.queue_name and d.queue_name <> old.queue_name limit 1);
begin
  if source is null then
    return old;
  end if;
  raise exception using errcode = 'dependent_objects_still_exist',
    message = format('The queue "%s" is the dead-letter queue of "%s"', old.queue_name, source),
    hint = format('First call select pgmq.stoa_set_dead_letter_queue(%L, null, null).', source);
end
$$;
create trigger stoa_keep_dead_letter_queue before delete on pgmq.meta
  for each row execute function pgmq.stoa_keep_dead_letter_queue();

grant usage on schema pgmq to supabase_queues_admin, postgres, service_role, anon, authenticated;
grant create on schema pgmq to postgres;
grant select, insert, update, delete on pgmq.meta to postgres;
grant select on pgmq.meta to service_role;

-- Functions for clients return the type of messages, which is the extension's now. Defining a function
-- runs nothing of it.
set local check_function_bodies = off;
do $$
declare
  old_type text := 'stoa_parked_pgmq.message_record';
  new_type text := 'pgmq.message_record';
  client record;
begin
  for client in
    select oid::regprocedure::text as named, pg_get_functiondef(oid) as definition
    from pg_catalog.pg_proc
    where pronamespace = to_regnamespace('pgmq_public') and prorettype = old_type::regtype
  loop
    execute format('drop function %s', client.named);
    execute replace(client.definition, old_type, new_type);
    execute format('alter function %s owner to postgres', client.named);
    execute format('revoke execute on function %s from public', client.named);
    execute format('grant execute on function %s to anon, authenticated, service_role',
      client.named);
  end loop;
end
$$;
