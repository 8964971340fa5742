import type { AnonymizableColumn } from '@stoa/contract/platform/anonymization'
import { z } from 'zod'
import type { Fleet } from '../../fleet/port.ts'
import { PLATFORM_SCHEMAS } from '../../postgres/platform-schemas.ts'
import { sql } from '../../postgres/sql.ts'
import { suggestRule } from './suggest-rule.ts'

/** A table with more columns than this is rare, and a list of them all would help nobody. */
const MAX_COLUMNS = 5000
/** The tables of the platform with columns that identify users. */
const USER_TABLES = ['users', 'identities', 'mfa_factors', 'audit_log_entries']

const ColumnRow = z.object({
  schema: z.string(),
  table: z.string(),
  column: z.string(),
  type: z.string(),
  is_nullable: z.boolean(),
  is_unique: z.boolean(),
})

/** The columns that can have rules, each with a suggestion if it looks like personal data. */
export async function readColumns(fleet: Fleet, ref: string): Promise<AnonymizableColumn[]> {
  const { project, release } = await fleet.acquire(ref)
  try {
    const rows = await project.database.as('postgres').many(COLUMNS, ColumnRow)
    return rows.map(({ is_unique, ...column }) => ({
      ...column,
      suggestion: suggestRule({ ...column, is_unique }),
    }))
  } finally {
    release()
  }
}

/** Rules apply to whole families of tables, so a partition is not listed beside its table. */
const COLUMNS = sql`
  select n.nspname as schema, c.relname as "table", a.attname as "column",
    pg_catalog.format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as is_nullable,
    exists (
      select from pg_catalog.pg_index as i
      where i.indrelid operator(pg_catalog.=) c.oid and i.indisunique
        and i.indnkeyatts operator(pg_catalog.=) 1::pg_catalog.int2
        and i.indkey[0] operator(pg_catalog.=) a.attnum) as is_unique
  from pg_catalog.pg_attribute as a
  join pg_catalog.pg_class as c on c.oid operator(pg_catalog.=) a.attrelid
  join pg_catalog.pg_namespace as n on n.oid operator(pg_catalog.=) c.relnamespace
  where c.relkind operator(pg_catalog.=) any ('{r,p}'::pg_catalog."char"[])
    and not c.relispartition
    and c.relpersistence operator(pg_catalog.<>) 't'::pg_catalog."char"
    and a.attnum operator(pg_catalog.>) 0::pg_catalog.int2 and not a.attisdropped
    and a.attgenerated operator(pg_catalog.=) ''::pg_catalog."char"
    and a.attidentity operator(pg_catalog.<>) 'a'::pg_catalog."char"
    and n.nspname operator(pg_catalog.<>) 'pg_catalog'
    and n.nspname operator(pg_catalog.!~) '^pg_(toast|temp)'
    and (
      n.nspname operator(pg_catalog.<>) all (${PLATFORM_SCHEMAS}::pg_catalog.text[])
      or (n.nspname operator(pg_catalog.=) 'auth'
        and c.relname operator(pg_catalog.=) any (${USER_TABLES}::pg_catalog.text[])))
  order by n.nspname, c.relname, a.attnum
  limit ${MAX_COLUMNS}`
