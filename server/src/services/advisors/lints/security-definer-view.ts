import { ident, sql } from '../../../postgres/sql.ts'
import { hasInvokerRights, isExposedRelation, isReadableByClients } from '../catalog-sql.ts'
import { defineLint, displayName, NoFacts } from '../lint.ts'
import { briefLock } from '../locks.ts'

export const securityDefinerView = defineLint({
  name: 'security_definer_view',
  title: 'View bypasses row level security',
  category: 'security',
  level: 'ERROR',
  description: 'A view that the Data API serves runs with the rights of its owner.',
  why: 'The view ignores the policies of the tables it reads, so clients see rows that the tables themselves would not show them.',
  remedy: [
    'Set security_invoker on the view, so that the policies and privileges of the caller apply.',
    'If the view is meant to show these rows to everyone, ignore the finding.',
  ],
  facts: NoFacts,
  find: (scope) => sql`
    select 'view' as kind, n.nspname::text as schema, c.relname::text as name,
      null::text as "table", c.oid as table_id, array[]::text[] as subject,
      null::jsonb as facts
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind = 'v' and ${isExposedRelation(scope)} and not ${hasInvokerRights}
      and ${isReadableByClients}`,
  detail: (row) => `The view ${displayName(row)} runs with the rights of its owner.`,
  fix(row) {
    const view = ident(row.schema ?? '', row.name)
    return {
      title: `Run ${displayName(row)} with the rights of the caller`,
      statements: [sql`alter view ${view} set (security_invoker = true)`],
      undo: [sql`alter view ${view} reset (security_invoker)`],
      locks: [briefLock(displayName(row))],
      effect:
        'Clients need privileges on the tables that the view reads, and only see the rows that policies allow.',
    }
  },
})
