import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import { HIDDEN_SCHEMAS } from '../protected-schemas.ts'
import { commentOn, ENUM_VALUES } from './sql-parts.ts'

const ColumnType = z.object({
  name: z.string(),
  schema: z.string(),
  category: z.string(),
  enum_values: z.array(z.string()).nullable(),
  comment: z.string().nullable(),
})
type ColumnType = z.infer<typeof ColumnType>

/** Built-in types for Postgres's internal use, or without use in a column. */
const UNUSUAL: readonly string[] = [
  'aclitem',
  'char',
  'cid',
  'cstring',
  'gtsvector',
  'int2vector',
  'name',
  'oidvector',
  'refcursor',
  'tid',
  'txid_snapshot',
  'xid',
  'xid8',
]

/**
 * Types for a new column, named as a column definition can name them: built-in ones first, then the
 * project's own by schema. Array types are left out.
 */
export async function readTypes(tx: Session): Promise<ColumnType[]> {
  return tx.many(
    sql`
      select
        format_type(t.oid, null) as name,
        n.nspname::text as schema,
        t.typcategory::text as category,
        ${ENUM_VALUES} as enum_values,
        ${commentOn(sql`'pg_type'`, sql`t.oid`)}
      from pg_type t
      join pg_namespace n on n.oid = t.typnamespace
      left join pg_class c on c.oid = t.typrelid
      where t.typisdefined
        and (t.typtype in ('b', 'd', 'e', 'r', 'm') or (t.typtype = 'c' and c.relkind = 'c'))
        and t.typcategory <> 'A'
        and n.nspname not in ('information_schema')
        and n.nspname <> all (${HIDDEN_SCHEMAS}::name[])
        and n.nspname !~ '^pg_(toast_)?temp_'
        and not (
          n.nspname = 'pg_catalog'
          and (t.typcategory = 'Z' or t.typname ~ '^(pg|reg)_?' or t.typname = any (${UNUSUAL}::name[]))
        )
        and has_type_privilege(t.oid, 'usage')
      order by n.nspname <> 'pg_catalog', n.nspname, name`,
    ColumnType,
  )
}
