import type { listNames } from '@stoa/contract/services/meta/catalogue'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import { EXCLUDED_SCHEMAS, HIDDEN_SCHEMAS } from '../protected-schemas.ts'
import { RELATION_KIND } from './sql-parts.ts'

type Names = z.infer<(typeof listNames)['response']>

const MOST_TABLES = 10_000
const MOST_COLUMNS = 100_000
const MOST_FUNCTIONS = 10_000

const HIDDEN = [...new Set([...HIDDEN_SCHEMAS, ...EXCLUDED_SCHEMAS])]

const TableRow = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'view', 'materialized_view', 'foreign_table', 'partitioned_table']),
  columns: z.array(z.string()),
})
const FunctionRow = z.object({ id: z.int(), schema: z.string(), name: z.string() })

/**
 * The names of the tables with their columns and of the callable functions, for a search. Reads
 * only names, so it is cheap on databases with thousands of tables.
 */
export async function readNames(tx: Session): Promise<Names> {
  const tables = await tx.many(
    sql`
      with found as (
        select c.oid, n.nspname, c.relname, ${RELATION_KIND} as kind
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'v', 'm', 'f', 'p')
          and n.nspname <> all (${HIDDEN}::name[])
          and n.nspname !~ '^pg_(toast_)?temp_'
        order by n.nspname, c.relname
        limit ${MOST_TABLES}::int
      ), columns as (
        select a.attrelid, a.attname, a.attnum
        from pg_attribute a
        join found on found.oid = a.attrelid
        where a.attnum > 0 and not a.attisdropped
        limit ${MOST_COLUMNS}::int
      )
      select
        found.oid as id,
        found.nspname::text as schema,
        found.relname::text as name,
        found.kind,
        coalesce(
          array_agg(columns.attname::text order by columns.attnum)
            filter (where columns.attnum is not null),
          '{}'
        ) as columns
      from found
      left join columns on columns.attrelid = found.oid
      group by found.oid, found.nspname, found.relname, found.kind
      order by found.nspname, found.relname`,
    TableRow,
  )
  const functions = await tx.many(
    sql`
      select min(f.oid::bigint)::int8::float8 as id, n.nspname::text as schema, f.proname::text as name
      from pg_proc f
      join pg_namespace n on n.oid = f.pronamespace
      where n.nspname <> all (${HIDDEN}::name[])
        and f.prokind = 'f'
        and f.prorettype <> all ('{trigger, event_trigger}'::regtype[])
        and not exists (
          select from pg_depend d
          where d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.deptype = 'e'
        )
      group by n.nspname, f.proname
      order by n.nspname, f.proname
      limit ${MOST_FUNCTIONS}::int`,
    FunctionRow,
  )
  return { tables, functions }
}
