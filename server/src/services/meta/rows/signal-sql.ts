import { sql, type Sql } from '../../../postgres/sql.ts'

/** Counts the writes of a table and of those that are part of it. TRUNCATE gives a table another file. */
export const signalSql = (id: number): Sql => sql`
  with recursive tree (oid) as (
    select ${String(id)}::oid
    union
    select i.inhrelid from pg_catalog.pg_inherits i join tree on i.inhparent = tree.oid
  )
  select pg_catalog.string_agg(
    pg_catalog.concat_ws(
      ':',
      pg_catalog.pg_stat_get_tuples_inserted(c.oid),
      pg_catalog.pg_stat_get_tuples_updated(c.oid),
      pg_catalog.pg_stat_get_tuples_deleted(c.oid),
      pg_catalog.pg_relation_filenode(c.oid)
    ),
    ',' order by c.oid
  ) as signal
  from tree
  join pg_catalog.pg_class c on c.oid = tree.oid
  where c.relkind = 'r'`
