import { sql } from '../../../postgres/sql.ts'
import { isExposedRelation } from '../catalog-sql.ts'
import { enableRowSecurity } from '../fixes-sql.ts'
import { defineLint, displayName, NoFacts } from '../lint.ts'

export const rlsDisabledInPublic = defineLint({
  name: 'rls_disabled_in_public',
  title: 'Table without row level security',
  category: 'security',
  level: 'ERROR',
  description: 'The Data API serves a table on which row level security is disabled.',
  why: 'Anyone with a public key can read or change all rows of the table, as far as its privileges allow.',
  remedy: [
    'Enable row level security, then create policies for the rows that clients can use.',
    'If no client needs the table, revoke its privileges from anon and authenticated, or move it to a schema that the Data API does not serve.',
  ],
  facts: NoFacts,
  find: (scope) => sql`
    select 'table' as kind, n.nspname::text as schema, c.relname::text as name,
      null::text as "table", c.oid as table_id, array[]::text[] as subject,
      null::jsonb as facts
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relrowsecurity and ${isExposedRelation(scope)}
      and exists (
        select from unnest(array['anon', 'authenticated']) as r (name)
        where has_schema_privilege(r.name, n.oid, 'usage')
          and (has_any_column_privilege(r.name, c.oid, 'select, insert, update')
            or has_table_privilege(r.name, c.oid, 'delete, truncate'))
      )`,
  detail: (row) =>
    `Row level security is disabled on ${displayName(row)}, which the Data API serves.`,
  fix: (row) =>
    enableRowSecurity(
      row,
      'Until you create a policy, only secret keys can read and write the table.',
    ),
})
