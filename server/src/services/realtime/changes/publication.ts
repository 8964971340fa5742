import { z } from 'zod'
import type { Project } from '../../../project/project.ts'
import { sql } from '../../../postgres/sql.ts'
import type { Subscription } from './listener.ts'

const Name = z.object({ name: z.string() })
const Table = z.object({ schema: z.string(), table: z.string(), columns: z.array(z.string()) })

// Everybody can read the catalogs; the service queries them as its own role.
const admin = ({ database }: Project) => database.as('supabase_realtime_admin')

/** The existing publications, because the owner of the project can drop them. */
export async function existingPublications(
  project: Project,
  names: readonly string[],
): Promise<readonly string[]> {
  const rows = await admin(project).many(
    sql`select pubname::text as name from pg_publication where pubname = any (${[...names]}::text[])`,
    Name,
  )
  return rows.map(({ name }) => name)
}

/** Why changes cannot be delivered; undefined if each subscription names published tables and columns. */
export async function requirePublished(
  project: Project,
  publication: string,
  subscriptions: readonly Subscription[],
): Promise<string | undefined> {
  const tables = await admin(project).many(
    sql`
      select p.schemaname::text as schema, p.tablename::text as table, array(
        select a.attname::text from pg_attribute as a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as columns
      from pg_publication_tables as p
      join pg_namespace as n on n.nspname = p.schemaname
      join pg_class as c on c.relnamespace = n.oid and c.relname = p.tablename
      where p.pubname = ${publication}`,
    Table,
  )
  for (const { schema, table, filters } of subscriptions) {
    const named = tables.filter(
      (each) =>
        (schema === '*' || schema === each.schema) && (table === undefined || table === each.table),
    )
    const place = `[schema: ${schema}, table: ${table ?? '*'}, filters: [${filters.map(({ column, operator }) => `${column} ${operator}`).join(', ')}]]`
    if (named.length === 0)
      return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${place}`
    const missing = filters.find(
      ({ column }) => !named.some(({ columns }) => columns.includes(column)),
    )
    if (missing)
      return `Unable to subscribe to changes with given parameters. The column ${missing.column} does not exist: ${place}`
  }
  return undefined
}
