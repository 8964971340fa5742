-- The privileges of the current role in one schema. $1: the schema's name.
select json_build_object(
  'relations', (
    select coalesce(json_agg(json_build_array(class.relname, json_build_object(
      'select', pg_catalog.has_any_column_privilege(class.oid, 'select'),
      'insert', pg_catalog.has_any_column_privilege(class.oid, 'insert'),
      'update', pg_catalog.has_any_column_privilege(class.oid, 'update'),
      'delete', pg_catalog.has_table_privilege(class.oid, 'delete')
    )) order by class.relname), '[]')
    from pg_catalog.pg_class as class
    where class.relnamespace = namespace.oid and class.relkind in ('r', 'p', 'v', 'm', 'f')
  ),
  'routines', (
    select coalesce(json_agg(json_build_array(proc.oid::text, array(
      select pg_catalog.format_type(taken.type, null)
      from unnest(proc.proargtypes) with ordinality as taken (type, position)
      order by taken.position
    )) order by proc.oid), '[]')
    from pg_catalog.pg_proc as proc
    where proc.pronamespace = namespace.oid
      and pg_catalog.has_function_privilege(proc.oid, 'execute')
  )
)::text as privileges
from pg_catalog.pg_namespace as namespace
where namespace.nspname = $1
