import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Project } from '../../../project/project.ts'
import type { JobRun } from '../../../project/service.ts'
import { tooLongLocked } from './errors.ts'
import { failBackfill, removeCheck } from './end-backfill.ts'
import {
  FIRST_BATCH_ROWS,
  MAX_BATCH_ROWS,
  MAX_STEP_ATTEMPTS,
  QUICK_BATCH_MS,
  RETRY_MS,
  SLOW_BATCH_MS,
} from './limits.ts'
import { runStep, type StepOutcome } from './run-step.ts'
import { isTimeout } from './timeouts.ts'

type Pace = {
  /** The rows of the next batch. */
  readonly rows: number
  /** The attempts of the current step that ran into a lock or a timeout. */
  readonly failures: number
}

/** Runs a backfill until its end, step by step. An interrupted one continues with its next step. */
export async function runBackfill(
  { clock }: { readonly clock: Clock },
  project: Project,
  { payload, isLastAttempt, signal }: JobRun,
): Promise<void> {
  const id = z.uuid().parse(payload['id'])
  let pace: Pace = { rows: FIRST_BATCH_ROWS, failures: 0 }
  let last: StepOutcome | undefined
  try {
    for (;;) {
      signal.throwIfAborted()
      const startedAt = clock.now().getTime()
      const outcome = await runStep(project, id, pace.rows).catch(timeoutOf)
      if (outcome === 'timeout') pace = await slowDown(pace, signal)
      else if (outcome === undefined) break
      else {
        last = outcome
        pace = { rows: nextRows(pace.rows, clock.now().getTime() - startedAt), failures: 0 }
        if (outcome.isLast) return
      }
    }
    // It was canceled while a step held the lock that dropping the check needs.
    if (last) await removeCheck(project, id, last)
  } catch (error) {
    if (signal.aborted || (isTransient(error) && !isLastAttempt)) throw error
    await failBackfill(project, id, messageOf(error))
  }
}

function timeoutOf(error: unknown): 'timeout' {
  if (isTimeout(error)) return 'timeout'
  throw error
}

/** Smaller batches are more likely to get their locks, and to end in time. */
async function slowDown({ rows, failures }: Pace, signal: AbortSignal): Promise<Pace> {
  if (failures >= MAX_STEP_ATTEMPTS) throw tooLongLocked()
  await sleep(RETRY_MS, undefined, { signal })
  return { rows: Math.max(1, Math.floor(rows / 2)), failures: failures + 1 }
}

function nextRows(rows: number, tookMs: number): number {
  if (tookMs < QUICK_BATCH_MS) return Math.min(MAX_BATCH_ROWS, rows * 2)
  return tookMs > SLOW_BATCH_MS ? Math.max(1, Math.floor(rows / 2)) : rows
}

/** The database is stopping or full, or the connection broke: the job tries again later. */
const isTransient = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 500

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
