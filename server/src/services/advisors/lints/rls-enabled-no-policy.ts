import { sql } from '../../../postgres/sql.ts'
import { isOwnRelation } from '../catalog-sql.ts'
import { defineLint, displayName, NoFacts } from '../lint.ts'

export const rlsEnabledNoPolicy = defineLint({
  name: 'rls_enabled_no_policy',
  title: 'Row level security without policies',
  category: 'security',
  level: 'INFO',
  description: 'Row level security is enabled on a table that has no policy.',
  why: 'Only secret keys and the owner of the table can read and write its rows. If clients should use the table, they get no rows and no error.',
  remedy: [
    'Create a policy for the rows that clients can use.',
    'If only your server uses the table, ignore the finding.',
  ],
  facts: NoFacts,
  find: (scope) => sql`
    select 'table' as kind, n.nspname::text as schema, c.relname::text as name,
      null::text as "table", c.oid as table_id, array[]::text[] as subject,
      null::jsonb as facts
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and c.relrowsecurity and ${isOwnRelation(scope)}
      and not exists (select from pg_policy as p where p.polrelid = c.oid)`,
  detail: (row) =>
    `Row level security is enabled on ${displayName(row)}, but the table has no policy.`,
})
