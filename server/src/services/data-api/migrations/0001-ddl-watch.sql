-- Notifies the data API of changed tables, functions and types when the change commits. Owned by the
-- superuser, so that it also runs for other roles' DDL.

create function extensions.pgrst_ddl_watch() returns event_trigger
  language plpgsql set search_path = '' as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_ddl_commands()
    where schema_name is distinct from 'pg_temp'
      and command_tag in (
        'CREATE SCHEMA', 'ALTER SCHEMA',
        'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
        'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE', 'IMPORT FOREIGN SCHEMA',
        'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW',
        'CREATE FUNCTION', 'ALTER FUNCTION',
        'CREATE INDEX', 'CREATE TRIGGER', 'CREATE RULE', 'ALTER RULE',
        'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN',
        'CREATE EXTENSION', 'ALTER EXTENSION', 'COMMENT'
      )
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create function extensions.pgrst_drop_watch() returns event_trigger
  language plpgsql set search_path = '' as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_dropped_objects()
    where not is_temporary
      and object_type in (
        'schema', 'table', 'table column', 'foreign table', 'view', 'materialized view', 'index',
        'table constraint', 'function', 'trigger', 'rule', 'type', 'extension'
      )
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create event trigger pgrst_ddl_watch on ddl_command_end
  execute function extensions.pgrst_ddl_watch();
create event trigger pgrst_drop_watch on sql_drop
  execute function extensions.pgrst_drop_watch();

-- Raises an error inside a statement, which undoes its writes. The data API calls it when the number
-- of rows that a write touched is not what its request allows.
create function extensions.pgrst_refuse(message json, detail json) returns text
  language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using message = message::text, detail = detail::text;
end
$$;
grant execute on function extensions.pgrst_refuse(json, json) to public;
