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
      with found as materialized (
        select c.oid, n.nspname, c.relname, ${RELATION_KIND} as kind
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'v', 'm', 'f', 'p')
          and n.nspname <> all (${HIDDEN}::name[])
          and n.nspname !~ '^pg_(toast_)?temp_'
        order by n.nspname, c.relname
        limit ${MOST_TABLES}::int
      ), columns as (
        -- Grouped before the join: a sort of every column with its table's names does not fit in memory.
        select listed.attrelid, array_agg(listed.attname::text order by listed.attnum) as names
        from (
          select a.attrelid, a.attname, a.attnum
          from pg_attribute a
          where a.attrelid = any (array(select oid from found))
            and a.attnum > 0
            and not a.attisdropped
          limit ${MOST_COLUMNS}::int
        ) listed
        group by listed.attrelid
      )
      select
        found.oid as id,
        found.nspname::text as schema,
        found.relname::text as name,
        found.kind,
        coalesce(columns.names, '{}') as columns
      from found
      left join columns on columns.attrelid = found.oid
      order by found.nspname, found.relname`,
    TableRow,
  )
  const functions = await tx.many(
    sql`
      select found.id, n.nspname::text as schema, found.name
      from (
        select min(f.oid::bigint)::int8::float8 as id, f.pronamespace, f.proname::text as name
        from pg_proc f
        where f.pronamespace = any (
            array(select oid from pg_namespace where nspname <> all (${HIDDEN}::name[]))
          )
          and f.prokind = 'f'
          and f.prorettype <> all ('{trigger, event_trigger}'::regtype[])
          and not exists (
            select from pg_depend d
            where d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.deptype = 'e'
          )
        group by f.pronamespace, f.proname
        order by f.pronamespace, f.proname
        limit ${MOST_FUNCTIONS}::int
      ) found
      join pg_namespace n on n.oid = found.pronamespace
      order by n.nspname, found.name`,
    FunctionRow,
  )
  return { tables, functions }
}
