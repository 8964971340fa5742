-- A role that may replicate names the library of a slot's output plugin, and the name may be the path
-- of any file: a way to run code as the account of every cluster on the machine. It may also copy the
-- whole cluster. Publications need no such right, so the owner of a project keeps those.
do $$
declare
  role text;
begin
  for role in
    select rolname from pg_catalog.pg_roles
    where rolreplication and not rolsuper and rolname <> 'supabase_replication_admin'
  loop
    execute format('alter role %I noreplication', role);
  end loop;
end
$$;
