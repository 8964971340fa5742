import {
  MAX_SCHEDULED_QUERIES,
  type createScheduledQuery,
  type QueryRun,
  type QueryRunResult,
  type ScheduledQuery,
  type updateScheduledQuery,
} from '@stoa/contract/services/alerts/queries'
import { parseSchedule } from '@stoa/contract/services/cron/schedule'
import type { z } from 'zod'
import type { StoredQuery } from '../../project/alert-records.ts'
import type { Member } from '../../project/member.ts'
import type { StoredProject } from '../../project/project.ts'
import { invalidSchedule } from '../../project/refusals.ts'
import { requireUnchanged } from '../../project/unchanged.ts'
import {
  changedMeanwhile,
  queryInUse,
  queryNotFound,
  runNotFound,
  tooManyQueries,
} from './errors.ts'
import { authorOf, requireMembers } from './people.ts'
import { nextRunOf, planRun, QUERY_JOB, type RunDeps } from './scheduled-runs.ts'

type NewQuery = z.infer<NonNullable<typeof createScheduledQuery.body>>
type QueryChange = z.infer<NonNullable<typeof updateScheduledQuery.body>>

export async function listQueries(
  { records }: RunDeps,
  { ref }: StoredProject,
): Promise<ScheduledQuery[]> {
  return (await records().queries.list(ref)).map(shown)
}

const shown = ({ id, settings, authorEmail, nextRunAt, lastRun }: StoredQuery): ScheduledQuery => ({
  ...settings,
  id,
  author: authorEmail,
  next_run_at: nextRunAt?.toISOString() ?? null,
  last_run: lastRun,
})

async function find({ records }: RunDeps, ref: string, id: string): Promise<StoredQuery> {
  const query = (await records().queries.list(ref)).find((one) => one.id === id)
  if (query) return query
  throw queryNotFound()
}

export async function createQuery(
  deps: RunDeps,
  project: StoredProject,
  { member, settings }: { readonly member: Member; readonly settings: NewQuery },
): Promise<ScheduledQuery> {
  requireSchedule(settings.schedule)
  await requireMembers(deps, project.ref, settings.mail_to)
  const id = deps.newId()
  const nextRunAt = nextRunOf(settings, deps.clock.now())
  const query = { id, settings, author: authorOf(member), nextRunAt }
  if (!(await deps.records().queries.add(project.ref, query, MAX_SCHEDULED_QUERIES)))
    throw tooManyQueries(MAX_SCHEDULED_QUERIES)
  await planRun(project, query)
  return shown(await find(deps, project.ref, id))
}

export async function updateQuery(
  deps: RunDeps,
  project: StoredProject,
  {
    id,
    member,
    change: { replaces, ...change },
  }: { readonly id: string; readonly member: Member; readonly change: QueryChange },
): Promise<ScheduledQuery> {
  const before = await find(deps, project.ref, id)
  requireUnchanged(before.settings, replaces)
  const settings = { ...before.settings, ...definedOf(change) }
  if (change.schedule !== undefined) requireSchedule(change.schedule)
  if (change.mail_to) await requireMembers(deps, project.ref, change.mail_to)
  const nextRunAt = nextRunOf(settings, deps.clock.now())
  const query = { id, settings, author: authorOf(member), nextRunAt, version: before.version }
  if (!(await deps.records().queries.change(project.ref, query))) throw changedMeanwhile()
  await planRun(project, query)
  return shown(await find(deps, project.ref, id))
}

export async function deleteQuery(
  deps: RunDeps,
  { ref }: StoredProject,
  id: string,
): Promise<string> {
  const { settings } = await find(deps, ref, id)
  const user = (await deps.records().rules.list(ref)).find(
    ({ settings: { condition } }) => 'query_id' in condition && condition.query_id === id,
  )
  if (user) throw queryInUse(user.settings.name)
  await deps.records().queries.remove(ref, id)
  return settings.name
}

export async function runNow(deps: RunDeps, project: StoredProject, id: string): Promise<string> {
  const { settings } = await find(deps, project.ref, id)
  await project.addJob(
    'alerts',
    QUERY_JOB,
    { id, isManual: true },
    { key: `${id} now`, maxAttempts: 3 },
  )
  return settings.name
}

export async function listRuns(
  deps: RunDeps,
  { ref }: StoredProject,
  id: string,
): Promise<QueryRun[]> {
  await find(deps, ref, id)
  return deps.records().queries.runs(ref, id)
}

export async function readRun(
  { records }: RunDeps,
  { ref }: StoredProject,
  { id, runId }: { readonly id: string; readonly runId: string },
): Promise<QueryRunResult> {
  const run = await records().queries.run(ref, id, runId)
  if (run) return run
  throw runNotFound()
}

/** The fields of a change that were given. */
export const definedOf = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  // Entries without a value were not sent.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }

function requireSchedule(text: string): void {
  if (parseSchedule(text)?.kind === 'cron') return
  throw invalidSchedule(text, 'Use five cron fields such as 5 4 * * *, or a name such as @daily.')
}
