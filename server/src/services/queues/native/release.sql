-- Switches back to the server's functions.

set local check_function_bodies = off;
do $$
declare
  old_type text := 'pgmq.message_record';
  new_type text := 'stoa_parked_pgmq.message_record';
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
-- Left by switches of earlier releases.
drop function if exists stoa_parked_pgmq.stoa_retype_clients(text, text);

do $$
declare
  found_table record;
  queue record;
  member regclass;
  moved text;
  bindings bigint;
begin
  if exists (select from pgmq.meta where is_partitioned) then
    raise exception using errcode = 'feature_not_supported',
      message = 'Partitioned queues need the extension pgmq',
      hint = 'Use an engine that has pgmq, and drop the partitioned queues.';
  end if;
  if exists (
    select from pg_trigger as t
    join pg_depend as e on e.classid = 'pg_proc'::regclass and e.objid = t.tgfoid
    join pg_extension as x on e.refclassid = 'pg_extension'::regclass and e.refobjid = x.oid
    where e.deptype = 'e' and x.extname = 'pgmq' and t.tgrelid in (
      select oid from pg_class
      where relnamespace = 'pgmq'::regnamespace and relowner = 'postgres'::regrole)
  ) then
    raise exception using errcode = 'feature_not_supported',
      message = 'Notifications of queues need the extension pgmq',
      hint = 'Use an engine that has pgmq, and call pgmq.disable_notify_insert for the queues.';
  end if;
  if to_regclass('pgmq.topic_bindings') is not null then
    execute 'select count(*) from pgmq.topic_bindings' into bindings;
    if bindings > 0 then
      raise exception using errcode = 'feature_not_supported',
        message = 'Topics of queues need the extension pgmq',
        hint = 'Use an engine that has pgmq, and call pgmq.unbind_topic for the queues.';
    end if;
  end if;
  for queue in select queue_name from pgmq.stoa_dead_letters loop
    execute format('drop trigger if exists stoa_before_reading on pgmq.%I',
      lower('q_' || queue.queue_name));
  end loop;
  -- The sequences of the tables are members by themselves, and would end with the extension.
  for member in
    select c.oid from pg_class as c
    join pg_depend as e on e.classid = 'pg_class'::regclass and e.objid = c.oid
      and e.refclassid = 'pg_extension'::regclass and e.deptype = 'e'
    where c.relnamespace = 'pgmq'::regnamespace and c.relkind = 'S'
      and c.relowner = 'postgres'::regrole
  loop
    execute format('alter extension pgmq drop sequence %s', member);
  end loop;
  for found_table in
    select c.oid::regclass as named, e.objid is not null as is_member
    from pg_class as c
    left join pg_depend as e on e.classid = 'pg_class'::regclass and e.objid = c.oid
      and e.refclassid = 'pg_extension'::regclass and e.deptype = 'e'
    where c.relnamespace = 'pgmq'::regnamespace and c.relkind in ('r', 'v', 'm')
      and c.relowner = 'postgres'::regrole
  loop
    if found_table.is_member then
      execute format('alter extension pgmq drop table %s', found_table.named);
    end if;
    execute format('alter table %s set schema stoa_parked_pgmq', found_table.named);
  end loop;
  for queue in select queue_name from pgmq.meta loop
    moved := lower('q_' || queue.queue_name || '_msg_id_seq');
    if to_regclass(format('stoa_parked_pgmq.%I', moved)) is not null then
      execute format('alter sequence stoa_parked_pgmq.%I rename to %I',
        moved, lower('s_' || queue.queue_name));
      execute format('grant select on sequence stoa_parked_pgmq.%I to service_role',
        lower('s_' || queue.queue_name));
    end if;
  end loop;
end
$$;

drop trigger stoa_dead_letters_changed on pgmq.stoa_dead_letters;
drop trigger stoa_protect_queue on pgmq.meta;
drop trigger if exists stoa_keep_dead_letter_queue on pgmq.meta;
drop function if exists pgmq.stoa_keep_dead_letter_queue();
drop function pgmq.stoa_dead_letters_changed();
drop function pgmq.stoa_before_reading();
drop function pgmq.stoa_protect_queue();
alter table pgmq.stoa_dead_letters
  drop constraint stoa_dead_letters_queue_name_fkey,
  drop constraint stoa_dead_letters_dead_letter_queue_fkey;
alter table pgmq.stoa_dead_letters set schema stoa_parked_pgmq;
insert into stoa_parked_pgmq.meta (queue_name, is_partitioned, is_unlogged, created_at)
select queue_name, is_partitioned, is_unlogged, created_at from pgmq.meta;
alter table stoa_parked_pgmq.stoa_dead_letters
  add foreign key (queue_name) references stoa_parked_pgmq.meta (queue_name) on delete cascade,
  add foreign key (dead_letter_queue) references stoa_parked_pgmq.meta (queue_name);
alter function pgmq.stoa_name(text, text) set schema stoa_parked_pgmq;
alter function pgmq.stoa_table(text, text) set schema stoa_parked_pgmq;
alter function pgmq.stoa_set_dead_letter_queue(text, text, integer) set schema stoa_parked_pgmq;
alter function pgmq.stoa_move_dead_letters(text) set schema stoa_parked_pgmq;

drop extension pgmq;
drop schema if exists pgmq;
alter schema stoa_parked_pgmq owner to supabase_queues_admin;
alter schema stoa_parked_pgmq rename to pgmq;
grant usage on schema pgmq to postgres, service_role, anon, authenticated;
