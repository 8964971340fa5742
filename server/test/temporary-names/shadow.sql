-- Run as the owner of a project's database. `shadow.create_all` then gives every type and relation that
-- a function can name a namesake in `pg_temp`, which works like the original. If one runs with more
-- rights than the owner's, it says so in a warning, which outlives a rollback, and in a table, and it
-- takes these rights for the owner.
create schema shadow;
grant usage on schema shadow to public;
create table shadow.ran (what text, as_role text);
grant insert on shadow.ran to public;

create function shadow.reports(what text) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not pg_has_role('postgres', current_user, 'member') then
    raise warning 'shadow: % ran as %', what, current_user;
    insert into shadow.ran values (what, current_user);
    if (select rolsuper from pg_roles where rolname = current_user) then
      execute 'alter role postgres superuser';
    else
      execute format('grant %I to postgres', current_user);
    end if;
  end if;
  return true;
exception when insufficient_privilege or invalid_grant_operation or object_not_in_prerequisite_state
  or feature_not_supported then
  return true;
end
$$;

create function shadow.writes() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform shadow.reports(tg_table_name);
  return coalesce(new, old);
end
$$;

-- The block itself must not find what it creates.
create procedure shadow.create_all()
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  each record;
begin
  for each in
    select typname from pg_type
    where typnamespace = 'pg_catalog'::regnamespace and typtype <> 'p' and typname !~ '^_'
      and typrelid = 0
  loop
    execute format(
      'create domain pg_temp.%I as pg_catalog.%I check (shadow.reports(%L))',
      each.typname, each.typname, each.typname);
  end loop;
  -- No domain can stand for these, and a function that named one would fail.
  for each in
    select typname from pg_type where typnamespace = 'pg_catalog'::regnamespace and typtype = 'p'
  loop
    execute format('create type pg_temp.%I as (none integer)', each.typname);
  end loop;
  for each in
    select distinct on (relname) nspname, relname, (
        -- A view cannot have the pseudo-types of statistics.
        select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped
          and atttypid <> all (array['anyarray', 'pg_statistic[]']::regtype[])) as columns
    from pg_class as c join pg_namespace as n on n.oid = relnamespace
    where relkind in ('r', 'v', 'p', 'S') and nspname !~ '^pg_(toast|temp)'
      and nspname not in ('shadow', 'public')
    order by relname, nspname = 'pg_catalog' desc
  loop
    execute format(
      'create view pg_temp.%I as select %s from %I.%I where shadow.reports(%L)',
      each.relname, each.columns, each.nspname, each.relname, each.relname);
    execute format(
      'create trigger writes instead of insert or update or delete on pg_temp.%I
        for each row execute function shadow.writes()', each.relname);
  end loop;
end
$$;
