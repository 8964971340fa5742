import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import { authSettings } from '@stoa/contract/services/auth/settings'
import type { Clock } from '../../lib/clock.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import type { Session } from '../../postgres/database.ts'
import type { StoredReport } from '../../project/advisor-records.ts'
import { readDatabaseSettings } from '../../project/data-plane/database-settings.ts'
import { withDatabaseSettings } from '../../project/data-plane/effective-settings.ts'
import type { Project } from '../../project/project.ts'
import { MAX_FINDINGS_PER_RULE, MAX_RUN_MS } from './limits.ts'
import type { Fault, Lint, LintScope } from './lint.ts'
import { LINTS } from './lint-list.ts'
import { PREPARE_READING, readAllLintRows, readLintRows } from './queries.ts'

/**
 * A read-only transaction of the project's owner, on the catalog's search path: a lint has no more
 * rights than the owner and does not call the owner's functions.
 */
const reading = <T>({ database }: Project, work: (tx: Session) => Promise<T>): Promise<T> =>
  database.as('postgres').transaction(async (tx) => {
    await tx.run(PREPARE_READING)
    return work(tx)
  })

async function scopeOf(project: Project, excluded: readonly string[]): Promise<LintScope> {
  const own = await reading(project, readDatabaseSettings)
  const api = withDatabaseSettings(project.settings.of(dataApiSettings), own)
  return {
    exposed: api.enabled ? api.exposed_schemas : [],
    excluded,
    allowsAnonymousUsers: project.settings.of(authSettings).external_anonymous_users_enabled,
  }
}

type DatabaseDeps = { readonly clock: Clock; readonly protectedSchemas: readonly string[] }

/**
 * Checks the database. Each lint has a transaction of its own, so that one that fails or takes too
 * long does not hide the findings of the others.
 */
export async function checkDatabase(
  { clock, protectedSchemas }: DatabaseDeps,
  project: Project,
  lints: readonly Lint[] = LINTS,
): Promise<StoredReport> {
  const checkedAt = clock.now()
  const begun = performance.now()
  const scope = await scopeOf(project, protectedSchemas)
  const findings: Fault['finding'][] = []
  const failed: { rule: string; message: string }[] = []
  const truncated: string[] = []
  for (const lint of lints) {
    const { name } = lint.rule
    if (performance.now() - begun > MAX_RUN_MS) {
      failed.push({ rule: name, message: 'The check of the database took too long.' })
      continue
    }
    try {
      const rows = await reading(project, (tx) => readLintRows(tx, lint.find(scope)))
      if (rows.length > MAX_FINDINGS_PER_RULE) truncated.push(name)
      for (const row of rows.slice(0, MAX_FINDINGS_PER_RULE)) {
        const fault = lint.read(row)
        if (fault) findings.push(fault.finding)
      }
    } catch (error) {
      // Without a state, the database is gone, which concerns all lints.
      if (sqlstateOf(error) === undefined) throw error
      failed.push({ rule: name, message: explain(error) })
    }
  }
  const durationMs = Math.round(performance.now() - begun)
  return { checkedAt, durationMs, findings, failed, truncated }
}

const QUERY_CANCELLED = '57014'

const explain = (error: unknown): string =>
  sqlstateOf(error) === QUERY_CANCELLED
    ? 'The query took too long.'
    : `Postgres rejected the query (${sqlstateOf(error)}).`

/** The fault as it is now; undefined if it was corrected. */
export async function findFault(
  { protectedSchemas }: Pick<DatabaseDeps, 'protectedSchemas'>,
  project: Project,
  { lint, cacheKey }: { readonly lint: Lint; readonly cacheKey: string },
): Promise<Fault | undefined> {
  const scope = await scopeOf(project, protectedSchemas)
  const rows = await reading(project, (tx) => readAllLintRows(tx, lint.find(scope)))
  for (const row of rows) {
    const fault = lint.read(row)
    if (fault?.finding.cache_key === cacheKey) return fault
  }
  return undefined
}
