import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

export async function deleteVersions(tx: Session, versions: readonly string[]): Promise<void> {
  await tx.run(
    sql`delete from supabase_migrations.schema_migrations where version = any (${[...versions]}::text[])`,
  )
}

/** Deletes one record; false if there is none. */
export async function deleteVersion(tx: Session, version: string): Promise<boolean> {
  const deleted = await tx.maybe(
    sql`
      delete from supabase_migrations.schema_migrations where version = ${version}::text
      returning version`,
    z.object({ version: z.string() }),
  )
  return deleted !== undefined
}
