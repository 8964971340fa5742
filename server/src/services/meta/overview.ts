import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { CATALOG_PATH } from '../../postgres/search-path.ts'
import { sql } from '../../postgres/sql.ts'
import type { Notice, ServiceOverview } from '../../project/overview.ts'
import type { Settings } from '../../project/settings.ts'
import { estimatedRows } from './catalogue/sql-parts.ts'
import { HIDDEN_SCHEMAS, isProtectedSchema } from './protected-schemas.ts'
import { readDatabase } from './session.ts'

const NAMED = 10

/** The dashboard and the Supabase CLI record migrations in a schema of the owner. */
const isManaged = (schema: string): boolean =>
  isProtectedSchema(schema) || schema === 'supabase_migrations'

/** Size, tables, rows, and tables that the Data API serves without row level security or policies. */
export const overview: ServiceOverview = {
  read: (project) =>
    readDatabase(project, async (tx) => {
      await tx.run(sql`select pg_catalog.set_config('search_path', ${CATALOG_PATH}, true)`)
      const { size } = await tx.one(
        sql`select pg_catalog.pg_database_size(pg_catalog.current_database())::float8 as size`,
        z.object({ size: z.number() }),
      )
      const tables = (await readTables(tx)).filter(({ schema }) => !isManaged(schema))
      const exposed = exposedIn(project.settings)
      const open = tables.filter(({ schema, is_granted }) => exposed.has(schema) && is_granted)
      return {
        figures: [
          figure('database_bytes', 'Database size', { unit: 'bytes', value: size }),
          figure('tables', 'Tables', { value: tables.length }),
          figure('rows', 'Rows', {
            value: tables.reduce((sum, { rows }) => sum + rows, 0),
            is_estimate: true,
          }),
        ],
        notices: [
          ...noticeOf(
            open.filter(({ rls_enabled }) => !rls_enabled),
            {
              code: 'rls_disabled',
              severity: 'warning',
              title: 'Row level security is off',
              hint: 'Anyone with the publishable key can read and change the rows through the API. Enable row level security.',
            },
          ),
          ...noticeOf(
            open.filter(({ rls_enabled, has_policies }) => rls_enabled && !has_policies),
            {
              code: 'no_policies',
              severity: 'info',
              title: 'No policies',
              hint: 'Row level security is on and no policy allows access, so only secret keys can read the rows.',
            },
          ),
        ],
        sampleTables: tables
          .filter(({ schema }) => schema === 'public')
          .toSorted((a, b) => b.rows - a.rows)
          .slice(0, NAMED)
          .map(({ name }) => name),
      }
    }),
}

const Table = z.object({
  id: z.number(),
  schema: z.string(),
  name: z.string(),
  rls_enabled: z.boolean(),
  has_policies: z.boolean(),
  is_granted: z.boolean(),
  rows: z.number(),
})
type Table = z.infer<typeof Table>

/** Tables of people's own; a partition counts as part of its table. */
const readTables = (tx: Session): Promise<Table[]> =>
  tx.many(
    sql`
      select
        c.oid as id,
        n.nspname::text as schema,
        c.relname::text as name,
        c.relrowsecurity as rls_enabled,
        exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid) as has_policies,
        exists (
          select from pg_catalog.pg_roles r
          where r.rolname in ('anon', 'authenticated')
            and pg_catalog.has_table_privilege(r.oid, c.oid, 'select, insert, update, delete')
        ) as is_granted,
        case c.relkind when 'p' then (
          select coalesce(sum(${estimatedRows(sql`leaf`)}), 0)
          from pg_catalog.pg_partition_tree(c.oid) part
          join pg_catalog.pg_class leaf on leaf.oid = part.relid
          where part.isleaf
        ) else (
          select ${estimatedRows(sql`leaf`)} from pg_catalog.pg_class leaf where leaf.oid = c.oid
        ) end::float8 as rows
      from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p')
        and not c.relispartition
        and n.nspname <> all (${HIDDEN_SCHEMAS}::name[])
        and n.nspname !~ '^(pg_|information_schema$)'
        and not exists (
          select from pg_catalog.pg_depend d
          where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
            and d.objid = c.oid and d.deptype = 'e'
        )
      order by n.nspname, c.relname`,
    Table,
  )

function exposedIn(settings: Settings): ReadonlySet<string> {
  const { enabled, exposed_schemas } = settings.of(dataApiSettings)
  return new Set(enabled ? exposed_schemas : [])
}

const figure = (
  name: string,
  title: string,
  rest: { unit?: 'count' | 'bytes'; value: number; is_estimate?: boolean },
) => ({ name, title, unit: 'count' as const, is_estimate: false, ...rest })

function noticeOf(
  tables: readonly Table[],
  words: Pick<Notice, 'code' | 'severity' | 'title' | 'hint'>,
): Notice[] {
  if (tables.length === 0) return []
  const named = tables.slice(0, NAMED).map(({ id, schema, name }) => ({ id, schema, name }))
  return [{ ...words, tables: named, count: tables.length }]
}
