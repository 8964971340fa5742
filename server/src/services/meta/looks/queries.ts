import { RelationKind } from '@stoa/contract/services/meta/catalogue'
import type { PastTable } from '@stoa/contract/services/meta/looks'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import { RELATION_KIND } from '../catalogue/sql-parts.ts'
import { EXCLUDED_SCHEMAS, HIDDEN_SCHEMAS, isProtectedSchema } from '../protected-schemas.ts'

const MOST_TABLES = 5000
const SHOWN_ROWS = 100
const HIDDEN = [...new Set([...HIDDEN_SCHEMAS, ...EXCLUDED_SCHEMAS])]

const TableRow = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  kind: RelationKind,
  estimated_rows: z.number().nullable(),
  select: z.string(),
})

/** The tables and views of all schemas, those of the project first. */
export async function readPastTables(tx: Session): Promise<PastTable[]> {
  const rows = await tx.many(
    sql`
      select c.oid as id, n.nspname::text as schema, c.relname::text as name,
        ${RELATION_KIND} as kind,
        case when c.reltuples >= 0 and c.relkind in ('r', 'm') then c.reltuples::float8 end
          as estimated_rows,
        pg_catalog.format('select * from %I.%I limit %s', n.nspname, c.relname, ${SHOWN_ROWS}::int)
          as select
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'v', 'm', 'p')
        and not c.relispartition
        and n.nspname <> all (${HIDDEN}::name[])
        and n.nspname !~ '^pg_(toast_)?temp_'
      order by n.nspname <> 'public', n.nspname, c.relname
      limit ${MOST_TABLES}::int`,
    TableRow,
  )
  return rows
    .map((row) => ({
      ...row,
      can_bring_back:
        !isProtectedSchema(row.schema) &&
        (row.kind === 'table' || row.kind === 'partitioned_table'),
    }))
    .toSorted((a, b) => Number(isProtectedSchema(a.schema)) - Number(isProtectedSchema(b.schema)))
}

const ColumnRow = z.object({
  name: z.string(),
  /** With its schema, unless it is Postgres's own. */
  type: z.string(),
  is_generated: z.boolean(),
  /** The position in the primary key, from 1. */
  key_position: z.int().nullable(),
})
export type PastColumn = z.infer<typeof ColumnRow>

/** The columns of a table; none if there is no such table. */
export const columnsOf = (schema: string, table: string) => sql`
  select a.attname::text as name,
    pg_catalog.format_type(a.atttypid, a.atttypmod) as type,
    a.attgenerated <> '' as is_generated,
    pg_catalog.array_position(i.indkey::int2[], a.attnum) as key_position
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relkind in ('r', 'p') and n.nspname = ${schema}::text and c.relname = ${table}::text
  order by a.attnum`

export const Columns = z.array(ColumnRow)
