import { Schema } from '@stoa/contract/services/meta/catalogue'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import { EXCLUDED_SCHEMAS, HIDDEN_SCHEMAS, isProtectedSchema } from '../protected-schemas.ts'

const SchemaRow = Schema.omit({ is_protected: true })

/** All schemas by name, except hidden ones, Postgres's own and those of temporary tables. */
export async function readSchemas(tx: Session): Promise<Schema[]> {
  const rows = await tx.many(
    sql`
      select
        n.nspname::text as name,
        pg_get_userbyid(n.nspowner)::text as owner
      from pg_namespace n
      where n.nspname <> all (${[...HIDDEN_SCHEMAS, ...EXCLUDED_SCHEMAS]}::name[])
        and n.nspname !~ '^pg_(toast_)?temp_'
      order by n.nspname`,
    SchemaRow,
  )
  return rows.map((row) => ({ ...row, is_protected: isProtectedSchema(row.name) }))
}

/** Whether a schema exists and is visible. */
export async function schemaExists(tx: Session, name: string): Promise<boolean> {
  if (name.includes('\0')) return false
  const found = await tx.maybe(
    sql`
      select n.nspname::text as name
      from pg_namespace n
      where n.nspname = ${name}::text and n.nspname <> all (${HIDDEN_SCHEMAS}::name[])`,
    z.object({ name: z.string() }),
  )
  return found !== undefined
}
