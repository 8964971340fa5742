-- The records belong to a role of the service, which reads and writes them without the superuser's
-- rights. Nobody can become it, so that still nobody else changes where a credential is sent.

create role supabase_wrappers_admin login noinherit;
grant usage on schema stoa to supabase_wrappers_admin;
alter table stoa.foreign_servers owner to supabase_wrappers_admin;
alter table stoa.file_sources owner to supabase_wrappers_admin;
alter table stoa.file_runs owner to supabase_wrappers_admin;
