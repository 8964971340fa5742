-- The administrator of the schema realtime signs in on its own and authorizes private channels in
-- transactions of their callers. It has no privilege that the project's owner lacks.
alter role supabase_realtime_admin login;
grant authenticator to supabase_realtime_admin;
do $$
begin
  execute format('grant create on database %I to supabase_realtime_admin', current_database());
  -- The owner of the project adds their tables to it.
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
    alter publication supabase_realtime owner to postgres;
  end if;
end
$$;
-- Owns the table whose policies the owner of the project writes.
create role supabase_realtime_tables nologin;
grant supabase_realtime_tables to supabase_realtime_admin with inherit true, set true;
grant supabase_realtime_tables to postgres with inherit true, set false;
