-- The guard runs with the rights of whoever changes a definition, in the session of the project's
-- owner. Without a schema, a type could be one of the owner's temporary objects.

create or replace function extensions.stoa_guard_event_triggers() returns event_trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  owned_by pg_catalog.oid := (
    select r.oid from pg_catalog.pg_roles as r where r.rolname = 'postgres');
begin
  if pg_catalog.pg_has_role(owned_by, current_user, 'member') then
    return;
  end if;
  if not exists (
    select from pg_catalog.pg_event_trigger as t
    join pg_catalog.pg_proc as p on p.oid = t.evtfoid
    join pg_catalog.pg_roles as r on r.oid = p.proowner
    where not r.rolsuper
  ) then
    return;
  end if;
  -- These commands can consist of several transactions, which they do only at the top of a session.
  perform extensions.stoa_ignore_event_triggers(
    pg_catalog.pg_has_role(owned_by, session_user, 'member')
    or tg_tag <> all ('{ALTER TABLE,CREATE INDEX,DROP INDEX,REINDEX}')
  );
  -- The platform's own event triggers are ignored too. What they would have said:
  notify pgrst, 'reload schema';
  notify graphql_grants;
end
$$;
