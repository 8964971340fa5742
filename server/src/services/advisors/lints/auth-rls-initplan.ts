import { z } from 'zod'
import { ident, rawSql, sql } from '../../../postgres/sql.ts'
import { isOwnRelation } from '../catalog-sql.ts'
import { defineLint } from '../lint.ts'
import { briefLock } from '../locks.ts'
import { hasBareCalls, wrapCalls } from '../policy-calls.ts'

export const authRlsInitplan = defineLint({
  name: 'auth_rls_initplan',
  title: 'Policy calls a function for each row',
  category: 'performance',
  level: 'WARN',
  description:
    'A policy calls an auth function or current_setting for each row instead of once per query.',
  why: 'The result is the same for all rows, but Postgres computes it again for each. On large tables this dominates the time of a query.',
  remedy: ['Write the call as a sub-select: (select auth.uid()).'],
  facts: z.object({ using: z.string().nullable(), check: z.string().nullable() }),
  find: (scope) => sql`
    select 'policy' as kind, n.nspname::text as schema, p.polname::text as name,
      c.relname::text as "table", c.oid as table_id, array[]::text[] as subject,
      jsonb_build_object('using', shown.using_text, 'check', shown.check_text) as facts
    from pg_policy as p
    join pg_class as c on c.oid = p.polrelid
    join pg_namespace as n on n.oid = c.relnamespace
    cross join lateral (
      select pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)
    ) as shown (using_text, check_text)
    where ${isOwnRelation(scope)} and c.relrowsecurity
      and concat(shown.using_text, ' ', shown.check_text) ~ 'auth\\.|current_setting'`,
  accepts: ({ using, check }) => [using, check].some((text) => text !== null && hasBareCalls(text)),
  detail: ({ schema, name, table }) =>
    `The policy ${name} of ${schema}.${table} calls a function for each row.`,
  fix({ schema, name, table }, { using, check }) {
    const alter = (qual: string | null, withCheck: string | null) => sql`
      alter policy ${ident(name)} on ${ident(schema ?? '', table ?? '')}${
        qual === null ? rawSql('') : sql` using (${rawSql(qual)})`
      }${withCheck === null ? rawSql('') : sql` with check (${rawSql(withCheck)})`}`
    const wrapped = (text: string | null) => (text === null ? null : wrapCalls(text))
    return {
      title: `Wrap the calls of the policy ${name} in sub-selects`,
      statements: [alter(wrapped(using), wrapped(check))],
      undo: [alter(using, check)],
      locks: [briefLock(`${schema}.${table}`)],
      effect: 'The policy allows the same rows.',
    }
  },
})
