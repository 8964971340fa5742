import { z } from 'zod'
import { isDatabaseFailure } from '../../../postgres/failures.ts'
import { compile, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'
import { EXTENSIONS, settingsOf, type Extension, type Policies } from './private-access.ts'

const Rule = z.object({
  /** Whether it applies to inserted rows, or to rows that are read. */
  is_write: z.boolean(),
  is_permissive: z.boolean(),
  /** The expression as Postgres prints it, with the schema of every name. */
  condition: z.string(),
})
type Rule = z.infer<typeof Rule>

const Access = z.object({
  may_read: z.boolean(),
  may_write: z.boolean(),
  /** Policies do not apply to this role. */
  is_exempt: z.boolean(),
})

/**
 * Same decision as `readPolicies`, for a database that is read-only. No message can be inserted to
 * look for, so the caller evaluates the policies' expressions for one that does not exist. This
 * happens in a read-only transaction, so that a policy's functions cannot write either.
 */
export async function evaluatePolicies(
  project: Project,
  caller: Caller,
  topic: string,
): Promise<Policies> {
  const [access, rules] = await Promise.all([accessOf(project, caller), rulesOf(project, caller)])
  const allowed = (isWrite: boolean) =>
    (isWrite ? access.may_write : access.may_read)
      ? fulfilling(project, caller, {
          topic,
          condition: access.is_exempt
            ? rawSql('true')
            : conditionOf(rules.filter((rule) => rule.is_write === isWrite)),
        })
      : new Set<Extension>()
  const [read, write] = await Promise.all([allowed(false), allowed(true)])
  const of = (extension: Extension) => ({
    read: read.has(extension),
    write: write.has(extension),
  })
  return { broadcast: of('broadcast'), presence: of('presence') }
}

// Everybody can read the catalogs; the service queries them as its own role.
const admin = ({ database }: Project) => database.as('supabase_realtime_admin')

const accessOf = (project: Project, { role }: Caller) =>
  admin(project)
    .maybe(
      sql`
        select
          pg_catalog.has_table_privilege(r.oid, c.oid, 'SELECT') as may_read,
          pg_catalog.has_table_privilege(r.oid, c.oid, 'INSERT') as may_write,
          not c.relrowsecurity or r.rolsuper or r.rolbypassrls
            or (not c.relforcerowsecurity and pg_catalog.pg_has_role(r.oid, c.relowner, 'USAGE'))
            as is_exempt
        from pg_catalog.pg_roles as r, pg_catalog.pg_class as c
        where r.rolname operator(pg_catalog.=) ${role}
          and c.oid operator(pg_catalog.=) 'realtime.messages'::pg_catalog.regclass`,
      Access,
    )
    .then((found) => found ?? { may_read: false, may_write: false, is_exempt: false })

/** The policies that apply to the role. */
const rulesOf = (project: Project, { role }: Caller) =>
  admin(project).many(
    sql`
      select
        kind.is_write,
        p.polpermissive as is_permissive,
        pg_catalog.pg_get_expr(
          case when kind.is_write then coalesce(p.polwithcheck, p.polqual) else p.polqual end,
          p.polrelid
        ) as condition
      from pg_catalog.pg_policy as p
      join (values (false, 'r'), (true, 'a')) as kind (is_write, command)
        on p.polcmd::text in (kind.command, '*')
      where p.polrelid operator(pg_catalog.=) 'realtime.messages'::pg_catalog.regclass
        and exists (
          select from pg_catalog.unnest(p.polroles) as applies (role)
          where applies.role operator(pg_catalog.=) 0
            or pg_catalog.pg_has_role(${role}::pg_catalog.name, applies.role, 'USAGE')
        )
        and case when kind.is_write then coalesce(p.polwithcheck, p.polqual) else p.polqual end
          is not null`,
    Rule,
  )

/** One permissive policy must allow it, and every restrictive one. */
function conditionOf(rules: readonly Rule[]): Sql {
  const conditions = (isPermissive: boolean) =>
    rules
      .filter((rule) => rule.is_permissive === isPermissive)
      .map(({ condition }) => rawSql(`(${condition})`))
  const permissive = conditions(true)
  if (permissive.length === 0) return rawSql('false')
  return joinSql([sql`(${joinSql(permissive, ' or ')})`, ...conditions(false)], ' and ')
}

/** The extensions for which a message with the topic would fulfil a condition. */
async function fulfilling(
  { database }: Project,
  caller: Caller,
  { topic, condition }: { readonly topic: string; readonly condition: Sql },
): Promise<ReadonlySet<string>> {
  const messages = EXTENSIONS.map((extension) => ({
    topic,
    extension,
    event: 'probe',
    private: true,
  }))
  const statement = sql`
    select messages.extension
    from (
      select probe.topic, probe.extension, probe.payload, probe.event, probe.private,
        pg_catalog.now()::timestamp as updated_at, pg_catalog.now()::timestamp as inserted_at,
        pg_catalog.gen_random_uuid() as id
      from pg_catalog.jsonb_populate_recordset(
        null::realtime.messages, ${JSON.stringify(messages)}::pg_catalog.jsonb) as probe
    ) as messages
    where ${condition}`
  try {
    const context = { role: caller.role, settings: settingsOf(caller, topic), isReadOnly: true }
    const [result] = await database.asCaller(context, compile(statement))
    return new Set((result?.rows ?? []).map(([extension]) => extension ?? ''))
  } catch (error) {
    // A policy that fails allows nothing.
    if (isDatabaseFailure(error)) return new Set()
    throw error
  }
}
