import { nextRun, parseSchedule } from '@stoa/contract/services/cron/schedule'
import { MAX_QUERY_RUNS, type ScheduledQuerySettings } from '@stoa/contract/services/alerts/queries'
import type { Clock } from '../../lib/clock.ts'
import type { AlertRecords, NewMessage, StoredQuery } from '../../project/alert-records.ts'
import type { Project, StoredProject } from '../../project/project.ts'
import type { MemberRole } from '../../postgres/database.ts'
import { toCsv } from './csv.ts'
import { failedRun, runQuery, type QueryResult } from './run-query.ts'

export const QUERY_JOB = 'query'
/** A job that did not run for this time after it was due is added again. */
const LATE_MS = 5 * 60_000

export type RunDeps = {
  readonly records: () => AlertRecords
  readonly clock: Clock
  readonly newId: () => string
}

/** The next time of a query; null if it is disabled or never due. */
export function nextRunOf({ enabled, schedule }: ScheduledQuerySettings, now: Date): Date | null {
  const parsed = enabled ? parseSchedule(schedule) : undefined
  return (parsed && nextRun(parsed, now)) ?? null
}

/** Adds the durable job of a query's next run, which replaces an earlier one. */
export async function planRun(
  project: StoredProject,
  { id, nextRunAt }: Pick<StoredQuery, 'id' | 'nextRunAt'>,
): Promise<void> {
  if (nextRunAt === null) return
  await project.addJob(
    'alerts',
    QUERY_JOB,
    { id, isManual: false },
    { key: id, runAt: nextRunAt, maxAttempts: 5 },
  )
}

/** Adds the jobs that a crash between two runs has lost. */
export async function restoreRuns(deps: RunDeps, project: StoredProject): Promise<void> {
  const now = deps.clock.now()
  for (const query of await deps.records().queries.list(project.ref))
    if (query.nextRunAt !== null && now.getTime() - query.nextRunAt.getTime() > LATE_MS)
      await planRun(project, { id: query.id, nextRunAt: await moveOn(deps, project, query) })
}

/** Stores the next time of a query, and returns it. */
async function moveOn(
  { records, clock }: RunDeps,
  { ref }: StoredProject,
  { id, settings }: StoredQuery,
): Promise<Date | null> {
  const nextRunAt = nextRunOf(settings, clock.now())
  await records().queries.setNextRun(ref, id, nextRunAt)
  return nextRunAt
}

/** The durable job of a query: runs it, and plans the next run. */
export async function runScheduled(
  deps: RunDeps,
  project: Project,
  { id, isManual, signal }: { id: string; isManual: boolean; signal: AbortSignal },
): Promise<void> {
  const { queries } = deps.records()
  const query = (await queries.list(project.ref)).find((one) => one.id === id)
  if (!query || (!isManual && !query.settings.enabled)) return
  // The next run comes first: if this one is interrupted, the schedule continues.
  if (!isManual) await planRun(project, { id, nextRunAt: await moveOn(deps, project, query) })
  const runId = deps.newId()
  const run = { id: runId, queryId: id }
  if (!(await queries.beginRun(project.ref, { ...run, at: deps.clock.now() }))) return
  const result = await runAsAuthor(deps, project, { query, signal })
  await queries.endRun(project.ref, {
    ...run,
    end: {
      ...result,
      state: result.error === null ? 'succeeded' : 'failed',
      at: deps.clock.now(),
    },
    keep: MAX_QUERY_RUNS,
    message: resultMessage(deps, query, result),
  })
}

/** Runs the query with the rights that its author has now, or not at all. */
async function runAsAuthor(
  deps: RunDeps,
  project: Project,
  { query, signal }: { readonly query: StoredQuery; readonly signal: AbortSignal },
): Promise<QueryResult> {
  const role = await roleOf(deps, project.ref, query.author)
  if (role === undefined)
    return failedRun('The author of the query no longer has access. Save it again to take it over.')
  const { sql: text, timeout_seconds: seconds } = query.settings
  return runQuery(project, { text, role, timeoutMs: seconds * 1000, signal })
}

async function roleOf(
  { records }: RunDeps,
  ref: string,
  author: string | null,
): Promise<MemberRole | undefined> {
  const { people } = records()
  if (author === null || (await people.mayUse(ref, author, 'database:write'))) return 'postgres'
  return (await people.mayUse(ref, author, 'database:read')) ? 'supabase_read_only_user' : undefined
}

function resultMessage(
  { newId, clock }: RunDeps,
  { id, settings }: StoredQuery,
  { columns, rows, error, is_limited }: QueryResult,
): NewMessage | undefined {
  if (settings.mail_to.length === 0 || error !== null) return undefined
  const at = clock.now()
  return {
    id: newId(),
    channelId: null,
    subject: `Result: ${settings.name}`,
    content: {
      kind: 'result',
      query: settings.name,
      query_id: id,
      csv: toCsv(columns, rows),
      is_limited,
      recipients: settings.mail_to,
    },
    at,
    sendAt: at,
  }
}
