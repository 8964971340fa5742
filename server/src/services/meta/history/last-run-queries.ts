import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import { estimatedRows } from '../catalogue/sql-parts.ts'
import { longStatement } from './statement-form.ts'

/** The facts of a migration that tell how long a similar one may take. */
export type RunFacts = { readonly form?: string; readonly rows?: number }

/** Read with a change, for the next one like it. Empty for a change that needs no time. */
export async function readRunFacts(tx: Session, statements: readonly string[]): Promise<RunFacts> {
  const long = longStatement(statements)
  if (!long) return {}
  const found = await tx.maybe(
    sql`
      select ${estimatedRows(sql`c`)} as rows
      from pg_catalog.pg_class as c where c.oid = pg_catalog.to_regclass(${long.table}::text)`,
    z.object({ rows: z.number() }),
  )
  return { form: long.form, ...found }
}

const LastRun = z.object({ duration_ms: z.number(), rows: z.number() })
export type LastRun = z.infer<typeof LastRun>

/** The last recorded change that did the same work as one of these statements. */
export async function readLastRun(
  tx: Session,
  statements: readonly string[],
): Promise<LastRun | null> {
  const long = longStatement(statements)
  if (!long || !(await hasDetails(tx))) return null
  // People can write the details too, so numbers are only converted where they are short ones.
  const found = await tx.maybe(
    sql`
      select
        (details ->> 'duration_ms')::float8 as duration_ms, (details ->> 'rows')::float8 as rows
      from supabase_migrations.schema_migrations
      where case when pg_catalog.jsonb_typeof(details) = 'object' then
        details ->> 'form' = ${long.form}::text
        and details ->> 'duration_ms' ~ '^\\d{1,12}$' and details ->> 'rows' ~ '^\\d{1,15}$'
      end
      order by pg_catalog.length(version) desc, version desc
      limit 1`,
    LastRun,
  )
  return found ?? null
}

/** The CLI creates the table without this column. */
async function hasDetails(tx: Session): Promise<boolean> {
  const { exists } = await tx.one(
    sql`
      select exists (
        select from pg_catalog.pg_attribute as a
        where a.attrelid = pg_catalog.to_regclass('supabase_migrations.schema_migrations')
          and a.attname = 'details' and a.atttypid = 'pg_catalog.jsonb'::pg_catalog.regtype
          and not a.attisdropped
      ) as exists`,
    z.object({ exists: z.boolean() }),
  )
  return exists
}
