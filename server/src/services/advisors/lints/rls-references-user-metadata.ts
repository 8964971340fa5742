import { sql } from '../../../postgres/sql.ts'
import { isOwnRelation } from '../catalog-sql.ts'
import { defineLint, NoFacts } from '../lint.ts'

export const rlsReferencesUserMetadata = defineLint({
  name: 'rls_references_user_metadata',
  title: 'Policy trusts data that users can edit',
  category: 'security',
  level: 'ERROR',
  description: 'A policy reads user_metadata, which every user can change for themselves.',
  why: 'A user can write any value into their metadata, such as another role or organization, and then passes the policy.',
  remedy: [
    'Use app_metadata, which only secret keys can change.',
    'Or store the fact in a table that users cannot write, and read it in the policy.',
  ],
  facts: NoFacts,
  find: (scope) => sql`
    select 'policy' as kind, n.nspname::text as schema, p.polname::text as name,
      c.relname::text as "table", c.oid as table_id, array[]::text[] as subject,
      null::jsonb as facts
    from pg_policy as p
    join pg_class as c on c.oid = p.polrelid
    join pg_namespace as n on n.oid = c.relnamespace
    cross join lateral (
      select concat(
        pg_get_expr(p.polqual, p.polrelid), ' ', pg_get_expr(p.polwithcheck, p.polrelid))
    ) as shown (text)
    where ${isOwnRelation(scope)}
      and ((shown.text ~ 'auth\\.jwt\\(|request\\.jwt' and shown.text ~ 'user_metadata')
        or shown.text ~ 'raw_user_meta_data')`,
  detail: ({ schema, name, table }) =>
    `The policy ${name} of ${schema}.${table} depends on metadata that users can edit.`,
})
