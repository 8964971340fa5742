import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import { isOwnRelation } from '../catalog-sql.ts'
import { defineLint, displayName } from '../lint.ts'

export const authAllowAnonymousSignIns = defineLint({
  name: 'auth_allow_anonymous_sign_ins',
  title: 'Policies also apply to anonymous users',
  category: 'security',
  level: 'WARN',
  description:
    'Anonymous sign-ins are enabled, and policies for signed-in users do not exclude them.',
  why: 'Anonymous users have the role authenticated. Anyone can become one without an email address, and then has the access of the policy.',
  remedy: [
    "Exclude anonymous users in the policy: (select (auth.jwt() ->> 'is_anonymous')::boolean) is false.",
    'Or add a restrictive policy with this condition to the table.',
    'If anonymous users should have this access, ignore the finding.',
  ],
  facts: z.object({ policies: z.array(z.string()) }),
  find: (scope) => sql`
    select 'table' as kind, n.nspname::text as schema, c.relname::text as name,
      null::text as "table", c.oid as table_id, array[]::text[] as subject,
      jsonb_build_object('policies', jsonb_agg(p.polname order by p.polname)) as facts
    from pg_policy as p
    join pg_class as c on c.oid = p.polrelid
    join pg_namespace as n on n.oid = c.relnamespace
    where ${scope.allowsAnonymousUsers}::boolean and c.relrowsecurity and p.polpermissive
      and ${isOwnRelation(scope)}
      and exists (
        select from unnest(p.polroles) as role
        where role = 0 or role = (select oid from pg_roles where rolname = 'authenticated')
      )
      and concat(
        pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)
      ) !~ 'is_anonymous'
      and not exists (
        select from pg_policy as r
        where r.polrelid = p.polrelid and not r.polpermissive and r.polcmd in ('*', p.polcmd)
          and concat(
            pg_get_expr(r.polqual, r.polrelid), pg_get_expr(r.polwithcheck, r.polrelid)
          ) ~ 'is_anonymous'
      )
    group by n.nspname, c.relname, c.oid`,
  detail: (row, { policies }) =>
    `These policies of ${displayName(row)} also apply to anonymous users: ${policies.join(', ')}.`,
})
