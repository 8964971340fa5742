-- Keeps event triggers of the project's owner from running with more rights than the owner has.
-- Postgres runs the function of an event trigger as whoever changes a definition: also a service, the
-- script of a trusted extension (as the superuser), or a function that lends its owner's rights. This
-- trigger comes before every change. If the current role is not one of the owner's, it makes Postgres
-- ignore event triggers for the rest of the transaction, which needs Postgres 17. It can't stop
-- triggers on its own event, so the owner gets none on ddl_command_start.

-- Lends the right to change one setting, to this one value.
create function extensions.stoa_ignore_event_triggers(is_local boolean) returns text
  language sql security definer set search_path = ''
  return pg_catalog.set_config('event_triggers', 'off', is_local);

create function extensions.stoa_guard_event_triggers() returns event_trigger
  language plpgsql set search_path = '' as $$
declare
  owned_by oid := (select r.oid from pg_catalog.pg_roles as r where r.rolname = 'postgres');
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

create event trigger stoa_guard_event_triggers on ddl_command_start
  execute function extensions.stoa_guard_event_triggers();
alter event trigger stoa_guard_event_triggers enable always;
