-- The role that runs SQL of read-only members. It has privileges by name instead of
-- pg_read_all_data, which would include the password hashes and tokens in the platform's schemas.
-- Each service grants access to its own schema.
revoke pg_read_all_data from supabase_read_only_user;

alter default privileges for role postgres grant usage on schemas to supabase_read_only_user;
alter default privileges for role postgres grant select on tables to supabase_read_only_user;
alter default privileges for role postgres grant select on sequences to supabase_read_only_user;

do $$
declare
  home text;
begin
  for home in
    select nspname from pg_catalog.pg_namespace
    where nspname !~ '^pg_' and nspname <> all (array[
      'auth', 'cron', 'extensions', 'graphql', 'graphql_public', 'information_schema', 'net',
      'pgbouncer', 'pgmq', 'pgmq_public', 'realtime', 'stoa', 'storage', 'supabase_functions', 'vault'
    ])
  loop
    execute pg_catalog.format('grant usage on schema %I to supabase_read_only_user', home);
    execute pg_catalog.format('grant select on all tables in schema %I to supabase_read_only_user', home);
    execute pg_catalog.format('grant select on all sequences in schema %I to supabase_read_only_user', home);
  end loop;
end
$$;
