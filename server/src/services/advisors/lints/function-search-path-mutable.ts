import { z } from 'zod'
import { ident, joinSql, sql } from '../../../postgres/sql.ts'
import { isOfExtension, isOwnSchema } from '../catalog-sql.ts'
import { functionSql } from '../fixes-sql.ts'
import { defineLint, displayName } from '../lint.ts'
import { definitionLock } from '../locks.ts'

export const functionSearchPathMutable = defineLint({
  name: 'function_search_path_mutable',
  title: 'Function without a fixed search path',
  category: 'security',
  level: 'WARN',
  description: 'A function uses the search path of its caller.',
  why: 'A caller can make the function use other tables and functions with the same names. This is dangerous for functions with more rights than the caller.',
  remedy: [
    'Set the search path on the function, for example with SET search_path = pg_catalog, pg_temp.',
    'Then write every name outside of pg_catalog with its schema.',
  ],
  facts: z.object({ kind: z.string(), identity: z.string() }),
  find: (scope) => sql`
    select 'function' as kind, n.nspname::text as schema, p.proname::text as name,
      null::text as "table", null::oid as table_id,
      array[pg_get_function_identity_arguments(p.oid)] as subject,
      jsonb_build_object(
        'kind', p.prokind, 'identity', pg_get_function_identity_arguments(p.oid)) as facts
    from pg_proc as p
    join pg_namespace as n on n.oid = p.pronamespace
    join pg_language as l on l.oid = p.prolang
    where p.prokind in ('f', 'p') and l.lanname not in ('c', 'internal')
      and ${isOwnSchema(scope)} and not ${isOfExtension('pg_proc', sql`p.oid`)}
      -- The names in such a body were resolved when the function was created.
      and p.prosqlbody is null
      and not exists (
        select from unnest(p.proconfig) as setting where setting like 'search\\_path=%'
      )`,
  detail: (row) => `The function ${displayName(row)} does not set its search path.`,
  fix(row, { kind, identity }) {
    const target = functionSql(row, kind, identity)
    // Keeps the meaning of unqualified names in the body for a caller with the default path.
    const path = [...new Set([row.schema ?? 'public', 'public', 'extensions', 'pg_temp'])]
    return {
      title: `Fix the search path of ${displayName(row)}`,
      statements: [
        sql`alter ${target} set search_path to ${joinSql(path.map((name) => ident(name)))}`,
      ],
      undo: [sql`alter ${target} reset search_path`],
      locks: [definitionLock(displayName(row))],
      effect: `Names without a schema are looked up in ${path.slice(0, -1).join(', ')}, whoever calls the function. Postgres no longer inlines it into queries.`,
    }
  },
})
