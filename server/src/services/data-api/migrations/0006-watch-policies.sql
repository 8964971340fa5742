-- Policies do not change the schema of the API, but the advisors listen to the same channel and check
-- them.

create or replace function extensions.pgrst_ddl_watch() returns event_trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_ddl_commands()
    where schema_name is distinct from 'pg_temp'
      and command_tag in (
        'CREATE SCHEMA', 'ALTER SCHEMA',
        'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
        'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE', 'IMPORT FOREIGN SCHEMA',
        'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW',
        'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE AGGREGATE', 'ALTER AGGREGATE', 'CREATE CAST',
        'CREATE INDEX', 'CREATE TRIGGER', 'CREATE RULE', 'ALTER RULE',
        'CREATE POLICY', 'ALTER POLICY',
        'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN',
        'CREATE EXTENSION', 'ALTER EXTENSION', 'COMMENT'
      )
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create or replace function extensions.pgrst_drop_watch() returns event_trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_dropped_objects()
    where not is_temporary
      and object_type in (
        'schema', 'table', 'table column', 'foreign table', 'view', 'materialized view', 'index',
        'table constraint', 'function', 'aggregate', 'cast', 'trigger', 'rule', 'policy', 'type',
        'extension'
      )
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;
