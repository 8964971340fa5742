import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import type { Notice, ServiceOverview } from '../../project/overview.ts'
import type { Settings } from '../../project/settings.ts'
import { readDatabaseSize, readOwnTables, type OwnTable } from './overview-queries.ts'
import { isProtectedSchema } from './protected-schemas.ts'
import { readDatabase } from './session.ts'

const NAMED = 10

/** The dashboard and the Supabase CLI record migrations in a schema of the owner. */
const isManaged = (schema: string): boolean =>
  isProtectedSchema(schema) || schema === 'supabase_migrations'

/** Size, tables, rows, and tables that the Data API serves without row level security or policies. */
export const overview: ServiceOverview = {
  read: (project) =>
    readDatabase(project, async (tx) => {
      const size = await readDatabaseSize(tx)
      const tables = (await readOwnTables(tx)).filter(({ schema }) => !isManaged(schema))
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
  tables: readonly OwnTable[],
  words: Pick<Notice, 'code' | 'severity' | 'title' | 'hint'>,
): Notice[] {
  if (tables.length === 0) return []
  const named = tables.slice(0, NAMED).map(({ id, schema, name }) => ({ id, schema, name }))
  return [{ ...words, tables: named, count: tables.length }]
}
