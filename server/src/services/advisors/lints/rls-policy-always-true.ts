import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import { isOwnRelation } from '../catalog-sql.ts'
import { defineLint } from '../lint.ts'

export const rlsPolicyAlwaysTrue = defineLint({
  name: 'rls_policy_always_true',
  title: 'Policy allows every change',
  category: 'security',
  level: 'WARN',
  description: 'A policy lets clients insert, update, or delete rows without a condition.',
  why: 'Every client can change all rows that the policy covers, as if row level security were disabled.',
  remedy: [
    'Add a condition, such as (select auth.uid()) = user_id.',
    'If only your server writes the table, delete the policy: secret keys need none.',
  ],
  facts: z.object({ action: z.string() }),
  find: (scope) => sql`
    select 'policy' as kind, n.nspname::text as schema, p.polname::text as name,
      c.relname::text as "table", c.oid as table_id, array[]::text[] as subject,
      jsonb_build_object('action', case p.polcmd
        when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete'
        else 'insert, update, and delete' end) as facts
    from pg_policy as p
    join pg_class as c on c.oid = p.polrelid
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relrowsecurity and p.polpermissive and p.polcmd <> 'r' and ${isOwnRelation(scope)}
      and exists (
        select from unnest(p.polroles) as role
        where role = 0
          or role in (select oid from pg_roles where rolname in ('anon', 'authenticated'))
      )
      and coalesce(
        case when p.polcmd = 'a' then pg_get_expr(p.polwithcheck, p.polrelid)
          else pg_get_expr(p.polqual, p.polrelid) end, 'true') in ('true', '(1 = 1)')`,
  detail: ({ schema, name, table }, { action }) =>
    `The policy ${name} of ${schema}.${table} lets clients ${action} any row.`,
})
