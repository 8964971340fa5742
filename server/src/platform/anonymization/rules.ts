import type { Anonymization, AnonymizeRule } from '@stoa/contract/platform/anonymization'
import type { Session } from '../../postgres/database.ts'
import type { ProjectScope } from '../access/port.ts'
import { accountIdOf, audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { duplicateRule, noAnonymizeRules, rulesOfProject } from './errors.ts'
import { findRoot, findRules, saveRules } from './queries.ts'

/** The rules that apply to a project and its branches, also if it is a branch itself. */
export async function readAnonymization(
  session: Session,
  { projectId }: Pick<ProjectScope, 'projectId'>,
): Promise<Anonymization> {
  const root = (await findRoot(session, projectId))?.root_id ?? projectId
  return (await findRules(session, root)) ?? { rules: [], updated_at: null, updated_by: null }
}

/** Replaces the rules of a project; see the endpoint for what it refuses. */
export async function saveAnonymization(
  { session }: Pick<Context, 'session'>,
  actor: Actor,
  { scope, rules }: { readonly scope: ProjectScope; readonly rules: readonly AnonymizeRule[] },
): Promise<Anonymization> {
  if (await findRoot(session, scope.projectId)) throw rulesOfProject()
  const seen = new Set<string>()
  for (const { schema, table, column } of rules) {
    const key = JSON.stringify([schema, table, column])
    if (seen.has(key)) throw duplicateRule(`${schema}.${table}.${column}`)
    seen.add(key)
  }
  await session.transaction(async (tx) => {
    await saveRules(tx, scope.projectId, { rules, by: accountIdOf(actor), at: actor.at })
    await audit(tx, actor, {
      action: 'project.update_anonymization',
      on: scope,
      metadata: { rules: String(rules.length) },
    })
  })
  return readAnonymization(session, scope)
}

/** The rules that apply to a project or branch; 409 `no_anonymize_rules` without any. */
export async function requireRules(
  session: Session,
  projectId: number,
): Promise<readonly AnonymizeRule[]> {
  const { rules } = await readAnonymization(session, { projectId })
  if (rules.length === 0) throw noAnonymizeRules()
  return rules
}
