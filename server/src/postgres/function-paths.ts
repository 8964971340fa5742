import type { Client } from 'pg'

/**
 * The functions that can run with more rights than the owner of the database and whose search path
 * does not end in `pg_temp`, each with a path that does. They belong to a role that `postgres` is not
 * a member of, and they lend its rights, run for event triggers, are the superuser's, or have the
 * empty path, on which Postgres finds types and relations among temporary objects first. A body of
 * the SQL standard has no names to look up. Extensions' functions stay as they are unless they lend
 * rights. A path that is not plain names is not repeated, because it would be executed as SQL.
 */
const UNSAFE_FUNCTIONS = `
  select p.oid::pg_catalog.regprocedure as routine,
    pg_catalog.concat(
      case
        when path.value operator(pg_catalog.~) '^[A-Za-z0-9_$", ]+$'
          and path.value operator(pg_catalog.!~) '^""$|pg_temp'
        then path.value
        else 'pg_catalog'
      end,
      ', pg_temp'
    ) as path
  from pg_catalog.pg_proc as p
  join pg_catalog.pg_roles as owner on owner.oid operator(pg_catalog.=) p.proowner
  cross join lateral (
    select (
      select pg_catalog.substr(setting, pg_catalog.length('search_path=') operator(pg_catalog.+) 1)
      from pg_catalog.unnest(p.proconfig) as setting
      where pg_catalog.starts_with(setting, 'search_path=')
    ) as value
  ) as path
  where p.oid operator(pg_catalog.>=) 16384
    and p.prokind operator(pg_catalog.<>) 'a'
    and not pg_catalog.pg_has_role('postgres', owner.oid, 'member')
    and coalesce(path.value operator(pg_catalog.!~) '^(?!.*pg_temp.*,).*, pg_temp$', true)
    and (
      p.prosecdef
      or p.prorettype operator(pg_catalog.=) 'pg_catalog.event_trigger'::pg_catalog.regtype
      or path.value operator(pg_catalog.=) '""'
      or owner.rolsuper and p.prosqlbody is null and not exists (
        select from pg_catalog.pg_depend as d
        where d.classid operator(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
          and d.objid operator(pg_catalog.=) p.oid and d.deptype operator(pg_catalog.=) 'e'
      )
    )`

export const FIX_FUNCTION_PATHS = `
  do $$
  declare
    unsafe pg_catalog.record;
  begin
    for unsafe in ${UNSAFE_FUNCTIONS}
    loop
      execute pg_catalog.format(
        'alter routine %s set search_path = %s', unsafe.routine, unsafe.path);
    end loop;
  end
  $$`

/**
 * Ends the search path of every function that can run with more rights than the owner's in `pg_temp`.
 * It runs as the superuser after all migrations, so that it also mends functions of earlier releases,
 * of extensions, and of services whose migrations failed.
 */
export const fixFunctionPaths = async (client: Client): Promise<void> => {
  await client.query(FIX_FUNCTION_PATHS)
}
