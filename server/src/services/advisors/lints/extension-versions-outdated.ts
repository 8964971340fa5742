import { z } from 'zod'
import { ident, sql } from '../../../postgres/sql.ts'
import { defineLint } from '../lint.ts'
import { briefLock } from '../locks.ts'

export const extensionVersionsOutdated = defineLint({
  name: 'extension_versions_outdated',
  title: 'Outdated extension',
  category: 'security',
  level: 'WARN',
  description: 'An installed extension is older than the version that this Postgres provides.',
  why: 'Newer versions correct faults, some of which affect security.',
  remedy: [
    'Read the release notes of the extension, then update it with ALTER EXTENSION … UPDATE.',
  ],
  facts: z.object({ installed: z.string(), latest: z.string(), is_own: z.boolean() }),
  find: () => sql`
    select 'extension' as kind, n.nspname::text as schema, x.extname::text as name,
      null::text as "table", null::oid as table_id, array[]::text[] as subject,
      jsonb_build_object('installed', x.extversion, 'latest', a.default_version,
        'is_own', pg_has_role(x.extowner, 'usage')) as facts
    from pg_extension as x
    join pg_namespace as n on n.oid = x.extnamespace
    join pg_available_extensions as a on a.name = x.extname
    where a.default_version <> x.extversion`,
  detail: ({ name }, { installed, latest }) =>
    `The extension ${name} has version ${installed}; ${latest} is available.`,
  fix: ({ name }, { is_own: isOwn, latest }) =>
    isOwn
      ? {
          title: `Update ${name} to ${latest}`,
          statements: [sql`alter extension ${ident(name)} update`],
          undo: null,
          locks: [briefLock(name)],
          effect: 'An update of an extension cannot be undone.',
        }
      : undefined,
})
