import type { FastifyRequest } from 'fastify'
import type { PastRun } from '@stoa/contract/platform/content-history'
import type { Member } from '../../project/member.ts'
import type { MemberRun } from '../../project/member-run.ts'
import { storableText } from '../../lib/storable-text.ts'
import type { ProjectScope } from '../access/port.ts'
import type { Context } from '../context.ts'
import type { ContentCaller } from './content-caller.ts'
import { dropExcessRuns, insertRun, listRunRows, removeRuns } from './history-queries.ts'
import { MAX_RUN_CHARACTERS, RUNS_KEPT_MS } from './limits.ts'

const MAX_MESSAGE_CHARACTERS = 1000

type Runner = { readonly member: Member; readonly scope: ProjectScope }

export const runnerOf = ({ access }: Pick<Context, 'access'>, request: FastifyRequest): Runner => ({
  member: request.member,
  scope: access.projectOf(request),
})

/** Adds a run that has ended now to the history of its person; the operator credential has none. */
export async function recordRun(
  { session, clock }: Pick<Context, 'session' | 'clock'>,
  { member, scope }: Runner,
  run: MemberRun,
): Promise<void> {
  if (member.kind !== 'person') return
  const runner = { projectId: scope.projectId, userId: member.userId }
  await insertRun(session, runner, {
    ...run,
    startedAt: new Date(clock.now().getTime() - run.durationMs),
    sql: storableText(run.sql.slice(0, MAX_RUN_CHARACTERS)),
    isCut: run.sql.length > MAX_RUN_CHARACTERS,
    errorMessage:
      run.errorMessage && storableText(run.errorMessage.slice(0, MAX_MESSAGE_CHARACTERS)),
  })
  await dropExcessRuns(session, runner)
}

type Page = {
  readonly search?: string | undefined
  readonly outcome: 'all' | 'succeeded' | 'failed'
  readonly before?: number | undefined
  readonly limit: number
}

/** A page of the caller's runs in a project, the newest first. */
export async function listPastRuns(
  context: Context,
  caller: ContentCaller,
  { search, outcome, before, limit }: Page,
): Promise<{ runs: PastRun[]; has_more: boolean }> {
  const runs = await listRunRows(context.session, caller, {
    search,
    outcome,
    before,
    since: runsKeptSince(context),
    limit: limit + 1,
  })
  return { runs: runs.slice(0, limit), has_more: runs.length > limit }
}

export const runsKeptSince = ({ clock }: Pick<Context, 'clock'>) =>
  new Date(clock.now().getTime() - RUNS_KEPT_MS)

export async function clearHistory(
  { session }: Pick<Context, 'session'>,
  caller: ContentCaller,
): Promise<Record<string, never>> {
  await removeRuns(session, caller)
  return {}
}
