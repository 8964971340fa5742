import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import { isOwnRelation } from '../catalog-sql.ts'
import { defineLint, displayName } from '../lint.ts'

export const multiplePermissivePolicies = defineLint({
  name: 'multiple_permissive_policies',
  title: 'Several permissive policies for one action',
  category: 'performance',
  level: 'WARN',
  description: 'Several permissive policies apply to the same role and action of a table.',
  why: 'Postgres evaluates each of them for every row, and a row is allowed if any policy allows it, which is easy to overlook.',
  remedy: [
    'Combine the policies into one with OR.',
    'Or limit each policy to the roles and actions that need it: a policy for ALL also applies to SELECT.',
  ],
  facts: z.object({ roles: z.array(z.string()), policies: z.array(z.string()) }),
  find: (scope) => sql`
    with applied as (
      select p.polrelid, p.polname, action.name as action, r.rolname as role
      from pg_policy as p
      cross join lateral (
        values ('SELECT', 'r'), ('INSERT', 'a'), ('UPDATE', 'w'), ('DELETE', 'd')
      ) as action (name, letter)
      join pg_roles as r on r.oid = any (p.polroles)
        or (0 = any (p.polroles) and (r.rolname in ('anon', 'authenticated') or exists (
          select from pg_policy as other
          where other.polrelid = p.polrelid and r.oid = any (other.polroles)
        )))
      where p.polpermissive and p.polcmd in ('*', action.letter::"char")
    ), repeated as (
      select polrelid, action, role, array_agg(polname order by polname) as policies
      from applied group by polrelid, action, role having count(*) > 1
    )
    select 'table' as kind, n.nspname::text as schema, c.relname::text as name,
      null::text as "table", c.oid as table_id, array[r.action] as subject,
      jsonb_build_object(
        'roles', jsonb_agg(r.role order by r.role),
        'policies', (
          select jsonb_agg(distinct p.polname) from applied as p
          where p.polrelid = c.oid and p.action = r.action and p.role = any (array_agg(r.role))
        )
      ) as facts
    from repeated as r
    join pg_class as c on c.oid = r.polrelid
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relrowsecurity and ${isOwnRelation(scope)}
    group by n.nspname, c.relname, c.oid, r.action`,
  detail: (row, { roles, policies }) =>
    `${displayName(row)} has ${policies.length} permissive policies for ${row.subject[0]} by ${roles.join(', ')}: ${policies.join(', ')}.`,
})
