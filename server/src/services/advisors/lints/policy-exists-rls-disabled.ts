import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import { isOwnRelation } from '../catalog-sql.ts'
import { enableRowSecurity } from '../fixes-sql.ts'
import { defineLint, displayName } from '../lint.ts'

export const policyExistsRlsDisabled = defineLint({
  name: 'policy_exists_rls_disabled',
  title: 'Policies have no effect',
  category: 'security',
  level: 'ERROR',
  description: 'A table has policies, but row level security is disabled.',
  why: 'The table looks protected, but Postgres ignores its policies: every role with privileges on the table can use all of its rows.',
  remedy: ['Enable row level security on the table, or delete the policies.'],
  facts: z.object({ policies: z.array(z.string()) }),
  find: (scope) => sql`
    select 'table' as kind, n.nspname::text as schema, c.relname::text as name,
      null::text as "table", c.oid as table_id, array[]::text[] as subject,
      jsonb_build_object('policies', jsonb_agg(p.polname order by p.polname)) as facts
    from pg_policy as p
    join pg_class as c on c.oid = p.polrelid
    join pg_namespace as n on n.oid = c.relnamespace
    where not c.relrowsecurity and ${isOwnRelation(scope)}
    group by n.nspname, c.relname, c.oid`,
  detail: (row, { policies }) =>
    `Row level security is disabled on ${displayName(row)}, so these policies have no effect: ${policies.join(', ')}.`,
  fix: (row) => enableRowSecurity(row, 'Requests only see the rows that the policies allow.'),
})
