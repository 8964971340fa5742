import { z } from 'zod'
import { ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { isExposedSchema, isOfExtension } from '../catalog-sql.ts'
import { functionSql } from '../fixes-sql.ts'
import { defineLint, displayName, type Lint, type LintFix, type LintRow } from '../lint.ts'
import { definitionLock } from '../locks.ts'

const Facts = z.object({
  kind: z.string(),
  identity: z.string(),
  /** Who has the privilege by a grant of their own. */
  granted: z.array(z.string()),
  is_public: z.boolean(),
})
type Facts = z.infer<typeof Facts>

const executableBy = (role: 'anon' | 'authenticated', who: string): Lint =>
  defineLint({
    name: `${role}_security_definer_function_executable`,
    title: `Function with its owner’s rights, callable by ${who}`,
    category: 'security',
    level: 'WARN',
    description: `A security definer function in a schema that the Data API serves can be called by ${who}.`,
    why: 'The function bypasses row level security. Whoever can call it can do everything that its body allows, with parameters of their choice.',
    remedy: [
      `Revoke EXECUTE on the function from ${role}.`,
      'Or make it SECURITY INVOKER, so that the policies of the caller apply.',
      'If it checks its caller and is meant to be called, ignore the finding.',
    ],
    facts: Facts,
    find: (scope) => sql`
      select 'function' as kind, n.nspname::text as schema, p.proname::text as name,
        null::text as "table", null::oid as table_id,
        array[pg_get_function_identity_arguments(p.oid)] as subject,
        jsonb_build_object(
          'kind', p.prokind,
          'identity', pg_get_function_identity_arguments(p.oid),
          'granted', to_jsonb(array(
            select r.rolname from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as g
            join pg_roles as r on r.oid = g.grantee
            where g.privilege_type = 'EXECUTE'
              and r.rolname in ('anon', 'authenticated', 'service_role')
          )),
          'is_public', exists (
            select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as g
            where g.privilege_type = 'EXECUTE' and g.grantee = 0
          )
        ) as facts
      from pg_proc as p
      join pg_namespace as n on n.oid = p.pronamespace
      where p.prosecdef and p.prokind in ('f', 'p') and ${isExposedSchema(scope)}
        and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
        and not ${isOfExtension('pg_proc', sql`p.oid`)}
        and has_schema_privilege(${role}::text, n.oid, 'usage')
        and has_function_privilege(${role}::text, p.oid, 'execute')`,
    detail: (row) =>
      `The function ${displayName(row)} runs with the rights of its owner and can be called by ${who}.`,
    fix: (row, facts) => revokeExecute(role, row, facts),
  })

/** Other roles that could call it through PUBLIC get a grant of their own. */
function revokeExecute(role: string, row: LintRow, facts: Facts): LintFix {
  const target = functionSql(row, facts.kind, facts.identity)
  const { granted, is_public: isPublic } = facts
  const to = (verb: string, roles: readonly Sql[]): Sql[] =>
    roles.length === 0
      ? []
      : [
          sql`${rawSql(verb)} execute on ${target} ${rawSql(verb === 'grant' ? 'to' : 'from')} ${joinSql(roles)}`,
        ]
  const others = ['anon', 'authenticated', 'service_role'].filter((name) => name !== role)
  const missing = isPublic ? others.filter((name) => !granted.includes(name)) : []
  const lost = [...(granted.includes(role) ? [ident(role)] : []), ...(isPublic ? [PUBLIC] : [])]
  return {
    title: `Revoke EXECUTE on ${displayName(row)} from ${role}`,
    statements: [
      ...to(
        'grant',
        missing.map((name) => ident(name)),
      ),
      ...to('revoke', lost),
    ],
    undo: [
      ...to('grant', lost),
      ...to(
        'revoke',
        missing.map((name) => ident(name)),
      ),
    ],
    locks: [definitionLock(displayName(row))],
    effect: `Requests of ${role} can no longer call the function.${isPublic ? ' Other roles of your own that called it through PUBLIC need a grant.' : ''}`,
  }
}

const PUBLIC = sql`public`

export const anonSecurityDefinerFunctionExecutable = executableBy('anon', 'everyone')
export const authenticatedSecurityDefinerFunctionExecutable = executableBy(
  'authenticated',
  'signed-in users',
)
