import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Project } from '../../../project/project.ts'
import { sql, compile } from '../../../postgres/sql.ts'
import { AppError } from '../../../lib/errors.ts'
import type { EndReason } from './failures.ts'

/** The means to end one run from outside. */
export type RunControl = {
  /** False when the run has ended, or is being ended, already. */
  end(reason: EndReason): boolean
  reason(): EndReason | undefined
  /** The text is about to be sent; throws when the run was ended before. */
  start(client: Client, pid: number): { end(): void }
}

/** Between two requests to cancel: one may arrive before Postgres has read the text. */
const RETRY_MS = 250

/** After so many, text that catches its cancellation loses its session, then its socket. */
const CANCELS = 12
const TERMINATES = 4

/** Ends a run with a cancel request, and where that is not heeded by ending its session. */
export function createRunControl(project: Project, timeoutMs: number): RunControl {
  let reason: EndReason | undefined
  let state: 'waiting' | 'running' | 'over' = 'waiting'
  let target: { readonly client: Client; readonly pid: number } | undefined
  let timer: NodeJS.Timeout | undefined

  const isOver = () => state === 'over'

  const pursue = async () => {
    for (let attempt = 1; target && !isOver(); attempt += 1) {
      if (attempt > CANCELS + TERMINATES) return target.client.connection.stream.destroy()
      await signal(project, target.pid, { terminate: attempt > CANCELS, isOver }).catch(() => {
        // Without a connection to cancel on, the next attempt may get one, and the last needs none.
      })
      await setTimeout(RETRY_MS, undefined, { ref: false })
    }
    return undefined
  }

  const end = (why: EndReason): boolean => {
    if (reason !== undefined || state === 'over') return false
    reason = why
    clearTimeout(timer)
    void pursue()
    return true
  }

  return {
    end,
    reason: () => reason,
    start(client, pid) {
      if (reason !== undefined) throw endedBefore(reason)
      state = 'running'
      target = { client, pid }
      timer = globalThis.setTimeout(() => end('timeout'), timeoutMs)
      return {
        end() {
          state = 'over'
          clearTimeout(timer)
        },
      }
    },
  }
}

const endedBefore = (reason: EndReason) =>
  reason === 'stopping'
    ? new AppError('project_stopping', 'The project is being stopped.', { status: 503 })
    : new AppError('query_cancelled', 'The query was cancelled.', { status: 409 })

type SignalOptions = { readonly terminate: boolean; readonly isOver: () => boolean }

// On a connection of its own: the pool may be waiting for the very locks the run holds.
async function signal(
  project: Project,
  pid: number,
  { terminate, isOver }: SignalOptions,
): Promise<void> {
  const client = await project.database.connect('postgres', 'stoa cancel')
  try {
    // The process number may be another session's as soon as the run is over.
    if (isOver()) return
    const statement = compile(
      terminate
        ? sql`select pg_terminate_backend(${pid}::int)`
        : sql`select pg_cancel_backend(${pid}::int)`,
    )
    await client.query(statement.text, [...statement.values])
  } finally {
    await client.end().catch(() => {})
  }
}
