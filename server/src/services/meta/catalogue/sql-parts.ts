import { sql, type Sql } from '../../../postgres/sql.ts'

/** `pg_class.relkind` of an alias `c` in words. */
export const RELATION_KIND = sql`
  case c.relkind
    when 'r' then 'table'
    when 'v' then 'view'
    when 'm' then 'materialized_view'
    when 'f' then 'foreign_table'
    when 'p' then 'partitioned_table'
  end`

/** The labels of the type `t` where it is an enum, in their order. */
export const ENUM_VALUES = sql`
  case when t.typtype = 'e' then array(
    select e.enumlabel::text
    from pg_enum e
    where e.enumtypid = t.oid
    order by e.enumsortorder
  ) end`

const columnsOf = (numbers: Sql, relation: Sql) => sql`
  array(
    select a.attname::text
    from unnest(${numbers}) with ordinality as c (attnum, place)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = c.attnum
    order by c.place
  )`

/** The columns of a constraint `k`, and those that it refers to, in its order. */
export const KEY_COLUMNS = columnsOf(sql`k.conkey`, sql`k.conrelid`)
export const TARGET_COLUMNS = columnsOf(sql`k.confkey`, sql`k.confrelid`)

/**
 * Whether another session has locked a relation exclusively. Reading the relation's size would wait
 * for that session.
 */
export const isLockedExclusively = (relation: Sql): Sql => sql`
  exists (
    select from pg_locks l
    where l.relation = ${relation}
      and l.mode = 'AccessExclusiveLock'
      and l.pid is distinct from pg_backend_pid()
      and l.database = (select d.oid from pg_database d where d.datname = current_database())
  )`

/** Lists truncate comments to this many characters. */
export const LONGEST_COMMENT = 10_000

/** The column `comment` of an object, such as one of `pg_proc`. */
export const commentOn = (catalogue: Sql, id: Sql): Sql =>
  sql`left(obj_description(${id}, ${catalogue}), ${LONGEST_COMMENT}::int) as comment`

/**
 * The estimated number of rows of a table in `pg_class`. The statistics count recent rows before
 * the first ANALYZE; after a crash they are empty, and the planner's count is used.
 */
export const estimatedRows = (table: Sql): Sql => sql`
  coalesce(
    nullif(pg_catalog.pg_stat_get_live_tuples(${table}.oid), 0)::float8,
    greatest(${table}.reltuples, 0)::float8
  )`
