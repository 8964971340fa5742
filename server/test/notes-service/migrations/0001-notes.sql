create role supabase_notes_admin login noinherit;
create schema notes authorization supabase_notes_admin;
grant usage on schema notes to anon, authenticated, service_role;

create table notes.entries (
  id bigint generated always as identity primary key,
  text text not null
);
alter table notes.entries owner to supabase_notes_admin;
grant select on notes.entries to anon, authenticated, service_role;
